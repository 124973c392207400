package hint

import (
	"fmt"
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

const (
	ms  = time.Millisecond
	sec = time.Second
)

func span(d time.Duration) *time.Duration { return &d }

func rule(change func(*Spec)) Rule {
	var s Spec
	s.SetDefaults()
	if change != nil {
		change(&s)
	}
	return s.Compile()
}

func TestRules(t *testing.T) {
	atMost := func(above Above) Rule { return rule(func(s *Spec) { s.AtMost, s.Above = span(60*sec), above }) }
	honor := rule(nil)
	ignore := rule(func(s *Spec) { s.SetWord("ignore") })
	floor := rule(func(s *Spec) { s.Use = "floor" })
	clamp := rule(func(s *Spec) { s.Clamp = span(5 * sec) })
	clampZero := rule(func(s *Spec) { s.Clamp = span(0) })
	stretched := &backoff.Jitter{Times: &[2]float64{1.5, 1.5}}
	for _, row := range []struct {
		what          string
		rule          Rule
		told, planned time.Duration
		failed        policies.Outcome
		wait          time.Duration
		answer        Answer
	}{
		{"replaces", honor, 1500 * ms, sec, policies.Throttled, 1500 * ms, Hinted},
		{"replaces by less", honor, 10 * ms, sec, policies.Unavailable, 10 * ms, Hinted},
		{"is any length", honor, 300 * sec, sec, policies.Throttled, 300 * sec, Hinted},
		{"0 is no hint", honor, 0, sec, policies.Throttled, sec, Planned},
		{"not of this outcome", honor, 1500 * ms, sec, policies.ServerError, sec, Planned},
		{"ignored", ignore, 1500 * ms, sec, policies.Throttled, sec, Planned},
		{"floor, hint larger", floor, 3 * sec, sec, policies.Throttled, 3 * sec, Hinted},
		{"floor, own larger", floor, 3 * sec, 4 * sec, policies.Throttled, 4 * sec, Hinted},
		{"at at_most", atMost("backoff"), 60 * sec, sec, policies.Throttled, 60 * sec, Hinted},
		{"above: backoff", atMost("backoff"), 300 * sec, sec, policies.Throttled, sec, Planned},
		{"above: give_up", atMost("give_up"), 60*sec + 1, sec, policies.Throttled, 0, GiveUp},
		{"above: cap", atMost("cap"), 300 * sec, sec, policies.Throttled, 60 * sec, Hinted},
		{"above, but no hint is read", atMost("give_up"), 300 * sec, sec, policies.Reset, sec, Planned},
		// AWS, rules of 2026, own wait 50 ms.
		{"clamp inside", clamp, 1500 * ms, 50 * ms, policies.Throttled, 1500 * ms, Hinted},
		{"clamp above", clamp, 10 * sec, 50 * ms, policies.Throttled, 5050 * ms, Hinted},
		{"clamp below", clamp, 20 * ms, 50 * ms, policies.Throttled, 50 * ms, Hinted},
		{"clamp to nothing else", clampZero, 10 * sec, 50 * ms, policies.Throttled, 50 * ms, Hinted},
		{"clamp of an endless wait", clamp, sec, backoff.Forever, policies.Throttled, backoff.Forever, Hinted},
		{"jitter after clamp", rule(func(s *Spec) { s.Clamp, s.Jitter = span(5*sec), stretched }), 20 * sec, sec, policies.Throttled, 9 * sec, Hinted},
		{"floor after jitter", rule(func(s *Spec) { s.Use, s.Jitter = "floor", &backoff.Jitter{Times: &[2]float64{0.5, 0.5}} }), 6 * sec, 4 * sec, policies.Throttled, 4 * sec, Hinted},
	} {
		wait, answer := row.rule.Apply(row.told, row.planned, row.failed, 1, 0)
		if wait != row.wait || answer != row.answer {
			t.Errorf("%s: got %v, %d, want %v, %d", row.what, wait, answer, row.wait, row.answer)
		}
	}
}

func TestJitterHasItsOwnDraw(t *testing.T) {
	r := rule(func(s *Spec) { s.Jitter = &backoff.Jitter{Add: span(10 * sec)} })
	key := sim.NewKey(3, 0)
	want := sec + time.Duration(float64(10*sec)*key.Uniform(sim.PurposeHint, 4))
	if got, _ := r.Apply(sec, 0, policies.Throttled, key, 4); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// As a proxy reads the header that says when a quota begins anew: up to half as much again,
// and nothing of it above 300 s. A draw of 1/2 makes 12.5 s of 10 s.
func TestSpreadUpwards(t *testing.T) {
	half := quantity.Share(0.5)
	r := rule(func(s *Spec) { s.AtMost, s.Jitter = span(300*sec), &backoff.Jitter{Plus: &half} })
	for u, want := range map[float64]time.Duration{0: 10 * sec, 0.5: 12500 * ms, 0.75: 13750 * ms} {
		if got := r.spread.Over(10*sec, u); got != want {
			t.Errorf("a draw of %v: got %v, want %v", u, got, want)
		}
	}
	for call := range uint64(100) {
		key := sim.NewKey(1, 0).Child(call)
		for _, row := range []struct {
			told, least, most time.Duration
			answer            Answer
		}{
			{10 * sec, 10 * sec, 15 * sec, Hinted},
			{300 * sec, 300 * sec, 450 * sec, Hinted},
			{400 * sec, 20 * ms, 20 * ms, Planned},
		} {
			if got, answer := r.Apply(row.told, 20*ms, policies.Throttled, key, 0); got < row.least || got > row.most || answer != row.answer {
				t.Errorf("told %v: got %v, %d, want %v to %v, %d", row.told, got, answer, row.least, row.most, row.answer)
			}
		}
	}
}

func TestResets(t *testing.T) {
	plain, resets := rule(nil), rule(func(s *Spec) { s.Resets = true })
	if plain.Resets() || !resets.Resets() {
		t.Errorf("got %v and %v, want false and true", plain.Resets(), resets.Resets())
	}
}

// A hint of up to a minute is obeyed, a longer one makes the caller give up.
func Example() {
	longest := time.Minute
	s := Spec{Use: "replace", AtMost: &longest, Above: "give_up", On: policies.SetOf(policies.Throttled)}
	r := s.Compile()
	for _, told := range []time.Duration{0, 20 * time.Second, 5 * time.Minute} {
		wait, answer := r.Apply(told, time.Second, policies.Throttled, sim.NewKey(1, 0), 0)
		fmt.Println(wait, answer == GiveUp)
	}
	// Output:
	// 1s false
	// 20s false
	// 0s true
}
