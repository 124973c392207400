package recommend

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan/size"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// Options are what a recommendation needs beside the numbers.
type Options struct {
	Workers      int
	Journal      *journal.Journal // keeps replications; nil: nothing is kept
	Seed         *uint64          // in place of 1
	Replications *int             // in place of those of the scenario
	// Look is told after each look at a value which setting is searched, and how many
	// replications that took and may take; may be nil.
	Look func(setting string, number, of, spent, most int)
}

// Wrapper is a recommendation with what its scenarios are made of.
type Wrapper struct {
	Result  *result.Recommendation
	numbers Numbers
	wrapper settings
	asked   []question
}

// Recommend sizes the wrapper: each setting in turn, with those sized before it as
// they came out, then the whole in the outage.
func Recommend(ctx context.Context, n Numbers, o Options) (*Wrapper, error) {
	w := &Wrapper{numbers: n, wrapper: n.begin(), Result: &result.Recommendation{
		Format: result.Format, Kind: "recommendation", Answer: map[string]result.Sized{}, Costs: []result.Cost{}, Findings: append([]result.Finding{}, n.warnings()...),
	}}
	for i, ask := range questions {
		q := ask(n, w.wrapper)
		look := func(spent, most int) {
			if o.Look != nil {
				o.Look(q.what, i+1, len(questions), spent, most)
			}
		}
		if err := w.size(ctx, q, o, look); err != nil {
			return nil, fmt.Errorf("%s: %w", q.what, err)
		}
	}
	return w, w.judge(ctx, o)
}

// size answers one question and puts the answer into the wrapper. Where no value
// holds, the safe end of the range does.
func (w *Wrapper) size(ctx context.Context, q question, o Options, look func(spent, most int)) error {
	e, err := scenario.ReadExperiment("size-"+q.name+".yaml", w.experiment(q, w.numbers.scenario(q.day, w.wrapper, q.suchThat)), scenario.Options{Seed: o.Seed, Replications: o.Replications})
	if err != nil {
		return err
	}
	w.asked = append(w.asked, q)
	r, err := size.Find(ctx, e, size.Options{Workers: o.Workers, Journal: o.Journal, Progress: look})
	if err != nil {
		return err
	}
	into := q.into(&w.wrapper)
	*into = q.otherwise
	s := result.Setting{Name: q.name, What: q.what, Path: q.path, Find: r.Find, Text: *into, Day: q.day.name, Reason: q.reason, Why: r.Why, Binds: r.Binds, Margin: r.Margin}
	if answer, ok := r.Answer[q.path]; ok {
		s.Answer, s.Text, *into = &answer, answer.Text, answer.Text
		w.Result.Answer[q.path] = answer
	}
	for _, o := range r.Probes[0].Objectives {
		if r.Binds != nil && o.Text == r.Binds.Objective {
			s.Unit = o.Unit
		}
	}
	w.Result.Settings = append(w.Result.Settings, s)
	w.Result.Simulations += r.Simulations
	w.Result.Probes = append(w.Result.Probes, r.Probes...)
	return nil
}

// experiment writes a question as an experiment, of a scenario that is named or
// written below it.
func (w *Wrapper) experiment(q question, inline []byte) []byte {
	var b bytes.Buffer
	find := "largest"
	if q.smallest {
		find = "smallest"
	}
	fmt.Fprintf(&b, "# Which %s? %s%s.\n", q.what, strings.ToUpper(q.reason[:1]), q.reason[1:])
	fmt.Fprintf(&b, "version: 1\nname: size-%s\n", q.name)
	fmt.Fprintf(&b, "size:\n  find: %s\n  of: %s\n  between: [%s, %s]\n  within: %s\n  such_that: [%s]\n", find, q.path, q.low, q.high, q.step, strings.Join(q.suchThat, ", "))
	if inline == nil {
		fmt.Fprintf(&b, "scenario: %s.yaml\n", q.day.file)
		return b.Bytes()
	}
	b.WriteString("scenario:\n")
	for line := range bytes.Lines(inline) {
		b.WriteString("  ")
		b.Write(line)
	}
	return b.Bytes()
}

// promises are what the whole is held to, in the outage.
func (n Numbers) promises() []string {
	return []string{n.amplification() + " <= 1.2", "recovery.time <= 60s"}
}

// judged is with how many times the replications the whole is judged: as many as
// its settings may have needed.
const judged = 4

// judge runs the whole on each day and says what it comes to.
func (w *Wrapper) judge(ctx context.Context, o Options) error {
	r := w.Result
	r.Scenario = string(w.scenario(outageDay))
	var marked []result.Assumption
	for _, d := range days {
		for _, a := range assumed(w.scenario(d)) {
			if !slices.ContainsFunc(marked, func(other result.Assumption) bool { return other.Path == a.Path }) {
				marked = append(marked, a)
			}
		}
		verdicts, err := w.verdicts(ctx, d, w.wrapper, o)
		if err != nil {
			return err
		}
		for _, v := range verdicts {
			r.Objectives = append(r.Objectives, result.ProbeObjective{Scenario: d.file, Objective: v})
			if v.Verdict != result.Fails {
				continue
			}
			if err := w.blame(ctx, d, v.Text, o); err != nil {
				return err
			}
		}
	}
	r.Assumptions = append(marked, r.Assumptions...)
	var open []string
	for _, s := range r.Settings {
		if s.Answer == nil {
			open = append(open, s.What)
			continue
		}
		if s.Name == "retry-budget" {
			r.Binds, r.Margin = s.Binds, s.Margin
		}
	}
	r.Why = "each setting is the smallest or largest that meets its own objective, with those before it as they came out"
	if len(open) > 0 {
		r.Why += "; no value was found for: " + strings.Join(open, ", ")
	}
	return nil
}

// verdicts judges a wrapper on a day.
func (w *Wrapper) verdicts(ctx context.Context, d day, wrapper settings, o Options) ([]result.Objective, error) {
	s, err := scenario.Read(d.file+".yaml", w.numbers.scenario(d, wrapper, w.numbers.objectives(d)), scenario.Options{Seed: o.Seed, Replications: o.Replications})
	if err != nil {
		return nil, err
	}
	w.Result.Assumptions = s.Assumptions
	b, err := replicate.NewBatch(s, s.Objectives, o.Journal)
	if err != nil {
		return nil, err
	}
	if err := b.Grow(ctx, judged*s.Spec.Run.Replications, o.Workers); err != nil {
		return nil, err
	}
	w.Result.Simulations += b.Replications()
	return b.Judge(0.95)
}

// blame finds the settings that cost the whole an objective that held when it was last
// sized by: each that was sized later is put back to where it stood then.
func (w *Wrapper) blame(ctx context.Context, d day, objective string, o Options) error {
	later := len(w.asked)
	for later > 0 && !(w.asked[later-1].day.file == d.file && slices.Contains(w.asked[later-1].suchThat, objective)) {
		later--
	}
	begin := w.numbers.begin()
	for _, q := range w.asked[later:] {
		back := w.wrapper
		*q.into(&back) = *q.into(&begin)
		verdicts, err := w.verdicts(ctx, d, back, o)
		if err != nil {
			return err
		}
		for _, v := range verdicts {
			if v.Text == objective && v.Verdict == result.Holds {
				w.Result.Costs = append(w.Result.Costs, result.Cost{Binding: result.Binding{Objective: objective, Scenario: d.file}, What: q.what, With: *q.into(&back)})
			}
		}
	}
	return nil
}

func (w *Wrapper) scenario(d day) []byte {
	return w.numbers.scenario(d, w.wrapper, w.numbers.objectives(d))
}

// objectives are what a scenario is held to when it is run by itself.
func (n Numbers) objectives(d day) []string {
	if d.file == outageDay.file {
		return n.promises()
	}
	var all []string
	for _, ask := range questions {
		q := ask(n, n.begin())
		for _, o := range q.suchThat {
			if q.day.file == d.file && !slices.Contains(all, o) {
				all = append(all, o)
			}
		}
	}
	return all
}

// Files gives the files to go on with: a scenario for each day, and the questions
// as experiments, each ready to be asked again.
func (w *Wrapper) Files() map[string][]byte {
	files := map[string][]byte{}
	for _, d := range days {
		files[d.file+".yaml"] = w.scenario(d)
	}
	for _, q := range w.asked {
		files["size-"+q.name+".yaml"] = w.experiment(q, nil)
	}
	return files
}
