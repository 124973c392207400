package scenario

import (
	"testing"
	"time"

	"herdcast/policies"
	"herdcast/policies/budget"
	"herdcast/policies/retry"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// retrier is the retry layer of a preset with the budget of one process.
type retrier struct {
	retry  retry.Retry
	budget budget.Budget
	state  budget.State
	calls  uint64
}

func newRetrier(t *testing.T, preset string) *retrier {
	t.Helper()
	for _, layer := range presetLayers(t, preset) {
		if layer.Retry != nil {
			return retrierOf(layer.Retry)
		}
	}
	t.Fatalf("%s does not retry", preset)
	panic("unreachable")
}

func retrierOf(spec *retry.Spec) *retrier {
	r := &retrier{retry: spec.Compile()}
	if spec.Budget != nil {
		r.budget = spec.Budget.Compile(spec.On)
		r.state = r.budget.Fresh()
	}
	return r
}

// first decides after the first try of a new call, which failed at once.
func (r *retrier) first(o policies.Outcome, told time.Duration) (time.Duration, retry.Decision, *retry.Memory) {
	r.calls++
	m := new(retry.Memory)
	wait, d := r.retry.Decide(m, r.failure(o, told))
	return wait, d, m
}

func (r *retrier) failure(o policies.Outcome, told time.Duration) *retry.Failure {
	return &retry.Failure{Outcome: o, Told: told, Deadline: sim.Never, Key: sim.NewKey(1, 0).Child(r.calls)}
}

// call makes a call at an instant whose tries end at once, ok after the failures if
// they do not end it before. It gives the tries that were made.
func (r *retrier) call(now time.Duration, failures ...policies.Outcome) (tries int) {
	r.calls++
	var m retry.Memory
	last, all := int64(0), int64(0)
	r.budget.Entered(&r.state, sim.Time(now))
	for i, o := range failures {
		r.budget.Failed(&r.state, sim.Time(now), o, i > 0)
		_, d := r.retry.Decide(&m, r.failure(o, 0))
		if d != retry.Again {
			if d == retry.NotRetryable {
				r.budget.GaveUp(&r.state, sim.Time(now))
			}
			return i + 1
		}
		cost, granted := r.budget.Ask(&r.state, sim.Time(now), o)
		if !granted {
			return i + 1
		}
		last, all = cost, all+cost
		r.budget.Waits(&r.state)
		r.budget.WaitEnds(&r.state)
		r.budget.Begins(&r.state)
	}
	r.budget.Succeeded(&r.state, sim.Time(now), len(failures) > 0, last, all)
	return len(failures) + 1
}

// What each library makes of a wait that it is told, from the rules in its source: the
// least and the most that it then waits before its first retry, or why there is none.
func TestPresetsObeyWhatTheyAreTold(t *testing.T) {
	const (
		throttled   = policies.Throttled
		unavailable = policies.Unavailable
		serverError = policies.ServerError
		ms          = time.Millisecond
		second      = time.Second
	)
	for _, row := range []struct {
		preset      string
		failed      policies.Outcome
		told        time.Duration
		want        retry.Decision
		least, most time.Duration
	}{
		// Five minutes: waited, passed over for half a second, or a reason to give up.
		{"anthropic-go", throttled, 300 * second, retry.Again, 300 * second, 300 * second},
		{"anthropic-ts-2026-08", throttled, 300 * second, retry.Again, 300 * second, 300 * second},
		{"anthropic-ts-1.15", throttled, 300 * second, retry.Again, 300 * second, 300 * second},
		{"anthropic-ts-1.15", throttled, 2147483648 * ms, retry.Again, 375 * ms, 500 * ms},
		{"anthropic-py", throttled, 300 * second, retry.Again, 375 * ms, 500 * ms},
		{"anthropic-py", throttled, 60 * second, retry.Again, 60 * second, 60 * second},
		{"openai-py-2025", throttled, 60*second + ms, retry.Again, 375 * ms, 500 * ms},
		{"openai-py-2026", throttled, 120 * second, retry.Again, 120 * second, 120 * second},
		{"openai-py-2026", throttled, 300 * second, retry.HintTooLong, 0, 0},
		{"openai-node-7", throttled, 60 * second, retry.Again, 60 * second, 60 * second},
		{"openai-node-7", throttled, 61 * second, retry.Again, 375 * ms, 500 * ms},
		{"openai-go-1.12", throttled, 59 * second, retry.Again, 59 * second, 59 * second},
		{"openai-go-1.12", throttled, 60 * second, retry.Again, 375 * ms, 500 * ms},
		{"openai-go-3", throttled, 120 * second, retry.Again, 120 * second, 120 * second},
		{"openai-go-3", throttled, 121 * second, retry.HintTooLong, 0, 0},
		// Shorter than its own wait, and without jitter all the same.
		{"openai-py-2026", throttled, 20 * ms, retry.Again, 20 * ms, 20 * ms},
		// Beyond its own longest wait of 30 s; read of 429 and 503 only.
		{"go-retryablehttp", unavailable, 120 * second, retry.Again, 120 * second, 120 * second},
		{"go-retryablehttp", serverError, 120 * second, retry.Again, second, second},
		{"azcore", throttled, 60 * second, retry.Again, 60 * second, 60 * second},
		{"azcore", throttled, 61 * second, retry.HintTooLong, 0, 0},
		{"cenkalti-v5", throttled, 10 * second, retry.Again, 10 * second, 10 * second},
		{"cenkalti-v4", throttled, 10 * second, retry.Again, 250 * ms, 750 * ms},
		{"grpc-retry", unavailable, 3 * second, retry.Again, 3 * second, 3 * second},
		{"grpc-retry", throttled, 3 * second, retry.NotRetryable, 0, 0},
		{"vercel-ai", throttled, 59 * second, retry.Again, 59 * second, 59 * second},
		{"vercel-ai", throttled, 60 * second, retry.Again, 2 * second, 2 * second},
		// Spread: by up to 0.75 s, a fifth.
		{"litellm-router-2025", throttled, 60 * second, retry.Again, 60 * second, 60750 * ms},
		{"litellm-router-2025", throttled, 61 * second, retry.Again, 500 * ms, 1250 * ms},
		{"gemini-cli", throttled, 40 * second, retry.Again, 40 * second, 48 * second},
		// The larger of it and the own wait.
		{"langchain-js-caller", throttled, 30 * second, retry.Again, 30 * second, 30 * second},
		{"langchain-js-caller", throttled, ms, retry.Again, second, 2 * second},
		{"genkit-retry", throttled, ms, retry.Again, second, 2 * second},
		// At least the own wait of up to 50 ms, at most 5 s more than that.
		{"aws-standard-2.1", unavailable, 1500 * ms, retry.Again, 1500 * ms, 1500 * ms},
		{"aws-standard-2.1", unavailable, 10 * second, retry.Again, 5 * second, 5050 * ms},
		{"aws-standard-2.1", unavailable, 1, retry.Again, 0, 50 * ms},
		{"aws-standard-2.1", throttled, 1, retry.Again, 0, second},
		// Not looked at.
		{"aws-standard-2.0", throttled, 300 * second, retry.Again, 0, second},
		{"google-genai-options", throttled, 300 * second, retry.Again, second, 2 * second},
		{"envoy-default", unavailable, 300 * second, retry.Again, 0, 25 * ms},
		{"temporal-activity", throttled, 300 * second, retry.Again, second, second},
		// Retried only if told a wait.
		{"k8s-client-go", throttled, 0, retry.NotRetryable, 0, 0},
		{"k8s-client-go", throttled, 7 * second, retry.Again, 7 * second, 7 * second},
		{"urllib3-default", unavailable, 0, retry.NotRetryable, 0, 0},
		{"urllib3-default", unavailable, 7 * second, retry.Again, 7 * second, 7 * second},
		// Throttled calls are not retried at all, whatever they are told.
		{"codex-cli", throttled, second, retry.NotRetryable, 0, 0},
		{"langgraph-retry", throttled, second, retry.NotRetryable, 0, 0},
		{"envoy-default", throttled, second, retry.NotRetryable, 0, 0},
		{"istio-default", throttled, second, retry.NotRetryable, 0, 0},
		{"stripe", throttled, second, retry.NotRetryable, 0, 0},
		{"polly-7", throttled, second, retry.NotRetryable, 0, 0},
		// Conflicts are, by those who send keys.
		{"openai-py-2026", policies.Conflict, 0, retry.Again, 375 * ms, 500 * ms},
		{"stripe", policies.Conflict, 0, retry.Again, 500 * ms, 500 * ms},
		{"azcore", policies.Conflict, 0, retry.NotRetryable, 0, 0},
		{"aws-standard-2.1", policies.Conflict, 0, retry.NotRetryable, 0, 0},
	} {
		r := newRetrier(t, row.preset)
		for range 20 {
			wait, d, _ := r.first(row.failed, row.told)
			if d != row.want || d == retry.Again && (wait < row.least || wait > row.most) {
				t.Errorf("%s, %v, told %v: decides %d and waits %v, want %d and %v to %v", row.preset, row.failed, row.told, d, wait, row.want, row.least, row.most)
				break
			}
		}
	}
}

// The wait after a told one of 10 s: that of a second retry, or of a first again.
func TestPresetsStartOverAfterATold(t *testing.T) {
	for preset, want := range map[string][2]time.Duration{
		"cenkalti-v5":    {250 * time.Millisecond, 750 * time.Millisecond},
		"grpc-retry":     {80 * time.Millisecond, 120 * time.Millisecond},
		"openai-py-2026": {750 * time.Millisecond, time.Second},
		"azcore":         {1920 * time.Millisecond, 3120 * time.Millisecond},
	} {
		r := newRetrier(t, preset)
		_, _, m := r.first(policies.Unavailable, 10*time.Second)
		if wait, d := r.retry.Decide(m, r.failure(policies.Unavailable, 0)); d != retry.Again || wait < want[0] || wait > want[1] {
			t.Errorf("%s: decides %d and waits %v, want %v to %v", preset, d, wait, want[0], want[1])
		}
	}
}

// Told 1.5 s by each of three refusals, the clients of one family wait that to the instant,
// twice, and hand up the third: whoever was refused together comes back together.
func TestPresetsToldEachTime(t *testing.T) {
	for _, preset := range []string{
		"openai-py-2025", "openai-py-2026", "openai-node-7", "openai-go-1.12", "openai-go-3",
		"anthropic-py", "anthropic-ts-2026-08", "anthropic-ts-1.15", "anthropic-go",
	} {
		r := newRetrier(t, preset)
		for range 20 {
			const told = 1500 * time.Millisecond
			first, d, m := r.first(policies.Throttled, told)
			second, e := r.retry.Decide(m, r.failure(policies.Throttled, told))
			_, last := r.retry.Decide(m, r.failure(policies.Throttled, told))
			if d != retry.Again || e != retry.Again || last != retry.AttemptsUsedUp || first != told || second != told {
				t.Fatalf("%s: decides %d, %d, %d and waits %v and %v, want twice %v", preset, d, e, last, first, second, told)
			}
		}
	}
}

// The rules 2.1 of AWS with max_backoff = 200 ms and five attempts: 50, 100, 200, 200 ms,
// each times a draw, which is 1 here; and 14 tokens of 500 for each of the four retries.
func TestLongestWaitOfAWS(t *testing.T) {
	spec := presetLayers(t, "aws-standard-2.1")[0].Retry
	longest := 200 * time.Millisecond
	spec.Attempts, spec.Backoff.Cap, spec.Backoff.Jitter.Word = 5, &longest, "none"
	r := retrierOf(spec)
	m := new(retry.Memory)
	for i, want := range []time.Duration{50, 100, 200, 200} {
		wait, d := r.retry.Decide(m, r.failure(policies.Unavailable, 0))
		if d != retry.Again || wait != want*time.Millisecond {
			t.Errorf("wait %d: decides %d and waits %v, want %v ms", i+1, d, wait, int(want))
		}
	}
	if _, d := r.retry.Decide(m, r.failure(policies.Unavailable, 0)); d != retry.AttemptsUsedUp {
		t.Errorf("after five attempts: decides %d", d)
	}
	failed := policies.Unavailable
	if tries := r.call(0, failed, failed, failed, failed, failed); tries != 5 || r.state.Tokens() != 444 {
		t.Errorf("%d tries and %d tokens, want 5 and 444", tries, r.state.Tokens())
	}
}

// A wait that would end at or after the deadline: gRPC sleeps and is cut, Temporal
// gives up at once; and after 15 and 2 minutes cenkalti and api_core do.
func TestPresetsNearTheEnd(t *testing.T) {
	at := func(preset string, now, deadline time.Duration) retry.Decision {
		r := newRetrier(t, preset)
		f := r.failure(policies.Unavailable, 0)
		f.Now = sim.Time(now)
		if deadline > 0 {
			f.Deadline = sim.Time(deadline)
		}
		_, d := r.retry.Decide(new(retry.Memory), f)
		return d
	}
	for _, row := range []struct {
		preset        string
		now, deadline time.Duration
		want          retry.Decision
	}{
		{"grpc-retry", 0, 10 * time.Millisecond, retry.Again},
		{"temporal-activity", 0, time.Second, retry.PastDeadline},
		{"temporal-activity", 0, time.Second + 1, retry.Again},
		{"cenkalti-v5", 15*time.Minute - time.Second, 0, retry.Again}, // at most 0.75 s
		{"cenkalti-v5", 15 * time.Minute, 0, retry.TooLate},
		{"cenkalti-v4", 15 * time.Minute, 0, retry.TooLate},
		{"gax-python", 119 * time.Second, 0, retry.Again}, // at most 1 s
		{"gax-python", 121 * time.Second, 0, retry.TooLate},
	} {
		if got := at(row.preset, row.now, row.deadline); got != row.want {
			t.Errorf("%s at %v: decides %d, want %d", row.preset, row.now, got, row.want)
		}
	}
}

// What budgets of libraries that count tokens hold after calls, one after another, that
// fail as told and then succeed. A call of three failures uses up the three attempts,
// and the third costs nothing more.
func TestPresetsSpendTokens(t *testing.T) {
	const (
		fail    = policies.ServerError
		timeout = policies.Timeout
		limited = policies.Throttled
	)
	type calls [][]policies.Outcome
	for _, row := range []struct {
		preset string
		calls  calls
		tries  int // of the last call
		want   int64
	}{
		{"aws-standard-2.0", calls{{fail, fail}}, 3, 495}, // 495, 490, the last 5 come back
		{"aws-standard-2.0", calls{{fail, fail, fail}}, 3, 490},
		{"aws-standard-2.0", calls{{timeout, timeout, timeout}}, 3, 480},
		{"aws-standard-2.0", calls{{fail, fail, fail}, {}, {}}, 1, 492},
		{"aws-standard-2.0-go", calls{{fail}}, 2, 500},          // 495, then 5 and 1 more, of 500 at most
		{"aws-standard-2.0-go", calls{{fail, fail}}, 3, 496},    // 490, then 5 and 1
		{"aws-standard-2.1", calls{{fail, fail}}, 3, 486},       // 486, 472, the last 14 come back
		{"aws-standard-2.1", calls{{timeout, timeout}}, 3, 486}, // no dearer
		{"aws-standard-2.1", calls{{limited}}, 2, 500},          // 495, 500
		{"aws-standard-2.1", calls{{limited, limited}}, 3, 495}, //
		{"aws-dynamodb-2.1", calls{{fail, fail, fail}}, 4, 472}, // 486, 472, 458, then 14
		{"aws-dynamodb-2.1", calls{{fail, fail, fail, fail}}, 4, 458},
		// gRPC counts thousandths. Four failures of one call leave 6; of the next there is
		// but one try, as 5 is not more than half of 10.
		{"grpc-retry", calls{{policies.Unavailable, policies.Unavailable, policies.Unavailable, policies.Unavailable}}, 4, 6000},
		{"grpc-retry", calls{{policies.Unavailable, policies.Unavailable, policies.Unavailable, policies.Unavailable}, {policies.Unavailable, fail}}, 1, 5000},
		{"grpc-retry", calls{{policies.Unavailable}}, 2, 9100},
		{"grpc-retry", calls{{fail}}, 1, 10000}, // not of the policy: no charge
		{"grpc-retry-old", calls{{policies.Unavailable, policies.Unavailable}}, 3, 8100},
	} {
		r := newRetrier(t, row.preset)
		tries := 0
		for _, failures := range row.calls {
			tries = r.call(0, failures...)
		}
		if tries != row.tries || r.state.Tokens() != row.want {
			t.Errorf("%s, %v: %d tries and %d tokens, want %d and %d", row.preset, row.calls, tries, r.state.Tokens(), row.tries, row.want)
		}
	}
}

// How many retries each library sends from a fresh process while every call fails:
// what it saves, and after that nothing but what time gives back.
func TestPresetsInAnOutage(t *testing.T) {
	for preset, want := range map[string]int{
		"aws-standard-2.0": 100, // 500 of 5
		"aws-standard-2.1": 35,  // 500 of 14 are 35.7
		"grpc-retry":       3,   // the first call has no try after its fourth, and the next leaves 5 of 10
		"finagle-requeue":  100, // 10 a second for 10 s; no success earns more
		"linkerd-profile":  100, // refused calls earn nothing
	} {
		r := newRetrier(t, preset)
		failed := policies.Unavailable
		if preset == "finagle-requeue" {
			failed = policies.Refused
		}
		failures := make([]policies.Outcome, 1000)
		for i := range failures {
			failures[i] = failed
		}
		retries := 0
		for range 400 {
			retries += r.call(0, failures...) - 1
		}
		if retries != want {
			t.Errorf("%s: %d retries, want %d", preset, retries, want)
		}
	}
}

// Finagle: a hundred retries of a fresh budget and a fifth for each request that comes,
// so 200 more for a thousand, until they are older than 10 s.
func TestFinagleBudget(t *testing.T) {
	r := newRetrier(t, "finagle")
	granted := func(now time.Duration, asked int) (n int) {
		for range asked {
			if _, yes := r.budget.Ask(&r.state, sim.Time(now), policies.Refused); yes {
				n++
			}
		}
		return n
	}
	if n := granted(0, 101); n != 100 {
		t.Errorf("fresh: %d, want 100", n)
	}
	for range 1000 {
		r.call(0)
	}
	if n := granted(0, 300); n != 200 {
		t.Errorf("after a thousand requests: %d, want 200", n)
	}
	if n := granted(20*time.Second, 300); n != 100 {
		t.Errorf("20 s later: %d, want 100", n)
	}
}

// Linkerd's and Finagle's ratios as they set them: of a thousand calls that are final 40 % are
// 500 retries by Linkerd, which cuts 2.5 calls for each to 2, and 60 % a thousand.
func TestRatiosOfBudgets(t *testing.T) {
	for _, row := range []struct {
		preset  string
		percent quantity.Share
		want    int // beside the hundred of the floor
	}{{"linkerd-profile", 0.4, 500}, {"linkerd-profile", 0.6, 1000}, {"linkerd-profile", 0.2, 200}, {"finagle", 0.4, 400}, {"finagle", 0.3, 300}} {
		spec := *presetLayers(t, row.preset)[0].Retry
		budget := *spec.Budget
		budget.Percent = &row.percent
		b := budget.Compile(spec.On)
		state := b.Fresh()
		for range 1000 {
			b.Entered(&state, 0)
			b.Succeeded(&state, 0, false, 0, 0)
		}
		n := 0
		for range 2000 {
			if _, yes := b.Ask(&state, 0, policies.Unavailable); yes {
				n++
			}
		}
		if n != row.want+100 {
			t.Errorf("%s at %v: %d retries, want %d and 100", row.preset, row.percent, n, row.want)
		}
	}
}

// Envoy's own limit of 3 and its budget of a fifth, which both count a retry from the
// start of its wait: three while 10 requests are under way, five of 25, twenty of 101.
// The retries in their wait are no requests yet.
func TestEnvoyRetriesAtOnce(t *testing.T) {
	for _, row := range []struct {
		preset       string
		active, want int
	}{{"envoy-default", 10, 3}, {"envoy-default", 1000, 3}, {"envoy-budget", 10, 3}, {"envoy-budget", 24, 5}, {"envoy-budget", 100, 20}} {
		r := newRetrier(t, row.preset)
		for range row.active {
			r.budget.Entered(&r.state, 0)
		}
		n := 0
		for range 100 { // the one being decided has failed and is counted apart
			if _, yes := r.budget.Ask(&r.state, 0, policies.Unavailable); yes {
				r.budget.Waits(&r.state)
				n++
			}
		}
		if n != row.want {
			t.Errorf("%s with %d under way: %d retries, want %d", row.preset, row.active, n, row.want)
		}
	}
}
