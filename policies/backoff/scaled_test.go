package backoff

import (
	"testing"
	"time"
)

// First 1 s, 100 ms, doubled: the first wait is of [1, 1.1] s, for none is below first; the
// second of 2 s ± 0.2 s; the third of 4 s ± 0.4 s, of which a cap of 4.1 s leaves [3.6, 4.1].
func TestScaledJitter(t *testing.T) {
	longest := 4100 * time.Millisecond
	jitter := 100 * time.Millisecond
	s := Spec{Factor: 2, Growth: "exponential", Cap: &longest, Jitter: Jitter{Scaled: &jitter}}
	for o := range s.First {
		s.First[o] = time.Second
	}
	b := s.Compile()
	for k, want := range [][3]time.Duration{{1000, 1050, 1100}, {1800, 2000, 2200}, {3600, 3850, 4100}, {3700, 3900, 4100}} {
		for i, u := range []float64{0, 0.5, 1} {
			d := b.grown(k+1, time.Second)
			if got := b.scaledOver(d, time.Second, u); got != want[i]*time.Millisecond {
				t.Errorf("wait %d with a draw of %v: got %v, want %d ms", k+1, u, got, want[i])
			}
		}
		if least, most := b.Bounds(k + 1); least != want[0]*time.Millisecond || most != want[2]*time.Millisecond {
			t.Errorf("wait %d: bounds %v and %v", k+1, least, most)
		}
	}
}

// Neither a huge jitter nor a huge wait overflows, and a first of nothing waits nothing.
func TestScaledJitterIsBounded(t *testing.T) {
	for _, row := range []struct{ first, jitter, most time.Duration }{
		{time.Nanosecond, Forever, Forever}, {Forever, Forever, Forever}, {time.Second, Forever / 2, Forever}, {0, time.Second, 0},
	} {
		s := Spec{Factor: 10, Growth: "exponential", Jitter: Jitter{Scaled: &row.jitter}}
		for o := range s.First {
			s.First[o] = row.first
		}
		b := s.Compile()
		if least, most := b.Bounds(30); least < 0 || least < row.first || most != row.most {
			t.Errorf("%+v: bounds %v and %v", row, least, most)
		}
	}
}
