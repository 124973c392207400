package differential

import (
	"testing"
	"time"

	"github.com/eapache/go-resiliency/retrier"
	sethvargo "github.com/sethvargo/go-retry"
	xrate "golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/util/wait"
	"pgregory.net/rapid"

	"herdcast/policies/backoff"
	"herdcast/policies/rate"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// doubling is a backoff without jitter.
func doubling(first, longest time.Duration) backoff.Backoff {
	var s backoff.Spec
	s.SetDefaults()
	for o := range s.First {
		s.First[o] = first
	}
	s.Cap = &longest
	return s.Compile()
}

func TestWaitsThatDouble(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := time.Duration(rapid.Int64Range(1, int64(time.Minute)).Draw(t, "first"))
		longest := time.Duration(rapid.Int64Range(int64(first), int64(time.Hour)).Draw(t, "longest"))
		waits := doubling(first, longest)
		vargo := sethvargo.WithCappedDuration(longest, sethvargo.NewExponential(first))
		eapache := retrier.LimitedExponentialBackoff(20, first, longest)
		for k := 1; k <= 20; k++ {
			want, _ := waits.Bounds(k)
			if got, stop := vargo.Next(); got != want || stop {
				t.Fatalf("go-retry, wait %d: %v, ours %v", k, got, want)
			}
			if eapache[k-1] != want {
				t.Fatalf("go-resiliency, wait %d: %v, ours %v", k, eapache[k-1], want)
			}
		}
	})
}

// Steps of apimachinery lie between the bounds of the two presets that stand for
// client-go's.
func TestStepsOfKubernetes(t *testing.T) {
	for name, steps := range map[string]wait.Backoff{
		"k8s-retry-on-conflict": {Steps: 5, Duration: 10 * time.Millisecond, Factor: 1, Jitter: 0.1},
		"k8s-conflict-backoff":  {Steps: 4, Duration: 10 * time.Millisecond, Factor: 5, Jitter: 0.1},
	} {
		outermost := layer(t, name)
		waits := outermost.Retry.Backoff.Compile()
		for range 200 {
			b := steps
			for k := 1; k < steps.Steps; k++ {
				least, most := waits.Bounds(k)
				if got := b.Step(); got < least || got > most {
					t.Fatalf("%s, wait %d: %v, ours %v to %v", name, k, got, least, most)
				}
			}
		}
	}
}

// Calls at random instants pass, wait and are turned away as by x/time/rate, which
// counts in floating point: to a microsecond.
func TestRateOfCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perSecond, burst := rapid.IntRange(1, 50).Draw(t, "rate"), rapid.IntRange(1, 20).Draw(t, "burst")
		var s rate.Spec
		s.SetDefaults()
		s.Limit, s.Burst = &quantity.Rate{Count: float64(perSecond), Per: time.Second}, burst
		ours, theirs := s.Compile(), xrate.NewLimiter(xrate.Limit(perSecond), burst)
		state, began, at := ours.Fresh(), time.Unix(0, 0), time.Duration(0)
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			at += time.Duration(rapid.IntRange(0, 400).Draw(t, "pause")) * time.Millisecond
			got := theirs.ReserveN(began.Add(at), 1).DelayFrom(began.Add(at))
			want, passes := ours.Ask(&state, sim.Time(at), time.Hour)
			if !passes || got < want-time.Microsecond || got > want+time.Microsecond {
				t.Fatalf("at %v: %v, ours %v", at, got, want)
			}
		}
	})
}

// What is meant to differ: at 2 a second the fourth of those who come together waits 1.5 s.
// If the third is cut before that one comes, x/time/rate takes its turn back, and the fourth gets that
// of 1 s; here the turn is lost.
func TestRateOfCallsThatAreCut(t *testing.T) {
	var s rate.Spec
	s.SetDefaults()
	s.Limit = &quantity.Rate{Count: 2, Per: time.Second}
	ours, theirs := s.Compile(), xrate.NewLimiter(2, 1)
	state, now := ours.Fresh(), time.Unix(0, 0)
	for i, want := range []time.Duration{0, 500 * time.Millisecond, time.Second} {
		mine, _ := ours.Ask(&state, 0, time.Hour)
		their := theirs.ReserveN(now, 1)
		if mine != want || their.DelayFrom(now) != want {
			t.Errorf("call %d: %v, ours %v, want %v", i+1, their.DelayFrom(now), mine, want)
		}
		if i == 2 {
			their.CancelAt(now)
		}
	}
	if tokens := theirs.TokensAt(now); tokens != -1 {
		t.Errorf("%v tokens are left, want -1", tokens)
	}
	mine, _ := ours.Ask(&state, 0, time.Hour)
	if their := theirs.ReserveN(now, 1).DelayFrom(now); mine != 1500*time.Millisecond || their != time.Second {
		t.Errorf("the fourth: %v, ours %v, want 1 s and 1.5 s", their, mine)
	}
}
