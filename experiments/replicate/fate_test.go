package replicate

import (
	"context"
	"fmt"
	"testing"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Ten calls a second, evenly, each 10 ms. They are refused from 10 s on for 2 s. Until
// 30 s there are 18 healthy windows: recovers. Until 15 s there are three, too few to
// recover, but of the last 1.5 s the whole bin [14 s, 15 s) has all its calls: degrades.
// With two more hours of work asked at 10 s of the one server, first come first
// served, nothing is answered any more: collapses. Without a fault there is nothing to
// recover from. Until 13.5 s there are too few healthy windows to recover, and in the last
// 0.75 s there is no whole bin to tell the rest by.
func TestFates(t *testing.T) {
	const refused = "{at: 10s, for: 2s, down: refuse}"
	for _, row := range []struct{ duration, fault, phase string }{
		{"30s", refused, result.Recovers},
		{"15s", refused, result.Degrades},
		{"30s", "{at: 10s, for: 1s, slow: {add: 2h}}", result.Collapses},
		{"30s", "", ""},
		{"13500ms", refused, ""},
	} {
		s, err := scenario.Read("fate.yaml", []byte(fmt.Sprintf(`
version: 1
run: {duration: %s, replications: 1}
fleet: [{arrivals: 10/s, pattern: even, model: stop}]
dependency: {servers: 1, service: 10ms, queue: {max: unlimited}}
faults: [%s]`, row.duration, row.fault)), scenario.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Fates(s, nil)(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got.Phase != row.phase || (row.phase == "") != (got.Why != "") {
			t.Errorf("%s of %s: got %+v, want %q", row.fault, row.duration, got, row.phase)
		}
	}
}
