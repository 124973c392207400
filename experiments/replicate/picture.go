package replicate

import (
	"fmt"
	"slices"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/stats"
	"herdcast/models/metric"
)

// series puts the time series of all replications together, bin by bin.
func series(observations []metric.Observation, usual time.Duration) (map[string]result.Series, error) {
	all := map[string]result.Series{}
	for s, first := range observations[0].Series {
		bin := usual
		if first.Bin > 0 {
			bin = first.Bin
		}
		merged := result.Series{Unit: first.Unit, Bin: bin.Seconds()}
		values := make([]float64, len(observations))
		for k := range first.Values {
			for i := range observations {
				own := observations[i].Series
				if len(own) <= s || own[s].Name != first.Name || len(own[s].Values) != len(first.Values) {
					return nil, fmt.Errorf("series %s of replication %d differs in shape from that of the first", first.Name, i+1)
				}
				values[i] = own[s].Values[k]
			}
			merged.Mean = append(merged.Mean, stats.Average(values))
			merged.Low = append(merged.Low, stats.Percentile(values, 5))
			merged.High = append(merged.High, stats.Percentile(values, 95))
		}
		all[first.Name] = merged
	}
	return all, nil
}

// histograms adds up the histograms of all replications. Each may leave out bins
// of the common grid at which it counted nothing.
func histograms(observations []metric.Observation) (map[string]result.Histogram, error) {
	byName := map[string][]metric.Histogram{}
	for _, o := range observations {
		for _, h := range o.Histograms {
			byName[h.Name] = append(byName[h.Name], h)
		}
	}
	all := map[string]result.Histogram{}
	for name, parts := range byName {
		merged, err := add(parts)
		if err != nil {
			return nil, fmt.Errorf("histogram %s: %w", name, err)
		}
		all[name] = merged
	}
	return all, nil
}

func add(parts []metric.Histogram) (result.Histogram, error) {
	sum := result.Histogram{Unit: parts[0].Unit, Edges: []float64{}, Counts: []int64{}}
	for _, part := range parts {
		sum.Edges = append(sum.Edges, part.Edges...)
	}
	slices.Sort(sum.Edges)
	sum.Edges = slices.Compact(sum.Edges)
	if len(sum.Edges) > 0 {
		sum.Counts = make([]int64, len(sum.Edges)-1)
	}
	for _, part := range parts {
		for i, count := range part.Counts {
			at, _ := slices.BinarySearch(sum.Edges, part.Edges[i])
			if count > 0 && sum.Edges[at+1] != part.Edges[i+1] {
				return sum, fmt.Errorf("bins [%v, %v) and [%v, %v) overlap", part.Edges[i], part.Edges[i+1], sum.Edges[at], sum.Edges[at+1])
			}
			sum.Counts[at] += count
		}
	}
	return sum, nil
}
