package sweep

import (
	"context"

	"herdcast/experiments/plan"
	"herdcast/experiments/replicate"
)

// Forecast is what a sweep will simulate, before it does.
type Forecast struct {
	Cells        int
	Replications int   // the least, where a precision may ask for more
	Sequential   bool  // whether one does
	Bytes        int64 // for what is kept of them
}

// rowBytes is about what is kept of a replication of all measures.
const rowBytes = 32 << 10

// Planned counts what belongs to a shard.
func Planned(p *plan.Plan, shard Shard) (f Forecast) {
	for i, c := range p.Cells {
		if !shard.has(i) {
			continue
		}
		f.Cells++
		f.Replications += c.Scenario.Spec.Run.Replications
		f.Sequential = f.Sequential || c.Scenario.Spec.Run.Precision != nil
	}
	f.Bytes = int64(f.Replications) * rowBytes
	return f
}

// Probe simulates the first replication of up to three cells of a shard, the first,
// the middle and the last, and tells how many those were: whoever looks at a clock
// before and after learns what a replication takes.
func Probe(ctx context.Context, p *plan.Plan, shard Shard) (int, error) {
	var own []int
	for i := range p.Cells {
		if shard.has(i) {
			own = append(own, i)
		}
	}
	probed := 0
	for k, i := range own {
		if k != 0 && k != len(own)/2 && k != len(own)-1 {
			continue
		}
		cell, err := replicate.NewCell(p.Cells[i].Scenario, p.Experiment.Measures, p.Experiment.Beside(), nil)
		if err != nil {
			return probed, err
		}
		if _, err := cell.Simulate(ctx, 0); err != nil {
			return probed, err
		}
		probed++
	}
	return probed, nil
}
