package figure

import (
	"math"
	"slices"
	"testing"

	"herdcast/experiments/result"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestTicksAreOneTwoOrFive(t *testing.T) {
	for _, row := range []struct {
		largest float64
		most    int
		want    []float64
	}{
		{1330, 5, []float64{0, 500, 1000, 1500}},
		{500, 5, []float64{0, 100, 200, 300, 400, 500}},
		{0.03, 5, []float64{0, 0.01, 0.02, 0.03}},
		{1, 10, []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1}},
		{7, 5, []float64{0, 2, 4, 6, 8}},
		{0, 5, []float64{0, 1}},
	} {
		got := ticks(row.largest, row.most)
		if !slices.EqualFunc(got, row.want, near) {
			t.Errorf("ticks(%v, %d) = %v, want %v", row.largest, row.most, got, row.want)
		}
	}
}

func TestClockTicksAreRoundInstants(t *testing.T) {
	for _, row := range []struct {
		duration float64
		want     []float64
	}{
		{600, []float64{0, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600}},
		{180, []float64{0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180}},
		{3, []float64{0, 0.5, 1, 1.5, 2, 2.5, 3}},
	} {
		if got := clockTicks(row.duration, 12); !slices.EqualFunc(got, row.want, near) {
			t.Errorf("clockTicks(%v) = %v, want %v", row.duration, got, row.want)
		}
	}
	for _, duration := range []float64{0.01, 1e5, 1e7} {
		if got := clockTicks(duration, 12); len(got) > 13 {
			t.Errorf("clockTicks(%v): %d ticks", duration, len(got))
		}
	}
}

func TestPickedKeepsSpikes(t *testing.T) {
	values := make([]float64, 100_000)
	for i := range values {
		values[i] = 5
	}
	values[12_345], values[54_321] = 100, 0
	got := picked(values)
	if len(got) > most {
		t.Errorf("%d points, want at most %d", len(got), most)
	}
	for _, spike := range []int{12_345, 54_321} {
		if !slices.Contains(got, spike) {
			t.Errorf("the spike at %d is lost", spike)
		}
	}
	if !slices.IsSorted(got) {
		t.Error("points are out of order")
	}
	if got := picked(values[:most]); len(got) != most {
		t.Errorf("%d points of %d that fit", len(got), most)
	}
}

func TestLabelsDoNotOverlap(t *testing.T) {
	for _, ends := range [][]float64{{10, 10, 10}, {0, 100, 1, 99}, {-20, 300, 50}, {100, 100, 100, 100, 100, 100}} {
		got := spread(ends, 0, 100)
		order := make([]int, len(ends))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return int(ends[a] - ends[b]) })
		for k := 1; k < len(order); k++ {
			if got[order[k]]-got[order[k-1]] < spacing-1e-9 {
				t.Errorf("spread(%v) = %v: closer than %d", ends, got, spacing)
			}
		}
		if slices.Max(got) > 100 || slices.Min(got) < 0 {
			t.Errorf("spread(%v) = %v: outside", ends, got)
		}
	}
	if got := spread([]float64{20, 70}, 0, 100); got[0] != 20 || got[1] != 70 {
		t.Errorf("labels with room are moved to %v", got)
	}
}

func TestCapacityFollowsTheFaults(t *testing.T) {
	capacity, end, later := 640.0, 240.0, 300.0
	facts := result.Facts{Duration: 600, Capacity: &capacity, Faults: []result.Fault{
		{Begin: 180, End: &end, Capacity: 0.25, Slow: 1},
		{Begin: 200, End: &later, Capacity: 1, Slow: 4},
		{Begin: 500, Capacity: 0.5, Slow: 1},
		{Begin: 550, End: &later, Capacity: 1, Slow: 1},
	}}
	want := []point{{0, 640}, {180, 160}, {200, 40}, {240, 160}, {300, 640}, {500, 320}}
	if got := capacitySteps(facts); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := capacitySteps(result.Facts{Duration: 600}); got != nil {
		t.Errorf("without a limit: %v", got)
	}
}

func TestDistributionRisesToOneAndJumpsAtTheLimit(t *testing.T) {
	h := result.Histogram{Edges: []float64{0, 0.5, 0.75, 1, 1.25}, Counts: []int64{2, 0, 4, 4}}
	want := []point{{0, 0}, {0.5, 0.2}, {0.75, 0.2}, {1, 0.6}, {1, 1}}
	got := distribution(h, 10)
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for share, want := range map[float64]float64{0.2: 0.5, 0.5: 1, 0.1: 0.5} {
		if used := usedBy(got, share); used != want {
			t.Errorf("%v of tasks use at most %v, want %v", share, used, want)
		}
	}
}

func TestBrokenFitsAndShortenedSaysSo(t *testing.T) {
	text := "one two three four five six seven eight nine ten eleven twelve"
	lines := broken(text, textStyle, 100)
	if len(lines) < 2 {
		t.Fatalf("got %v", lines)
	}
	for _, line := range lines {
		if textStyle.wide(line) > 100 {
			t.Errorf("%q is %v wide", line, textStyle.wide(line))
		}
	}
	if got := shortened(text, textStyle, 100); textStyle.wide(got) > 100+textStyle.wide("…") || got[len(got)-len("…"):] != "…" {
		t.Errorf("got %q", got)
	}
	if got := shortened("short", textStyle, 100); got != "short" {
		t.Errorf("got %q", got)
	}
}
