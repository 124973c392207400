package scenario

import (
	"math"
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/policies/limit"
	"herdcast/sim"
)

// limiter is the limit of a preset.
type limiter struct {
	limit limit.Limit
	state limit.State
}

func newLimiter(t *testing.T, preset string) *limiter {
	t.Helper()
	for _, layer := range presetLayers(t, preset) {
		if layer.Limit != nil {
			l := &limiter{limit: layer.Limit.Compile()}
			l.state = l.limit.Fresh()
			return l
		}
	}
	t.Fatalf("%s has no limit", preset)
	panic("unreachable")
}

// ends tells of a call among as many as the limit lets in.
func (l *limiter) ends(now, took time.Duration, o policies.Outcome) int {
	l.limit.Advance(&l.state, sim.Time(now), 1)
	l.limit.Learn(&l.state, sim.Time(now), limit.Sample{Began: sim.Time(now - took), InFlight: l.limit.Max(&l.state), Outcome: o}, 1)
	return l.limit.Max(&l.state)
}

// How many calls each lets in at first; the next is turned away at once.
func TestPresetsLimitCalls(t *testing.T) {
	for preset, want := range map[string]int{
		"bulkhead-r4j": 25, "bulkhead-polly": 1000, "hystrix-command": 10, "dotnet-standard": 1000, "dotnet-hedging": 1000,
		"aimd": 20, "vegas": 20, "gradient2": 20, "envoy-adaptive": 3,
	} {
		l := newLimiter(t, preset)
		n := 0
		for ; n <= want; n++ {
			if _, answer := l.limit.Enter(&l.state, 0); answer != limit.Granted {
				if answer != limit.Full {
					t.Errorf("%s: answer %d, want turned away", preset, answer)
				}
				break
			}
		}
		if n != want {
			t.Errorf("%s: %d calls at once, want %d", preset, n, want)
		}
	}
}

// A dependency that refuses in 2 ms what took it 100 ms: AIMD shrinks to its least and
// Vegas by one a call; Gradient2, which hears of latencies alone, grows: each time by a
// fifth of 4.
func TestPresetsMeetQuickRefusals(t *testing.T) {
	for _, row := range []struct {
		preset string
		want   int // after ten refusals
	}{{"aimd", 20}, {"vegas", 11}, {"gradient2", 28}} {
		l := newLimiter(t, row.preset)
		// The first call teaches Vegas, and lets Gradient2 grow once, to 20.8, and AIMD to 21.
		l.ends(time.Second, 100*time.Millisecond, policies.OK)
		for n := range 10 {
			l.ends(time.Second+time.Duration(n), 2*time.Millisecond, policies.Throttled)
		}
		if got := l.limit.Max(&l.state); got != row.want {
			t.Errorf("%s: %d, want %d", row.preset, got, row.want)
		}
	}
}

// Envoy's controller holds the limit at 3 for the 50 calls that it measures with, and
// again a minute later.
func TestEnvoyMeasuresWithThree(t *testing.T) {
	l := newLimiter(t, "envoy-adaptive")
	for n := 1; n <= 49; n++ {
		if got := l.ends(time.Second, 100*time.Millisecond, policies.OK); got != 3 {
			t.Fatalf("%d after %d calls, want 3", got, n)
		}
	}
	// Each interval of 100 ms with calls as quick as that: 1.25 · limit and the root of it.
	now := time.Second
	l.ends(now, 100*time.Millisecond, policies.OK)
	for range 20 {
		now += 150 * time.Millisecond
		l.ends(now, 100*time.Millisecond, policies.OK)
	}
	if got := l.limit.Max(&l.state); got < 100 {
		t.Errorf("%d after 20 quick intervals", got)
	}
	now = 75 * time.Second // a minute and at most 15 % after the first measurement
	l.limit.Advance(&l.state, sim.Time(now), 1)
	if got := l.limit.Max(&l.state); got != 3 {
		t.Errorf("%d in the next measurement, want 3", got)
	}
}

// With which probability each turns a request away, by the formula in its source.
func TestPresetsTurnRequestsAway(t *testing.T) {
	for _, row := range []struct {
		preset            string
		requests, accepts int
		want              float64
	}{
		{"sre-client", 100, 40, 0.19802}, {"sre-client", 100, 60, 0}, {"sre-client", 1, 0, 0.5},
		{"kratos", 99, 0, 0}, {"kratos", 100, 60, 0}, {"kratos", 100, 50, 0.16502}, {"kratos", 200, 60, 0.49752},
		{"envoy-admission", 100, 95, 0}, {"envoy-admission", 100, 50, 0.46899}, {"envoy-admission", 100, 0, 0.8},
		{"failsafe-go-throttler", 100, 90, 0}, {"failsafe-go-throttler", 100, 45, 0.49505}, {"failsafe-go-throttler", 100, 0, 0.9}, // 50/101
	} {
		throttle := presetLayers(t, row.preset)[0].Throttle.Compile()
		if got := throttle.Rejection(row.requests, row.accepts); math.Abs(got-row.want) > 1e-5 {
			t.Errorf("%s, %d of %d accepted: %v, want %v", row.preset, row.accepts, row.requests, got, row.want)
		}
	}
}
