package objective

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
)

// Bounds are the one-sided 95 % bounds of a measure: with that confidence it is
// at least Low, and with that confidence at most High.
type Bounds struct {
	Low, High float64
}

// Judge says whether the objective holds. A bound is judged by the one-sided 95 %
// bound beside it; where the bounds lie on both sides of it the verdict is
// unclear. `==` asks that every replication gives exactly the value. Without a
// value, or where some replications have none, nothing is said to hold.
func (o Objective) Judge(m result.Measure, bounds Bounds) result.Objective {
	judged := result.Objective{
		Text: o.Text, Measure: o.Written(), Sign: o.Sign, Bound: o.Bound,
		Value: m.Value, Low: m.Low, High: m.High, Unit: m.Unit, Why: m.Why,
	}
	if o.Sign == "in" {
		upper := o.Upper
		judged.Upper = &upper
	}
	if m.Value == nil {
		judged.Verdict = result.Unclear
		return judged
	}
	judged.Verdict = o.verdict(m, bounds)
	if missing := without(m.PerReplication); missing > 0 && judged.Verdict == result.Holds {
		judged.Verdict = result.Unclear
		judged.Why = fmt.Sprintf("no value in %d of %d replications: %s", missing, len(m.PerReplication), m.Why)
	}
	return judged
}

func (o Objective) verdict(m result.Measure, b Bounds) string {
	low, high := compare(b.Low, o.Bound, m.Unit), compare(b.High, o.Bound, m.Unit)
	switch o.Sign {
	case "<=":
		return settle(high <= 0, low > 0)
	case "<":
		return settle(high < 0, low >= 0)
	case ">=":
		return settle(low >= 0, high < 0)
	case ">":
		return settle(low > 0, high <= 0)
	case "in":
		upper := compare(b.High, o.Upper, m.Unit)
		beyond := compare(b.Low, o.Upper, m.Unit)
		return settle(low >= 0 && upper <= 0, high < 0 || beyond > 0)
	}
	for _, value := range m.PerReplication {
		if value != nil && compare(*value, o.Bound, m.Unit) != 0 {
			return result.Fails
		}
	}
	return result.Holds
}

func settle(holds, fails bool) string {
	switch {
	case holds:
		return result.Holds
	case fails:
		return result.Fails
	}
	return result.Unclear
}

// compare tells whether a lies below, at or above b. Durations are whole
// nanoseconds, so that half a one separates them; all else is equal within 1e-9.
func compare(a, b float64, unit string) int {
	tolerance := 1e-9
	if unit == "s" {
		tolerance = 0.5e-9
	}
	switch {
	case math.Abs(a-b) <= tolerance:
		return 0
	case a < b:
		return -1
	}
	return 1
}

func without(values []*float64) int {
	missing := 0
	for _, v := range values {
		if v == nil {
			missing++
		}
	}
	return missing
}
