package tally

import (
	"math"
	"testing"

	"herdcast/sim"
)

func TestLevel(t *testing.T) {
	type step struct {
		at    sim.Time
		level int64
	}
	for _, c := range []struct {
		name     string
		from, to sim.Time
		steps    []step
		area     float64
		most     int64
	}{
		{"never set", 0, 10, nil, 0, 0},
		{"set once", 0, 10, []step{{4, 3}}, 18, 3},
		{"rises and falls", 0, 10, []step{{1, 2}, {3, 5}, {4, 1}, {8, 0}}, 2*2 + 5*1 + 1*4, 5},
		{"held since before", 10, 20, []step{{2, 7}, {15, 1}}, 7*5 + 1*5, 7},
		{"higher before", 10, 20, []step{{2, 9}, {8, 4}}, 40, 4},
		{"changed at the beginning", 10, 20, []step{{2, 9}, {10, 4}}, 40, 4},
		{"for no time", 0, 10, []step{{5, 8}, {5, 2}}, 10, 8},
		{"changed at the end", 0, 10, []step{{5, 2}, {10, 9}}, 10, 2},
		{"changed after the end", 0, 10, []step{{5, 2}, {12, 9}, {14, 1}}, 10, 2},
	} {
		l := NewLevel(c.from, c.to)
		for _, s := range c.steps {
			l.Set(s.at, s.level)
		}
		area := l.Area()
		if got := area.Float64(); got != c.area || l.Max() != c.most {
			t.Errorf("%s: area %v, largest %d, want %v, %d", c.name, got, l.Max(), c.area, c.most)
		}
		if got, want := l.Mean(), c.area/float64(c.to-c.from); got != want {
			t.Errorf("%s: mean %v, want %v", c.name, got, want)
		}
	}
}

// To ask in between changes nothing.
func TestLevelMayBeAskedInBetween(t *testing.T) {
	l := NewLevel(0, 10)
	l.Set(2, 3)
	if got := l.Mean(); got != 2.4 {
		t.Errorf("mean %v if it stays, want 2.4", got)
	}
	l.Set(7, 2)
	if got := l.Mean(); got != 2.1 { // (5·3 + 3·2) / 10
		t.Errorf("mean %v, want 2.1", got)
	}
}

// A million waiting for ten years does not overflow.
func TestLevelsAreLarge(t *testing.T) {
	const tenYears = 10 * 365 * 24 * 3600 * sim.Time(1e9)
	l := NewLevel(0, tenYears)
	l.Set(0, 1_000_000)
	if got := l.Mean(); math.Abs(got-1e6) > 1e-9 {
		t.Errorf("mean %v, want 1e6", got)
	}
}
