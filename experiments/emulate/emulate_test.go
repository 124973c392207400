package emulate_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herdcast/experiments/emulate"
	"herdcast/experiments/scenario"
)

// emulated is a running dependency of a scenario, behind a handler.
type emulated struct {
	*emulate.Dependency
	handler http.Handler
	ended   chan error
}

func start(t *testing.T, text string) *emulated {
	t.Helper()
	s, err := scenario.Read("test.yaml", []byte("version: 1\nfleet: [{agents: 1, rest: 1s}]\n"+text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := emulate.Start(&s.Spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	e := &emulated{d, emulate.NewHandler(d, &s.Spec), make(chan error, 1)}
	go func() { e.ended <- d.Run(t.Context()) }()
	return e
}

func (e *emulated) post(ctx context.Context, path string, header http.Header) *httptest.ResponseRecorder {
	request := httptest.NewRequestWithContext(ctx, http.MethodPost, path, nil)
	request.Header = header
	if header == nil {
		request.Header = http.Header{}
	}
	w := httptest.NewRecorder()
	e.handler.ServeHTTP(w, request)
	return w
}

// silent tells whether a request is not answered until its caller leaves, or its
// connection broken off.
func (e *emulated) silent(ctx context.Context, path string) (silent bool) {
	defer func() { silent = recover() == http.ErrAbortHandler }()
	e.post(ctx, path, nil)
	return false
}

func (e *emulated) measure(t *testing.T, name string) float64 {
	t.Helper()
	for _, v := range e.Observe().Values {
		if v.Name == name {
			return v.Value
		}
	}
	t.Fatalf("no measure %s", name)
	return 0
}

// One server takes 100 ms, one may wait: of three at once the first is answered
// after 100 ms, the second after 200 ms, the third at once with 503.
func TestServesAtTheScenariosPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "run: {duration: 10s}\ndependency: {servers: 1, queue: {max: 1}, service: 100ms}")
		begun := time.Now()
		var calls sync.WaitGroup
		for i, want := range []struct {
			status int
			took   time.Duration
		}{{200, 100 * time.Millisecond}, {200, 200 * time.Millisecond}, {503, 0}} {
			synctest.Wait() // the one before is inside
			calls.Go(func() {
				w := e.post(t.Context(), "/", nil)
				if took := time.Since(begun); w.Code != want.status || took != want.took {
					t.Errorf("request %d: %d after %v, want %d after %v", i, w.Code, took, want.status, want.took)
				}
			})
		}
		calls.Wait()
		if err := <-e.ended; err != nil {
			t.Errorf("the run ended with %v", err)
		}
		if took := time.Since(begun); took != 10*time.Second {
			t.Errorf("the run took %v, want 10s", took)
		}
		if busy := e.measure(t, "utilisation"); busy != 0.02 { // 200 ms of 10 s
			t.Errorf("utilisation %v, want 0.02", busy)
		}
	})
}

// A refusal tells the wait that is left: 59.75 s of a window of a minute.
func TestTellsHints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "dependency: {service: 0s, quota: {limit: 1, per: 1m, window: fixed, hint: remaining}}")
		e.post(t.Context(), "/", nil)
		time.Sleep(250 * time.Millisecond)
		w := e.post(t.Context(), "/", nil)
		seconds, exact := w.Header().Get("Retry-After"), w.Header().Get("Retry-After-Ms")
		if w.Code != 429 || seconds != "60" || exact != "59750" {
			t.Errorf("%d, Retry-After %q, Retry-After-Ms %q; want 429, 60, 59750", w.Code, seconds, exact)
		}
	})
}

// What hangs is silent until its caller leaves; what is down resets at once.
func TestHangsAndResets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "dependency: {service: 0s}\nfaults: [{at: 0s, for: 1s, down: hang}, {at: 1s, for: 1s, down: refuse}]")
		begun := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		defer cancel()
		if !e.silent(ctx, "/") || time.Since(begun) != 500*time.Millisecond {
			t.Errorf("answered, or not after 500ms but %v", time.Since(begun))
		}
		time.Sleep(500 * time.Millisecond)
		if !e.silent(t.Context(), "/") || time.Since(begun) != time.Second {
			t.Errorf("no reset at once at 1s, but by %v", time.Since(begun))
		}
		time.Sleep(time.Second)
		if w := e.post(t.Context(), "/", nil); w.Code != 200 {
			t.Errorf("%d after the faults, want 200", w.Code)
		}
	})
}

// A repeat under the same key is replayed and lands nothing; without a key each
// lands, and the second for one intent is a duplicate.
func TestEffectsLandUnderKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "run: {duration: 5s}\ntools: {pay: {effect: true, key: per_call}, page: {effect: true}}\ndependency: {service: 100ms}")
		for _, request := range []struct {
			tool   string
			header http.Header
		}{
			{"/pay", http.Header{"Idempotency-Key": {"a"}}},
			{"/pay", http.Header{"Idempotency-Key": {"a"}}},
			{"/pay", http.Header{"Idempotency-Key": {"b"}}},
			{"/page", http.Header{"Herdcast-Intent": {"x"}}},
			{"/page", http.Header{"Herdcast-Intent": {"x"}}},
			{"/page", nil},
		} {
			if w := e.post(t.Context(), request.tool, request.header); w.Code != 200 {
				t.Errorf("%s %v: %d", request.tool, request.header, w.Code)
			}
		}
		<-e.ended
		values := map[string]float64{}
		for _, v := range e.Observe().Values[:] {
			if _, seen := values[v.Name]; !seen { // the whole comes first
				values[v.Name] = v.Value
			}
		}
		if values["effects.landed"] != 5 || values["effects.duplicates"] != 1 {
			t.Errorf("%v landed, %v duplicates; want 5 (a, b, x twice, one alone) and 1", values["effects.landed"], values["effects.duplicates"])
		}
	})
}

func TestBadRequestsAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "tools: {pay: {}, page: {}}")
		for _, c := range []struct {
			path   string
			header http.Header
			want   string
		}{
			{"/pays", nil, `no tool "pays"; tools: pay, page`},
			{"/pay", http.Header{"Herdcast-Cohort": {"x"}}, `no cohort "x"`},
			{"/pay", http.Header{"Herdcast-Agent": {"-1"}}, `Herdcast-Agent is "-1", want a number`},
			{"/pay", http.Header{"Herdcast-Timeout": {"3"}}, `Herdcast-Timeout is "3", want a duration such as 1.5s`},
		} {
			w := e.post(t.Context(), c.path, c.header)
			if got := strings.TrimSpace(w.Body.String()); w.Code != 400 || got != c.want {
				t.Errorf("%s %v: %d %q, want 400 %q", c.path, c.header, w.Code, got, c.want)
			}
		}
	})
}

// More than so many in a second are turned away, and not emulated.
func TestRunawayClientsAreCapped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "run: {duration: 2s}\ndependency: {servers: inf, service: 0s}")
		refused := 0
		for range emulate.MostPerSecond + 7 {
			if w := e.post(t.Context(), "/", nil); w.Code == http.StatusLoopDetected {
				refused++
			}
		}
		if refused != 7 {
			t.Errorf("%d refused, want 7", refused)
		}
	})
}

func TestAfterTheEndNothingIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := start(t, "run: {duration: 1s}")
		if err := <-e.ended; err != nil {
			t.Fatal(err)
		}
		if !e.silent(t.Context(), "/") {
			t.Error("answered after the end")
		}
		if err := e.Do(nil); !errors.Is(err, emulate.ErrOver) {
			t.Errorf("%v, want %v", err, emulate.ErrOver)
		}
	})
}
