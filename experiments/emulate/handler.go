package emulate

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies"
	"herdcast/sim"
)

// Handler serves the dependency over HTTP: a tool at the path of its name, a lone
// one at any path. Who calls may say more in headers:
//
//	Idempotency-Key    of a tool that has keys
//	Herdcast-Cohort    name of its cohort; the first if left out
//	Herdcast-Agent     its number, and that of its process: who shares a quota or
//	Herdcast-Process   draws a sticky fault
//	Herdcast-Attempt   which request of its call it is, from 1
//	Herdcast-Intent    what it is for: of two effects for one intent the second is a
//	                   duplicate. Else the idempotency key says so
//	Herdcast-Timeout   how long it waits, such as 1.5s: a propagated deadline
//
// What a client sees of each outcome:
//
//	ok 200 · semantic 422 · throttled 429 · unavailable 503 · server_error 500 ·
//	conflict 409 · reset, refused: the connection is reset · lost or held: silence
//
// A refusal's hint is told in Retry-After, in whole seconds rounded up, and exactly
// in Retry-After-Ms.
type Handler struct {
	dependency *Dependency
	spec       *world.Spec
	tools      map[string]uint16
	cohorts    map[string]uint16
	cap        Cap
	books      map[string]ledger.Call
}

// NewHandler serves a dependency that has been started with that spec.
func NewHandler(d *Dependency, spec *world.Spec) *Handler {
	h := &Handler{dependency: d, spec: spec, tools: map[string]uint16{}, cohorts: map[string]uint16{}, books: map[string]ledger.Call{}}
	for i := range spec.Tools {
		h.tools[spec.Tools[i].Name] = uint16(i)
	}
	for i := range spec.Fleet {
		h.cohorts[spec.Fleet[i].Name] = uint16(i)
	}
	return h
}

// ServeHTTP answers one request as the dependency does; one above the cap is answered
// 508 and not emulated.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !h.cap.Enter() {
		http.Error(w, fmt.Sprintf("more than %d requests at once or %d in a second", MostAtOnce, MostPerSecond), http.StatusLoopDetected)
		return
	}
	defer h.cap.Leave()
	attempt, err := h.attempt(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if h.spec.Tools[attempt.Tool].Effect {
		if err := h.book(&attempt, intentOf(r)); err != nil {
			BreakOff(w)
			return
		}
	}
	answer, err := h.dependency.Ask(r.Context(), attempt)
	if err != nil { // the caller has left, or the run has ended
		BreakOff(w)
		return
	}
	Write(w, answer)
}

// attempt reads what a request asks.
func (h *Handler) attempt(r *http.Request) (world.Attempt, error) {
	a := world.Attempt{Number: 1, Deadline: sim.Never, Measured: true}
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	place, known := h.tools[name]
	if !known && len(h.spec.Tools) > 1 {
		return a, fmt.Errorf("no tool %q; tools: %s", name, strings.Join(h.toolNames(), ", "))
	}
	a.Tool = place
	if name := r.Header.Get("Herdcast-Cohort"); name != "" {
		if a.Cohort, known = h.cohorts[name]; !known {
			return a, fmt.Errorf("no cohort %q", name)
		}
	}
	for _, number := range []struct {
		header string
		to     *uint32
	}{{"Herdcast-Agent", &a.Agent}, {"Herdcast-Process", &a.Process}, {"Herdcast-Attempt", &a.Number}} {
		text := r.Header.Get(number.header)
		if text == "" {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return a, fmt.Errorf("%s is %q, want a number", number.header, text)
		}
		*number.to = uint32(n)
	}
	a.Row = a.Agent
	if a.Number > 1 {
		a.Role = fact.Retry
	}
	if text := r.Header.Get("Herdcast-Timeout"); text != "" {
		span, err := time.ParseDuration(text)
		if err != nil || span < 0 {
			return a, fmt.Errorf("Herdcast-Timeout is %q, want a duration such as 1.5s", text)
		}
		a.Deadline = h.dependency.now().Add(span)
	}
	if key := r.Header.Get("Idempotency-Key"); key != "" && h.spec.Tools[a.Tool].Key != tool.KeyNone {
		a.Key = hashed(key)
	}
	return a, nil
}

func (h *Handler) toolNames() (names []string) {
	for i := range h.spec.Tools {
		names = append(names, h.spec.Tools[i].Name)
	}
	return names
}

// hashed gives the number that stands for a key: never 0, which is none.
func hashed(key string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte(key))
	return hash.Sum64() | 1
}

func intentOf(r *http.Request) string {
	if intent := r.Header.Get("Herdcast-Intent"); intent != "" {
		return "intent " + intent
	}
	if key := r.Header.Get("Idempotency-Key"); key != "" {
		return "key " + key
	}
	return ""
}

// book gives an attempt the book of its intent, which stays open to the end. One
// without a name has an intent of its own.
func (h *Handler) book(a *world.Attempt, intent string) error {
	return h.dependency.Do(func(now sim.Time, e *world.Emulator) {
		book, known := h.books[intent]
		if !known || intent == "" {
			t := &h.spec.Tools[a.Tool]
			book = e.Ledger().Begin(e.Ledger().Want(now, a.Cohort, a.Tool, a.Agent, t.Natural, true), fact.Planned)
			if intent != "" {
				h.books[intent] = book
			}
		} else {
			a.Role = fact.Retry
		}
		a.Book = book
	})
}

var statuses = map[policies.Outcome]int{
	policies.OK: http.StatusOK, policies.Semantic: http.StatusUnprocessableEntity, policies.Throttled: http.StatusTooManyRequests,
	policies.Unavailable: http.StatusServiceUnavailable, policies.ServerError: http.StatusInternalServerError, policies.Conflict: http.StatusConflict,
}

// Write writes an answer as Handler does.
func Write(w http.ResponseWriter, answer world.Answer) {
	status, spoken := statuses[answer.Outcome]
	if !spoken {
		BreakOff(w)
		return
	}
	if answer.Told > 0 {
		w.Header().Set("Retry-After", strconv.FormatFloat(math.Ceil(answer.Told.Seconds()), 'f', 0, 64))
		w.Header().Set("Retry-After-Ms", strconv.FormatInt(int64((answer.Told+time.Millisecond-1)/time.Millisecond), 10))
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"outcome": answer.Outcome.String()}) // who has left reads no more
}

// BreakOff resets the connection, as far as the server lets it.
func BreakOff(w http.ResponseWriter) {
	hijacker, can := w.(http.Hijacker)
	if !can {
		panic(http.ErrAbortHandler)
	}
	connection, _, err := hijacker.Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, is := connection.(*net.TCPConn); is {
		_ = tcp.SetLinger(0) // so that closing resets
	}
	_ = connection.Close()
}
