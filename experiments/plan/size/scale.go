package size

import (
	"math"
	"strconv"

	"herdcast/experiments/scenario"
)

// Scale is the values that a search may answer: those of a range from its lower
// end in steps of Within, and its upper end.
type Scale struct {
	Range  scenario.Range
	Within scenario.Amount
}

// Steps is how many steps there are from the lower end to the upper; the last one
// may be shorter.
func (s Scale) Steps() int {
	return int(math.Ceil(settled((s.Range.To.Size - s.Range.From.Size) / s.Within.Size)))
}

// at gives the value after so many steps.
func (s Scale) at(step int) scenario.Amount {
	if step >= s.Steps() {
		return s.Range.To
	}
	return s.Range.From.At(s.Range.From.Size + float64(float64(step)*s.Within.Size))
}

// settled takes off what binary fractions add to decimal ones.
func settled(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 12, 64), 64)
	return rounded
}
