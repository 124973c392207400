package fault

import (
	"testing"
	"time"
)

func TestSlowedServiceStaysASpan(t *testing.T) {
	for _, c := range []struct {
		name    string
		service time.Duration
		slow    []compiled
		want    time.Duration
	}{
		{"factors, then what is added", 10 * time.Second, []compiled{{factor: 2}, {factor: 1, add: time.Second}, {factor: 1.5}}, 31 * time.Second},
		{"a factor beyond all spans", time.Second, []compiled{{factor: 1e18}}, longest},
		{"a product beyond all numbers", time.Second, []compiled{{factor: 1e200}, {factor: 1e200}}, longest},
		{"no service times such a product", 0, []compiled{{factor: 1e200}, {factor: 1e200}}, 0},
		{"sums beyond all spans", time.Second, []compiled{{factor: 1, add: 1 << 61}, {factor: 1, add: 1 << 61}, {factor: 1, add: 1 << 61}}, time.Second + longest},
	} {
		var a Active
		for i, f := range c.slow {
			f.share = 1
			a.slow, a.faults = append(a.slow, i), append(a.faults, f)
		}
		if got := a.Slowed(c.service, &Request{}); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}
