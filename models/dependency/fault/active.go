package fault

import (
	"math"
	"sort"
	"time"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Edge is an instant at which a fault begins or ends.
type Edge struct {
	At    sim.Time
	fault int
	begin bool
}

// Active is what is in force now. It changes only at edges.
type Active struct {
	Edges    []Edge
	faults   []compiled
	doors    []int // of what is in force, places in the file, in its order
	errors   []int
	slow     []int
	replies  []int
	requests []int
	capacity float64
	calm     bool
}

type compiled struct {
	end     sim.Time // Never if it lasts to the end
	tools   []bool   // nil: all
	share   float64
	down    bool
	hang    bool
	outcome policies.Outcome // of a door or an error
	told    time.Duration    // constant hint of a closed door
	remains bool             // the hint is the time left
	rate    float64          // share of errors, of lost replies or requests
	landed  bool             // an error whose effect lands all the same
	factor  float64
	add     time.Duration
	to      *dist.Sampler
	spec    *Spec
}

// Span gives the instants at which a fault begins and ends; ends is false when
// it lasts to the end of the run. A mark that says no length is an instant.
func (s *Spec) Span() (begin, end sim.Time, ends bool) {
	begin = sim.Time(s.At)
	switch {
	case s.For != nil:
		return begin, begin.Add(*s.For), true
	case s.Until != nil:
		return begin, sim.Time(*s.Until), true
	case s.Mark != "":
		return begin, begin, true
	}
	return begin, sim.Never, false
}

// Kind gives the key under which the fault's kind is written.
func (s *Spec) Kind() string {
	switch {
	case s.Down != nil:
		return "down"
	case s.Closed != nil:
		return "closed"
	case s.Errors != nil:
		return "errors"
	case s.Slow != nil:
		return "slow"
	case s.Capacity != nil:
		return "capacity"
	case s.LoseReplies != nil:
		return "lose_replies"
	case s.LoseRequests != nil:
		return "lose_requests"
	case s.Load != nil:
		return "load"
	}
	return "mark"
}

// Compile prepares the faults of a scenario; tools are the names by number.
func Compile(specs []Spec, tools []string) *Active {
	a := &Active{capacity: 1, calm: true}
	for i := range specs {
		a.faults = append(a.faults, compile(&specs[i], tools))
		begin, end, ends := specs[i].Span()
		if end == begin {
			continue
		}
		a.Edges = append(a.Edges, Edge{At: begin, fault: i, begin: true})
		if ends {
			a.Edges = append(a.Edges, Edge{At: end, fault: i})
		}
	}
	sort.SliceStable(a.Edges, func(i, j int) bool { return a.Edges[i].At < a.Edges[j].At })
	return a
}

func compile(s *Spec, tools []string) compiled {
	_, end, _ := s.Span()
	c := compiled{end: end, share: 1, factor: 1, spec: s}
	if s.Tools != nil {
		c.tools = make([]bool, len(tools))
		for _, name := range s.Tools {
			for t := range tools {
				c.tools[t] = c.tools[t] || tools[t] == name
			}
		}
	}
	if s.Share != nil {
		c.share = float64(*s.Share)
	}
	switch {
	case s.Down != nil:
		c.down = true
		switch *s.Down {
		case "hang":
			c.hang = true
		case "reset":
			c.outcome = policies.Reset
		case "unavailable":
			c.outcome = policies.Unavailable
		default:
			c.outcome = policies.Refused
		}
	case s.Closed != nil:
		c.outcome, _ = policies.OutcomeNamed(s.Closed.Status)
		c.remains = s.Closed.Hint.Word == "remaining"
		if s.Closed.Hint.Fixed != nil {
			c.told = *s.Closed.Hint.Fixed
		}
	case s.Errors != nil:
		c.outcome, _ = policies.OutcomeNamed(s.Errors.Status)
		c.rate, c.landed = float64(s.Errors.Share), s.Errors.Effect == "landed"
	case s.Slow != nil:
		switch {
		case s.Slow.Factor != nil:
			c.factor = float64(*s.Slow.Factor)
		case s.Slow.Add != nil:
			c.add = *s.Slow.Add
		case s.Slow.To != nil:
			sampler := s.Slow.To.Compile()
			c.to = &sampler
		}
	case s.LoseReplies != nil:
		c.rate = float64(*s.LoseReplies)
	case s.LoseRequests != nil:
		c.rate = float64(*s.LoseRequests)
	}
	return c
}

// Turn takes the edge of that number.
func (a *Active) Turn(edge uint32) {
	e := a.Edges[edge]
	s := a.faults[e.fault].spec
	switch {
	case s.Down != nil, s.Closed != nil:
		a.doors = turn(a.doors, e)
	case s.Errors != nil:
		a.errors = turn(a.errors, e)
	case s.Slow != nil:
		a.slow = turn(a.slow, e)
	case s.LoseReplies != nil:
		a.replies = turn(a.replies, e)
	case s.LoseRequests != nil:
		a.requests = turn(a.requests, e)
	case s.Capacity != nil:
		a.capacity = 1
		for i := range a.faults {
			if f := a.faults[i].spec; f.Capacity != nil && a.inForce(i, edge) {
				a.capacity = float64(a.capacity * float64(*f.Capacity))
			}
		}
	}
	a.calm = len(a.doors)+len(a.errors)+len(a.slow)+len(a.replies)+len(a.requests) == 0
}

// Calm tells that nothing in force touches single requests.
func (a *Active) Calm() bool { return a.calm }

// turn puts a fault into a list that is kept in the order of the file, or takes
// it out.
func turn(list []int, e Edge) []int {
	at := sort.SearchInts(list, e.fault)
	if !e.begin {
		return append(list[:at], list[at+1:]...)
	}
	list = append(list, 0)
	copy(list[at+1:], list[at:])
	list[at] = e.fault
	return list
}

// inForce tells whether a fault is in force once the edge of that number has
// been taken.
func (a *Active) inForce(fault int, edge uint32) bool {
	on := false
	for _, e := range a.Edges[:edge+1] {
		if e.fault == fault {
			on = e.begin
		}
	}
	return on
}

// Request is what a fault may look at.
type Request struct {
	Key    sim.Key // of the call
	Number uint32  // of the attempt in its call
	Tool   uint16
}

// draws of one attempt: each fault has two of its own, its share's and its own.
func (r *Request) draw(fault, which int) float64 {
	return r.Key.Child(uint64(r.Number)).Uniform(sim.PurposeFault, uint64(2*fault+which))
}

func (a *Active) hits(i int, r *Request) bool {
	f := &a.faults[i]
	if f.tools != nil && !f.tools[r.Tool] {
		return false
	}
	return f.share >= 1 || r.draw(i, 0) < f.share
}

func (a *Active) strikes(list []int, r *Request) bool {
	for _, i := range list {
		if a.hits(i, r) && r.draw(i, 1) < a.faults[i].rate {
			return true
		}
	}
	return false
}

// Door is what a shut door does to a request.
type Door struct {
	Shut    bool
	Hang    bool
	Outcome policies.Outcome
	Told    time.Duration
}

// Door tells what `down` and `closed` do to a request now: of several the first
// in the file rules.
func (a *Active) Door(now sim.Time, r *Request) Door {
	for _, i := range a.doors {
		if a.hits(i, r) {
			f := &a.faults[i]
			told := f.told
			if f.remains && f.end != sim.Never {
				told = f.end.Sub(now)
			}
			return Door{Shut: true, Hang: f.hang, Outcome: f.outcome, Told: told}
		}
	}
	return Door{}
}

// LosesRequest tells whether a request is lost at the door now.
func (a *Active) LosesRequest(r *Request) bool { return a.strikes(a.requests, r) }

// LosesReply tells whether an answer that travels now is lost.
func (a *Active) LosesReply(r *Request) bool { return a.strikes(a.replies, r) }

// Error tells which error a request served now is answered with, if any, and
// whether its effect lands all the same.
func (a *Active) Error(r *Request) (outcome policies.Outcome, landed, failed bool) {
	for _, i := range a.errors {
		if a.hits(i, r) && r.draw(i, 1) < a.faults[i].rate {
			return a.faults[i].outcome, a.faults[i].landed, true
		}
	}
	return policies.OK, false, false
}

// Slowed gives the service time of a request whose service begins now: `to`,
// then the factors, then `add`.
func (a *Active) Slowed(service time.Duration, r *Request) time.Duration {
	if len(a.slow) == 0 {
		return service
	}
	factor, add := 1.0, time.Duration(0)
	for _, i := range a.slow {
		if !a.hits(i, r) {
			continue
		}
		f := &a.faults[i]
		if f.to != nil {
			service = f.to.Duration(r.Key.Child(uint64(i)), sim.PurposeService, uint64(r.Number))
		}
		factor = min(float64(factor*f.factor), math.MaxFloat64)
		add = min(add+f.add, longest)
	}
	if factor != 1 {
		service = time.Duration(min(math.Round(float64(float64(service)*factor)), longest))
	}
	return min(service, longest) + add
}

// longest is what a slowed service time and what is added to it can be at most:
// longer than every run, and their sum is still a span.
const longest = 1 << 61

// Servers tells how many of so many servers may start work now:
// ⌈share × servers⌉.
func (a *Active) Servers(servers int64) int64 {
	if a.capacity == 1 {
		return servers
	}
	return int64(math.Ceil(float64(a.capacity*float64(servers)) - 1e-9))
}
