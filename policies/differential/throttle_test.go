package differential

import (
	"fmt"
	"math/rand"
	"testing"
	"testing/synctest"
	"time"

	"github.com/failsafe-go/failsafe-go/adaptivethrottler"
	"github.com/go-kratos/aegis/circuitbreaker/sre"
	gozero "github.com/zeromicro/go-zero/core/breaker"
	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/policies/throttle"
	"herdcast/sim"
)

// asked is a request that a throttle was asked for: when, and how it ended at once.
// One that was turned away is Rejected.
type asked struct {
	at  time.Duration
	end policies.Outcome
}

// after gives a throttle that has seen what was asked before.
func after(t *throttle.Throttle, past []asked) throttle.State {
	st := t.Fresh()
	for _, a := range past {
		if a.end == policies.Rejected {
			t.Admit(&st, sim.Time(a.at), 0)
		} else {
			t.Admit(&st, sim.Time(a.at), 1)
			t.Report(&st, sim.Time(a.at), a.end)
		}
	}
	return st
}

// burst is a pause and then so many requests, so many of a hundred of which fail.
type burst struct {
	pause           time.Duration
	calls, failures int
}

func bursts(r *rapid.T, pauses []time.Duration) (all []burst) {
	for range rapid.IntRange(1, 20).Draw(r, "bursts") {
		all = append(all, burst{
			rapid.SampledFrom(pauses).Draw(r, "pause"),
			rapid.IntRange(1, 40).Draw(r, "calls"), rapid.SampledFrom([]int{0, 20, 50, 90, 100}).Draw(r, "failures"),
		})
	}
	return all
}

// dropping is a library that turns requests away by a generator seeded with the time
// of its making, so that its draws are known.
type dropping struct {
	preset string
	pauses []time.Duration
	fresh  func() func(fails bool) (admitted bool)
	// idle tells whether it draws although its probability is 0.
	idle func(past []asked, now time.Duration) bool
}

var droppings = []dropping{
	{"kratos", []time.Duration{0, 10 * time.Millisecond, 299 * time.Millisecond, 300 * time.Millisecond, time.Second, 3 * time.Second}, func() func(bool) bool {
		b := sre.NewBreaker()
		return func(fails bool) bool {
			if b.Allow() != nil {
				b.MarkFailed() // as its middleware does
				return false
			}
			if fails {
				b.MarkFailed()
			} else {
				b.MarkSuccess()
			}
			return true
		}
	}, func(past []asked, now time.Duration) bool {
		total, accepts := 0, 0
		for _, a := range past {
			if now/(300*time.Millisecond)-a.at/(300*time.Millisecond) < 10 {
				total++
				if a.end == policies.OK {
					accepts++
				}
			}
		}
		return total >= 100 && float64(total) == float64(accepts)/0.6
	}},
	{"go-zero", []time.Duration{0, 10 * time.Millisecond, 249 * time.Millisecond, 250 * time.Millisecond, time.Second, time.Second + 1, 4 * time.Second, 11 * time.Second}, func() func(bool) bool {
		b := gozero.NewBreaker()
		return func(fails bool) bool {
			promise, err := b.Allow()
			if err != nil {
				return false
			}
			if fails {
				promise.Reject("failed")
			} else {
				promise.Accept()
			}
			return true
		}
	}, func([]asked, time.Duration) bool { return false }},
}

// With the same draws each library lets the same requests pass as its preset.
func TestDroppedRequests(t *testing.T) {
	for _, l := range droppings {
		t.Run(l.preset, func(t *testing.T) {
			ours := layer(t, l.preset).Throttle.Compile()
			dropped := 0
			rapid.Check(t, func(r *rapid.T) {
				steps, differs := bursts(r, l.pauses), ""
				synctest.Test(t, func(*testing.T) {
					time.Sleep(50 * 365 * 24 * time.Hour) // go-zero's clock starts with the process, which is after the bubble's
					began := time.Now()
					call, draws := l.fresh(), rand.New(rand.NewSource(began.UnixNano()))
					var past []asked
					for _, s := range steps {
						time.Sleep(s.pause)
						now := time.Since(began)
						for i := range s.calls {
							fails := (i*37)%100 < s.failures
							st := after(&ours, past)
							passes := ours.Admit(&st, sim.Time(now), 0)
							if !passes {
								st = after(&ours, past)
								passes = ours.Admit(&st, sim.Time(now), draws.Float64())
							} else if l.idle(past, now) {
								draws.Float64()
							}
							if call(fails) != passes {
								differs = fmt.Sprintf("request %d, at %v: passes %v by ours", len(past)+1, now, passes)
								return
							}
							a := asked{now, policies.OK}
							switch {
							case !passes:
								a.end = policies.Rejected
								dropped++
							case fails:
								a.end = policies.ServerError
							}
							past = append(past, a)
						}
					}
				})
				if differs != "" {
					r.Fatal(differs)
				}
			})
			if dropped == 0 {
				t.Error("nothing was turned away")
			}
		})
	}
}

// The rejection rate of failsafe-go's throttler is the probability of its preset, to a
// billionth. It is asked after something has ended at the same instant: it forgets
// the old then only.
func TestRejectionRateOfFailsafe(t *testing.T) {
	ours := layer(t, "failsafe-go-throttler").Throttle.Compile()
	rapid.Check(t, func(r *rapid.T) {
		steps, differs := bursts(r, []time.Duration{0, time.Second, 3 * time.Second, 57 * time.Second, time.Minute}), ""
		synctest.Test(t, func(*testing.T) {
			theirs, began := adaptivethrottler.NewWithDefaults[any](), time.Now() // at a whole minute
			var past []asked
			for _, s := range steps {
				time.Sleep(s.pause)
				now := time.Since(began)
				for i := range s.calls {
					if (i*37)%100 < s.failures {
						theirs.RecordFailure()
						past = append(past, asked{now, policies.ServerError})
					} else {
						theirs.RecordSuccess()
						past = append(past, asked{now, policies.OK})
					}
				}
				theirs.TryAcquirePermit()
				rate := theirs.(adaptivethrottler.Metrics).RejectionRate()
				for _, u := range []float64{rate - 1e-9, rate + 1e-9} {
					st := after(&ours, past)
					if u >= 0 && ours.Admit(&st, sim.Time(now), u) != (u > rate) {
						differs = fmt.Sprintf("at %v: rate %v, ours with a draw of %v differs", now, rate, u)
					}
				}
			}
		})
		if differs != "" {
			r.Fatal(differs)
		}
	})
}
