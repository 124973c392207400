package world

import (
	"herdcast/models/agent"
	"herdcast/models/arrival"
	"herdcast/models/client"
	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/fact"
	"herdcast/models/family"
	"herdcast/models/ledger"
	"herdcast/models/metric"
	"herdcast/sim"
)

// Build compiles a spec: names become row numbers, policies become rows of
// small codes. It answers an error only for what a checked spec can still get
// wrong (a pipeline too large for the tables).
func Build(spec *Spec, options Options) (*World, error) { return build(spec, options, nil) }

// build is Build, with calls made outside if somebody does; then every tool may
// be called.
func build(spec *Spec, options Options, outside client.Outside) (*World, error) {
	end := sim.Time(spec.Run.Duration)
	root := sim.NewKey(spec.Run.Seed, options.Replication)
	tools := make([]string, len(spec.Tools))
	for i := range spec.Tools {
		tools[i] = spec.Tools[i].Name
	}
	w := &World{spec: spec, options: options, engine: sim.NewEngine(end), recorder: &fact.Recorder{}}
	w.measures = metric.NewSet(frame(spec, tools, options.Parts))
	w.measures.Attach(w.recorder)
	switch {
	case options.Watch == nil:
	case options.Measured:
		w.recorder.Into(func(facts []fact.Fact) { options.Watch(facts); w.measures.Fold(facts) })
	default:
		w.recorder.Into(options.Watch)
	}
	w.ledger = ledger.New(w.recorder)
	w.families = &family.Books{}
	faults := fault.Compile(spec.Faults, tools, faultCohorts(spec.Fleet, root), spec.Dependency.Copies(), end)
	w.faults = faults.Edges
	called, through := inUse(spec)
	if outside != nil {
		for i := range called {
			called[i] = true
		}
	}
	w.dependency = dependency.New(&spec.Dependency, spec.Tools, called, callers(spec.Fleet), sim.Time(spec.Run.Warmup), faults, w.engine, w.recorder, w.ledger)
	var err error
	w.wrapper, err = client.New(spec.Policies, spec.Tools, through, w.engine, w.recorder, w.dependency, w.ledger, w.families, root.Named("layers"), outside)
	if err != nil {
		return nil, err
	}
	policies := map[string]uint16{}
	for i, p := range spec.Policies {
		policies[p.Name] = uint16(i + 1)
	}
	w.fleet = agent.New(spec.Fleet, spec.Tools, policies, loads(spec.Faults, end), sim.Time(spec.Run.Warmup),
		w.engine, w.recorder, w.wrapper, w.ledger, w.families, root)
	w.wrapper.Reserve(w.fleet.Agents())
	w.dependency.Reserve(w.fleet.Agents())
	w.engine.Sweeper(w.lives)
	w.engine.Touch(w.touch)
	return w, nil
}

// callers gives what the dependency knows of the cohorts.
func callers(fleet []agent.Spec) (all []dependency.Cohort) {
	for i := range fleet {
		all = append(all, dependency.Cohort{Priority: int64(fleet[i].Priority), PerResult: fleet[i].Task.Tokens.PerResult})
	}
	return all
}

// faultCohorts gives what faults know of the cohorts.
func faultCohorts(fleet []agent.Spec, root sim.Key) (all []fault.Cohort) {
	for i := range fleet {
		c := fault.Cohort{Key: root.Named("faults").Named(fleet[i].Name), Processes: 1}
		if p := fleet[i].Processes; p != nil {
			c.Processes = uint32(*p)
		}
		all = append(all, c)
	}
	return all
}

// loads gives the faults that make arrival streams run faster.
func loads(faults []fault.Spec, end sim.Time) (spans []arrival.Span) {
	for i := range faults {
		if f := faults[i].Load; f != nil {
			for _, w := range faults[i].Windows(end) {
				spans = append(spans, arrival.Span{Begin: w.Begin, End: w.End, Factor: float64(*f)})
			}
		}
	}
	return spans
}

// frame tells the measures what world they measure.
func frame(spec *Spec, tools []string, parts []metric.Part) metric.Frame {
	f := metric.Frame{
		Warmup: sim.Time(spec.Run.Warmup), End: sim.Time(spec.Run.Duration),
		Series: spec.Run.Series, HerdBin: spec.Run.HerdBin, Tools: tools, Parts: parts,
	}
	for i := range spec.Tools {
		if spec.Tools[i].Spawns != nil {
			f.Spawning = append(f.Spawning, i)
		}
	}
	f.Servers, _ = spec.Dependency.AllServers()
	for i := range spec.Fleet {
		f.Cohorts = append(f.Cohorts, spec.Fleet[i].Name)
		task := &spec.Fleet[i].Task
		f.WallClock = f.WallClock || task.Budget.WallClock != nil
		f.TokenBudget = f.TokenBudget || task.Budget.Tokens != nil
		var price *float64
		if task.Price != nil {
			perMillion := task.Price.Tokens.PerMillion()
			price = &perMillion
		}
		f.Prices = append(f.Prices, price)
	}
	for i := range spec.Policies {
		for j := range spec.Policies[i].Layers {
			l := &spec.Policies[i].Layers[j]
			f.Layers = append(f.Layers, metric.Layer{Policy: spec.Policies[i].Name, Name: l.Name, Kind: l.Kind()})
			f.Limits = f.Limits || l.Limit != nil
			f.Breakers = f.Breakers || l.Breaker != nil
		}
	}
	for i := range spec.Faults {
		for _, w := range spec.Faults[i].Windows(f.End) {
			f.Faults = append(f.Faults, metric.Window{Name: spec.Faults[i].Name, Begin: w.Begin, Finish: w.End, Ends: w.Ends})
		}
	}
	return f
}
