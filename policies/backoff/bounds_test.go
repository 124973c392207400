package backoff

import (
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/sim/dist"
)

func TestBounds(t *testing.T) {
	jittered := func(j Jitter) Spec {
		return growing(sec, func(s *Spec) { s.Jitter, s.Cap = j, span(8*sec) })
	}
	word := func(w string) Spec { return jittered(Jitter{Word: w}) }
	entries := func(of ...dist.Spec) Spec { return growing(0, func(s *Spec) { s.Schedule = of }) }
	exponential := dist.Spec{Kind: dist.Exponential, A: float64(sec)}
	bounded := dist.Spec{Kind: dist.Exponential, A: float64(sec), AtMost: float64(30 * sec)}
	for _, row := range []struct {
		what        string
		spec        Spec
		k           int
		least, most time.Duration
	}{
		{"no jitter", word("none"), 3, 4 * sec, 4 * sec},
		{"cap", word("none"), 9, 8 * sec, 8 * sec},
		{"full", word("full"), 3, 0, 4 * sec},
		{"equal", word("equal"), 3, 2 * sec, 4 * sec},
		{"plus_minus", jittered(Jitter{PlusMinus: share(0.25)}), 3, 3 * sec, 5 * sec},
		{"times, downwards", jittered(Jitter{Times: &[2]float64{1.5, 0.5}}), 1, 500 * ms, 1500 * ms},
		{"add above the cap", jittered(Jitter{Add: span(sec)}), 9, 8 * sec, 9 * sec},
		{"decorrelated", word("decorrelated"), 1, sec, 3 * sec},
		{"decorrelated, capped", word("decorrelated"), 2, sec, 8 * sec}, // 9 s without
		{"polly", word("polly"), 4, 0, 8 * sec},
		{"by outcome", growing(sec, func(s *Spec) { s.First[policies.Throttled] = 5 * sec }), 2, 2 * sec, 10 * sec},
		{"the schedule's last", entries(dist.Of(float64(sec)), dist.Of(float64(2*sec))), 7, 2 * sec, 2 * sec},
		{"uniform", entries(dist.Spec{Kind: dist.Uniform, A: float64(sec), B: float64(2 * sec)}), 1, sec, 2 * sec},
		{"pareto", entries(dist.Spec{Kind: dist.Pareto, A: float64(sec), B: 2}), 1, sec, Forever},
		{"without a bound", entries(exponential), 1, 0, Forever},
		{"at most", entries(bounded), 1, 0, 30 * sec},
	} {
		b := row.spec.Compile()
		if least, most := b.Bounds(row.k); least != row.least || most != row.most {
			t.Errorf("%s: got %v and %v, want %v and %v", row.what, least, most, row.least, row.most)
		}
	}
	// Polly's first wait is at most 2·tanh(2)/1.4 of the first: 1.377 s to the millisecond.
	b := growing(sec, func(s *Spec) { s.Jitter = Jitter{Word: "polly"} }).Compile()
	if _, most := b.Bounds(1); most.Round(ms) != 1377*ms {
		t.Errorf("polly: got %v, want 1.377s", most)
	}
}
