package experiment

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

// What moves a measure is told with its interval, and what turns a verdict round with
// both values.
func TestSensitivityIsTold(t *testing.T) {
	s := swept()
	low, high := 1.0, 2.0
	at := map[string]json.RawMessage{"policies.p.retry.backoff.jitter": json.RawMessage(`"full"`)}
	s.Sensitivity = []result.Influence{{
		At: at, Path: "policies.p.retry.attempts", Measure: "amplification", Unit: "ratio", AtLow: &low, AtHigh: &high,
		Main: &result.Estimate{Value: 0.5, Low: 0.4, High: 0.6}, Total: &result.Estimate{Value: 0.7, Low: 0.6, High: 0.8},
	}}
	s.Flips = []result.Flip{{
		At: at, Path: "policies.p.retry.attempts", Objective: "amplification <= 1.5", Pairs: 8, Flipped: 3,
		From: json.RawMessage("1"), Verdict: result.Holds, To: json.RawMessage("3"), Becomes: result.Fails,
	}}
	var b bytes.Buffer
	if err := SweepText(&b, s, 120); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"policies.p.retry.attempts at policies.p.retry.backoff.jitter=full  70 % ± 10 %",
		"policies.p.retry.attempts at policies.p.retry.backoff.jitter=full  50 % ± 10 %",
		"warning: policies.p.retry.attempts at policies.p.retry.backoff.jitter=full alone decides amplification <= 1.5 in 3 of 8 pairs: at 1 it is kept, at 3 broken\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if f := tornado(s, "amplification"); f.WhyNot != "" || f.Table.Rows[0][3] != "total effect 70 %" {
		t.Errorf("got %q, %v", f.WhyNot, f.Table.Rows)
	}
	if blocks := influenceBlocks(s, []string{"amplification"}); len(blocks) != 7 {
		t.Errorf("%d blocks", len(blocks))
	}
}
