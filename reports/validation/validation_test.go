package validation

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

func pointer(x float64) *float64 { return &x }

// two is a suite of one world: a value that agrees, one that is off, one that is
// exact, and one whose reference has an error of its own.
func two() *result.Validation {
	mean, deviation, due := 1.5, 3.1, 1.06
	return &result.Validation{
		Format: 1, Kind: "validation", Herdcast: "1.0.0", Level: "quick", Tolerance: 4,
		Families: []result.Family{{Name: "One server", About: "A queue."}},
		Cases: []result.ValidationCase{
			{Name: "mm1-80", Family: "One server", Title: "M/M/1.", What: "mean wait", Measure: "wait.mean", Unit: "s", Reference: 0.04, Source: "Erlang",
				Value: 0.041, Low: 0.039, High: 0.043, Error: 0.001, Z: pointer(1), Verdict: result.Agrees},
			{Name: "mm1-80", Family: "One server", Title: "M/M/1.", What: "busy", Measure: "utilisation", Unit: "share", Reference: 0.8, Source: "Erlang",
				Value: 0.85, Low: 0.83, High: 0.87, Error: 0.01, Z: pointer(-5), Verdict: result.Off},
			{Name: "mm1-80", Family: "One server", Title: "M/M/1.", What: "attempts", Measure: "amplification", Unit: "ratio", Reference: 27, Source: "product",
				Value: 27, Low: 27, High: 27, Z: pointer(0), Verdict: result.Agrees},
			{Name: "mm1-80", Family: "One server", Title: "M/M/1.", What: "peak", Measure: "herd.peak", Reference: 61.2, ReferenceError: 0.01, Within: 0.01, Source: "product",
				Value: 61, Low: 60, High: 62, Error: 0.5, Z: pointer(0), Verdict: result.Agrees},
		},
		Directions: []result.Direction{
			{Name: "mm1-80", Family: "One server", What: "mean wait", Measure: "wait.mean", Unit: "s", Expected: result.More, Than: "mm1-50", Source: "Erlang",
				Replications: 20, Value: 0.041, Other: 0.011, Difference: 0.03, Low: 0.028, High: 0.032, P: 1e-9, Verdict: result.Agrees},
			{Name: "mm1-80", Family: "One server", What: "attempts", Measure: "attempts", Expected: result.Less, Than: "mm1-50", Source: "Erlang",
				Replications: 20, Value: 27, Other: 27, P: 1, Verdict: result.Off},
		},
		Scores: result.Scores{Count: 3, Exact: 1, Mean: &mean, Deviation: &deviation, Beyond2: 1, Largest: 5, DeviationDue: &due, Beyond2Due: 1.8},
	}
}

func TestTextIsATableForEachCase(t *testing.T) {
	var b bytes.Buffer
	if err := Text(&b, two()); err != nil {
		t.Fatal(err)
	}
	want := `mm1-80: M/M/1.
             reference              simulated (95 %)  z      
  mean wait  40 ms                  41 ms ± 2 ms      +1.00  agrees
  busy       80 %                   85 % ± 2 %        −5.00  off
  attempts   27                     27                exact  agrees
  peak       61.200 ± 0.010 to 1 %  61.0 ± 1.0        +0.00  agrees
  reference from: Erlang; product

mm1-80: mean wait, more than mm1-50
  41 ms, there 11 ms; difference (95 %) 30 ms ± 2 ms  agrees
  direction from: Erlang

mm1-80: attempts, less than mm1-50
  27, there 27; difference (95 %) 0  off
  direction from: Erlang

4 values of 1 case: 1 off, more than 4 standard errors from theory. z over the 3 with a standard error and no allowance: mean +1.50 (0 is due), spread 3.10 (1.06 is due), largest 5.00, beyond ±2 1 (2 are due). 2 directions: 1 off, the other way round or not to be told.
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

func TestPageShowsEveryValueAndItsPictures(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "docs")
	if err := Write(directory, two()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(directory, Page))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"## One server\n\nA queue.\n\n### mm1-80\n\nM/M/1. Reference: Erlang; product.\n",
		"| busy | `utilisation` | 80 % | 85 % ± 2 % | −5.00 | off |\n",
		"| mm1-80 | mean wait | `wait.mean` | 41 ms | more than | 11 ms | mm1-50 | 30 ms ± 2 ms | agrees |\n",
		"\nDirections from: Erlang.\n",
		"](validation-scores.svg)", "](validation-agreement.svg)", "`herdcast validate --out docs`",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, name := range []string{"validation.json", "validation-scores.svg", "validation-agreement.svg"} {
		if _, err := os.Stat(filepath.Join(directory, name)); err != nil {
			t.Error(err)
		}
	}
}
