package metric

import "herdcast/sim/tally"

// shareEdges are the hundredths from nothing to all, and one more for all itself.
var shareEdges = func() (edges []int64) {
	for i := range int64(103) {
		edges = append(edges, i*(billion/100))
	}
	return edges
}()

// spanEdges are from 1 ms to about 28 h in steps of 1, 1.25, 1.6, 2, 2.5, 3.2,
// 4, 5, 6.4 and 8, with one bin for what is shorter.
var spanEdges = func() (edges []int64) {
	edges = append(edges, 0)
	for decade := int64(1_000_000); decade <= 10_000_000_000_000; decade *= 10 {
		for _, step := range []int64{100, 125, 160, 200, 250, 320, 400, 500, 640, 800} {
			edges = append(edges, decade/100*step)
		}
	}
	return append(edges, 100_000_000_000_000, 1<<62)
}()

func shareHistogram(name string, q *tally.Quantiles) Histogram {
	return histogramOf(name, "share", shareEdges, billion, q)
}

func spanHistogram(name string, q *tally.Quantiles) Histogram {
	return histogramOf(name, "s", spanEdges, nanosecond, q)
}

func histogramOf(name, unit string, edges []int64, per float64, q *tally.Quantiles) Histogram {
	h := Histogram{Name: name, Unit: unit, Counts: q.Counts(edges)}
	for _, e := range edges {
		h.Edges = append(h.Edges, float64(e)/per)
	}
	return h
}
