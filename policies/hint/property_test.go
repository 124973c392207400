package hint

import (
	"flag"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim"
)

func init() { flag.Set("rapid.seed", "1") }

// Whatever the rule, a hint that is honoured and not bounded by the rule itself is never
// undercut by what the wait becomes; one above at_most is obeyed only as far as that; a clamp
// holds it to [own wait, own wait + clamp], and a floor to the own wait at least.
func TestWaitsKeepToTheHint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var atMost, clamp *time.Duration
		anySpan := func(what string) time.Duration {
			return time.Duration(rapid.IntRange(0, 100).Draw(t, what)) * ms
		}
		if rapid.Bool().Draw(t, "bounded") {
			atMost = span(anySpan("at most"))
		}
		if rapid.Bool().Draw(t, "clamped") {
			clamp = span(anySpan("clamp"))
		}
		add := anySpan("jitter")
		use := rapid.SampledFrom([]Use{"replace", "floor", "ignore"}).Draw(t, "use")
		above := rapid.SampledFrom([]Above{"backoff", "give_up", "cap"}).Draw(t, "above")
		r := rule(func(s *Spec) {
			s.Use, s.AtMost, s.Above, s.Clamp, s.Jitter = use, atMost, above, clamp, &backoff.Jitter{Add: &add}
		})
		told, planned := anySpan("told"), anySpan("own wait")
		key := sim.NewKey(rapid.Uint64().Draw(t, "seed"), 0)
		wait, answer := r.Apply(told, planned, policies.Throttled, key, 0)

		long := atMost != nil && told > *atMost
		switch {
		case use == "ignore" || told == 0 || long && above == "backoff":
			if wait != planned || answer != Planned {
				t.Fatalf("%v by %d, want the own wait %v", wait, answer, planned)
			}
			return
		case long && above == "give_up":
			if answer != GiveUp {
				t.Fatalf("%v by %d, want none", wait, answer)
			}
			return
		case answer != Hinted:
			t.Fatalf("%v by %d, want the hint", wait, answer)
		}
		least := told
		if long {
			least = *atMost
		}
		if clamp != nil {
			least = min(max(least, planned), planned+*clamp)
		}
		most := least + add
		if use == "floor" {
			least, most = max(least, planned), max(most, planned)
		}
		if wait < least || wait > most {
			t.Fatalf("%v is not within %v and %v", wait, least, most)
		}
	})
}
