package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"herdcast/experiments/result"
)

func measured(value, half float64, unit string) result.Measure {
	low, high := value-half, value+half
	return result.Measure{Value: &value, Low: &low, High: &high, Unit: unit}
}

func set(attempts int, jitter string) map[string]json.RawMessage {
	return map[string]json.RawMessage{"policies.p.retry.attempts": json.RawMessage(fmt.Sprint(attempts)), "policies.p.retry.backoff.jitter": json.RawMessage(fmt.Sprintf("%q", jitter))}
}

func swept() *result.Sweep {
	s := &result.Sweep{
		Format: 1, Herdcast: "v1", Kind: "sweep", Name: "storms", Digest: "abc", Command: "herdcast sweep storms.yaml",
		Paths: []string{"policies.p.retry.attempts", "policies.p.retry.backoff.jitter"}, Asked: []string{"amplification", "attempts", "recovery.time"},
	}
	for i, jitter := range []string{"none", "full", "none", "full", "none", "full"} {
		s.Cells = append(s.Cells, result.SweepCell{
			Set: set(i/2+1, jitter), Replications: 10, Seed: 1,
			Measures: map[string]result.Measure{
				"amplification": measured(1+float64(i)/4, 0.1, "ratio"), "attempts": measured(1000*float64(i+1), 0, ""), "recovery.time": {Unit: "s", Why: "no fault ends"},
			},
			Objectives: []result.Objective{{Verdict: result.Holds}, {Verdict: result.Fails}},
		})
	}
	return s
}

func TestSweepsAreTables(t *testing.T) {
	var b bytes.Buffer
	if err := SweepText(&b, swept(), 0); err != nil {
		t.Fatal(err)
	}
	want := `storms: 6 cells of 10 replications, mean and 95 % interval

  retry.attempts  jitter  amplification  attempts  recovery.time
  1               none    1.00 ± 0.10    1,000     —
  1               full    1.25 ± 0.10    2,000     —
  2               none    1.50 ± 0.10    3,000     —
  2               full    1.75 ± 0.10    4,000     —
  3               none    2.00 ± 0.10    5,000     —
  3               full    2.25 ± 0.10    6,000     —

  retry.attempts  jitter  objectives
  1               none    1 holds, 1 fails
  1               full    1 holds, 1 fails
  2               none    1 holds, 1 fails
  2               full    1 holds, 1 fails
  3               none    1 holds, 1 fails
  3               full    1 holds, 1 fails
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func given(x float64) *float64 { return &x }

func comparison() *result.Comparison {
	needed := 340
	at := map[string]json.RawMessage{"fleet.a.agents": json.RawMessage("500")}
	c := &result.Comparison{
		Format: 1, Herdcast: "v1", Kind: "comparison", Name: "storms", Digest: "abc", Command: "herdcast compare storms.yaml",
		By: "policies.p.retry.backoff.jitter", Arms: []string{"none", "equal", "full"}, Baseline: "none", Paired: true, Level: 0.05,
	}
	for _, arm := range c.Arms[1:] {
		c.Comparisons = append(c.Comparisons,
			result.Compared{Measure: "amplification", Unit: "ratio", Better: "lower", Arm: arm, Baseline: "none", At: at, Value: given(1.4), BaselineValue: given(1.9),
				Difference: given(-0.5), Low: given(-0.6), High: given(-0.4), Relative: given(-0.263), P: given(1e-6), PAdjusted: given(4e-6), Verdict: result.IsBetter, Replications: 20},
			result.Compared{Measure: "calls.success", Unit: "share", Better: "higher", Arm: arm, Baseline: "none", At: at, Value: given(0.812), BaselineValue: given(0.81),
				Difference: given(0.002), Low: given(-0.01), High: given(0.014), Relative: given(0.0025), P: given(0.7), PAdjusted: given(1), Verdict: result.CannotTell, Replications: 20, Needed: &needed},
			result.Compared{Measure: "goodput", Unit: "1/s", Better: "higher", Arm: arm, Baseline: "none", At: at, Value: given(20), BaselineValue: given(20),
				Difference: given(0), Low: given(0), High: given(0), P: given(1), PAdjusted: given(1), Verdict: result.CannotTell, Replications: 20},
			result.Compared{Measure: "recovery.time", Unit: "s", Better: "lower", Arm: arm, Baseline: "none", At: at, Verdict: result.CannotTell, Why: "no fault ends"})
	}
	c.Objectives = []result.Judged{
		{Arm: "none", At: at, Objectives: []result.Objective{
			{Measure: "calls.success", Verdict: result.Holds, Value: given(0.81), Low: given(0.8), High: given(0.82), Unit: "share", Sign: ">=", Bound: 0.8},
			{Measure: "amplification", Verdict: result.Fails, Value: given(1.9), Low: given(1.8), High: given(2), Unit: "ratio", Sign: "<=", Bound: 1.5}}},
		{Arm: "full", At: at, Objectives: []result.Objective{{Measure: "amplification", Verdict: result.Holds, Value: given(1.4), Low: given(1.3), High: given(1.45), Unit: "ratio", Sign: "<=", Bound: 1.5}}},
	}
	c.Rankings = []result.Ranking{{Measure: "amplification", Unit: "ratio", Better: "lower", At: at, Arms: []result.Ranked{
		{Arm: "full", Rank: 1, Value: 1.4, Low: 1.3, High: 1.5}, {Arm: "equal", Rank: 1, Value: 1.5, Low: 1.4, High: 1.6}, {Arm: "none", Rank: 3, Value: 1.9, Low: 1.8, High: 2},
	}}}
	c.Pareto = []result.Pareto{{Measures: []string{"amplification", "calls.success"}, At: at, Arms: []string{"equal", "full"}, Beaten: []result.Beaten{{Arm: "none", By: "full"}}}}
	return c
}

func TestComparisonsSayWhatWhoAndHowSurely(t *testing.T) {
	var b bytes.Buffer
	if err := ComparisonText(&b, comparison(), 0); err != nil {
		t.Fatal(err)
	}
	block := func(arm string) string {
		return arm + ` instead of none, agents 500
  better       amplification  1.90 → 1.40
               −0.50 (−0.60 to −0.40), −26.3 %, p <0.001
  cannot tell  calls.success  81 % → 81 %
               +0.2 points (−1 points to +1.4 points), +0.2 %, p 1.000
               about 340 replications would tell it
  the same     goodput  20/s → 20/s
  cannot tell  recovery.time: no fault ends

`
	}
	want := "storms: jitter, baseline none; 20 replications, the same luck for all\n" + `
  equal instead of none: better in amplification; the same in goodput; without a
    value of recovery.time; calls.success cannot be told apart
  full instead of none: better in amplification; the same in goodput; without a
    value of recovery.time; calls.success cannot be told apart

objectives
  none, agents 500: 1 holds, 1 fails: ✗ amplification 1.90 ± 0.10 against ≤ 1.5
  full, agents 500: 1 holds

6 comparisons are judged together (Holm): the smallest p-value must be below
  0.05/6 = 0.0083 to tell a difference, the next below 0.05/5, and so on. The p
  shown is adjusted for that: below 0.05 it tells.

` + block("equal") + block("full") +
		`ranks, agents 500
  arm    amplification
  none   3. 1.90 ± 0.10
  equal  1. 1.50 ± 0.10
  full   1. 1.40 ± 0.10

all at once (Pareto): an arm is out where another is as good or better in the
  mean of each of amplification, calls.success, and told better in one; among
  those that remain it is for you to say what weighs more
  agents 500: remaining: equal, full; out: none (by full)
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Seven measures told better by 10 % to 70 %, one from nothing to something, one
// that is worse at the one place and better at the other, three open, and a part.
func TestAnswersNameTheMostDifferentFirst(t *testing.T) {
	c := &result.Comparison{By: "policy", Arms: []string{"a", "b"}, Baseline: "a", Level: 0.05}
	add := func(measure, verdict string, difference float64, relative *float64, agents string) {
		c.Comparisons = append(c.Comparisons, result.Compared{Measure: measure, Arm: "b", Baseline: "a", At: map[string]json.RawMessage{"fleet.x.agents": json.RawMessage(agents)},
			Value: given(1 + difference), BaselineValue: given(1), Difference: given(difference), Low: given(difference - 0.01), High: given(difference + 0.01), Relative: relative,
			P: given(0.01), PAdjusted: given(0.02), Verdict: verdict, Replications: 4})
	}
	for _, at := range []string{"1", "2"} {
		for i := range 4 {
			add(fmt.Sprintf("m%d", i+1), result.IsBetter, -0.1*float64(i+1), given(-0.1*float64(i+1)), at)
		}
		for i := range 4 {
			add(fmt.Sprintf("open%d", i+1), result.CannotTell, 0.01, given(0.01), at)
		}
		add("latency.p99(tool=x)", result.IsWorse, 9, given(9), at)
	}
	add("fresh", result.IsWorse, 1, nil, "1")
	add("fresh", result.CannotTell, 1, nil, "2")
	add("torn", result.IsWorse, 1, given(1), "1")
	add("torn", result.IsBetter, -1, given(-1), "2")
	want := "b instead of a: better in m4, m3, m2 and 1 more; worse in fresh (at 1 of 2 places); better at some places and worse at others in torn; the other 4 cannot be told apart"
	if got := answers(c); len(got) != 1 || got[0] != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got, want := counted(c), "of 20 comparisons of whole measures: 9 better, 2 worse, 0 different (no better side), 9 not told; of 2 comparisons of parts of measures: 0 better, 2 worse, 0 different (no better side), 0 not told"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	only := &result.Comparison{Arms: c.Arms, Baseline: "a", Comparisons: c.Comparisons[8:9]}
	if got, want := answers(only), "b instead of a: worse in latency.p99(tool=x)"; len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Without an interval the row says why: what never varied, or was seen once.
func TestRowsSayWhyThereIsNoInterval(t *testing.T) {
	six := 6
	c := result.Compared{Measure: "amplification", Unit: "ratio", Value: given(2), BaselineValue: given(1), Difference: given(1), Low: given(1), High: given(1), P: given(0.125), PAdjusted: given(0.125), Verdict: result.CannotTell, Replications: 4, Needed: &six}
	want := "  cannot tell  amplification  1.00 → 2.00\n               +1.00 (the same in each of 4 replications), p 0.125\n               about 6 replications would tell it\n"
	if got := lines(c); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	c.Replications, c.Why, c.Needed = 1, "one replication says nothing of luck", nil
	if got := lines(c); !strings.Contains(got, "+1.00 (one replication says nothing of luck), p 0.125\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestATerminalShowsAHundredCells(t *testing.T) {
	s := swept()
	for len(s.Cells) < 103 {
		s.Cells = append(s.Cells, s.Cells[0])
	}
	var b bytes.Buffer
	if err := SweepText(&b, s, 0); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n > 220 || !strings.Contains(b.String(), "  and 3 cells more, in the report\n") {
		t.Errorf("%d lines", n)
	}
}

func TestVerdictsAreCounted(t *testing.T) {
	holds, fails, unclear := result.Objective{Verdict: result.Holds}, result.Objective{Verdict: result.Fails}, result.Objective{Verdict: result.Unclear}
	if got, want := verdicts([]result.Objective{holds, fails, unclear, holds, fails, holds, unclear}), "3 hold, 2 unclear, 2 fail"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSweepsOfDesignsTellWhatMatters(t *testing.T) {
	s := swept()
	s.Matters = []result.Matter{{Path: s.Paths[0], Measure: "amplification", RankCorrelation: 0.913}, {Path: s.Paths[1], Measure: "amplification", RankCorrelation: -0.001}, {Path: s.Paths[1], Measure: "attempts", RankCorrelation: -0.5}}
	var b bytes.Buffer
	if err := SweepText(&b, s, 0); err != nil {
		t.Fatal(err)
	}
	want := `
what goes with what, over all cells: 1 grows with it, −1 falls, 0 neither
  path            amplification  attempts  recovery.time
  retry.attempts  0.91           —         —
  jitter          0.00           −0.50     —
`
	if !strings.HasSuffix(b.String(), want) {
		t.Errorf("got\n%s", b.String())
	}
}

// No line is longer than a terminal is wide, unless a single column is.
func TestTablesFit(t *testing.T) {
	s := swept()
	for _, c := range s.Cells {
		for _, name := range []string{"goodput", "effects.duplicates_per_1000", "wall_clock.used.p99"} {
			c.Measures[name] = measured(0.123456, 0.01, "ratio")
		}
	}
	s.Asked = append(s.Asked, "goodput", "effects.duplicates_per_1000", "wall_clock.used.p99")
	for _, width := range []int{60, 80, 200} {
		var b bytes.Buffer
		if err := SweepText(&b, s, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(b.String()) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > width {
				t.Errorf("%d columns, of %d: %s", n, width, line)
			}
		}
		for _, name := range s.Asked {
			if !strings.Contains(b.String(), name) {
				t.Errorf("width %d loses %s", width, name)
			}
		}
	}
}

func TestReportsAreWritten(t *testing.T) {
	directory := t.TempDir()
	if err := WriteSweep(directory, swept(), true); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"report.md": "plots/amplification.svg", "report.html": "<svg", "plots/amplification.svg": ">amplification goes from 1.00 to 2.25</title>", "plots/attempts.png": "PNG",
		"cells.csv": "1,full,10,attempts,2000,2000,2000,\n",
	} {
		data, err := os.ReadFile(filepath.Join(directory, name))
		if err != nil || !bytes.Contains(data, []byte(want)) {
			t.Errorf("%s: no %q, %v", name, want, err)
		}
	}
	// What has no value has no picture.
	if _, err := os.Stat(filepath.Join(directory, "plots", "recovery.time.svg")); err == nil {
		t.Error("a picture of nothing")
	}
	compared := t.TempDir()
	if err := WriteComparison(compared, comparison()); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(compared, "report.md"))
	if err != nil || !bytes.Contains(page, []byte("**equal instead of none: better in amplification; the same in goodput; ")) || !bytes.Contains(page, []byte("about 340 replications")) {
		t.Errorf("got %v\n%s", err, page)
	}
}

func TestPathsAreShortenedAsFarAsTheyDiffer(t *testing.T) {
	for _, row := range []struct{ paths, want, taken string }{
		{"fleet.a.agents policies.p.retry.attempts", "agents attempts", ""},
		{"fleet.a.agents fleet.b.agents", "a.agents b.agents", ""},
		{"policies.p.retry.attempts", "retry.attempts", "attempts"},
		{"scenario run.seed", "scenario seed", ""},
	} {
		if got := strings.Join(short(strings.Fields(row.paths), strings.Fields(row.taken)), " "); got != row.want {
			t.Errorf("%s: got %s, want %s", row.paths, got, row.want)
		}
	}
}

// A grid of 3 by 2 has lines; without its last cell not every value meets every other.
func TestOnlyWholeGridsHavePictures(t *testing.T) {
	s := swept()
	if all := figures(s, "amplification"); len(all) != 1 || all[0].WhyNot != "" {
		t.Errorf("a whole grid has %d pictures", len(all))
	}
	s.Cells = s.Cells[:5]
	if all := figures(s, "amplification"); len(all) != 0 {
		t.Errorf("points that are no grid have %d pictures", len(all))
	}
}
