package differential

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"herdcast/experiments/emulate"
	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
	"herdcast/models/metric"
)

// caller is a real HTTP client, with the preset that stands for it.
type caller struct {
	preset string
	// post makes one call over a transport, each attempt of which may take so long, and
	// tells whether it succeeded.
	post func(over http.RoundTripper, timeout time.Duration, header map[string]string) bool
}

const key = "Idempotency-Key"

var callers = []caller{
	{"go-retryablehttp", func(over http.RoundTripper, timeout time.Duration, header map[string]string) bool {
		c := retryablehttp.NewClient()
		c.Logger, c.HTTPClient = nil, &http.Client{Transport: over, Timeout: timeout}
		request, err := retryablehttp.NewRequest(http.MethodPost, url+"pay", nil)
		if err != nil {
			panic(err)
		}
		for name, value := range header {
			request.Header.Set(name, value)
		}
		response, err := c.Do(request)
		if err != nil {
			return false
		}
		io.Copy(io.Discard, response.Body) // so that its connection is used again
		response.Body.Close()
		return response.StatusCode == http.StatusOK
	}},
	{"azcore", func(over http.RoundTripper, timeout time.Duration, header map[string]string) bool {
		pipeline := runtime.NewPipeline("differential", "v1", runtime.PipelineOptions{}, &policy.ClientOptions{
			Transport: &http.Client{Transport: over}, Retry: policy.RetryOptions{TryTimeout: timeout},
		})
		request, err := runtime.NewRequest(context.Background(), http.MethodPost, url+"pay")
		if err != nil {
			panic(err)
		}
		for name, value := range header {
			request.Raw().Header.Set(name, value)
		}
		response, err := pipeline.Do(request)
		return err == nil && response.StatusCode == http.StatusOK
	}},
	{"openai-go-3", func(over http.RoundTripper, timeout time.Duration, header map[string]string) bool {
		options := []option.RequestOption{option.WithAPIKey("none"), option.WithBaseURL(url), option.WithHTTPClient(&http.Client{Transport: over, Timeout: timeout})}
		for name, value := range header {
			options = append(options, option.WithHeader(name, value))
		}
		c := openai.NewClient(options...)
		var answer map[string]string
		return c.Post(context.Background(), "pay", nil, &answer) == nil
	}},
}

// patience is how long an attempt may take.
const patience = 700 * time.Millisecond

// troubles are scenarios of one call, whose attempts take 20 ms where they are served.
// They begin and end where no wait of any of the clients can end, so that jitter
// decides nothing but the time.
var troubles = map[string]string{
	"all is well":         "",
	"unavailable":         "faults: [{at: 0s, for: 1100ms, closed: {status: unavailable}}]",
	"unavailable for all": "faults: [{at: 0s, closed: {status: unavailable}}]",
	"errors":              "faults: [{at: 0s, for: 1100ms, errors: {}}]",
	"semantic":            "faults: [{at: 0s, errors: {status: semantic}}]",
	"conflict":            "faults: [{at: 0s, for: 300ms, errors: {status: conflict}}]",
	"told 3 s":            "faults: [{at: 0s, for: 2s, closed: {hint: 3s}}]",
	"told 90 s":           "faults: [{at: 0s, for: 2s, closed: {hint: 90s}}]",
	"told 121 s":          "faults: [{at: 0s, for: 2s, closed: {hint: 121s}}]",
	"resets":              "faults: [{at: 0s, for: 1100ms, down: reset}]",
	"hangs":               "faults: [{at: 0s, for: 1s, down: hang}]",
	"replies are lost":    "faults: [{at: 0s, for: 1s, lose_replies: 100%}]",
}

func (c *caller) scenario(t *testing.T, trouble, key string, set ...string) *scenario.Scenario {
	t.Helper()
	text := fmt.Sprintf(`version: 1
run: {duration: 5m, replications: 1}
fleet: [{agents: 1, tasks: 1, policy: p, model: stop}]
policies: {p: [{preset: %s}, {timeout: %v}]}
tools: {pay: {effect: true, key: %s, service: 20ms}}
%s
`, c.preset, patience, key, trouble)
	s, err := scenario.Read("test.yaml", []byte(text), scenario.Options{Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// call is what became of a call.
type call struct {
	succeeded, requests float64
	landed, duplicates  float64
	took                time.Duration
	shortest, longest   time.Duration // of simulated ones
}

// simulated gives what becomes of the call where the preset makes it, with many seeds.
func (c *caller) simulated(t *testing.T, trouble, key string) (all call) {
	t.Helper()
	const seeds = 40
	for seed := range seeds {
		r, err := replicate.Run(t.Context(), c.scenario(t, trouble, key, fmt.Sprintf("run.seed=%d", seed+1)), replicate.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		value := func(name string) float64 {
			m := r.Measures[name]
			if m.Value == nil {
				t.Fatalf("no %s: %s", name, m.Why)
			}
			return *m.Value
		}
		one := call{
			succeeded: value("calls.succeeded"), requests: value("attempts"),
			landed: value("effects.landed"), duplicates: value("effects.duplicates"),
		}
		took := time.Duration(value("tasks.duration.max")*1e9 + 0.5)
		if seed == 0 {
			all = one
			all.shortest, all.longest = took, took
		}
		all.shortest, all.longest = min(all.shortest, took), max(all.longest, took)
		if one.succeeded != all.succeeded || one.requests != all.requests || one.landed != all.landed || one.duplicates != all.duplicates {
			t.Fatalf("jitter decides: %+v and %+v", one, all)
		}
	}
	return all
}

// pipes is a network in memory, which synctest can see through.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.dialled:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { close(p.closed); return nil }

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

func (p *pipes) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.dialled <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// against runs calls against the emulated dependency of a scenario, over HTTP on a
// listener, and counts the requests that reach it.
func against(t *testing.T, s *scenario.Scenario, listener net.Listener, calls func()) (requests float64, measured map[string]float64) {
	t.Helper()
	d, err := emulate.Start(&s.Spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var seen atomic.Int64
	handler := emulate.NewHandler(d, &s.Spec)
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Add(1)
		handler.ServeHTTP(w, r)
	})}
	ctx, stop := context.WithCancel(t.Context())
	served, ran := make(chan error, 1), make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	go func() { ran <- d.Run(ctx) }()
	calls()
	stop()
	if err := <-ran; !errors.Is(err, context.Canceled) {
		t.Errorf("the run ended with %v", err)
	}
	server.Close()
	<-served
	measured = map[string]float64{}
	for _, v := range d.Observe().Values {
		if v.Part == metric.Whole {
			measured[v.Name] = v.Value
		}
	}
	return float64(seen.Load()), measured
}

// real makes the call with the real client, over HTTP and under fake time.
func (c *caller) real(t *testing.T, trouble, key string, header map[string]string) (one call) {
	synctest.Test(t, func(t *testing.T) {
		network := newPipes()
		// Each attempt has a connection of its own: see TestNetHTTPSendsAgain.
		over := &http.Transport{DialContext: network.Dial, DisableKeepAlives: true}
		var measured map[string]float64
		one.requests, measured = against(t, c.scenario(t, trouble, key), network, func() {
			began := time.Now()
			if c.post(over, patience, header) {
				one.succeeded = 1
			}
			one.took = time.Since(began)
			time.Sleep(time.Second) // for what is still inside
		})
		one.landed, one.duplicates = measured["effects.landed"], measured["effects.duplicates"]
	})
	return one
}

// A real client against the emulated dependency does what its preset does in the
// simulation of the same scenario: as many requests, the same outcome, as many
// effects, and in the same time. Time is fake, so nothing is late and a wait without
// jitter is exact. Where there is jitter, the time lies between the shortest and the
// longest of forty simulated calls, give or take a quarter of what lies between:
// a wait is spread evenly, so more than that cannot be missing at either end.
func TestClients(t *testing.T) {
	for _, c := range callers {
		for name, trouble := range troubles {
			for _, keys := range []string{"per_call", "none"} {
				if keys == "none" && name != "replies are lost" {
					continue // nothing lands twice
				}
				t.Run(c.preset+"/"+name+"/key "+keys, func(t *testing.T) {
					header := map[string]string{"Herdcast-Intent": "one"}
					if keys == "per_call" {
						header[key] = "one"
					}
					want := c.simulated(t, trouble, keys)
					slack := (want.longest - want.shortest) / 4
					for range 5 {
						got := c.real(t, trouble, keys, header)
						if got.succeeded != want.succeeded || got.requests != want.requests || got.landed != want.landed || got.duplicates != want.duplicates {
							t.Errorf("%+v, simulated %+v", got, want)
						}
						if got.took < want.shortest-slack || got.took > want.longest+slack {
							t.Errorf("it took %v, simulated %v to %v", got.took, want.shortest, want.longest)
						}
					}
				})
			}
		}
	}
}

// By hand: unavailable for 1.1 s, go-retryablehttp tries at 0, 1 s and, two more later,
// at 3 s, which is served in 20 ms.
func TestClientsByHand(t *testing.T) {
	got := callers[0].real(t, troubles["unavailable"], "per_call", map[string]string{key: "one"})
	if want := (call{succeeded: 1, requests: 3, landed: 1, took: 3020 * time.Millisecond}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The same over loopback and in real time. Resets last 2 s, so that the tries at 0, 1 s
// and 3 s have a second to spare on either side: a machine that is busy may be late by
// as much, but nothing comes early.
func TestClientsOverLoopback(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	over := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", listener.Addr().String())
	}}
	c := callers[0]
	s := c.scenario(t, strings.Replace(troubles["resets"], "1100ms", "2s", 1), "per_call")
	requests, _ := against(t, s, listener, func() {
		began := time.Now()
		if !c.post(over, time.Minute, map[string]string{key: "one"}) {
			t.Error("the call failed")
		}
		if took := time.Since(began); took < 3020*time.Millisecond || took > 4020*time.Millisecond {
			t.Errorf("it took %v, want 3.02 s to 4.02 s", took)
		}
	})
	if requests != 3 {
		t.Errorf("%v requests, want 3", requests)
	}
}

// The request timeout of openai-go, which it has none of unless told, is no attempt's
// time limit: what it cuts is not tried again, and the waits count in it. A limit of
// the HTTP client below, which TestClients sets, is one.
func TestRequestTimeoutOfOpenAI(t *testing.T) {
	for _, trouble := range []string{"hangs", "told 3 s"} {
		synctest.Test(t, func(t *testing.T) {
			network := newPipes()
			over := &http.Transport{DialContext: network.Dial, DisableKeepAlives: true}
			c := openai.NewClient(option.WithAPIKey("none"), option.WithBaseURL(url), option.WithHTTPClient(&http.Client{Transport: over}), option.WithRequestTimeout(patience))
			requests, _ := against(t, callers[2].scenario(t, troubles[trouble], "per_call"), network, func() {
				began := time.Now()
				err := c.Post(t.Context(), "pay", nil, nil)
				if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took != patience {
					t.Errorf("%s: %v after %v, want that the deadline is exceeded after %v", trouble, err, took, patience)
				}
			})
			if requests != 1 {
				t.Errorf("%s: %v requests, want 1", trouble, requests)
			}
		})
	}
}

// What no policy says: net/http itself sends a request again, at once and once, when a
// connection that it had used before breaks, if the request is idempotent or carries a
// key. The first call leaves a connection behind; the second call meets a reset on it,
// so there is one request more than its tries at 0 and at 1 s.
func TestNetHTTPSendsAgain(t *testing.T) {
	for _, keyed := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			network := newPipes()
			over := &http.Transport{DialContext: network.Dial}
			c := callers[0]
			header := map[string]string{}
			want := 1 + 2.
			if keyed {
				header[key] = "one"
				want++
			}
			requests, _ := against(t, c.scenario(t, "faults: [{at: 1s, for: 500ms, down: reset}]", "per_call"), network, func() {
				c.post(over, time.Minute, header)
				time.Sleep(1100 * time.Millisecond)
				if !c.post(over, time.Minute, header) {
					t.Error("the call failed")
				}
			})
			over.CloseIdleConnections()
			if requests != want {
				t.Errorf("with a key %v: %v requests, want %v", keyed, requests, want)
			}
		})
	}
}
