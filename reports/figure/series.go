package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// most is how many points a line may have: two for each dot of the screen across
// the plot, more cannot be seen.
const most = 1000

// picked chooses bins to draw where there are too many: of each stretch the lowest
// and the highest, in their order, so that spikes survive.
func picked(values []float64) []int {
	var chosen []int
	stretch := (2*len(values) + most - 1) / most
	if len(values) <= most {
		stretch = 1
	}
	for begin := 0; begin < len(values); begin += stretch {
		low, high := begin, begin
		for i := begin; i < min(begin+stretch, len(values)); i++ {
			if values[i] < values[low] {
				low = i
			}
			if values[i] > values[high] {
				high = i
			}
		}
		chosen = append(chosen, min(low, high))
		if low != high {
			chosen = append(chosen, max(low, high))
		}
	}
	return chosen
}

// middle is the instant in the middle of a bin.
func middle(bin float64, i int) float64 { return (float64(i) + 0.5) * bin }

// curve gives the points of a line through the middles of bins.
func (a axes) curve(values []float64, bins []int, bin float64) []point {
	points := make([]point, len(bins))
	for k, i := range bins {
		points[k] = point{a.x(middle(bin, i)), a.y(values[i])}
	}
	return points
}

// between gives the outline of what lies between two lines.
func between(lower, upper []point) []point {
	outline := append([]point{}, upper...)
	for i := len(lower) - 1; i >= 0; i-- {
		outline = append(outline, lower[i])
	}
	return outline
}

// band fills the range over runs.
func (a axes) band(s result.Series, t tone) {
	a.area(between(a.curve(s.Low, picked(s.Low), s.Bin), a.curve(s.High, picked(s.High), s.Bin)), t.at(0.2))
}

// drawable says why a series gives no picture, nothing if it does.
func drawable(r *result.Result, name string) string {
	s, ok := r.Series[name]
	switch {
	case !ok:
		return "the result has no series " + name
	case len(s.Mean) < 2:
		return "the run is shorter than two bins of its series"
	case len(s.Low) != len(s.Mean) || len(s.High) != len(s.Mean) || !(s.Bin > 0) || !(r.Facts.Duration > 0):
		return "the series " + name + " is not whole"
	}
	return ""
}

// runs says out of how many runs a picture is, and what its band is.
func runs(r *result.Result, band bool) string {
	if r.Replications == 1 {
		return "one run"
	}
	text := fmt.Sprintf("mean of %d runs", r.Replications)
	if band {
		text += ", band from the 5th to the 95th percentile"
	}
	return text
}

// highest gives the largest value and its bin.
func highest(values []float64) (float64, int) {
	at := 0
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return values[at], at
}

// tableRows is how many rows a table of a series may have.
const tableRows = 120

// seriesTable gives the numbers of several series of one bin width: the mean over
// each stretch of time.
func seriesTable(r *result.Result, names, headings []string) Table {
	t := Table{Columns: append([]string{"from, min:s"}, headings...)}
	first := r.Series[names[0]]
	stretch := (len(first.Mean) + tableRows - 1) / tableRows
	for begin := 0; begin < len(first.Mean); begin += stretch {
		row := []string{number.Clock(float64(begin) * first.Bin)}
		end := min(begin+stretch, len(first.Mean))
		for _, name := range names {
			sum := 0.0
			values := r.Series[name].Mean
			for i := begin; i < end && i < len(values); i++ {
				sum += values[i]
			}
			row = append(row, number.Count(sum/float64(end-begin)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ceiling is the largest value of a band.
func ceiling(s result.Series) float64 {
	largest := 0.0
	for i := range s.High {
		largest = math.Max(largest, math.Max(s.High[i], s.Mean[i]))
	}
	return largest
}
