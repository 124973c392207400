package size

import (
	"fmt"
	"math"
	"strings"
)

// indifferent tells whether nothing that is bounded depends on the key: no measure moves
// over the range by more than its noise, so that one value lies in all its intervals.
func (a *answer) indifferent() bool {
	if len(a.Of) > 1 || len(a.probes) < 2 {
		return false
	}
	for i := range a.probes[0].objectives {
		from, to := math.Inf(-1), math.Inf(1)
		for _, p := range a.probes {
			o := p.objectives[i]
			if o.Value == nil {
				return false
			}
			from, to = max(from, *o.Low), min(to, *o.High)
		}
		if from > to {
			return false
		}
	}
	return true
}

// whyAny says what did not move, and what to ask instead.
func (a *answer) whyAny() string {
	var measures []string
	for _, o := range a.probes[0].objectives {
		measures = append(measures, o.Measure)
	}
	scale := a.Of[0].Scale
	return fmt.Sprintf("nothing here depends on it over the range: from %s to %s every objective holds, and no measure moves by more than its noise (%s); ask with a deeper or longer fault", scale.Range.From.Text(), scale.Range.To.Text(), strings.Join(measures, ", "))
}
