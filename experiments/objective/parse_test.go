package objective

import (
	"strings"
	"testing"
)

func TestParseReadsEveryForm(t *testing.T) {
	for _, want := range []Objective{
		{Text: "amplification <= 1.2", Query: Query{Measure: "amplification"}, Sign: "<=", Bound: 1.2},
		{Text: "wall_clock.used.p99 <= 60%", Query: Query{Measure: "wall_clock.used.p99"}, Sign: "<=", Bound: 0.6},
		{Text: "recovery.time<=1m30s", Query: Query{Measure: "recovery.time"}, Sign: "<=", Bound: 90},
		{Text: "goodput == 20/s", Query: Query{Measure: "goodput"}, Sign: "==", Bound: 20},
		{Text: "offered in 60/min..7200/h", Query: Query{Measure: "offered"}, Sign: "in", Bound: 1, Upper: 2},
		{Text: "herd.peak(attempt=2) in 113..125", Query: Query{Measure: "herd.peak", Part: Part{Attempt: 2}}, Sign: "in", Bound: 113, Upper: 125},
		{Text: "latency.p99( tool=page , cohort=the night shift ) < 250ms", Query: Query{Measure: "latency.p99", Part: Part{Tool: "page", Cohort: "the night shift"}}, Sign: "<", Bound: 0.25},
		{Text: "effects.duplicates(cause=reissue) > 0", Query: Query{Measure: "effects.duplicates", Part: Part{Cause: "reissue"}}, Sign: ">"},
		{Text: "rejections(layer=breaker[2]) >= 3", Query: Query{Measure: "rejections", Part: Part{Layer: "breaker[2]"}}, Sign: ">=", Bound: 3},
		{Text: "layers.retry[2] == 3", Query: Query{Measure: "layers.retry[2]"}, Sign: "==", Bound: 3},
		{Text: "queue.slope >= -0.5/s", Query: Query{Measure: "queue.slope"}, Sign: ">=", Bound: -0.5},
		{Text: "work.wasted == 270s", Query: Query{Measure: "work.wasted"}, Sign: "==", Bound: 270},
		{Text: "latency.max == 0", Query: Query{Measure: "latency.max"}, Sign: "=="},
		{Text: "calls.success >= 99.9%", Query: Query{Measure: "calls.success"}, Sign: ">=", Bound: 0.999},
	} {
		got, err := Parse(want.Text)
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", want.Text, got, err)
		}
	}
}

func TestParseSaysWhatIsAllowed(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    `found "", but an objective is MEASURE SIGN VALUE, such as amplification <= 1.2 (signs: <=, <, >=, >, ==, in)`,
		"amplification = 2":                   `found "amplification = 2", but an objective is MEASURE SIGN VALUE, such as amplification <= 1.2 (signs: <=, <, >=, >, ==, in)`,
		"amplificaton <= 2":                   `found "amplificaton", which is no measure; did you mean amplification?`,
		"speed <= 2":                          `found "speed", which is no measure`,
		"recovery <= 2s":                      `recovery is no measure by itself (there are: recovery.recovered, recovery.relapsed, recovery.time)`,
		"amplification <= 2x":                 `found "2x", but amplification is a plain number, such as 1`,
		"amplification <= NaN":                `found "NaN", but amplification is a plain number, such as 1`,
		"amplification <= 1e400":              `found "1e400", but amplification is a plain number, such as 1`,
		"latency.p99 <= 2":                    `found "2", but latency.p99 is a duration, such as 10s`,
		"latency.p99 <= --2s":                 `found "--2s", but latency.p99 is a duration, such as 10s`,
		"calls.success >= 0.99":               `found "0.99", but calls.success is a share, such as 10%`,
		"goodput >= 20":                       `found "20", but goodput is a rate, such as 10/s`,
		"goodput >= 20/week":                  `found "20/week", but goodput is a rate, such as 10/s`,
		"attempts == ":                        `found "", but attempts is a count, such as 1`,
		"attempts in 5":                       `found "5" after in, but both ends are due: 1..2`,
		"attempts in 5..3":                    `found "5..3", but the lower end comes first`,
		"attempts(cohort=a <= 3":              `found "attempts(cohort=a <= 3", but an objective is MEASURE SIGN VALUE, such as amplification <= 1.2 (signs: <=, <, >=, >, ==, in)`,
		"attempts(cohort=a)x <= 3":            `found "attempts(cohort=a)x", but the parts of a measure end with a bracket: attempts(cohort=NAME)`,
		"attempts(cohort) <= 3":               `found "cohort", but a part is KEY=NAME, such as cohort=a`,
		"attempts(cohort=a, cohort=b) <= 3":   `part cohort is given twice`,
		"attempts(attempt=0) <= 3":            `found attempt "0", but a whole number from 1 is due`,
		"attempts(cause=retry) <= 3":          `attempts has no part "cause" (allowed: cohort, tool, attempt)`,
		"layers.a\nb == 1":                    `found "layers.a\nb == 1", but an objective is one line of plain text`,
		"queue.max(tool=a) <= 3":              `queue.max has no part "tool" (it is taken whole)`,
		"effects.duplicates(cause=retyr) > 0": `found cause "retyr" (allowed: retry, hedge, reissue, adapt, key_expired, stored_late, lease); did you mean retry?`,
	} {
		if _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s: got %v\nwant %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"amplification <= 1.2", "attempts(cohort=a, attempt=2) in 3..5", "layers.retry[2] == 3", "latency.p99 < 1h2m3.5s", "x(((", "layers.a\nb(x) == 1", "a in ..", "queue.slope > -1/s"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		o, err := Parse(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q: a message of more than one line: %v", text, err)
			}
			return
		}
		if o.Text != text || o.Bound != o.Bound || o.Sign == "in" && o.Upper < o.Bound {
			t.Errorf("%q: %+v", text, o)
		}
	})
}
