package finding

import (
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/result"
)

// Stretch is neighbouring values of a map's x of which the same can be said over its y.
type Stretch struct {
	X    string // one value, or from the first to the last
	Says string
}

// Boundary tells over which values of y a fleet recovers and from which on it does not,
// from the least x on.
func Boundary(m *result.Map) []Stretch {
	var all []Stretch
	first := 0
	for x := range m.X.Values {
		says := column(m, x)
		if len(all) == 0 || all[len(all)-1].Says != says {
			first = x
			all = append(all, Stretch{m.X.Values[x], says})
			continue
		}
		all[len(all)-1].X = m.X.Values[first] + " to " + m.X.Values[x]
	}
	return all
}

// column says of one x what happens as y grows.
func column(m *result.Map, x int) string {
	var phases []string
	for _, row := range m.Phases {
		phases = append(phases, row[x])
	}
	most := len(phases)
	ill := func(phase string) bool { return phase != result.Recovers }
	from := slices.IndexFunc(phases, ill)
	switch {
	case from < 0:
		return "recovers throughout"
	case slices.Contains(phases[from:], result.Recovers):
		return fmt.Sprintf("recovers at %d of %d values, not in one piece", most-count(phases, ill), most)
	case from == 0:
		return named(phases) + " throughout"
	}
	return fmt.Sprintf("recovers up to %s, %s from %s on", m.Y.Values[from-1], named(phases[from:]), m.Y.Values[from])
}

func count(phases []string, is func(string) bool) (sum int) {
	for _, phase := range phases {
		if is(phase) {
			sum++
		}
	}
	return sum
}

// named names the phases that there are.
func named(phases []string) string {
	var words []string
	for _, phase := range []string{result.Degrades, result.Collapses} {
		if slices.Contains(phases, phase) {
			words = append(words, phase)
		}
	}
	if slices.Contains(phases, "") {
		words = append(words, "cannot be told")
	}
	return strings.Join(words, " or ")
}

// Unsure says at how many simulated points the phase is not sure: less than half of all
// replications could have it, at 95 %. It is empty where all are sure.
func Unsure(m *result.Map) string {
	unsure := 0
	for _, p := range m.Points {
		low := map[string]float64{result.Recovers: p.Recovers.Low, result.Degrades: p.Degrades.Low, result.Collapses: p.Collapses.Low}[p.Phase]
		if low <= 0.5 {
			unsure++
		}
	}
	if unsure == 0 {
		return ""
	}
	return fmt.Sprintf("At %d of %d simulated points the phase is not sure: its share of the %d replications may be a half or less (95 %%).", unsure, len(m.Points), m.Replications)
}
