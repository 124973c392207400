package review

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/reports/reporttest"
)

func TestEveryMeasureHasAMeaning(t *testing.T) {
	for _, m := range objective.Measures {
		if Meaning(m.Name) == "" {
			t.Errorf("%s has none", m.Name)
		}
	}
	for name, want := range map[string]string{
		"latency.ok.p99": "99th percentile of the time from a call's start to its result, successes only",
		"layers.sdk":     "tries started by the retry layer sdk, for each time it was entered",
		"latency.p42":    "",
	} {
		if got := Meaning(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func judged(verdicts ...string) *result.Result {
	r := &result.Result{}
	for _, v := range verdicts {
		r.Objectives = append(r.Objectives, result.Objective{Verdict: v})
	}
	return r
}

func TestVerdictAnswersInASentence(t *testing.T) {
	for _, row := range []struct {
		verdicts []string
		want     string
	}{
		{nil, "No objective was set, so there is no verdict."},
		{[]string{"holds"}, "Yes: the objective holds."},
		{[]string{"holds", "holds"}, "Yes: all 2 objectives hold."},
		{[]string{"fails"}, "No: 1 objective fails."},
		{[]string{"fails", "holds"}, "No: 1 of 2 objectives fails."},
		{[]string{"fails", "fails", "unclear"}, "No: 2 of 3 objectives fail, 1 cannot be told."},
		{[]string{"unclear", "holds"}, "Cannot tell: 1 of 2 objectives is unclear and none fails."},
		{[]string{"unclear", "unclear"}, "Cannot tell: 2 of 2 objectives are unclear and none fails."},
	} {
		if got := Verdict(judged(row.verdicts...)); got != row.want {
			t.Errorf("%v: got %q, want %q", row.verdicts, got, row.want)
		}
	}
}

func TestQuestionTellsSizeAndFaults(t *testing.T) {
	for _, row := range []struct {
		result *result.Result
		want   string
	}{
		{reporttest.Brownout(), "Does paging-brownout hold? 2,000 agents, 100 processes, 64 servers, 10 min × 20 runs. Faults: brown-out from 3:00 to 4:00."},
		{reporttest.Calm(), "Does calm hold? 2,000 agents, 100 processes, servers without limit, 10 min × 1 run. No faults."},
		{reporttest.Interrupted(), "Does paging-brownout hold? 2,000 agents, 100 processes, 64 servers, 10 min × 7 of 20 runs. Faults: brown-out from 3:00 to 4:00."},
	} {
		if got := Question(row.result); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

// 116,367 / 24,469 = 4.756, 224,495 / 116,367 = 1.929, 202,690 / 224,495 = 0.903.
func TestChainHasTheFactorAtEachStep(t *testing.T) {
	want := []Link{{"tasks", "24,469", ""}, {"turns", "116,367", "×4.8"}, {"calls", "224,495", "×1.9"}, {"attempts", "202,690", "×0.90"}}
	if got := Chain(reporttest.Brownout()); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Chain(reporttest.Empty()); len(got) != 0 {
		t.Errorf("without measures: %v", got)
	}
}

// What is said first, and in which words: one point for each question of a reader,
// none of what was not wanted.
func TestBriefAnswersTheReadersQuestions(t *testing.T) {
	words := func(r *result.Result) string {
		var all []string
		for _, p := range Brief(r) {
			all = append(all, p.Word)
		}
		return strings.Join(all, " ")
	}
	if got := words(reporttest.Brownout()); got != "Tasks Herd Time Twice Recovery Quick look Why" {
		t.Errorf("got %s", got)
	}
	if got := words(reporttest.Calm()); got != "Tasks Herd Time Recovery Quick look Why" {
		t.Errorf("without effects: got %s", got)
	}
	if got := words(reporttest.Empty()); got != "Herd Time Recovery Quick look" {
		t.Errorf("without measures: got %s", got)
	}
	// 18,700 + 2,100 + 2,038 + 631 + 1,000 = 24,469 tasks; 18,700 of 23,469 ended ones are 79.7 %.
	want := "18,700 succeed, 80 % of those that end · 2,100 go on without a part · 2,038 fail · 631 run out of time · 1,000 are unfinished"
	if got := Brief(reporttest.Brownout())[0].Sentences[0]; got != want {
		t.Errorf("got %q", got)
	}
}

func TestObjectivesShowTheirBoundAsItIsAsked(t *testing.T) {
	upper := 52.0
	for _, row := range []struct {
		objective result.Objective
		want      string
	}{
		{result.Objective{Sign: "<=", Bound: 0.6, Unit: "share"}, "≤ 60 %"},
		{result.Objective{Sign: ">", Bound: 60, Unit: "s"}, "> 60 s"},
		{result.Objective{Sign: "==", Bound: 7}, "= 7"},
		{result.Objective{Sign: "in", Bound: 51, Upper: &upper, Unit: "1/s"}, "51/s to 52/s"},
	} {
		if got := bound(row.objective); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

func section(t *testing.T, v *Review, id string) Section {
	t.Helper()
	at := slices.IndexFunc(v.Sections, func(s Section) bool { return s.ID == id })
	if at < 0 {
		t.Fatalf("no section %s", id)
	}
	return v.Sections[at]
}

func TestSectionsComeInTheOrderOfTheReadersQuestions(t *testing.T) {
	var ids []string
	for _, s := range Of(reporttest.Brownout(), nil).Sections {
		ids = append(ids, s.ID)
	}
	want := "brief herd budget effects setting recovery dependency quick layers parts findings assumptions repeat limits glossary scenario"
	if got := strings.Join(ids, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMissingValuesSayWhy(t *testing.T) {
	herd := section(t, Of(reporttest.Empty(), nil), "herd")
	for _, row := range herd.Blocks[1].Table.Rows {
		if row[1] != "n/a: no task started after the warm-up" {
			t.Errorf("%s: %q", row[0], row[1])
		}
	}
	if got := section(t, Of(reporttest.Empty(), nil), "effects").Blocks[0].Text; got != "Side effects were not measured: no task started after the warm-up." {
		t.Errorf("got %q", got)
	}
	if got := section(t, Of(reporttest.Calm(), nil), "effects").Blocks[0].Text; got != "No task wanted a side effect." {
		t.Errorf("got %q", got)
	}
}

func TestCensoredAndApproximateValuesSaySo(t *testing.T) {
	r := reporttest.Brownout()
	m := r.Measures["recovery.time"]
	m.Censored, m.Approx = 3, true
	r.Measures["recovery.time"] = m
	for _, row := range section(t, Of(r, nil), "recovery").Blocks[1].Table.Rows {
		if row[0] == "recovery.time" && row[1] != "17 s ± 3 s (at least: the end of the run cuts off 3 of 20) (to 0.1 %)" {
			t.Errorf("got %q", row[1])
		}
	}
}

func TestGlossaryExplainsWhatIsShown(t *testing.T) {
	v := Of(reporttest.Brownout(), nil)
	explained := map[string]bool{}
	for _, row := range section(t, v, "glossary").Blocks[1].Table.Rows {
		explained[row[0]] = true
	}
	for _, s := range v.Sections {
		for _, b := range s.Blocks {
			if b.Table == nil || b.Table.Columns[0] != "measure" {
				continue
			}
			for _, row := range b.Table.Rows {
				if !explained[row[0]] {
					t.Errorf("%s in %s is not explained", row[0], s.ID)
				}
			}
		}
	}
}

func TestTablesByPartKeepTheirColumns(t *testing.T) {
	for _, r := range []*result.Result{reporttest.Brownout(), reporttest.Crowd(), reporttest.Empty()} {
		for _, b := range section(t, Of(r, nil), "parts").Blocks[1:] {
			for _, row := range b.Table.Rows {
				if len(row) != len(b.Table.Columns) {
					t.Errorf("%d cells under %d headings", len(row), len(b.Table.Columns))
				}
			}
		}
	}
	if rows := section(t, Of(reporttest.Crowd(), nil), "parts").Blocks[1].Table.Rows; len(rows) != 12 {
		t.Errorf("%d cohorts, want 12", len(rows))
	}
}

func TestPicturesAreThoseThatAreDrawn(t *testing.T) {
	var names []string
	for _, f := range Of(reporttest.Brownout(), nil).Figures() {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != "arrivals budget time effects goodput queue" {
		t.Errorf("got %s", got)
	}
	if n := len(Of(reporttest.Empty(), nil).Figures()); n != 0 {
		t.Errorf("%d pictures of nothing", n)
	}
}

func TestPrecisionTellsWhatBecameOfIt(t *testing.T) {
	said := func(p *result.Precision) string {
		for _, point := range Brief(&result.Result{Precision: p}) {
			if point.Word == "Precision" {
				return point.Sentences[0]
			}
		}
		return ""
	}
	width := 0.034
	for _, row := range []struct {
		of   *result.Precision
		want string
	}{
		{nil, ""},
		{&result.Precision{Measure: "goodput", Within: 0.05, Confidence: 0.95, Looks: 3, HalfWidth: &width, Reached: true}, "goodput is known within 3.4 %, at 95 % confidence over 3 looks"},
		{&result.Precision{Measure: "goodput", Within: 0.03, Confidence: 0.95, Looks: 1, HalfWidth: &width}, "goodput is known within 3.4 %, at 95 % confidence over 1 look; not within the 3 % asked for"},
		{&result.Precision{Measure: "goodput", Within: 0.03}, "goodput cannot be told that well; not within the 3 % asked for"},
	} {
		if got := said(row.of); got != row.want {
			t.Errorf("got %q, want %q", got, row.want)
		}
	}
}

// In short a fluid is told span by span, and no more than three keys of which it
// knows nothing; the section has them all.
func TestQuickLookIsToldBesideTheSimulation(t *testing.T) {
	r := reporttest.Brownout()
	// 161 / 150 − 1 = 7.3 %, 395 / 380 − 1 = 3.9 %, (395/161) / (380/150) − 1 = −3.2 %, 610 / 550 − 1 = 10.9 %.
	want := "brown-out: goodput fluid 161/s, simulated 150/s (+7.3 %); offered fluid 395/s, simulated 380/s (+3.9 %); amplification fluid 2.45, simulated 2.53 (−3.2 %); latency fluid 610 ms, simulated 550 ms (+11 %)"
	if got := beside(r); len(got) != 3 || got[1] != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if rows := section(t, Of(r, nil), "quick").Blocks[1].Table.Rows; len(rows) != 12 || strings.Join(rows[4], "|") != "brown-out, 3:00 to 4:00|goodput|161/s|150/s|+7.3 %" {
		t.Errorf("got %q", rows)
	}
	r = reporttest.Empty()
	if got := beside(r); len(got) != 1 || got[0] != "none: a fluid knows nothing of dependency.quota, fleet[1].model, fleet[1].start and 1 more key" {
		t.Errorf("got %q", got)
	}
	for want, q := range map[string]*result.QuickLook{
		"There is none: a fluid knows nothing of dependency.quota, fleet[1].model, fleet[1].start, policies.careful[2].breaker.": r.QuickLook,
		"There is none: the run is too long.":                                      {Why: "the run is too long"},
		"There is none: no whole bin of the series lies in a span between faults.": {},
		"None was taken of this run.":                                              nil,
	} {
		r.QuickLook = q
		if got := section(t, Of(r, nil), "quick").Blocks[0].Text; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
