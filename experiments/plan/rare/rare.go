// Package rare estimates by multilevel splitting how likely an event is within a run
// that plain replications hardly ever see: that so many wait, or that a measure keeps a
// bound, as one of duplicates or of recovery.
package rare

import (
	"context"
	"fmt"
	"math"

	"herdcast/experiments/journal"
	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
	"herdcast/sim"
)

// Options are what an estimate needs beside the scenario, whose replications are the
// independent splittings. One of Level and Bound is given.
type Options struct {
	Level    int64                // so many waiting at once, at least 1
	Bound    *objective.Objective // that a run keeps at its end
	Paths    int                  // of each splitting towards each height, at least 1
	Workers  int
	Journal  *journal.Journal            // keeps runs; nil: nothing is kept
	Begins   func(runs int)              // told once that the heights are found, and how many runs the estimate takes
	Progress func(finished, planned int) // of all runs, as far as they are known
}

// Of estimates the probability of an event within the run: that the level reaches a
// height (requests in the queue and calls of which no attempt is under way, at the end
// of an instant), or that a measure of the run keeps a bound. A run whose measure has no
// value does not keep it.
//
// Splitting has a fixed effort: so many paths start towards the first height of a guide;
// as many go on from there towards the next, each from the place of one that got there,
// chosen at random with replacement, and so on; after the last one they go to the end of
// the run. The product of the shares that got to a height is unbiased: by the tower rule,
// each stage's expected share, given the places it starts from, is the mean of their
// chances. So is the sum over the stages of that product times the share of its paths
// that ended on the way, or in the last one, and showed the event. That needs heights
// which the estimate does not choose itself; they come from paths of their own. An
// adaptive choice within the estimate would save these and be biased, and interval and
// check would have to say by how much.
//
// The interval is Student's over the independent splittings, on the scale of logarithms.
// A share of plain runs has Wilson's, or 3/n (the rule of three) where none had it. A level
// that was not reached is no likelier than the highest one that was. Where the pilot saw
// a bound kept and the splittings did not, as many plain runs tell, which raises the mean
// of such estimates by the probability × the chance that splittings see none. An error is the
// context's, Unfit, or a *replicate.Error.
func Of(ctx context.Context, s *scenario.Scenario, o Options) (*result.Rare, error) {
	run := &s.Spec.Run
	bound, err := eventOf(o.Bound, &s.Spec)
	if err != nil {
		return nil, err
	}
	e := &estimate{spec: &s.Spec, name: fmt.Sprintf("%s %d", s.Digest(), run.Seed), options: o, event: bound, by: guideTo(o.Bound), key: sim.NewKey(run.Seed, 0).Named("splitting")}
	heights, err := e.heights(ctx)
	if err != nil {
		return nil, err
	}
	r := &result.Rare{Format: result.Format, Kind: "rare", Name: s.Spec.Name, Seed: run.Seed, Level: o.Level, Guide: e.by,
		Paths: o.Paths, Replications: run.Replications, PilotRuns: e.runs}
	if bound != nil {
		r.Event = o.Bound.Text
	}
	stages := len(heights)
	if bound != nil {
		stages++
	}
	ahead := stages * run.Replications * o.Paths
	o.Begins(ahead)
	e.planned = e.runs + ahead
	likelihoods, err := e.split(ctx, r, 0, heights)
	if err == nil && bound != nil && len(heights) > 0 && r.Probability.Value == 0 {
		r.Replaced = true
		likelihoods, err = e.split(ctx, r, 1, nil)
	}
	if err != nil {
		return nil, err
	}
	r.Runs = e.runs - r.PilotRuns
	if p := r.Probability.Value; p > 0 && p < 1 {
		r.RelativeError = stats.StandardError(likelihoods) / p
		if split := len(r.Stages) > 1 || bound != nil && len(r.Stages) > 0; split && r.RelativeError > 0 {
			plain := math.Ceil((1 - p) / (p * r.RelativeError * r.RelativeError))
			r.PlainRuns = &plain
		}
	}
	return r, nil
}

// split makes the splittings of a turn, puts what they came to into the result, and
// gives what each came to.
func (e *estimate) split(ctx context.Context, r *result.Rare, turn int, heights []int64) (likelihoods []float64, err error) {
	splittings := e.splittings(turn)
	likelihoods = make([]float64, len(splittings))
	r.Stages = []result.RareStage{}
	for stage, height := range heights {
		if err := e.reach(ctx, splittings, stage, height); err != nil {
			return nil, err
		}
		for i := range splittings {
			likelihoods[i] = splittings[i].likelihood
		}
		r.Probability = e.probability(likelihoods, r)
		r.Stages = append(r.Stages, result.RareStage{Height: e.told(height), Probability: r.Probability})
	}
	if e.event != nil {
		if err := e.reach(ctx, splittings, len(heights), endless); err != nil {
			return nil, err
		}
		for i := range splittings {
			likelihoods[i] = splittings[i].happened
		}
		r.Probability = e.probability(likelihoods, r)
	}
	return likelihoods, nil
}

// probability puts together what the splittings came to behind the stages so far; none
// means plain runs.
func (e *estimate) probability(of []float64, r *result.Rare) result.Estimate {
	if n := len(r.Stages); n > 0 {
		in := stats.LogMean(of, confidence)
		if in.Value == 0 {
			return result.Estimate{High: r.Stages[n-1].Probability.High}
		}
		return result.Estimate{Value: in.Value, Low: in.Low, High: min(1, in.High)}
	}
	counts, totals := make([]float64, len(of)), make([]float64, len(of))
	for i := range of {
		counts[i], totals[i] = math.Round(of[i]*float64(e.options.Paths)), float64(e.options.Paths)
	}
	in := stats.Share(counts, totals, confidence)
	if in.Value == 0 {
		runs := e.options.Paths * len(of)
		r.NeverSeen = &result.NeverSeen{Runs: runs, RuleOfThree: min(1, 3/float64(runs)), ClopperPearson: stats.NeverSeen(float64(runs), confidence)}
		in.High = r.NeverSeen.RuleOfThree
	}
	return result.Estimate{Value: in.Value, Low: in.Low, High: in.High}
}

const confidence = 0.95
