package review

import (
	"fmt"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// Held says how many objectives a recommended wrapper holds as a whole.
func Held(r *result.Recommendation) string {
	return fmt.Sprintf("%d of %s hold", r.Held(), number.Plural(float64(len(r.Objectives)), "objective"))
}

// Cause says which setting costs an objective, and what shows it.
func Cause(c result.Cost) string {
	return fmt.Sprintf("the %s costs it: with %s it holds", c.What, c.With)
}
