package review

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Cost says how many simulations a search for a size made, of those that a grid of
// the same resolution makes, and which bracket was foreseen.
func Cost(s *result.Size) string {
	text := fmt.Sprintf("%s, %s of the %s of a grid", number.Plural(float64(len(s.Probes)), "value"), number.Plural(float64(s.Simulations), "simulation"), number.Count(float64(s.Grid)))
	if s.Bracket == nil {
		return text
	}
	text += fmt.Sprintf("; a fluid foresaw the threshold between %s and %s, where the first looks were, and they ", s.Bracket.Low, s.Bracket.High)
	if s.Bracket.Confirmed {
		return text + "confirm it"
	}
	return text + "do not confirm it"
}
