package tally

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
)

func TestLevelSeries(t *testing.T) {
	s := NewLevelSeries(10, 0, 45) // bins of 10, the last one of 5
	s.Set(5, 4)
	s.Set(10, 2)
	s.Set(18, 8)
	s.Set(18, 7)
	s.Set(41, 0)
	s.Set(43, 5)
	want := []float64{2, (8*2 + 2*7) / 10.0, 7, 7, (1*7 + 2*0 + 2*5) / 5.0}
	if got := s.Means(); !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
}

// Set for the last time long before the end, and after it.
func TestLevelSeriesBeyondItsEnd(t *testing.T) {
	early := NewLevelSeries(10, 0, 30)
	early.Set(0, 3)
	if got, want := early.Means(), []float64{3, 3, 3}; !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
	late := NewLevelSeries(10, 0, 30)
	late.Set(20, 3)
	late.Set(30, 9)
	late.Set(100, 9)
	if got, want := late.Means(), []float64{0, 0, 3}; !slices.Equal(got, want) {
		t.Errorf("means %v, want %v", got, want)
	}
}

// The whole and the bins agree with a level followed by itself, wherever the
// whole begins, and with one followed from bin to bin.
func TestLevelSeriesAgreesWithLevels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		end := sim.Time(rapid.Int64Range(1, 60).Draw(t, "end"))
		from := sim.Time(rapid.Int64Range(0, int64(end)-1).Draw(t, "from"))
		width := rapid.Int64Range(1, 70).Draw(t, "width")
		series, whole := NewLevelSeries(time.Duration(width), from, end), NewLevel(from, end)
		var bins []Level
		for begin := sim.Time(0); begin < end; begin += sim.Time(width) {
			bins = append(bins, NewLevel(begin, min(begin+sim.Time(width), end)))
		}
		now := sim.Time(0)
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			now += sim.Time(rapid.Int64Range(0, 9).Draw(t, "passes"))
			level := rapid.Int64Range(0, 20).Draw(t, "level")
			series.Set(now, level)
			whole.Set(now, level)
			for i := range bins {
				bins[i].Set(now, level)
			}
		}
		if series.Mean() != whole.Mean() || series.Max() != whole.Max() {
			t.Fatalf("mean %v, largest %d, want %v, %d", series.Mean(), series.Max(), whole.Mean(), whole.Max())
		}
		for i, mean := range series.Means() {
			if mean != bins[i].Mean() {
				t.Fatalf("bin %d: mean %v, want %v", i, mean, bins[i].Mean())
			}
		}
	})
}
