package breaker

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
)

// Whatever is asked and answered, opossum lets one call pass while it is half-open, another
// only after one that was cut, and none while it is open.
func TestOpossumAdmitsOneProbe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := library("opossum")
		st := b.Fresh(1)
		now := at(0)
		var out []Pass
		probing := 0 // places of the present half-open phase that are taken
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "seconds")) * sec)
			if due := st.Due(); due <= now {
				b.Tick(&st, due)
				probing = 0
			}
			if len(out) > 0 && rapid.Bool().Draw(t, "answers") {
				i := rapid.IntRange(0, len(out)-1).Draw(t, "which")
				pass := out[i]
				out = append(out[:i], out[i+1:]...)
				o := rapid.SampledFrom([]policies.Outcome{ok, fail, policies.Abandoned}).Draw(t, "outcome")
				if st.Phase() == HalfOpen && o == policies.Abandoned && pass.Opening == st.openings {
					probing--
				}
				b.Report(&st, now, pass, o)
				continue
			}
			phase := st.Phase()
			pass, admitted := b.Admit(&st, now)
			if want := phase == Closed || phase == HalfOpen && probing == 0; admitted != want {
				t.Fatalf("admitted %v in phase %d with %d under way", admitted, phase, probing)
			}
			if admitted {
				out = append(out, pass)
				if phase == HalfOpen {
					probing++
				}
			}
		}
	})
}
