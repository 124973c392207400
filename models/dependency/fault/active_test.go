package fault

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
	"herdcast/sim/quantity"
)

// Everyone who shares the owner of a draw fares alike, at every fault that hits a
// share; owners of different numbers are drawn apart.
func TestStickyShares(t *testing.T) {
	half, refuse := quantity.Share(0.5), Down("refuse")
	root := sim.NewKey(1, 0)
	met := func(sticky Sticky, r Request) bool {
		a := Compile([]Spec{{Down: &refuse, Share: &half, Sticky: sticky}}, []string{"call"},
			[]Cohort{{Key: root.Named("a"), Processes: 10}, {Key: root.Named("b"), Processes: 10}}, 1, sim.Time(time.Minute))
		a.Turn(0)
		return a.Door(0, &r).Shut
	}
	rapid.Check(t, func(t *rapid.T) {
		agent := rapid.Uint32Range(0, 1000).Draw(t, "agent")
		cohort := rapid.Uint16Range(0, 1).Draw(t, "cohort")
		call := sim.Key(rapid.Uint64().Draw(t, "call"))
		other := sim.Key(rapid.Uint64().Draw(t, "other call"))
		first := Request{Key: call, Number: 1, Agent: agent, Cohort: cohort}
		again := Request{Key: call, Number: 2, Agent: agent, Cohort: cohort}
		next := Request{Key: other, Number: 1, Agent: agent, Cohort: cohort}
		mate := Request{Key: other, Number: 1, Agent: agent + 10, Cohort: cohort}
		for _, row := range []struct {
			sticky Sticky
			as     Request
		}{{"call", again}, {"agent", again}, {"agent", next}, {"process", next}, {"process", mate}} {
			if met(row.sticky, first) != met(row.sticky, row.as) {
				t.Fatalf("sticky %s: %+v and %+v fare differently", row.sticky, first, row.as)
			}
		}
	})
	for _, sticky := range []Sticky{"none", "call", "agent", "process"} {
		hit := 0
		for n := range uint32(1000) {
			r := Request{Key: root.Child(uint64(n)), Number: 1, Agent: n}
			if sticky == "none" {
				r.Key, r.Number = root, n+1
			}
			if met(sticky, r) {
				hit++
			}
		}
		// ± 4·√(1000/4); of ten processes at least one fares otherwise than the others.
		if low, high := 437, 563; sticky != "process" && (hit < low || hit > high) || hit == 0 || hit == 1000 {
			t.Errorf("sticky %s: %d of 1000 are hit", sticky, hit)
		}
	}
}

// Windows come every so often, as often as said and while the run lasts; each ends
// so long after it began.
func TestWindows(t *testing.T) {
	sec := time.Second
	lasts := 2 * sec
	for _, row := range []struct {
		what   string
		spec   Spec
		begins []int // s
	}{
		{"once", Spec{At: 3 * sec, For: &lasts}, []int{3}},
		{"once, after the run", Spec{At: 30 * sec, For: &lasts}, []int{30}},
		{"twice", Spec{At: 3 * sec, For: &lasts, Repeat: &Repeat{Every: 4 * sec, Times: 2}}, []int{3, 7}},
		{"to the end", Spec{At: 1 * sec, For: &lasts, Repeat: &Repeat{Every: 9 * sec, Times: quantity.Unlimited}}, []int{1, 10, 19}},
	} {
		windows := row.spec.Windows(sim.Time(28 * sec))
		if len(windows) != len(row.begins) {
			t.Errorf("%s: %v", row.what, windows)
			continue
		}
		for i, w := range windows {
			if begin := time.Duration(row.begins[i]) * sec; w.Begin != sim.Time(begin) || w.End != sim.Time(begin+lasts) || !w.Ends {
				t.Errorf("%s: window %d is %v", row.what, i+1, w)
			}
		}
	}
}
