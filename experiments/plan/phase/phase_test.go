package phase

import (
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
)

// Below a line everything recovers, above it collapses: all 17 × 17 phases are right,
// and less than half of the points are asked.
func TestABoundaryIsFoundWithFewPoints(t *testing.T) {
	truth := func(at point) string {
		if at.x+2*at.y < 23 {
			return result.Recovers
		}
		return result.Collapses
	}
	asked := map[point]bool{}
	phases, err := refine(17, 17, func(due []point) (all []string, _ error) {
		for _, at := range due {
			if asked[at] {
				t.Errorf("%v is asked twice", at)
			}
			asked[at] = true
			all = append(all, truth(at))
		}
		return all, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for y := range phases {
		for x, got := range phases[y] {
			if want := truth(point{x, y}); got != want {
				t.Errorf("at %d, %d: %s, want %s", x, y, got, want)
			}
		}
	}
	if len(asked) > 17*17/2 {
		t.Errorf("%d of 289 points were asked", len(asked))
	}
}

// Where all is one phase only the lattice of 5 × 5 is asked; a single step has its ends.
func TestNoBoundaryCostsTheLattice(t *testing.T) {
	for want, size := range map[int][2]int{25: {17, 17}, 4: {2, 2}, 10: {2, 9}} {
		n := 0
		if _, err := refine(size[0], size[1], func(due []point) ([]string, error) { n += len(due); return make([]string, len(due)), nil }); err != nil || n != want {
			t.Errorf("%v: %d points, want %d (%v)", size, n, want, err)
		}
	}
}

// Two of four recover, one degrades, one collapses; of equals the worse counts.
func TestThePhaseIsTheMostFrequent(t *testing.T) {
	fates := func(phases ...string) (all []*replicate.Fate) {
		for _, p := range phases {
			all = append(all, &replicate.Fate{Phase: p})
		}
		return all
	}
	p := judged(fates(result.Recovers, result.Collapses, result.Recovers, result.Degrades))
	if p.Phase != result.Recovers || p.Recovers.Value != 0.5 || p.Degrades.Value != 0.25 || p.Collapses.Value != 0.25 || p.Recovers.Low < 0.14 || p.Recovers.Low > 0.16 {
		t.Errorf("got %+v", p)
	}
	if p := judged(fates(result.Recovers, result.Collapses)); p.Phase != result.Collapses {
		t.Errorf("got %+v", p)
	}
}
