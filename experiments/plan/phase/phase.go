// Package phase tells over two paths where a fleet recovers, degrades or collapses,
// and simulates mostly where one turns into another.
package phase

import (
	"context"
	"fmt"

	"herdcast/experiments/journal"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
)

// coarse is how many steps there are at least between points that are simulated
// whatever they show.
const coarse = 4

// point is a place on both axes.
type point struct{ x, y int }

// box is a rectangle between points.
type box struct{ from, to point }

// Options are what a map needs beside its experiment.
type Options struct {
	Workers  int                       // replications at once
	Journal  *journal.Journal          // keeps those; nil: nothing is kept
	Progress func(simulated, most int) // points
}

// Of draws the map of an experiment. The error is of type scenario.Problems where a
// point is bad input or none has a baseline to recover to.
func Of(ctx context.Context, e *scenario.Experiment, options Options) (*result.Map, error) {
	xs, ys := e.Map.X.Values(), e.Map.Y.Values()
	r := &result.Map{Format: result.Format, Kind: "map", Name: e.Name, X: axis(e.Map.X.Of, xs), Y: axis(e.Map.Y.Of, ys), Points: []result.MapPoint{}}
	known := map[point]result.MapPoint{}
	told := false
	phases, err := refine(len(xs), len(ys), func(due []point) ([]string, error) {
		var all []string
		for _, at := range due {
			s, err := e.Scenario(0, scenario.Set(e.Map.X.Of, xs[at.x]), scenario.Set(e.Map.Y.Of, ys[at.y]))
			if err != nil {
				return nil, err
			}
			r.Seed, r.Replications = s.Spec.Run.Seed, s.Spec.Run.Replications
			fates, err := replicate.Pool(ctx, r.Replications, options.Workers, replicate.Fates(s, options.Journal), func(int) {})
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				return nil, fmt.Errorf("with %s=%s, %s=%s: %w", e.Map.X.Of, xs[at.x].Text(), e.Map.Y.Of, ys[at.y].Text(), err)
			}
			p := judged(fates)
			p.X, p.Y = at.x, at.y
			known[at] = p
			told = told || p.Phase != ""
			all = append(all, p.Phase)
			options.Progress(len(known), len(xs)*len(ys))
		}
		return all, nil
	})
	if err != nil {
		return nil, err
	}
	r.Phases = phases
	for y := range ys {
		for x := range xs {
			if p, ok := known[point{x, y}]; ok {
				r.Points = append(r.Points, p)
			}
		}
	}
	if !told {
		return nil, e.Problem("map", "nowhere can it be told whether the fleet recovers: "+r.Points[0].Why)
	}
	return r, nil
}

func axis(path string, values []scenario.Amount) result.MapAxis {
	a := result.MapAxis{Path: path}
	for _, v := range values {
		a.Values = append(a.Values, v.Text())
	}
	return a
}

// judged puts the fates of all replications together.
func judged(fates []*replicate.Fate) (p result.MapPoint) {
	share := func(phase string) result.Estimate {
		ones := make([]float64, len(fates))
		for i, f := range fates {
			if f.Phase == phase {
				ones[i] = 1
			}
		}
		i := stats.Fraction(ones, 0.95)
		return result.Estimate{Value: i.Value, Low: i.Low, High: i.High}
	}
	for _, f := range fates {
		if f.Why != "" {
			return result.MapPoint{Why: f.Why}
		}
	}
	p.Recovers, p.Degrades, p.Collapses = share(result.Recovers), share(result.Degrades), share(result.Collapses)
	switch {
	case p.Collapses.Value >= max(p.Degrades.Value, p.Recovers.Value):
		p.Phase = result.Collapses
	case p.Degrades.Value >= p.Recovers.Value:
		p.Phase = result.Degrades
	default:
		p.Phase = result.Recovers
	}
	return p
}

// refine asks for the phases of a coarse lattice, then again and again for the middles
// of all boxes in which known points differ, until those are one step wide. Points
// within a box that does not differ have its phase. Phases are by y, then x.
func refine(width, height int, ask func(due []point) ([]string, error)) ([][]string, error) {
	known := map[point]string{}
	boxes := []box{}
	xs, ys := lattice(width), lattice(height)
	for i := range max(len(xs)-1, 1) {
		for k := range max(len(ys)-1, 1) {
			boxes = append(boxes, box{point{xs[i], ys[k]}, point{xs[min(i+1, len(xs)-1)], ys[min(k+1, len(ys)-1)]}})
		}
	}
	for {
		var due []point
		asked := map[point]bool{}
		for _, b := range boxes {
			for _, at := range []point{b.from, {b.to.x, b.from.y}, {b.from.x, b.to.y}, b.to} {
				if _, ok := known[at]; !ok && !asked[at] {
					asked[at], due = true, append(due, at)
				}
			}
		}
		phases, err := ask(due)
		if err != nil {
			return nil, err
		}
		for i, at := range due {
			known[at] = phases[i]
		}
		var finer []box
		split := false
		for _, b := range boxes {
			if parts := b.parts(); len(parts) > 1 && b.differs(known) {
				finer, split = append(finer, parts...), true
			} else {
				finer = append(finer, b)
			}
		}
		if !split {
			return filled(width, height, boxes, known), nil
		}
		boxes = finer
	}
}

// lattice gives the places of an axis that are asked first: both ends, and between
// them at most coarse steps of equal length.
func lattice(n int) []int {
	var all []int
	for k := range coarse + 1 {
		if at := k * (n - 1) / coarse; len(all) == 0 || all[len(all)-1] != at {
			all = append(all, at)
		}
	}
	return all
}

// parts cuts a box in the middle of each side that is longer than a step.
func (b box) parts() []box {
	halves := func(from, to int) [][2]int {
		if to-from < 2 {
			return [][2]int{{from, to}}
		}
		return [][2]int{{from, (from + to) / 2}, {(from + to) / 2, to}}
	}
	var all []box
	for _, x := range halves(b.from.x, b.to.x) {
		for _, y := range halves(b.from.y, b.to.y) {
			all = append(all, box{point{x[0], y[0]}, point{x[1], y[1]}})
		}
	}
	return all
}

// differs tells whether points that are known in a box, its edges included, are of
// several phases.
func (b box) differs(known map[point]string) bool {
	for y := b.from.y; y <= b.to.y; y++ {
		for x := b.from.x; x <= b.to.x; x++ {
			if phase, ok := known[point{x, y}]; ok && phase != known[b.from] {
				return true
			}
		}
	}
	return false
}

func filled(width, height int, boxes []box, known map[point]string) [][]string {
	phases := make([][]string, height)
	for y := range phases {
		phases[y] = make([]string, width)
	}
	for _, b := range boxes {
		for y := b.from.y; y <= b.to.y; y++ {
			for x := b.from.x; x <= b.to.x; x++ {
				phases[y][x] = known[b.from]
			}
		}
	}
	for at, phase := range known { // each at a place of its own
		phases[at.y][at.x] = phase
	}
	return phases
}
