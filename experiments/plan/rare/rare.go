// Package rare estimates by multilevel splitting how likely it is that the level of who
// waits reaches a height that plain replications hardly ever see.
package rare

import (
	"context"
	"fmt"
	"math"

	"herdcast/experiments/journal"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
	"herdcast/sim"
)

// Options are what an estimate needs beside the scenario, whose replications are the
// independent splittings.
type Options struct {
	Level    int64 // the height in question, at least 1
	Paths    int   // of each splitting towards each height, at least 1
	Workers  int
	Journal  *journal.Journal            // keeps runs; nil: nothing is kept
	Progress func(finished, planned int) // within a stage
}

// Of estimates the probability that within the run the level reaches a height: requests
// in the queue and calls under way of which no attempt is, at the end of an instant.
//
// Splitting has a fixed effort: so many paths start towards the first height; as many
// go on from there towards the next, each from the place of one that got there, chosen
// at random with replacement, and so on. The product of the shares that got there is
// unbiased: by the tower rule, each stage's expected share, given the places it starts
// from, is the mean of their chances. That needs heights which the estimate does not
// choose itself; they come from paths of their own. An adaptive choice within the
// estimate would save these and be biased, and interval and check would have to say by
// how much.
//
// The interval is Student's over the independent splittings, on the scale of logarithms.
// A share of plain runs, towards the first height, has Wilson's, or 3/n (the rule of
// three) where none got there. Where the height in question was not reached, it is no
// likelier than the highest one that was. An error is the context's or a
// *replicate.Error.
func Of(ctx context.Context, s *scenario.Scenario, o Options) (*result.Rare, error) {
	run := &s.Spec.Run
	e := &estimate{spec: &s.Spec, name: fmt.Sprintf("%s %d waiting", s.Digest(), run.Seed), options: o, key: sim.NewKey(run.Seed, 0).Named("splitting")}
	heights, err := e.heights(ctx)
	if err != nil {
		return nil, err
	}
	r := &result.Rare{Format: result.Format, Kind: "rare", Name: s.Spec.Name, Seed: run.Seed, Level: o.Level,
		Paths: o.Paths, Replications: run.Replications, PilotRuns: e.runs}
	splittings := make([]splitting, run.Replications)
	for i := range splittings {
		splittings[i] = splitting{1, e.fresh(i)}
	}
	likelihoods := make([]float64, run.Replications)
	for stage, height := range heights {
		if err := e.reach(ctx, splittings, stage, height); err != nil {
			return nil, err
		}
		for i := range splittings {
			likelihoods[i] = splittings[i].likelihood
		}
		reached := result.RareStage{Height: height}
		if stage == 0 {
			reached.Probability = share(likelihoods, o.Paths)
		} else {
			reached.Probability = product(likelihoods, r.Stages[stage-1].Probability)
		}
		r.Stages = append(r.Stages, reached)
	}
	r.Runs = e.runs - r.PilotRuns
	r.Probability = r.Stages[len(r.Stages)-1].Probability
	if p := r.Probability.Value; p > 0 && p < 1 {
		r.RelativeError = stats.StandardError(likelihoods) / p
		if len(heights) > 1 && r.RelativeError > 0 {
			plain := math.Ceil((1 - p) / (p * r.RelativeError * r.RelativeError))
			r.PlainRuns = &plain
		}
	}
	return r, nil
}

// share is of plain runs.
func share(of []float64, paths int) result.Estimate {
	counts, totals := make([]float64, len(of)), make([]float64, len(of))
	for i := range of {
		counts[i], totals[i] = math.Round(of[i]*float64(paths)), float64(paths)
	}
	in := stats.Share(counts, totals, confidence)
	if in.Value == 0 {
		in.High = min(1, 3/float64(paths*len(of)))
	}
	return result.Estimate{Value: in.Value, Low: in.Low, High: in.High}
}

// product is of shares, one of each splitting; before is of the height before it.
func product(of []float64, before result.Estimate) result.Estimate {
	in := stats.LogMean(of, confidence)
	if in.Value == 0 {
		return result.Estimate{High: before.High}
	}
	return result.Estimate{Value: in.Value, Low: in.Low, High: min(1, in.High)}
}

const confidence = 0.95
