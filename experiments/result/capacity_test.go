package result

import "testing"

// 128 servers at 80 ms serve 1,600 a second; a quarter of the servers 400; at four
// times the service time 400 as well; both together 100.
func TestCapacityFollowsFaults(t *testing.T) {
	capacity, end := 1600.0, 240.0
	facts := Facts{Capacity: &capacity, Faults: []Fault{
		{Begin: 180, End: &end, Capacity: 0.25, Slow: 1},
		{Begin: 210, Capacity: 1, Slow: 4},
		{Begin: 0, Capacity: 1, Slow: 1}, // one that does not touch servers
	}}
	for _, row := range []struct{ at, want float64 }{{0, 1600}, {179.9, 1600}, {180, 400}, {210, 100}, {240, 400}, {599, 400}} {
		if got, limited := facts.CapacityAt(row.at); got != row.want || !limited {
			t.Errorf("at %v: got %v, %v, want %v", row.at, got, limited, row.want)
		}
	}
	if _, limited := (Facts{}).CapacityAt(0); limited {
		t.Error("a dependency without capacity is limited")
	}
}
