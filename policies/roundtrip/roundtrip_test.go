package roundtrip_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/policies/limit"
	"herdcast/policies/rate"
	"herdcast/policies/retry"
	"herdcast/policies/roundtrip"
	"herdcast/policies/throttle"
	"herdcast/policies/timeout"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// reply is what the server of a test does with one request.
type reply struct {
	takes  time.Duration
	status int
	header http.Header
	err    error
}

// server answers the n-th request with the n-th reply, or the last, and notes when
// requests came.
type server struct {
	replies []reply
	mutex   sync.Mutex
	begun   time.Time
	came    []time.Duration
	bodies  []string
}

func serves(replies ...reply) *server { return &server{replies: replies, begun: time.Now()} }

func (s *server) RoundTrip(request *http.Request) (*http.Response, error) {
	s.mutex.Lock()
	r := s.replies[min(len(s.came), len(s.replies)-1)]
	s.came = append(s.came, time.Since(s.begun))
	if request.Body != nil {
		body, _ := io.ReadAll(request.Body)
		s.bodies = append(s.bodies, string(body))
	}
	s.mutex.Unlock()
	select {
	case <-time.After(r.takes):
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
	if r.err != nil {
		return nil, r.err
	}
	header := r.header
	if header == nil {
		header = http.Header{}
	}
	return &http.Response{StatusCode: r.status, Header: header, Body: io.NopCloser(strings.NewReader(""))}, nil
}

func get(t *testing.T, transport http.RoundTripper, ctx context.Context) policies.Outcome {
	t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://dependency/", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := transport.RoundTrip(request)
	if response != nil {
		defer response.Body.Close()
	}
	return roundtrip.OutcomeOf(response, err)
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// steady is a retry of so many attempts that waits 1 s, 2 s, 4 s, …
func steady(attempts int) retry.Spec {
	var s retry.Spec
	s.SetDefaults()
	s.Attempts = quantity.Limit(attempts)
	s.Backoff = backoff.Spec{}
	s.Backoff.SetDefaults()
	for i := range s.Backoff.First {
		s.Backoff.First[i] = time.Second
	}
	return s
}

func after(d time.Duration) timeout.Spec { return timeout.Spec{Max: &d} }

// A failed try is followed by another after 1 s, that by one after 2 s more.
func TestRetryWaitsAsItsPolicySays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serves(reply{status: 503}, reply{status: 500}, reply{status: 200})
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewRetry(steady(4))), t.Context()), policies.OK)
		want(t, "attempts came at", s.came, []time.Duration{0, time.Second, 3 * time.Second})
	})
}

// Retry-After takes the place of the wait, whether in seconds, milliseconds or as
// a date.
func TestRetryHonorsWhatItIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		date := time.Now().Add(10 * time.Second).UTC().Format(http.TimeFormat)
		s := serves(
			reply{status: 429, header: http.Header{"Retry-After": {"3"}}},
			reply{status: 429, header: http.Header{"Retry-After-Ms": {"250"}, "Retry-After": {"1"}}},
			reply{status: 503, header: http.Header{"Retry-After": {date}}},
			reply{status: 200})
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewRetry(steady(4))), t.Context()), policies.OK)
		want(t, "attempts came at", s.came, []time.Duration{0, 3 * time.Second, 3250 * time.Millisecond, 10 * time.Second})
	})
}

// What is not retryable is handed up as it is, and so is the last failure.
func TestRetryGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serves(reply{status: 404})
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewRetry(steady(4))), t.Context()), policies.Semantic)
		want(t, "attempts", len(s.came), 1)
		s = serves(reply{status: 503})
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewRetry(steady(3))), t.Context()), policies.Unavailable)
		want(t, "attempts", len(s.came), 3)
	})
}

// A post that may have landed is not sent again, unless it carries a key; one that
// was refused is.
func TestRetryIsGatedByIdempotency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			status   int
			key      string
			attempts int
		}{{500, "", 1}, {500, "a", 3}, {503, "", 3}} {
			s := serves(reply{status: c.status})
			request, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://dependency/", strings.NewReader("page"))
			if c.key != "" {
				request.Header.Set("Idempotency-Key", c.key)
			}
			response, err := roundtrip.New(s, roundtrip.NewRetry(steady(3))).RoundTrip(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			want(t, fmt.Sprintf("attempts of a post with key %q answered %d", c.key, c.status), len(s.came), c.attempts)
			for _, body := range s.bodies {
				want(t, "body", body, "page")
			}
		}
	})
}

// A budget of 5 tokens, 5 a retry, is spent by the first call; a success without
// retry earns 1.
func TestRetryKeepsToItsBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec, tokens := steady(3), int64(5)
		spec.Budget = &budget.Spec{Tokens: &tokens}
		spec.Budget.SetDefaults()
		spec.Budget.Tokens = &tokens
		s := serves(reply{status: 503})
		transport := roundtrip.New(s, roundtrip.NewRetry(spec))
		get(t, transport, t.Context())
		want(t, "attempts of the first call", len(s.came), 2)
		get(t, transport, t.Context())
		want(t, "attempts of both", len(s.came), 3)
	})
}

// The attempt's timeout below a retry, the whole call's above it: tries at 0, 2 s
// and 5 s would take until 6 s each; the whole is cut at 5.5 s.
func TestTimeoutsCutWhatIsBelow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serves(reply{takes: time.Hour, status: 200})
		begun := time.Now()
		transport := roundtrip.New(s, roundtrip.NewTimeout(after(5500*time.Millisecond), ""), roundtrip.NewRetry(steady(9)), roundtrip.NewTimeout(after(time.Second), ""))
		want(t, "outcome", get(t, transport, t.Context()), policies.Timeout)
		want(t, "attempts came at", s.came, []time.Duration{0, 2 * time.Second, 5 * time.Second})
		want(t, "took", time.Since(begun), 5500*time.Millisecond)
	})
}

// A call that is cut in its wait ends there, with what cut it.
func TestCutsEndWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serves(reply{status: 503})
		ctx, cancel := context.WithTimeout(t.Context(), 1500*time.Millisecond)
		defer cancel()
		begun := time.Now()
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewRetry(steady(9))), ctx), policies.Abandoned)
		want(t, "took", time.Since(begun), 1500*time.Millisecond)
		transport := roundtrip.New(s, roundtrip.NewTimeout(after(1500*time.Millisecond), ""), roundtrip.NewRetry(steady(9)))
		want(t, "outcome under a timeout", get(t, transport, t.Context()), policies.Timeout)
	})
}

// Half of what is left of the task: 10 s leave 5 s.
func TestTimeoutTakesItsShareOfTheTask(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		half := quantity.Share(0.5)
		s := serves(reply{takes: time.Hour, status: 200})
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		begun := time.Now()
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewTimeout(timeout.Spec{ShareOfBudget: &half}, "")), ctx), policies.Timeout)
		want(t, "took", time.Since(begun), 5*time.Second)
	})
}

// Five failures in a row open it for 30 s; the first call after that is the probe.
func TestBreakerFailsFast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spec breaker.Spec
		spec.SetDefaults()
		s := serves(reply{status: 500}, reply{status: 500}, reply{status: 500}, reply{status: 500}, reply{status: 500}, reply{status: 200})
		b := roundtrip.NewBreaker(spec, 1)
		transport := roundtrip.New(s, b)
		for range 5 {
			want(t, "outcome", get(t, transport, t.Context()), policies.ServerError)
		}
		want(t, "phase", b.Phase(), breaker.Open)
		want(t, "outcome", get(t, transport, t.Context()), policies.Rejected)
		time.Sleep(30 * time.Second)
		want(t, "outcome", get(t, transport, t.Context()), policies.OK)
		want(t, "phase", b.Phase(), breaker.Closed)
		want(t, "attempts", len(s.came), 6)
	})
}

// Judged at each half second, it admits a sixth call after the fifth failure, and
// is open from the half second on, whether anybody asks then or not.
func TestBreakerIsJudgedAtTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spec breaker.Spec
		spec.SetDefaults()
		spec.Judged = breaker.Judged{Every: time.Second / 2}
		s := serves(reply{status: 500})
		b := roundtrip.NewBreaker(spec, 1)
		transport := roundtrip.New(s, b)
		for range 6 {
			want(t, "outcome", get(t, transport, t.Context()), policies.ServerError)
		}
		time.Sleep(time.Second/2 - 1)
		want(t, "phase", b.Phase(), breaker.Closed)
		time.Sleep(time.Nanosecond)
		want(t, "phase", b.Phase(), breaker.Open)
		time.Sleep(30*time.Second - 1)
		want(t, "outcome", get(t, transport, t.Context()), policies.Rejected)
		time.Sleep(time.Nanosecond)
		want(t, "outcome", get(t, transport, t.Context()), policies.ServerError)
		want(t, "attempts", len(s.came), 7)
	})
}

// One permit, a patience of 3 s, calls of 2 s: of three at once the first goes at
// 0, the second at 2 s, the third leaves at 3 s.
func TestLimitMakesCallsWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spec limit.Spec
		spec.SetDefaults()
		spec.Max = 1
		spec.Wait.For = dist.Of(float64(3 * time.Second))
		s := serves(reply{takes: 2 * time.Second, status: 200})
		transport := roundtrip.New(s, roundtrip.NewLimit(spec))
		var calls sync.WaitGroup
		outcomes := make([]policies.Outcome, 3)
		for i := range outcomes {
			calls.Go(func() {
				time.Sleep(time.Duration(i)) // in this order
				outcomes[i] = get(t, transport, t.Context())
			})
		}
		calls.Wait()
		want(t, "outcomes", outcomes, []policies.Outcome{policies.OK, policies.OK, policies.Rejected})
		want(t, "attempts came at", s.came, []time.Duration{0, 2 * time.Second})
		want(t, "outcome later", get(t, transport, t.Context()), policies.OK)
	})
}

// Throttled before anything is measured, a rate that adapts lets half a call a second
// pass: the second call goes after 2 s.
func TestAdaptiveRateFollowsThrottling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serves(reply{status: 429}, reply{status: 200})
		transport := roundtrip.New(s, roundtrip.NewRate(rate.Spec{Adaptive: "cubic"}))
		begun := time.Now()
		want(t, "first", get(t, transport, t.Context()), policies.Throttled)
		want(t, "second", get(t, transport, t.Context()), policies.OK)
		want(t, "took", time.Since(begun), 2*time.Second)
	})
}

// An adaptive limit of 2 grows by successes: of six calls of 1 s at once two go at 0
// and the others at 1 s, for the first answer makes room for three, the next for four.
func TestAdaptiveLimitGrows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		two, one := 2, 1
		var spec limit.Spec
		spec.SetDefaults()
		spec.Adaptive, spec.Wait = &limit.Adaptive{Kind: "aimd", Initial: &two, Min: &one}, policies.Wait{Forever: true}
		spec.Adaptive.Complete()
		s := serves(reply{takes: time.Second, status: 200})
		transport := roundtrip.New(s, roundtrip.NewLimit(spec))
		begun := time.Now()
		var calls sync.WaitGroup
		for range 12 {
			calls.Go(func() { get(t, transport, t.Context()) })
		}
		calls.Wait()
		if took := time.Since(begun); took >= 6*time.Second { // what two permits take for twelve calls
			t.Errorf("took %v, want less than 6s", took)
		}
	})
}

// Two a second, one at once: calls at 0 go at 0, 0.5 s and 1 s.
func TestRateSpacesCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spec rate.Spec
		spec.SetDefaults()
		spec.Limit = &quantity.Rate{Count: 2, Per: time.Second}
		s := serves(reply{status: 200})
		transport := roundtrip.New(s, roundtrip.NewRate(spec))
		var calls sync.WaitGroup
		for range 3 {
			calls.Go(func() { get(t, transport, t.Context()) })
		}
		calls.Wait()
		want(t, "attempts came at", s.came, []time.Duration{0, 500 * time.Millisecond, time.Second})
	})
}

// With k = 2 and everything refused, requests turn away with n/(n+1) after n
// refusals: the first always passes, and of 200 about 1 + ½ + ⅓ + … pass.
func TestThrottleTurnsAwayWhatWouldBeRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var spec throttle.Spec
		spec.SetDefaults()
		s := serves(reply{status: 503})
		transport := roundtrip.Seeded(1, s, roundtrip.NewThrottle(spec))
		for range 200 {
			get(t, transport, t.Context())
		}
		if n := len(s.came); n < 2 || n > 14 { // 5.9 in the mean, standard deviation below 2.1
			t.Errorf("%d of 200 requests passed, want about 6", n)
		}
	})
}

func TestOutcomesOfErrors(t *testing.T) {
	for _, c := range []struct {
		err  error
		want policies.Outcome
	}{
		{errors.New("broken pipe"), policies.Reset},
		{context.Canceled, policies.Abandoned},
		{&roundtrip.TimedOut{After: time.Second}, policies.Timeout},
		{fmt.Errorf("wrapped: %w", &roundtrip.Rejection{Layer: "limit"}), policies.Rejected},
	} {
		want(t, c.err.Error(), roundtrip.OutcomeOf(nil, c.err), c.want)
	}
}

// The first copy takes 10 s, the second, sent after 1 s, takes 2 s: answered at
// 3 s, and the first is cut.
func TestHedgeTakesTheFirstSuccess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := hedge.Spec{After: hedge.After{Delay: time.Second}}
		spec.SetDefaults()
		s := serves(reply{takes: 10 * time.Second, status: 200}, reply{takes: 2 * time.Second, status: 200})
		begun := time.Now()
		want(t, "outcome", get(t, roundtrip.New(s, roundtrip.NewHedge(spec)), t.Context()), policies.OK)
		want(t, "took", time.Since(begun), 3*time.Second)
		want(t, "attempts came at", s.came, []time.Duration{0, time.Second})
	})
}

// By a quantile: twenty answers of 1 s, then one of 10 s, whose copy goes after 1 s
// and takes 1 s.
func TestHedgeLearnsWhenToSend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := hedge.Spec{After: hedge.After{Quantile: 0.95}}
		spec.SetDefaults()
		var replies []reply
		for range 20 {
			replies = append(replies, reply{takes: time.Second, status: 200})
		}
		s := serves(append(replies, reply{takes: 10 * time.Second, status: 200}, reply{takes: time.Second, status: 200})...)
		transport := roundtrip.New(s, roundtrip.NewHedge(spec))
		for range 20 {
			get(t, transport, t.Context())
		}
		begun := time.Now()
		want(t, "outcome", get(t, transport, t.Context()), policies.OK)
		want(t, "took", time.Since(begun), 2*time.Second)
	})
}

// What a failed copy does. The first fails after 0.5 s, the second would succeed
// after 1 s: `next` sends it at once, so 1.5 s; `wait` has none under way and ends,
// `fail` too, and `next` after a failure that is not in `on`.
func TestHedgeReactsToFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			word    hedge.OnFailure
			on      policies.Set
			outcome policies.Outcome
			took    time.Duration
		}{
			{"next", policies.All, policies.OK, 1500 * time.Millisecond},
			{"wait", policies.All, policies.ServerError, 500 * time.Millisecond},
			{"fail", policies.All, policies.ServerError, 500 * time.Millisecond},
			{"next", policies.SetOf(policies.Unavailable), policies.ServerError, 500 * time.Millisecond},
		} {
			spec := hedge.Spec{After: hedge.After{Delay: time.Second}}
			spec.SetDefaults()
			spec.OnFailure, spec.On = c.word, c.on
			s := serves(reply{takes: 500 * time.Millisecond, status: 500}, reply{takes: time.Second, status: 200})
			begun := time.Now()
			want(t, "outcome of "+string(c.word), get(t, roundtrip.New(s, roundtrip.NewHedge(spec)), t.Context()), c.outcome)
			want(t, "time of "+string(c.word), time.Since(begun), c.took)
		}
	})
}

// A post without key is not hedged.
func TestHedgeSparesEffects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		spec := hedge.Spec{After: hedge.After{Delay: time.Second}}
		spec.SetDefaults()
		s := serves(reply{takes: 10 * time.Second, status: 200})
		request, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://dependency/", strings.NewReader("page"))
		response, err := roundtrip.New(s, roundtrip.NewHedge(spec)).RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		want(t, "attempts", len(s.came), 1)
	})
}
