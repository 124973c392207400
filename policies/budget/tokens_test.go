package budget

import (
	"flag"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"herdcast/policies"
)

func init() { flag.Set("rapid.seed", "1") }

func aws(change func(*Spec)) Spec {
	size, ten := int64(500), int64(10)
	var s Spec
	s.SetDefaults()
	s.Tokens, s.Timeout = &size, &ten
	if change != nil {
		change(&s)
	}
	return s
}

// call runs one call through a budget: it fails as told until it is refused a
// retry, and succeeds after the failures unless it is lost.
func call(b *Budget, st *State, lost bool, failures ...policies.Outcome) (balances []int64) {
	last, all := int64(0), int64(0)
	for i, failed := range failures {
		if lost && i == len(failures)-1 {
			break // attempts used up: nobody asks
		}
		cost, granted := b.Ask(st, 0, failed)
		balances = append(balances, st.Tokens())
		if !granted {
			return balances
		}
		last, all = cost, all+cost
	}
	if !lost {
		b.Succeeded(st, 0, len(failures) > 0, last, all)
		balances = append(balances, st.Tokens())
	}
	return balances
}

func TestBalances(t *testing.T) {
	fail, timeout, throttled := policies.ServerError, policies.Timeout, policies.Throttled
	start := func(n int64) func(*Spec) { return func(s *Spec) { s.Start = &n } }
	gives := func(g GiveBack) func(*Spec) {
		return func(s *Spec) { *s = aws(nil); s.GiveBack = g; s.Earn = 2; n := int64(400); s.Start = &n }
	}
	byOutcome := func(s *Spec) { // rules of 2026: throttling costs 5, all else 14
		s.Timeout = nil
		for o := range s.Cost {
			s.Cost[o] = 14
		}
		s.Cost[throttled] = 5
	}
	for _, row := range []struct {
		what     string
		change   func(*Spec)
		lost     bool
		failures []policies.Outcome
		want     []int64
	}{
		{"fail, fail, success", nil, false, []policies.Outcome{fail, fail}, []int64{495, 490, 495}},
		{"fail three times", nil, true, []policies.Outcome{fail, fail, fail}, []int64{495, 490}},
		{"time out three times", nil, true, []policies.Outcome{timeout, timeout, timeout}, []int64{490, 480}},
		{"success in a full bucket", nil, false, nil, []int64{500}},
		{"success", start(499), false, nil, []int64{500}},
		{"refused takes nothing", start(4), false, []policies.Outcome{fail}, []int64{4}},
		{"exactly enough", start(5), false, []policies.Outcome{fail}, []int64{0, 5}},
		{"by outcome", byOutcome, false, []policies.Outcome{fail, fail}, []int64{486, 472, 486}},
		{"throttled, success", byOutcome, false, []policies.Outcome{throttled}, []int64{495, 500}},
		{"20 tokens for two of 14", func(s *Spec) { byOutcome(s); start(20)(s) }, false, []policies.Outcome{fail, fail}, []int64{6, 6}},
		{"gives back the last", gives("last"), false, []policies.Outcome{fail, timeout}, []int64{395, 385, 395}},
		{"gives back all", gives("all"), false, []policies.Outcome{fail, timeout}, []int64{395, 385, 400}},
		{"earns", gives("earn"), false, []policies.Outcome{fail, timeout}, []int64{395, 385, 387}},
		{"gives back the last and earns", gives("last_and_earn"), false, []policies.Outcome{fail, timeout}, []int64{395, 385, 397}},
		{"gives nothing back", gives("nothing"), false, []policies.Outcome{fail, timeout}, []int64{395, 385, 385}},
		{"earns without retry", gives("nothing"), false, nil, []int64{402}},
		{"starts no fuller than full", start(900), false, []policies.Outcome{fail}, []int64{495, 500}},
	} {
		b := aws(row.change).Compile(policies.Retryable)
		st := b.Fresh()
		got := call(&b, &st, row.lost, row.failures...)
		if fmt.Sprint(got) != fmt.Sprint(row.want) {
			t.Errorf("%s: got %v, want %v", row.what, got, row.want)
		}
	}
}

// 50 calls that fail for good drain a full bucket, 25 if they time out; from
// then on no retry is granted until five successes have earned one.
func TestOutageDrainsTheBucket(t *testing.T) {
	for _, row := range []struct {
		failed policies.Outcome
		calls  int
	}{{policies.Unavailable, 50}, {policies.Timeout, 25}} {
		b := aws(nil).Compile(policies.Retryable)
		st := b.Fresh()
		for n := 1; n <= row.calls; n++ {
			if st.Tokens() == 0 {
				t.Fatalf("%v: empty before call %d", row.failed, n)
			}
			call(&b, &st, true, row.failed, row.failed, row.failed)
		}
		if st.Tokens() != 0 {
			t.Errorf("%v: got %d tokens, want 0", row.failed, st.Tokens())
		}
		for n := 1; n <= 5; n++ {
			if _, granted := b.Ask(&st, 0, policies.Unavailable); granted {
				t.Errorf("%v: a retry after %d successes", row.failed, n-1)
			}
			b.Succeeded(&st, 0, false, 0, 0)
		}
		if _, granted := b.Ask(&st, 0, policies.Unavailable); !granted {
			t.Errorf("%v: no retry after 5 successes", row.failed)
		}
	}
}

func TestChargesAfterWait(t *testing.T) {
	before, after := aws(nil).Compile(policies.Retryable), aws(func(s *Spec) { s.Charge = "after_wait" }).Compile(policies.Retryable)
	if before.ChargesAfterWait() || !after.ChargesAfterWait() {
		t.Errorf("got %v and %v, want false and true", before.ChargesAfterWait(), after.ChargesAfterWait())
	}
}

// Whatever calls do, the bucket stays within [0, size], a refusal changes
// nothing, and a grant takes exactly its cost.
func TestBucketStaysWithinItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Spec
		s.SetDefaults()
		size := rapid.Int64Range(0, 50).Draw(t, "size")
		s.Tokens = &size
		s.Earn = rapid.Int64Range(0, 5).Draw(t, "earn")
		s.GiveBack = rapid.SampledFrom([]GiveBack{"last", "all", "earn", "last_and_earn", "nothing"}).Draw(t, "give back")
		for o := range s.Cost {
			s.Cost[o] = rapid.Int64Range(0, 20).Draw(t, "cost")
		}
		b := s.Compile(policies.Retryable)
		st := b.Fresh()
		for range rapid.IntRange(1, 60).Draw(t, "calls") {
			last, all, retried := int64(0), int64(0), false
			for range rapid.IntRange(0, 4).Draw(t, "failures") {
				before := st.Tokens()
				failed := policies.Outcome(rapid.IntRange(1, int(policies.Rejected)).Draw(t, "failed"))
				cost, granted := b.Ask(&st, 0, failed)
				if granted != (before >= s.Cost[failed]) || before-cost != st.Tokens() || granted && cost != s.Cost[failed] {
					t.Fatalf("with %d tokens a cost of %d: took %d, left %d, granted %v", before, s.Cost[failed], cost, st.Tokens(), granted)
				}
				if !granted {
					break
				}
				last, all, retried = cost, all+cost, true
			}
			if rapid.Bool().Draw(t, "succeeds") {
				b.Succeeded(&st, 0, retried, last, all)
			}
			if st.Tokens() < 0 || st.Tokens() > size {
				t.Fatalf("%d tokens in a bucket of %d", st.Tokens(), size)
			}
		}
	})
}

// Two retries of one call, of which the success gives the last back.
func Example() {
	var s Spec
	s.SetDefaults()
	size := int64(500)
	s.Tokens = &size
	b := s.Compile(policies.Retryable)
	st := b.Fresh()

	first, _ := b.Ask(&st, 0, policies.Unavailable)
	second, _ := b.Ask(&st, 0, policies.Unavailable)
	fmt.Println(st.Tokens())
	b.Succeeded(&st, 0, true, second, first+second)
	fmt.Println(st.Tokens())
	// Output:
	// 490
	// 495
}
