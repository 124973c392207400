package backoff

import (
	"math"
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Envoy draws from 0 up to 25 ms, doubled from wait to wait and never beyond 250 ms.
func TestRangesOfAProxy(t *testing.T) {
	s := growing(25*ms, func(s *Spec) { s.Cap, s.Jitter = span(250*ms), Jitter{Word: "full"} })
	for u, want := range map[float64][]time.Duration{
		0:       make([]time.Duration, 6),
		0.5:     {12500 * us, 25 * ms, 50 * ms, 100 * ms, 125 * ms, 125 * ms},
		nearOne: {25*ms - ns, 50*ms - ns, 100*ms - ns, 200*ms - ns, 250*ms - ns, 250*ms - ns},
	} {
		same(t, "a proxy", waits(s, u, u, u, u, u, u), want)
	}
}

// Envoy's older rule: wait n is drawn from 0 up to (2^n - 1)·25 ms and what is drawn is
// then cut to 250 ms. So no wait of the first three is cut, and of the fourth, drawn from
// 0 up to 375 ms, a third is, which makes its mean 250²/2/375 + 250/3 = 166.667 ms.
func TestOlderRangesOfAProxy(t *testing.T) {
	s := growing(25*ms, func(s *Spec) {
		s.Cap = span(250 * ms)
		for n := 1; n <= 4; n++ {
			s.Schedule = append(s.Schedule, dist.Spec{Kind: dist.Uniform, B: float64((1<<n - 1) * 25 * ms)})
		}
	})
	b := s.Compile()
	const calls = 10_000
	for k, want := range []struct {
		most        time.Duration
		mean, error float64 // ms; the error is four times the deviation of the mean of so many
		cut         float64
	}{
		{25 * ms, 12.5, 4 * 25 / math.Sqrt(12*calls), 0},
		{75 * ms, 37.5, 4 * 75 / math.Sqrt(12*calls), 0},
		{175 * ms, 87.5, 4 * 175 / math.Sqrt(12*calls), 0},
		// E X² = 250³/3/375 + 250²/3 = 34,722.2; less 166.667² this is 83.333².
		{250 * ms, 166.667, 4 * 83.333 / math.Sqrt(calls), 1.0 / 3},
	} {
		least, most := b.Bounds(k + 1)
		if least != 0 || most != want.most {
			t.Errorf("wait %d is %v to %v, want 0 to %v", k+1, least, most, want.most)
		}
		sum, cut := 0.0, 0.0
		for call := range uint64(calls) {
			var m Memory
			wait := b.Wait(k+1, policies.Unavailable, &m, sim.NewKey(1, 0).Child(call), uint64(k))
			sum += float64(wait) / float64(ms)
			if wait == 250*ms {
				cut++
			}
		}
		if mean := sum / calls; math.Abs(mean-want.mean) > want.error {
			t.Errorf("wait %d: %v ms in the mean, want %v within %v", k+1, mean, want.mean, want.error)
		}
		if deviation := math.Sqrt(want.cut * (1 - want.cut) / calls); math.Abs(cut/calls-want.cut) > 4*deviation {
			t.Errorf("wait %d: a share of %v is cut to 250 ms, want %v", k+1, cut/calls, want.cut)
		}
	}
}
