package validate

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

func TestEveryCaseIsAScenarioWithReferences(t *testing.T) {
	listed, err := fs.ReadDir(files, "cases")
	if err != nil {
		t.Fatal(err)
	}
	var shipped, named []string
	for _, file := range listed {
		shipped = append(shipped, strings.TrimSuffix(file.Name(), ".yaml"))
	}
	seeds := map[uint64]string{}
	for _, c := range All() {
		named = append(named, c.Name)
		if title := c.title(); !strings.HasSuffix(title, ".") {
			t.Errorf("%s begins with no sentence: %q", c.Name, title)
		}
		data, _ := Scenario(c.Name)
		s, err := scenario.Read(c.Name+".yaml", data, scenario.Options{Shipped: files})
		if err != nil {
			t.Fatal(err)
		}
		if s.Spec.Name != c.Name {
			t.Errorf("%s is named %s", c.Name, s.Spec.Name)
		}
		if len(s.Warnings) > 0 {
			t.Errorf("%s: %v", c.Name, s.Warnings)
		}
		if other := seeds[s.Spec.Run.Seed]; other != "" {
			t.Errorf("%s and %s share a seed and so their luck", c.Name, other)
		}
		seeds[s.Spec.Run.Seed] = c.Name
		whats := map[string]bool{}
		for _, m := range c.values() {
			if math.IsNaN(m.value) || math.IsInf(m.value, 0) || m.err < 0 || m.source == "" || whats[m.what] {
				t.Errorf("%s, %s: reference %v ± %v from %q", c.Name, m.what, m.value, m.err, m.source)
			}
			whats[m.what] = true
			for _, measure := range []string{m.measure, m.per} {
				if _, err := objective.Parse(measure + " >= 0"); measure != "" && err != nil {
					if _, err := objective.Parse(measure + " >= 0%"); err == nil {
						continue
					}
					if _, err := objective.Parse(measure + " >= 0/s"); err != nil {
						t.Errorf("%s, %s: %v", c.Name, m.what, err)
					}
				}
			}
		}
		for _, d := range c.directions {
			if _, ok := Scenario(d.than); !ok || d.than == c.Name || d.source == "" || d.expected != result.Less && d.expected != result.More {
				t.Errorf("%s, %s: %s than %s from %q", c.Name, d.what, d.expected, d.than, d.source)
			}
		}
		if len(whats)+len(c.directions) == 0 {
			t.Errorf("%s is compared with nothing", c.Name)
		}
	}
	slices.Sort(named)
	slices.Sort(shipped)
	if !slices.Equal(named, shipped) {
		t.Errorf("cases are %v, scenarios %v", named, shipped)
	}
}

// The quick level leaves out nothing but long cases, and no whole family.
func TestQuickLevelKeepsEveryFamily(t *testing.T) {
	quick, err := chosen(Options{})
	if err != nil || len(quick)+len(long) != len(All()) {
		t.Fatalf("%d quick cases and %d long ones are not all %d (%v)", len(quick), len(long), len(All()), err)
	}
	for _, f := range families {
		if !slices.ContainsFunc(quick, func(c Case) bool { return c.Family == f.name }) {
			t.Errorf("no case of %s is quick", f.name)
		}
	}
}

func TestOneCaseAgreesAtItsLevel(t *testing.T) {
	v, err := Run(context.Background(), Options{Only: []string{"bounded-1-of-*"}, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Cases) != 5 || v.Off() != 0 || v.Scores.Count != 5 || v.Level != "quick" {
		t.Errorf("got %+v", v)
	}
	c := v.Cases[0]
	if c.Name != "bounded-1-of-10" || c.Unit != "ratio" || c.Replications != 20 || math.Abs(c.Reference-0.33723208) > 1e-8 {
		t.Errorf("got %+v", c)
	}
	// z is what lies between, in standard errors.
	if want := (c.Value - c.Reference) / c.Error; math.Abs(*c.Z-want) > 1e-12 {
		t.Errorf("z = %v, want %v", *c.Z, want)
	}
}

// A reference that is 3 % too large is found out.
func TestAWrongReferenceIsOff(t *testing.T) {
	cases := All()
	c := cases[slices.IndexFunc(cases, func(c Case) bool { return c.Name == "bounded-1-of-10" })]
	right := c.comparisons
	c.comparisons = func() []comparison {
		all := right()
		for i := range all {
			all[i].value *= 1.03
		}
		return all
	}
	rows, _, err := c.run(context.Background(), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.Verdict != result.Off || *row.Z > -Tolerance {
			t.Errorf("%s: z = %v, %s", row.What, *row.Z, row.Verdict)
		}
	}
}

// Ten clients that write again at once write more often than after full jitter, 51
// times and 39, and are done earlier. A case does not differ from itself: that it
// did cannot be told.
func TestDirections(t *testing.T) {
	c := Case{
		Name: "contention-10-none",
		directions: []direction{
			{what: "right", measure: "attempts", expected: result.More, than: "contention-10-full"},
			{what: "reversed", measure: "latency.max", expected: result.More, than: "contention-10-full"},
			{what: "the same", measure: "attempts", expected: result.Less, than: "contention-10-none"},
		},
	}
	_, rows, err := c.run(context.Background(), Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{result.Agrees, result.Off, result.Off} {
		row := rows[i]
		if row.Verdict != want || row.Replications != 20 || math.Abs(row.Value-row.Other-row.Difference) > 1e-9*row.Value {
			t.Errorf("%s: got %+v, want %s", row.What, row, want)
		}
	}
	// Paired: both arms of the last met the same luck to the last write.
	if same := rows[2]; same.Difference != 0 || same.Low != 0 || same.High != 0 {
		t.Errorf("got %+v", same)
	}
}

func TestVerdicts(t *testing.T) {
	for _, row := range []struct {
		what string
		of   result.ValidationCase
		z    float64 // NaN: none
		want string
	}{
		{"by hand: (12-10)/0.5", result.ValidationCase{Value: 12, Reference: 10, Error: 0.5}, 4, result.Agrees},
		{"just beyond", result.ValidationCase{Value: 12.01, Reference: 10, Error: 0.5}, 4.02, result.Off},
		{"below", result.ValidationCase{Value: 7.9, Reference: 10, Error: 0.5}, -4.2, result.Off},
		{"errors of both: √(0.3²+0.4²) = 0.5", result.ValidationCase{Value: 11, Reference: 10, Error: 0.3, ReferenceError: 0.4}, 2, result.Agrees},
		{"5 % are allowed", result.ValidationCase{Value: 11, Reference: 10, Error: 0.5, Within: 0.05}, 1, result.Agrees},
		{"inside what is allowed", result.ValidationCase{Value: 9.8, Reference: 10, Error: 0.01, Within: 0.05}, 0, result.Agrees},
		{"equal without chance", result.ValidationCase{Value: 27, Reference: 27}, 0, result.Agrees},
		{"apart without chance", result.ValidationCase{Value: 28, Reference: 27}, math.NaN(), result.Off},
		{"nothing, as due", result.ValidationCase{}, 0, result.Agrees},
		{"something where nothing is due", result.ValidationCase{Value: 1}, math.NaN(), result.Off},
	} {
		z, verdict := judge(row.of)
		if verdict != row.want || (z == nil) != math.IsNaN(row.z) || z != nil && math.Abs(*z-row.z) > 1e-9 {
			t.Errorf("%s: z %v, %s; want %v, %s", row.what, z, verdict, row.z, row.want)
		}
	}
}

func TestUnknownCases(t *testing.T) {
	_, err := Run(context.Background(), Options{Only: []string{"mm1-80", "nothing-*"}})
	var unknown *UnknownCase
	if !errors.As(err, &unknown) || unknown.Name != "nothing-*" {
		t.Errorf("got %v", err)
	}
}

func TestSpreadOfScores(t *testing.T) {
	score := func(z float64) *float64 { return &z }
	got := scores([]result.ValidationCase{{Z: score(-3), Error: 1, Replications: 5}, {Z: score(1), Error: 1, Replications: 5}, {Z: score(0)}, {Z: score(2), Error: 1, Replications: 5}, {Z: score(0), Error: 1, Within: 0.01, Replications: 5}})
	// The mean of -3, 1, 2 is 0, their squares add up to 14, over two 7.
	if got.Count != 3 || got.Exact != 1 || *got.Mean != 0 || math.Abs(*got.Deviation-math.Sqrt(7)) > 1e-12 || got.Beyond2 != 1 || got.Largest != 3 {
		t.Errorf("got %+v", got)
	}
	// Student's t with 4 degrees of freedom has the variance 4 / (4 − 2), and F(x) =
	// 1/2 + 3/8 · x/√(1 + x²/4) · (1 − x²/(12 + 3x²)): 0.116117 lie beyond ±2.
	if math.Abs(*got.DeviationDue-math.Sqrt2) > 1e-12 || math.Abs(got.Beyond2Due-3*0.116117) > 1e-5 {
		t.Errorf("got %v and %v due", *got.DeviationDue, got.Beyond2Due)
	}
}
