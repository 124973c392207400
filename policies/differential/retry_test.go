package differential

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/avast/retry-go/v4"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	backoff4 "github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/googleapis/gax-go/v2"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"pgregory.net/rapid"

	"herdcast/policies"
	ours "herdcast/policies/retry"
	"herdcast/sim"
)

// answer is how one attempt ends, at once.
type answer struct {
	outcome policies.Outcome
	told    time.Duration // of a refusal, in whole seconds; 0: none
}

func (a answer) Error() string { return a.outcome.String() }

// http gives the answer as a response.
func (a answer) http(request *http.Request) (*http.Response, error) {
	code := map[policies.Outcome]int{policies.OK: 200, policies.Throttled: 429, policies.Unavailable: 503, policies.ServerError: 500, policies.Conflict: 409, policies.Semantic: 404}[a.outcome]
	if code == 0 {
		return nil, errors.New("connection reset")
	}
	response := &http.Response{StatusCode: code, Body: http.NoBody, Header: http.Header{}, Request: request}
	if a.told > 0 {
		response.Header.Set("Retry-After", strconv.Itoa(int(a.told/time.Second)))
	}
	return response, nil
}

// dependency answers one attempt after another, ok when it has no more to say.
type dependency struct {
	answers  []answer
	attempts []time.Time
}

func (d *dependency) next() answer {
	d.attempts = append(d.attempts, time.Now())
	if n := len(d.attempts); n <= len(d.answers) {
		return d.answers[n-1]
	}
	return answer{}
}

// call is an attempt of a library that retries functions.
func (d *dependency) call() error {
	if a := d.next(); a.outcome != policies.OK {
		return a
	}
	return nil
}

// RoundTrip is an attempt of a library that retries requests.
func (d *dependency) RoundTrip(request *http.Request) (*http.Response, error) {
	return d.next().http(request)
}

// Do is the same to azcore.
func (d *dependency) Do(request *http.Request) (*http.Response, error) { return d.RoundTrip(request) }

const url = "http://dependency/"

// library is one that retries, with the preset that stands for it.
type library struct {
	preset   string
	outcomes []policies.Outcome // that it can be shown
	told     bool               // it can be told waits
	run      func(*dependency)
}

var http1 = []policies.Outcome{policies.OK, policies.Throttled, policies.Unavailable, policies.ServerError, policies.Reset, policies.Conflict, policies.Semantic}

var libraries = []library{
	{"cenkalti-v4", []policies.Outcome{policies.OK, policies.ServerError}, false, func(d *dependency) {
		backoff4.Retry(d.call, backoff4.NewExponentialBackOff())
	}},
	{"cenkalti-v5", []policies.Outcome{policies.OK, policies.Throttled}, true, func(d *dependency) {
		backoff5.Retry(context.Background(), func() (int, error) {
			a := d.next()
			switch {
			case a.outcome == policies.OK:
				return 0, nil
			case a.told > 0:
				return 0, backoff5.RetryAfter(int(a.told / time.Second))
			}
			return 0, a
		})
	}},
	{"avast-retry-go", []policies.Outcome{policies.OK, policies.ServerError}, false, func(d *dependency) { retry.Do(d.call) }},
	{"failsafe-go-retry", []policies.Outcome{policies.OK, policies.ServerError}, false, func(d *dependency) {
		failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(d.call)
	}},
	{"go-retryablehttp", http1, true, func(d *dependency) {
		client := retryablehttp.NewClient()
		client.Logger, client.HTTPClient = nil, &http.Client{Transport: d}
		if response, err := client.Get(url); err == nil {
			response.Body.Close()
		}
	}},
	{"azcore", http1, true, func(d *dependency) {
		pipeline := runtime.NewPipeline("differential", "v1", runtime.PipelineOptions{}, &policy.ClientOptions{Transport: d})
		request, err := runtime.NewRequest(context.Background(), http.MethodGet, url)
		if err != nil {
			panic(err)
		}
		pipeline.Do(request)
	}},
	{"gax-go", []policies.Outcome{policies.OK, policies.Unavailable, policies.Semantic}, false, func(d *dependency) {
		retries := gax.WithRetry(func() gax.Retryer { return gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{}) })
		gax.Invoke(context.Background(), func(context.Context, gax.CallSettings) error {
			switch d.next().outcome {
			case policies.OK:
				return nil
			case policies.Unavailable:
				return status.Error(codes.Unavailable, "")
			}
			return status.Error(codes.InvalidArgument, "")
		}, retries)
	}},
}

// Each library and its preset make the same of the same answers: another attempt or
// none, after a wait that is the told one or between the preset's bounds.
func TestRetries(t *testing.T) {
	for _, l := range libraries {
		t.Run(l.preset, func(t *testing.T) {
			outermost := layer(t, l.preset)
			rapid.Check(t, func(r *rapid.T) {
				d := &dependency{}
				for range rapid.IntRange(0, 14).Draw(r, "answers") {
					a := answer{outcome: rapid.SampledFrom(l.outcomes).Draw(r, "outcome")}
					if l.told && (a.outcome == policies.Throttled || a.outcome == policies.Unavailable) {
						a.told = time.Duration(rapid.IntRange(0, 70).Draw(r, "told")) * time.Second
					}
					d.answers = append(d.answers, a)
				}
				synctest.Test(t, func(*testing.T) { l.run(d) })
				if differs := compare(outermost.Retry, d); differs != "" {
					r.Fatal(differs)
				}
			})
		})
	}
}

// compare lets a policy decide after each attempt of a library.
func compare(spec *ours.Spec, d *dependency) string {
	compiled, waits := spec.Compile(), spec.Backoff.Compile()
	began := d.attempts[0]
	var m ours.Memory
	for i, at := range d.attempts {
		var a answer
		if i < len(d.answers) {
			a = d.answers[i]
		}
		more := i+1 < len(d.attempts)
		if a.outcome == policies.OK {
			if more {
				return fmt.Sprintf("attempt %d was ok, but there is another", i+1)
			}
			return ""
		}
		k := int(m.Waits) + 1
		wait, decision := compiled.Decide(&m, &ours.Failure{Now: sim.Time(at.Sub(began)), Outcome: a.outcome, Told: a.told, Deadline: sim.Never})
		if (decision == ours.Again) != more {
			return fmt.Sprintf("after attempt %d (%v, told %v) we decide %d, another attempt: %v", i+1, a.outcome, a.told, decision, more)
		}
		if !more {
			return ""
		}
		least, most := waits.Bounds(k)
		if wait < least || wait > most { // told
			least, most = wait, wait
		} else if a.told > 0 && wait == a.told {
			least, most = wait, wait
		}
		if got := d.attempts[i+1].Sub(at); got < least-1 || got > most+1 { // to a nanosecond: they cut where we round
			return fmt.Sprintf("after attempt %d (%v, told %v) it waited %v, we %v to %v", i+1, a.outcome, a.told, got, least, most)
		}
	}
	return ""
}

// The waits of AWS's standard mode double to the fifth, which is 20 s without jitter.
func TestWaitsOfAWS(t *testing.T) {
	outermost := layer(t, "aws-standard-2.0-go")
	waits, theirs := outermost.Retry.Backoff.Compile(), awsretry.NewExponentialJitterBackoff(awsretry.DefaultMaxBackoff)
	for k := 1; k <= 7; k++ {
		least, most := waits.Bounds(k)
		for range 200 {
			if got, err := theirs.BackoffDelay(k, errors.New("failed")); err != nil || got < least || got > most {
				t.Errorf("wait %d is %v (%v), ours %v to %v", k, got, err, least, most)
			}
		}
	}
}
