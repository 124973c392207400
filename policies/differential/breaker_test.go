package differential

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/sony/gobreaker/v2"
	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/sim"
)

// gate is a breaker of a library: whether it admits a call that then ends so.
type gate func(fails bool) (admitted bool)

var gates = map[string]func() gate{
	"gobreaker": func() gate {
		b := gobreaker.NewCircuitBreaker[int](gobreaker.Settings{})
		return func(fails bool) bool {
			_, err := b.Execute(func() (int, error) {
				if fails {
					return 0, errors.New("failed")
				}
				return 0, nil
			})
			return !errors.Is(err, gobreaker.ErrOpenState) && !errors.Is(err, gobreaker.ErrTooManyRequests)
		}
	},
	"failsafe-go-cb": func() gate {
		b := circuitbreaker.NewWithDefaults[int]()
		return func(fails bool) bool {
			if !b.TryAcquirePermit() {
				return false
			}
			if fails {
				b.RecordFailure()
			} else {
				b.RecordSuccess()
			}
			return true
		}
	},
}

// Calls one after another, with pauses on both sides of the open time, are admitted by
// the library whenever they are by its preset.
func TestBreakers(t *testing.T) {
	for name, fresh := range gates {
		t.Run(name, func(t *testing.T) {
			outermost := layer(t, name)
			rapid.Check(t, func(r *rapid.T) {
				type step struct {
					pause time.Duration
					fails bool
				}
				var steps []step
				for range rapid.IntRange(1, 60).Draw(r, "calls") {
					pause := rapid.SampledFrom([]time.Duration{0, time.Second, 30 * time.Second, time.Minute - 1, time.Minute, time.Minute + 1}).Draw(r, "pause")
					steps = append(steps, step{pause, rapid.IntRange(0, 3).Draw(r, "fails") > 0})
				}
				var theirs []bool
				synctest.Test(t, func(*testing.T) {
					call := fresh()
					for _, s := range steps {
						time.Sleep(s.pause)
						theirs = append(theirs, call(s.fails))
					}
				})
				ours := admitted(outermost.Breaker, len(steps), func(i int) (time.Duration, bool) { return steps[i].pause, steps[i].fails })
				for i := range steps {
					if ours[i] != theirs[i] {
						r.Fatalf("call %d of %v: admitted %v, ours %v", i+1, steps, theirs[i], ours[i])
					}
				}
			})
		})
	}
}

func admitted(spec *breaker.Spec, n int, step func(int) (pause time.Duration, fails bool)) (all []bool) {
	b := spec.Compile()
	state, now := b.Fresh(1), sim.Time(0)
	for i := range n {
		pause, fails := step(i)
		now = now.Add(pause)
		pass, ok := b.Admit(&state, now)
		all = append(all, ok)
		if ok {
			outcome := policies.OK
			if fails {
				outcome = policies.ServerError
			}
			b.Report(&state, now, pass, outcome)
		}
	}
	return all
}
