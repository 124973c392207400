package dependency

import "testing"

// The books of the replicas must make up those of the whole.
func TestReplicasAddUp(t *testing.T) {
	d := &Dependency{busy: 3, waiting: 2, replicas: []replica{{busy: 1, waiting: 2}, {busy: 2}}}
	if !d.AddsUp() {
		t.Error("1 + 2 busy and 2 waiting do not make up 3 and 2")
	}
	d.replicas[1].waiting++
	if d.AddsUp() {
		t.Error("2 + 1 waiting make up 2")
	}
}
