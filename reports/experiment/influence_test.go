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
		"policies.p.retry.attempts at policies.p.retry.backoff.jitter=full moves amplification most: total effect 70 % ± 10 %\n",
		"  attempts at jitter full  ░░░░░░░░░░▓▓▓▓▓▓▓▓▓▓  1.00 → 2.00  70 % ± 10 %\n",
		"warning: policies.p.retry.attempts at policies.p.retry.backoff.jitter=full alone decides amplification <= 1.5 in 3 of 8\n  pairs: at 1 it is kept, at 3 broken\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if f := tornado(s, "amplification"); f.WhyNot != "" || f.Table.Rows[0][3] != "70 % ± 10 %" {
		t.Errorf("got %q, %v", f.WhyNot, f.Table.Rows)
	}
	// The strongest is said to be so only where no other's interval reaches into its own.
	other := s.Sensitivity[0]
	other.Path, other.Total = "tools.lookup.timeout", &result.Estimate{Value: 0.3, Low: 0.1, High: 0.61}
	s.Sensitivity = append(s.Sensitivity, other)
	if f := tornado(s, "amplification"); !strings.HasSuffix(f.Title, ", not surely more than tools.lookup.timeout at policies.p.retry.backoff.jitter=full") {
		t.Errorf("got %q", f.Title)
	}
	s.Sensitivity = s.Sensitivity[:1]
	if blocks := influenceBlocks(s, []string{"amplification"}); len(blocks) != 7 {
		t.Errorf("%d blocks", len(blocks))
	}
}

// Of 20 columns the least value has the first and the most the last; the half that a
// path begins with is light.
func TestBarsGoFromLightToDark(t *testing.T) {
	for _, row := range []struct {
		from, to float64
		want     string
	}{{0, 19, "░░░░░░░░░░▓▓▓▓▓▓▓▓▓▓"}, {19, 0, "▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░"}, {4, 4, "    ▓"}, {17, 19, strings.Repeat(" ", 17) + "░▓▓"}} {
		if got := bar(row.from, row.to, 0, 19); got != row.want {
			t.Errorf("from %v to %v: %q, want %q", row.from, row.to, got, row.want)
		}
	}
}
