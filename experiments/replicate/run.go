package replicate

import (
	"context"
	"fmt"
	"slices"

	"herdcast/experiments/folder"
	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
	"herdcast/models/world"
)

// Options are what a run needs beside the scenario.
type Options struct {
	Workers  int                         // replications at once
	Progress func(finished, planned int) // told after each replication; may be nil
	Folder   *folder.Folder              // keeps finished replications; nil: nothing is kept
}

// Error is a replication that could not be simulated to its end.
type Error struct {
	Replication int // numbered from 0
	Err         error
}

func (e *Error) Error() string { return fmt.Sprintf("replication %d: %v", e.Replication+1, e.Err) }

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// Run simulates all replications of a scenario. An interrupted run (ctx) yields
// the result of its first replications up to the first unfinished one, which is
// what a run of so many replications gives; if there is none, ctx.Err(). A
// replication that fails yields an *Error and no result.
func Run(ctx context.Context, s *scenario.Scenario, options Options) (*result.Result, error) {
	spec := &s.Spec
	parts, err := partsOf(s.Objectives, spec)
	if err != nil {
		return nil, err
	}
	goal, err := goalOf(s)
	if err != nil {
		return nil, err
	}
	if goal != nil && unasked(goal.at.part) && !slices.Contains(parts, goal.at.part) {
		parts = append(parts, goal.at.part)
	}
	run := guarded(simulation(spec, parts))
	if options.Folder != nil {
		run = keeping(options.Folder, run)
	}
	var observations []metric.Observation
	planned := spec.Run.Replications
	for len(observations) < planned {
		grown, err := grow(ctx, observations, planned, run, options)
		if err != nil {
			return nil, err
		}
		if observations = grown; len(observations) < planned {
			break // interrupted
		}
		if goal != nil {
			planned = goal.next(rowOf(goal.at, observations))
		}
	}
	if len(observations) == 0 {
		return nil, ctx.Err()
	}
	r, err := assemble(s, observations)
	if err != nil {
		return nil, err
	}
	r.Planned = planned
	if goal != nil {
		r.Precision = goal.reached(rowOf(goal.at, observations))
		r.Findings = append(r.Findings, told(r.Precision, r.Replications))
	}
	return r, nil
}

// grow adds replications up to the planned number, or to the first that an
// interrupt left out.
func grow(ctx context.Context, observations []metric.Observation, planned int, run simulate, options Options) ([]metric.Observation, error) {
	from := len(observations)
	progress := func(finished int) {
		if options.Progress != nil {
			options.Progress(from+finished, planned)
		}
	}
	later := func(ctx context.Context, i int) (metric.Observation, error) { return run(ctx, from+i) }
	all, err := Pool(ctx, planned-from, options.Workers, later, progress)
	if err != nil {
		return nil, err
	}
	for _, o := range all {
		if o == nil {
			break
		}
		observations = append(observations, *o)
	}
	return observations, nil
}

// keeping takes finished replications from the folder and puts new ones there.
func keeping(f *folder.Folder, run simulate) simulate {
	return func(ctx context.Context, replication int) (metric.Observation, error) {
		o, kept, err := f.Load(replication)
		if kept || err != nil {
			return o, err
		}
		if o, err = run(ctx, replication); err != nil {
			return o, err
		}
		return o, f.Save(replication, o)
	}
}

func assemble(s *scenario.Scenario, observations []metric.Observation) (*result.Result, error) {
	spec := &s.Spec
	r := &result.Result{
		Format: result.Format, Kind: "run", Name: spec.Name, Digest: s.Digest(), Scenario: s.ResolvedJSON(),
		Seed: spec.Run.Seed, Replications: len(observations), Planned: spec.Run.Replications,
		Facts: facts(spec), Objectives: []result.Objective{},
		Findings: append([]result.Finding{}, s.Warnings...), Assumptions: append([]result.Assumption{}, s.Assumptions...),
	}
	for _, o := range observations {
		r.Facts.Events += o.Events
	}
	table, err := estimates(observations)
	if err != nil {
		return nil, err
	}
	if r.Series, err = series(observations, spec.Run.Series); err != nil {
		return nil, err
	}
	if r.Histograms, err = histograms(observations); err != nil {
		return nil, err
	}
	place(r, table, spec)
	placeCauses(r, table)
	r.Facts.Capacity = capacity(spec, r.ByTool)
	return r, judge(r, table, s.Objectives, spec)
}

// place sorts measures into those of the whole, of each cohort and of each tool.
func place(r *result.Result, table map[address]estimate, spec *world.Spec) {
	r.Measures = map[string]result.Measure{}
	r.ByCohort = map[string]map[string]result.Measure{}
	r.ByTool = map[string]map[string]result.Measure{}
	for _, cohort := range spec.Fleet {
		r.ByCohort[cohort.Name] = map[string]result.Measure{}
	}
	for _, tool := range spec.Tools {
		r.ByTool[tool.Name] = map[string]result.Measure{}
	}
	for at, e := range table {
		cohort, tool := metric.Whole, metric.Whole
		cohort.Cohort, tool.Tool = at.part.Cohort, at.part.Tool
		switch at.part {
		case metric.Whole:
			r.Measures[at.name] = e.measure
		case cohort:
			r.ByCohort[spec.Fleet[at.part.Cohort].Name][at.name] = e.measure
		case tool:
			r.ByTool[spec.Tools[at.part.Tool].Name][at.name] = e.measure
		}
	}
}

const (
	duplicates    = "effects.duplicates"
	noSuchMeasure = "this scenario has no such measure"
)

// placeCauses shows why effects landed again, the causes that occurred.
func placeCauses(r *result.Result, table map[address]estimate) {
	for _, part := range causes() {
		if e, ok := table[address{duplicates, part}]; ok && e.measure.Value != nil && *e.measure.Value > 0 {
			show(r, duplicates+"(cause="+part.Cause+")", e.measure)
		}
	}
}

// judge gives each objective its verdict, and shows the measures of parts that
// only objectives ask for.
func judge(r *result.Result, table map[address]estimate, objectives []objective.Objective, spec *world.Spec) error {
	for _, o := range objectives {
		part, err := partOf(o.Query, spec)
		if err != nil {
			return err
		}
		e, ok := table[address{o.Measure, part}]
		if !ok {
			e.measure.Why = noSuchMeasure
		}
		r.Objectives = append(r.Objectives, o.Judge(e.measure, e.bounds))
		if unasked(part) && ok {
			show(r, o.Written(), e.measure)
		}
	}
	return nil
}

// show puts the measure of a part into the result, keyed as it is written.
func show(r *result.Result, written string, m result.Measure) {
	if r.Parts == nil {
		r.Parts = map[string]result.Measure{}
	}
	r.Parts[written] = m
}
