package backoff

import (
	"math"
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

const (
	ns  = time.Nanosecond
	us  = time.Microsecond
	ms  = time.Millisecond
	sec = time.Second
)

// nearOne is the largest draw there is.
const nearOne = 1 - 0x1p-53

// growing is a written backoff with all else by default.
func growing(first time.Duration, change func(*Spec)) Spec {
	var s Spec
	s.SetDefaults()
	for o := range s.First {
		s.First[o] = first
	}
	if change != nil {
		change(&s)
	}
	return s
}

func share(x float64) *quantity.Share { s := quantity.Share(x); return &s }

func span(d time.Duration) *time.Duration { return &d }

// waits gives the waits of one call whose k-th draw is draws[k-1].
func waits(s Spec, draws ...float64) []time.Duration {
	b := s.Compile()
	var m Memory
	var got []time.Duration
	for i, u := range draws {
		start := b.grown(i+1, b.first[policies.Unavailable])
		got = append(got, b.drawn(i+1, start, &m, u))
	}
	return got
}

func same(t *testing.T, what string, got, want []time.Duration) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: got %v, want %v", what, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s, retry %d: got %v, want %v", what, i+1, got[i], want[i])
		}
	}
}

func TestWaitsByFormula(t *testing.T) {
	half := []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5}
	capped := func(word string) Spec {
		return growing(100*ms, func(s *Spec) { s.Cap, s.Jitter = span(sec), Jitter{Word: word} })
	}
	jittered := func(j Jitter) Spec { return growing(sec, func(s *Spec) { s.Jitter = j }) }
	by := &[2]float64{0.8, 1.3}
	for _, row := range []struct {
		what  string
		spec  Spec
		draws []float64
		want  []time.Duration
	}{
		// Brooker's four with every draw 1/2: the table of Backoff.
		{"none", capped("none"), half, []time.Duration{100 * ms, 200 * ms, 400 * ms, 800 * ms, sec, sec}},
		{"full", capped("full"), half, []time.Duration{50 * ms, 100 * ms, 200 * ms, 400 * ms, 500 * ms, 500 * ms}},
		{"equal", capped("equal"), half, []time.Duration{75 * ms, 150 * ms, 300 * ms, 600 * ms, 750 * ms, 750 * ms}},
		{"decorrelated", capped("decorrelated"), half, []time.Duration{200 * ms, 350 * ms, 575 * ms, 912500 * us, sec, sec}},

		// cenkalti/backoff: 500 ms times 1.5 up to 60 s. It cuts to whole
		// nanoseconds at each step where we round once: 19.2216796875 s is the
		// first that differs, by half of one.
		{"times 1.5", growing(500*ms, func(s *Spec) { s.Factor, s.Cap = 1.5, span(60*sec) }), make([]float64, 14),
			[]time.Duration{500 * ms, 750 * ms, 1125 * ms, 1687500 * us, 2531250 * us, 3796875 * us, 5695312500, 8542968750,
				12814453125, 19221679688, 28832519531, 43248779297, 60 * sec, 60 * sec}},
		{"linear", growing(2*sec, func(s *Spec) { s.Growth, s.Cap = "linear", span(7*sec) }), make([]float64, 4),
			[]time.Duration{2 * sec, 4 * sec, 6 * sec, 7 * sec}},
		{"shrinking", growing(sec, func(s *Spec) { s.Factor = 0.5 }), make([]float64, 3), []time.Duration{sec, 500 * ms, 250 * ms}},

		// The ends of each jitter, at the first wait of 1 s and the second of 2 s.
		{"full ends", jittered(Jitter{Word: "full"}), []float64{0, nearOne}, []time.Duration{0, 2*sec - ns}},
		{"equal ends", jittered(Jitter{Word: "equal"}), []float64{0, nearOne}, []time.Duration{500 * ms, 2*sec - ns}},
		{"plus_minus", jittered(Jitter{PlusMinus: share(0.25)}), []float64{0, nearOne}, []time.Duration{750 * ms, 2500 * ms}},
		{"plus", jittered(Jitter{Plus: share(0.1)}), []float64{0, nearOne}, []time.Duration{sec, 2200 * ms}},
		{"minus", jittered(Jitter{Minus: share(0.25)}), []float64{0, nearOne}, []time.Duration{750 * ms, 2 * sec}},
		{"times", jittered(Jitter{Times: by}), []float64{0, 0.5}, []time.Duration{800 * ms, 2100 * ms}},
		{"add", jittered(Jitter{Add: span(5 * sec)}), []float64{0.2, nearOne}, []time.Duration{2 * sec, 7*sec - ns}},

		// Formulas of libraries, with every draw 1/2: tenacity with bounds of 4 s and 10 s,
		// and with up to 1 s more before a bound of 5 s; go-retryablehttp's linear jitter of 1 s
		// to 3 s; LangGraph's second more after the bound; Spring's random doubling; gRPC's
		// connections, times 1.6 up to 120 s.
		{"tenacity", growing(sec, func(s *Spec) { s.Floor, s.Cap = span(4*sec), span(10*sec) }), half, []time.Duration{4 * sec, 4 * sec, 4 * sec, 8 * sec, 10 * sec, 10 * sec}},
		{"tenacity with jitter", growing(sec, func(s *Spec) { s.Cap, s.Jitter, s.Order = span(5*sec), Jitter{Add: span(sec)}, "jitter_then_cap" }), half[1:],
			[]time.Duration{1500 * ms, 2500 * ms, 4500 * ms, 5 * sec, 5 * sec}},
		{"linear jitter", growing(sec, func(s *Spec) { s.Growth, s.Jitter = "linear", Jitter{Times: &[2]float64{1, 3}} }), half[2:], []time.Duration{2 * sec, 4 * sec, 6 * sec, 8 * sec}},
		{"a second more", growing(500*ms, func(s *Spec) { s.Cap, s.Jitter = span(128*sec), Jitter{Add: span(sec)} }), half[2:], []time.Duration{sec, 1500 * ms, 2500 * ms, 4500 * ms}},
		{"a second more after the bound", growing(128*sec, func(s *Spec) { s.Cap, s.Jitter = span(128*sec), Jitter{Add: span(sec)} }), half[5:], []time.Duration{128500 * ms}},
		{"random doubling", growing(100*ms, func(s *Spec) {
			s.Cap, s.Jitter, s.Order = span(30*sec), Jitter{Times: &[2]float64{1, 2}}, "jitter_then_cap"
		}), half[3:], []time.Duration{150 * ms, 300 * ms, 600 * ms}},
		{"times 1.6", growing(sec, func(s *Spec) { s.Factor, s.Cap = 1.6, span(120*sec) }), make([]float64, 12),
			[]time.Duration{sec, 1600 * ms, 2560 * ms, 4096 * ms, 6553600 * us, 10485760 * us, 16777216 * us, 26843545600, 42949672960, 68719476736, 109951162778, 120 * sec}},

		// A wait of 3 ns: half of it is rounded up, the draw down.
		{"equal of 3 ns", growing(3*ns, func(s *Spec) { s.Jitter, s.Factor = Jitter{Word: "equal"}, 1 }),
			[]float64{0, 0.5, nearOne}, []time.Duration{2, 2, 3}},

		// Nothing to wait for.
		{"polly without first", growing(0, func(s *Spec) { s.Jitter = Jitter{Word: "polly"} }), half, make([]time.Duration, 6)},
		{"decorrelated without first", growing(0, func(s *Spec) { s.Jitter = Jitter{Word: "decorrelated"} }), half, make([]time.Duration, 6)},
		{"none at all", Spec{None: true}, half, make([]time.Duration, 6)},
	} {
		same(t, row.what, waits(row.spec, row.draws...), row.want)
	}
}

// Computed from Polly's own formula in double precision and given to the
// microsecond, so that is the tolerance. The cap works on the wait, not on what
// is remembered.
func TestPollyAsPublished(t *testing.T) {
	polly := func(longest *time.Duration) Spec {
		return growing(2*sec, func(s *Spec) { s.Jitter, s.Cap = Jitter{Word: "polly"}, longest })
	}
	for _, row := range []struct {
		spec  Spec
		draws []float64
		want  []time.Duration
	}{
		{polly(nil), []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
			[]time.Duration{1794810 * us, 2186007 * us, 4071496 * us, 8091959 * us, 16167263 * us, 32327326 * us}},
		{polly(nil), []float64{0, 0, 0, 0, 0}, []time.Duration{0, 2754365 * us, 2920135 * us, 5731700 * us, 11435614 * us}},
		{polly(nil), []float64{0, 0.999999, 0, 0.999999}, []time.Duration{0, 5674495 * us, 4 * us, 17167298 * us}},
		{polly(span(3 * sec)), []float64{0.5, 0.5, 0.5, 0.5}, []time.Duration{1794810 * us, 2186007 * us, 3 * sec, 3 * sec}},
	} {
		for i, got := range waits(row.spec, row.draws...) {
			if (got - row.want[i]).Abs() > us {
				t.Errorf("retry %d: got %v, want %v", i+1, got, row.want[i])
			}
		}
	}
}

func TestOrderOfCapAndJitter(t *testing.T) {
	for _, row := range []struct {
		order Order
		want  time.Duration
	}{{"cap_then_jitter", 12500 * ms}, {"jitter_then_cap", 10 * sec}} {
		s := growing(40*sec, func(s *Spec) {
			s.Order, s.Cap, s.Jitter = row.order, span(10*sec), Jitter{Times: &[2]float64{1.25, 1.25}}
		})
		same(t, string(row.order), waits(s, 0.5), []time.Duration{row.want})
	}
}

func TestFloorComesLast(t *testing.T) {
	for _, word := range []string{"full", "polly"} { // whose least draw is 0
		s := growing(sec, func(s *Spec) { s.Jitter, s.Floor = Jitter{Word: word}, span(300*ms) })
		same(t, word, waits(s, 0), []time.Duration{300 * ms})
	}
	// Decorrelated jitter remembers what it drew, not what the floor made of it:
	// U(1 s, 3 s) = 1 s again, where from 4 s it would be U(1 s, 12 s).
	s := growing(sec, func(s *Spec) { s.Jitter, s.Floor = Jitter{Word: "decorrelated"}, span(4*sec) })
	same(t, "decorrelated", waits(s, 0, 0.9999, 0), []time.Duration{4 * sec, 4 * sec, 4 * sec})
	b := s.Compile()
	var m Memory
	b.drawn(1, sec, &m, 0)
	if m != Memory(sec) {
		t.Errorf("got %v, want 1s", time.Duration(m))
	}
}

func TestHugeExponentsStop(t *testing.T) {
	for _, row := range []struct {
		what string
		spec Spec
		want time.Duration
	}{
		{"no cap", growing(sec, nil), Forever},
		{"cap", growing(sec, func(s *Spec) { s.Cap = span(8 * sec) }), 8 * sec},
		{"linear", growing(sec, func(s *Spec) { s.Growth = "linear" }), Forever},
		{"polly", growing(sec, func(s *Spec) { s.Jitter = Jitter{Word: "polly"} }), Forever},
		{"added", growing(sec, func(s *Spec) { s.Jitter = Jitter{Add: span(Forever)} }), Forever},
		{"stretched", growing(sec, func(s *Spec) { s.Jitter = Jitter{Plus: share(10)} }), Forever},
		{"shrunk to nothing", growing(sec, func(s *Spec) { s.Factor = 0.5 }), 0},
		{"nothing stays nothing", growing(0, nil), 0},
		{"factor 1", growing(sec, func(s *Spec) { s.Factor = 1 }), sec},
	} {
		b := row.spec.Compile()
		var m Memory
		k := math.MaxInt
		if got := b.drawn(k, b.grown(k, b.first[policies.Timeout]), &m, 0.5); got != row.want {
			t.Errorf("%s: got %v, want %v", row.what, got, row.want)
		}
	}
}

func TestFirstGoesByOutcome(t *testing.T) {
	s := growing(50*ms, func(s *Spec) { s.First[policies.Throttled], s.Cap = sec, span(20*sec) })
	b := s.Compile()
	var m Memory
	for _, row := range []struct {
		k      int
		failed policies.Outcome
		want   time.Duration
	}{{1, policies.Throttled, sec}, {1, policies.ServerError, 50 * ms}, {3, policies.Throttled, 4 * sec}, {3, policies.Timeout, 200 * ms}} {
		if got := b.Wait(row.k, row.failed, &m, 0, 0); got != row.want {
			t.Errorf("retry %d after %v: got %v, want %v", row.k, row.failed, got, row.want)
		}
	}
	// Decorrelated: after a wait of 50 ms a first of 1 s exceeds three times the
	// previous wait, and nothing is below first.
	s.Jitter = Jitter{Word: "decorrelated"}
	b = s.Compile()
	m = Memory(50 * ms)
	if got := b.Wait(2, policies.Throttled, &m, 0, 0); got != sec {
		t.Errorf("got %v, want 1s", got)
	}
}

func TestScheduleRepeatsItsLast(t *testing.T) {
	s := growing(0, func(s *Spec) {
		s.Schedule = []dist.Spec{dist.Of(float64(sec)), dist.Of(float64(2 * sec)), dist.Of(float64(60 * sec))}
		s.Cap, s.Floor = span(30*sec), span(1500*ms)
	})
	b := s.Compile()
	var m Memory
	for k, want := range []time.Duration{1500 * ms, 2 * sec, 30 * sec, 30 * sec} {
		if got := b.Wait(k+1, policies.Reset, &m, 1, 0); got != want {
			t.Errorf("retry %d: got %v, want %v", k+1, got, want)
		}
	}
}

func TestDrawsHaveAnAddress(t *testing.T) {
	full := growing(sec, func(s *Spec) { s.Jitter = Jitter{Word: "full"} }).Compile()
	var m Memory
	key := sim.NewKey(7, 0)
	for index := range uint64(3) {
		want := time.Duration(float64(sec) * key.Uniform(sim.PurposeBackoff, index))
		if got := full.Wait(1, policies.Reset, &m, key, index); got != want {
			t.Errorf("index %d: got %v, want %v", index, got, want)
		}
	}

	// An entry that is drawn and then jittered takes two draws that differ.
	entry := dist.Spec{Kind: dist.Uniform, A: 0, B: float64(sec)}
	both := growing(0, func(s *Spec) { s.Schedule, s.Jitter = []dist.Spec{entry}, Jitter{Word: "full"} }).Compile()
	sampler := entry.Compile()
	drawn := sampler.Duration(key.Child(0), sim.PurposeBackoff, 5)
	want := time.Duration(float64(drawn) * key.Uniform(sim.PurposeBackoff, 5))
	if got := both.Wait(1, policies.Reset, &m, key, 5); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestExp2(t *testing.T) {
	for _, x := range []float64{0, 1e-9, 0.1, 0.5, 0.999999, 1, 7.25, 46.9} {
		if got, want := exp2(x), math.Exp2(x); math.Abs(got-want) > 4e-16*want {
			t.Errorf("2^%v: got %v, want %v", x, got, want)
		}
	}
}

func TestWaitingAllocatesNothing(t *testing.T) {
	b := growing(sec, func(s *Spec) { s.Jitter = Jitter{Word: "polly"} }).Compile()
	var m Memory
	if n := testing.AllocsPerRun(100, func() { b.Wait(3, policies.Reset, &m, 1, 2) }); n != 0 {
		t.Errorf("got %v allocations", n)
	}
}
