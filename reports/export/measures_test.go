package export

import (
	"bytes"
	"encoding/csv"
	"errors"
	"testing"

	"herdcast/experiments/result"
	"herdcast/reports/reporttest"
)

func TestMeasuresAreWrittenWholePartsAfterThem(t *testing.T) {
	tenth, two := 0.1, 2.0
	m := result.Measure{Value: &tenth, Low: &tenth, High: &two, Unit: "s", Of: &two}
	r := &result.Result{
		Measures: map[string]result.Measure{"b": m, "a": {Why: "nothing was observed", Unit: "share"}},
		ByCohort: map[string]map[string]result.Measure{`x,"y"`: {"a": m}},
		ByTool:   map[string]map[string]result.Measure{"t": {"a": m}},
		Parts:    map[string]result.Measure{"attempts(attempt=2)": m},
	}
	var b bytes.Buffer
	if err := Measures(&b, r); err != nil {
		t.Fatal(err)
	}
	want := `name,part,value,low,high,unit,of
a,,,,,share,
b,,0.1,0.1,2,s,2
a,"cohort=x,""y""",0.1,0.1,2,s,2
a,tool=t,0.1,0.1,2,s,2
attempts,attempt=2,0.1,0.1,2,s,2
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestEveryRowCanBeReadBack(t *testing.T) {
	for _, r := range []*result.Result{reporttest.Brownout(), reporttest.Crowd(), reporttest.Empty(), {}} {
		var b bytes.Buffer
		if err := Measures(&b, r); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		want := 1 + len(r.Measures) + len(r.Parts)
		for _, part := range r.ByCohort {
			want += len(part)
		}
		for _, part := range r.ByTool {
			want += len(part)
		}
		if len(rows) != want {
			t.Errorf("%s: %d rows, want %d", r.Name, len(rows), want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestErrorsOfTheWriterAreTold(t *testing.T) {
	if err := Measures(broken{}, reporttest.Brownout()); err == nil || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
}
