package explain

import (
	"math"
	"testing"
)

// Without trouble 50 calls a second take 25 ms each. The slowdown leaves a storm: from 13 s
// on, where it ends, nobody is answered for the 107 s that are left. Two attempts do not.
func TestForetell(t *testing.T) {
	for _, row := range []struct {
		set  string
		want map[string]float64
	}{
		{"faults=[]", map[string]float64{"goodput": 50, "offered": 50, "amplification": 1, "calls.success": 1, "latency.mean": 0.025}},
		{"policies.p.retry.attempts=4", map[string]float64{"recovery.time": 107, "recovery.recovered": 0}},
		{"policies.p.retry.attempts=2", map[string]float64{"recovery.recovered": 1}},
	} {
		got := Foretell(read(t, storm, "faults.late.for=1s", "faults.late.at=2s", row.set))
		for name, want := range row.want {
			if m, ok := got[name]; !ok || math.Abs(*m.Value-want) > 0.01*want+1e-9 {
				t.Errorf("%s: %s is %+v, want %v", row.set, name, m, want)
			}
		}
		if _, ok := got["recovery.time"]; ok == (row.set == "faults=[]") {
			t.Errorf("%s: recovery without a fault, or none with one", row.set)
		}
	}
	if got := Foretell(read(t, storm, "dependency.abandoned=cancel")); got != nil {
		t.Errorf("got %+v of a key that the fluid does not know of", got)
	}
}
