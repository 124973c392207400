package result

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestResultSurvivesWritingAndReading(t *testing.T) {
	value := 0.1
	before := &Result{
		Format: Format, Kind: "run", Name: "a & b", Seed: 1<<64 - 1, Scenario: []byte(`{"version":1}`),
		Facts:    Facts{Faults: []Fault{}, Cohorts: []string{"a"}, Tools: []string{"call"}},
		Measures: map[string]Measure{"b": {Value: &value, PerReplication: []*float64{&value, nil}}, "a": {Why: "no call ended"}},
	}
	var first, second bytes.Buffer
	if err := before.Encode(&first); err != nil {
		t.Fatal(err)
	}
	after, err := Decode(first.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, after) {
		t.Errorf("got %+v\nwant %+v", after, before)
	}
	if err := after.Encode(&second); err != nil || !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Errorf("writing it again gives other bytes (%v)", err)
	}
	if text := first.String(); !strings.Contains(text, `"a & b"`) || strings.Index(text, `"a":`) > strings.Index(text, `"b":`) {
		t.Errorf("names are escaped or keys unsorted: %s", text)
	}
}

func TestDecodeRefusesOtherForms(t *testing.T) {
	for text, want := range map[string]string{
		`{"format": 2}`:             "format 2 of results is unknown, this program reads 1",
		`{"format": 1, "extra": 1}`: `unknown field "extra"`,
		`{"format": 1, "kind": "r`:  "not a result",
		`[]`:                        "not a result",
	} {
		if _, err := Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
