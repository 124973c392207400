package validate

import (
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"herdcast/experiments/objective"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
)

// Tolerance is how many standard errors a value may lie from its reference, for as many
// values as there are: of a thousand without fault one lies beyond 4 by chance in one
// suite of thirteen at 320 replications (Student's t with 319 degrees of freedom: 1000 ·
// 0.000079). At 20 replications one does in every other suite (19 degrees: 0.00077
// each), but seeds are fixed, so a suite that agrees once agrees for ever.
const Tolerance = 4

// fullLevel is how many times the replications of its file a case has at the
// full level.
const fullLevel = 16

// Options are what a suite is run with.
type Options struct {
	Full         bool     // all cases and replications that releases are held to
	Only         []string // names of cases, or patterns of path.Match; none: all of the level
	Seed         *uint64  // in place of the cases' own
	Replications int      // of each case, in place of the level's; 0: as the level says
	Workers      int
	Progress     func(name string, finished, planned int) // told before each case; may be nil
}

// UnknownCase is a name in Only that no case has.
type UnknownCase struct{ Name string }

func (e *UnknownCase) Error() string { return fmt.Sprintf("no case is named %q", e.Name) }

// Run simulates the cases and holds them against their references. The error is
// an *UnknownCase, the context's, or of a world that could not be simulated.
func Run(ctx context.Context, options Options) (*result.Validation, error) {
	cases, err := chosen(options)
	if err != nil {
		return nil, err
	}
	v := &result.Validation{Format: result.ValidationFormat, Kind: "validation", Level: "quick", Tolerance: Tolerance}
	if options.Full {
		v.Level = "full"
	}
	for _, f := range families {
		if slices.ContainsFunc(cases, func(c Case) bool { return c.Family == f.name }) {
			v.Families = append(v.Families, result.Family{Name: f.name, About: f.about})
		}
	}
	for i, c := range cases {
		if options.Progress != nil {
			options.Progress(c.Name, i, len(cases))
		}
		rows, directions, err := c.run(ctx, options)
		if err != nil {
			return nil, fmt.Errorf("case %s: %w", c.Name, err)
		}
		v.Cases = append(v.Cases, rows...)
		v.Directions = append(v.Directions, directions...)
	}
	v.Scores = scores(v.Cases)
	return v, nil
}

func chosen(o Options) ([]Case, error) {
	all, only := All(), o.Only
	switch {
	case len(only) > 0:
	case o.Full:
		return all, nil
	default:
		return slices.DeleteFunc(all, func(c Case) bool { return long[c.Name] }), nil
	}
	for _, pattern := range only {
		if _, err := path.Match(pattern, ""); err != nil {
			return nil, fmt.Errorf("%q: %w", pattern, err)
		}
	}
	met := make([]bool, len(only))
	all = slices.DeleteFunc(all, func(c Case) bool {
		keep := false
		for i, pattern := range only {
			if ok, _ := path.Match(pattern, c.Name); ok {
				keep, met[i] = true, true
			}
		}
		return !keep
	})
	if i := slices.Index(met, false); i >= 0 {
		return nil, &UnknownCase{only[i]}
	}
	return all, nil
}

// run simulates one case and holds it against its references and other cases.
func (c Case) run(ctx context.Context, options Options) ([]result.ValidationCase, []result.Direction, error) {
	compared := c.values()
	var measures []string
	for _, m := range compared {
		measures = append(measures, m.measure, m.per)
	}
	for _, d := range c.directions {
		measures = append(measures, d.measure)
	}
	r, err := options.simulate(ctx, c.Name, measures)
	if err != nil {
		return nil, nil, err
	}
	rows := c.rows(compared)
	for i, m := range compared {
		if err := m.hold(&rows[i], r); err != nil {
			return nil, nil, err
		}
	}
	directions, err := c.direct(ctx, options, r)
	return rows, directions, err
}

// simulate runs a case's scenario as a user would, the measures being asked for.
func (o Options) simulate(ctx context.Context, name string, measures []string) (*result.Result, error) {
	data, _ := Scenario(name)
	s, err := scenario.Read(name+".yaml", data, scenario.Options{Shipped: files})
	if err != nil {
		return nil, err
	}
	run := &s.Spec.Run
	switch {
	case o.Replications > 0:
		run.Replications = o.Replications
	case o.Full:
		run.Replications *= fullLevel
	}
	if o.Seed != nil {
		run.Seed = *o.Seed
	}
	for _, measure := range measures {
		if !strings.Contains(measure, "(") {
			continue
		}
		asked, err := objective.Parse(measure + " >= 0")
		if err != nil {
			return nil, err
		}
		s.Objectives = append(s.Objectives, asked)
	}
	r, err := replicate.Run(ctx, s, replicate.Options{Workers: o.Workers})
	if err != nil {
		return nil, err
	}
	if r.Replications < r.Planned {
		return nil, ctx.Err()
	}
	return r, nil
}

// References gives what all cases are held against, without simulating them.
func References() (values []result.ValidationCase, directions []result.Direction) {
	for _, c := range All() {
		values = append(values, c.rows(c.values())...)
		for _, d := range c.directions {
			directions = append(directions, c.row(d))
		}
	}
	return values, directions
}

// rows are the comparisons with what is known before they are simulated.
func (c Case) rows(compared []comparison) []result.ValidationCase {
	var rows []result.ValidationCase
	for _, m := range compared {
		row := result.ValidationCase{
			Name: c.Name, Family: c.Family, Title: c.title(), What: m.what, Measure: m.measure, Source: m.source,
			Reference: settled(m.value), ReferenceError: m.err, Within: m.within,
		}
		if m.per != "" {
			row.Measure = m.measure + " / " + m.per
		}
		rows = append(rows, row)
	}
	return rows
}

// hold puts what was simulated beside the reference.
func (m comparison) hold(row *result.ValidationCase, r *result.Result) error {
	counts, unit, err := values(r, m.measure)
	if err != nil {
		return err
	}
	totals := make([]float64, len(counts))
	for i := range totals {
		totals[i] = 1
	}
	if m.per != "" {
		unit = "ratio"
		if totals, _, err = values(r, m.per); err != nil {
			return err
		}
	}
	over, standardError := stats.Ratio(counts, totals, 0.95)
	row.Unit, row.Replications = unit, r.Replications
	row.Value, row.Low, row.High, row.Error = over.Value, over.Low, over.High, standardError
	row.Z, row.Verdict = judge(*row)
	return nil
}

// values gives a measure of each replication.
func values(r *result.Result, measure string) ([]float64, string, error) {
	m, ok := r.Measures[measure]
	if !ok {
		m, ok = r.Parts[measure]
	}
	if name, tool, part := strings.Cut(measure, "(tool="); !ok && part { // told of every tool, asked for or not
		m, ok = r.ByTool[strings.TrimSuffix(tool, ")")][name]
	}
	if !ok {
		return nil, "", fmt.Errorf("there is no measure %s", measure)
	}
	all := make([]float64, len(m.PerReplication))
	for i, v := range m.PerReplication {
		if v == nil {
			return nil, "", fmt.Errorf("%s has no value in replication %d: %s", measure, i+1, m.Why)
		}
		all[i] = *v
	}
	return all, m.Unit, nil
}

// judge gives the standard errors between value and reference, beyond what the
// comparison allows, both errors taken together. Where neither has one, they must
// be equal.
func judge(row result.ValidationCase) (z *float64, verdict string) {
	gap := row.Value - row.Reference
	allowed := row.Within * math.Abs(row.Reference)
	gap = math.Copysign(math.Max(0, math.Abs(gap)-allowed), gap)
	combined := math.Hypot(row.Error, row.ReferenceError)
	if rounding := 1e-9 * math.Abs(row.Reference); combined <= rounding {
		if math.Abs(gap) > rounding {
			return nil, result.Off
		}
		return new(float64), result.Agrees
	}
	score := gap / combined
	if math.Abs(score) > Tolerance {
		return &score, result.Off
	}
	return &score, result.Agrees
}

func scores(rows []result.ValidationCase) result.Scores {
	var s result.Scores
	var all []float64
	variance := 0.0
	for _, row := range rows {
		if row.Z == nil || row.Error == 0 {
			s.Exact++
			continue
		}
		if row.Within > 0 {
			continue // what is allowed is taken off z: it is no draw of chance alone
		}
		all = append(all, *row.Z)
		size := math.Abs(*row.Z)
		s.Largest = math.Max(s.Largest, size)
		if size > 2 {
			s.Beyond2++
		}
		freedom := float64(row.Replications - 1)
		s.Beyond2Due += stats.StudentTails(2, freedom)
		if variance += freedom / (freedom - 2); freedom <= 2 {
			variance = math.Inf(1)
		}
	}
	s.Count = len(all)
	if len(all) > 1 {
		mean, deviation := stats.Spread(all)
		s.Mean, s.Deviation = &mean, &deviation
		if due := math.Sqrt(variance / float64(len(all))); !math.IsInf(due, 1) {
			s.DeviationDue = &due
		}
	}
	return s
}

// settled rounds to ten significant digits: elementary functions differ in the last
// bits from processor to processor.
func settled(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	return rounded
}
