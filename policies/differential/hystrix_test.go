package differential

import (
	"fmt"
	"reflect"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"github.com/afex/hystrix-go/hystrix"
	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/sim"
)

// The preset has the defaults of hystrix-go.
func TestDefaultsOfHystrixGo(t *testing.T) {
	all := layers(t, "hystrix-go")
	rules := all[0].Breaker.Algorithm.HystrixGo
	if rules.ErrorPercentThreshold != hystrix.DefaultErrorPercentThreshold || rules.RequestVolumeThreshold != hystrix.DefaultVolumeThreshold ||
		rules.SleepWindow != time.Duration(hystrix.DefaultSleepWindow)*time.Millisecond {
		t.Errorf("%+v", rules)
	}
	if all[1].Limit.Max != hystrix.DefaultMaxConcurrent || *all[2].Timeout.Max != time.Duration(hystrix.DefaultTimeout)*time.Millisecond {
		t.Errorf("limit %d, timeout %v", all[1].Limit.Max, all[2].Timeout.Max)
	}
}

// end closes the channels that a circuit's goroutines read, which nothing in the
// library does, so that a bubble can end.
func end(circuit *hystrix.CircuitBreaker) {
	for _, path := range [][]string{{"metrics", "Updates"}, {"executorPool", "Metrics", "Updates"}} {
		v := reflect.ValueOf(circuit)
		for _, name := range path {
			f := v.Elem().FieldByName(name)
			v = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
		}
		v.Close()
	}
}

// Calls that overlap, with pauses around whole seconds and the sleep window: the library
// admits one whenever its preset does.
func TestBreakerOfHystrixGo(t *testing.T) {
	spec := layer(t, "hystrix-go").Breaker
	opened := 0
	rapid.Check(t, func(r *rapid.T) {
		type step struct {
			pause        time.Duration
			calls        int
			ends, failed int // of those under way, the oldest first; of a hundred
		}
		var steps []step
		for range rapid.IntRange(1, 40).Draw(r, "steps") {
			steps = append(steps, step{
				rapid.SampledFrom([]time.Duration{0, time.Millisecond, 300 * time.Millisecond, time.Second, 5 * time.Second, 5*time.Second + 1, 10 * time.Second}).Draw(r, "pause"),
				rapid.IntRange(0, 20).Draw(r, "calls"), rapid.IntRange(0, 20).Draw(r, "ends"), rapid.SampledFrom([]int{0, 40, 60, 100}).Draw(r, "failed"),
			})
		}
		differs := ""
		synctest.Test(t, func(*testing.T) {
			defer hystrix.Flush()
			theirs, _, err := hystrix.GetCircuit("dependency")
			if err != nil {
				panic(err)
			}
			defer end(theirs)
			began := time.Now() // a whole second
			ours := spec.Compile()
			state := ours.Fresh(1)
			var out []breaker.Pass
			report := func(event string) {
				theirs.ReportEvent([]string{event}, time.Now(), 0)
				synctest.Wait()
			}
			for i, s := range steps {
				time.Sleep(s.pause)
				now := sim.Time(time.Since(began))
				for n := range min(s.ends, len(out)) {
					event, outcome := "success", policies.OK
					if n*37%100 < s.failed {
						event, outcome = "failure", policies.ServerError
					}
					report(event)
					ours.Report(&state, now, out[n], outcome)
				}
				out = out[min(s.ends, len(out)):]
				for range s.calls {
					pass, admitted := ours.Admit(&state, now)
					if allowed := theirs.AllowRequest(); allowed != admitted {
						differs = fmt.Sprintf("step %d, at %v: admitted %v, ours %v", i+1, now, allowed, admitted)
						return
					}
					if admitted {
						out = append(out, pass)
					} else {
						opened++
						report("short-circuit")
					}
				}
			}
		})
		if differs != "" {
			r.Fatal(differs)
		}
	})
	if opened == 0 {
		t.Error("no call was rejected")
	}
}
