package breaker

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Calls to the breaker of Spring Retry, which end at once: admitted or not.
func TestSpringRetry(t *testing.T) {
	type call struct {
		at     time.Duration
		fails  bool
		admits bool
	}
	for _, row := range []struct {
		what  string
		calls []call
	}{
		// Successes do not break the row, and the first rejection starts the time.
		{"three failures within 5 s", []call{
			{0, true, true}, {1 * sec, false, true}, {2 * sec, true, true}, {4 * sec, true, true},
			{4*sec + 1, false, false}, {24*sec + 1, false, false}, {24*sec + 2, true, true},
		}},
		{"counted from the first call", []call{{3 * sec, false, true}, {4 * sec, true, true}, {5 * sec, true, true}, {8 * sec, true, true}, {8 * sec, true, false}}},
		// At 5 s the count goes on, after that it begins anew with the call.
		{"at 5 s", []call{{0, true, true}, {1 * sec, true, true}, {5 * sec, true, true}, {6 * sec, true, false}}},
		{"after 5 s", []call{
			{0, true, true}, {1 * sec, true, true}, {5*sec + 1, true, true}, {6 * sec, true, true}, {10*sec + 1, true, true}, {11 * sec, true, false},
		}},
		// Nobody comes within 5 s of the first call: the time runs from that one.
		{"no rejection soon", []call{{0, true, true}, {0, true, true}, {0, true, true}, {5 * sec, true, false}, {20 * sec, true, false}, {20*sec + 1, true, true}}},
		// Closed, it has its full allowance.
		{"no probes", []call{
			{0, true, true}, {0, true, true}, {0, true, true}, {21 * sec, true, true}, {21 * sec, true, true}, {21 * sec, true, true}, {21 * sec, true, false},
		}},
	} {
		b := library("spring_retry")
		st := b.Fresh(1)
		for i, c := range row.calls {
			o := ok
			if c.fails {
				o = fail
			}
			if got := ends(&b, &st, c.at, o); got != c.admits {
				t.Errorf("%s, call %d: admitted %v, want %v", row.what, i+1, got, c.admits)
			}
		}
	}
}

// Whatever comes, it is against the library's own words: a count and a flag that
// only calls look at.
func TestSpringRetryAgainstItsOwnWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := library("spring_retry")
		st := b.Fresh(1)
		failures, start, open := 0, -6*sec, false
		now := time.Duration(0)
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			now += time.Duration(rapid.IntRange(0, 12).Draw(t, "half seconds")) * sec / 2
			rejects := false
			switch age := now - start; {
			case failures >= 3 && age > 20*sec:
				failures, start, open = 0, now, false
			case failures >= 3 && age < 5*sec:
				if !open {
					open, start = true, now
				}
				rejects = true
			case failures >= 3:
				rejects = true
			case age > 5*sec:
				failures, start = 0, now
			}
			o := rapid.SampledFrom([]bool{true, false}).Draw(t, "fails")
			outcome := ok
			if o {
				outcome = fail
			}
			if admitted := ends(&b, &st, now, outcome); admitted == rejects {
				t.Fatalf("at %v: admitted %v with %d failures since %v", now, admitted, failures, start)
			}
			if !rejects && o {
				failures++
			}
		}
	})
}
