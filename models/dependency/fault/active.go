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
	end   sim.Time // of what begins
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
	quotas   []int
	on       []bool // by place in the file
	calm     bool
	sticky   bool
	cohorts  []Cohort
}

// Cohort is what faults know of a cohort: where the draws of its agents and
// processes are, and how many processes it has.
type Cohort struct {
	Key       sim.Key
	Processes uint32
}

type compiled struct {
	end     sim.Time // of its running window; Never if it lasts to the end
	tools   []bool   // nil: all
	first   int      // so many replicas; 0: all
	share   float64
	sticky  Sticky
	whole   bool // all requests of its replicas, whatever their tool and draw
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
	case s.Quota != nil:
		return "quota"
	case s.Restart != nil:
		return "restart"
	case s.Flap != nil:
		return "flap"
	case s.LoseReplies != nil:
		return "lose_replies"
	case s.LoseRequests != nil:
		return "lose_requests"
	case s.Load != nil:
		return "load"
	}
	return "mark"
}

// Compile prepares the faults of a scenario for a run that ends then; tools are the
// names by number, replicas how many there are.
func Compile(specs []Spec, tools []string, cohorts []Cohort, replicas int, end sim.Time) *Active {
	a := &Active{calm: true, cohorts: cohorts, on: make([]bool, len(specs))}
	for i := range specs {
		a.faults = append(a.faults, compile(&specs[i], tools, replicas))
		a.sticky = a.sticky || a.faults[i].sticky != "none"
		for _, w := range specs[i].Windows(end) {
			a.edges(i, w)
		}
	}
	sort.SliceStable(a.Edges, func(i, j int) bool { return a.Edges[i].At < a.Edges[j].At })
	return a
}

// edges puts the edges of one window down: for a flapping dependency those of each
// time that it is down.
func (a *Active) edges(fault int, w Window) {
	if flap := a.faults[fault].spec.Flap; flap != nil {
		for begin := w.Begin; begin < w.last; begin = begin.Add(flap.Down + flap.Up) {
			a.Edges = append(a.Edges,
				Edge{At: begin, end: min(begin.Add(flap.Down), w.End), fault: fault, begin: true},
				Edge{At: min(begin.Add(flap.Down), w.End), fault: fault})
		}
		return
	}
	if w.End == w.Begin && a.faults[fault].spec.Restart == nil {
		return
	}
	a.Edges = append(a.Edges, Edge{At: w.Begin, end: w.End, fault: fault, begin: true})
	if w.Ends {
		a.Edges = append(a.Edges, Edge{At: w.End, fault: fault})
	}
}

func compile(s *Spec, tools []string, replicas int) compiled {
	c := compiled{share: 1, factor: 1, sticky: "none", spec: s}
	if s.Tools != nil {
		c.tools = make([]bool, len(tools))
		for _, name := range s.Tools {
			for t := range tools {
				c.tools[t] = c.tools[t] || tools[t] == name
			}
		}
	}
	if s.Replicas != nil && *s.Replicas < replicas {
		c.first = *s.Replicas
	}
	if s.Share != nil {
		c.share = float64(*s.Share)
	}
	if c.share < 1 {
		c.sticky = s.Sticky
	}
	c.whole = c.tools == nil && c.share >= 1
	switch {
	case s.Down != nil:
		c.goesDown(*s.Down)
	case s.Flap != nil:
		c.goesDown(s.Flap.As)
	case s.Restart != nil:
		c.goesDown("refuse")
	case s.Quota != nil:
		c.factor = float64(*s.Quota)
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

func (c *compiled) goesDown(as Down) {
	switch as {
	case "hang":
		c.hang = true
	case "reset":
		c.outcome = policies.Reset
	case "unavailable":
		c.outcome = policies.Unavailable
	default:
		c.outcome = policies.Refused
	}
}

// Turn takes the edge of that number.
func (a *Active) Turn(edge uint32) {
	e := a.Edges[edge]
	f := &a.faults[e.fault]
	a.on[e.fault] = e.begin
	if e.begin {
		f.end = e.end
	}
	switch s := f.spec; {
	case s.Down != nil, s.Closed != nil, s.Flap != nil, s.Restart != nil:
		a.doors = turn(a.doors, e)
	case s.Errors != nil:
		a.errors = turn(a.errors, e)
	case s.Slow != nil:
		a.slow = turn(a.slow, e)
	case s.LoseReplies != nil:
		a.replies = turn(a.replies, e)
	case s.LoseRequests != nil:
		a.requests = turn(a.requests, e)
	case s.Quota != nil:
		a.quotas = turn(a.quotas, e)
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

// Request is what a fault may look at.
type Request struct {
	Key     sim.Key // of the call
	Number  uint32  // of the attempt in its call
	Agent   uint32  // its number in its cohort, if some fault is sticky
	Cohort  uint16
	Tool    uint16
	Replica uint16 // from 0
}

// Sticky tells whether some fault looks at who sends a request.
func (a *Active) Sticky() bool { return a.sticky }

// draw is an attempt's own for a fault. Each fault has two: its share's and its own.
func (r *Request) draw(fault, which int) float64 {
	return r.Key.Child(uint64(r.Number)).Uniform(sim.PurposeFault, uint64(2*fault+which))
}

// hits tells whether a request is among the share of a fault.
func (a *Active) hits(i int, r *Request) bool {
	f := &a.faults[i]
	if f.tools != nil && !f.tools[r.Tool] || !f.reaches(int(r.Replica)) {
		return false
	}
	if f.share >= 1 {
		return true
	}
	index := uint64(2 * i)
	switch f.sticky {
	case "call":
		return r.Key.Uniform(sim.PurposeFault, index) < f.share
	case "agent":
		return a.cohorts[r.Cohort].Key.Child(2*uint64(r.Agent)).Uniform(sim.PurposeFault, index) < f.share
	case "process":
		process := r.Agent % a.cohorts[r.Cohort].Processes
		return a.cohorts[r.Cohort].Key.Child(2*uint64(process)+1).Uniform(sim.PurposeFault, index) < f.share
	}
	return r.draw(i, 0) < f.share
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

// Quota tells which share of a quota is left for a request.
func (a *Active) Quota(r *Request) float64 {
	left := 1.0
	for _, i := range a.quotas {
		if a.hits(i, r) {
			left = float64(left * a.faults[i].factor)
		}
	}
	return left
}

// CutsQuota tells whether quotas are less than they should be for some.
func (a *Active) CutsQuota() bool { return len(a.quotas) > 0 }

// Loss is what a restart loses.
type Loss struct {
	active    *Active
	fault     int
	KeepsKeys bool
	KeepsLine bool
}

// Restart tells whether an edge is that of a restart.
func (a *Active) Restart(edge uint32) (lost Loss, restarts bool) {
	e := a.Edges[edge]
	s := a.faults[e.fault].spec.Restart
	if s == nil || !e.begin {
		return Loss{}, false
	}
	return Loss{a, e.fault, s.keeps("keys"), s.keeps("queue")}, true
}

// Hits tells whether a request that is inside is lost.
func (l Loss) Hits(r *Request) bool { return l.active.hits(l.fault, r) }

// HitsKey tells whether a stored key of a tool is lost: it draws as a call would. The
// store is no replica's, so what befalls some of them loses none.
func (l Loss) HitsKey(key uint64, tool uint16) bool {
	return l.active.faults[l.fault].first == 0 && l.active.hits(l.fault, &Request{Key: sim.Key(key), Tool: tool})
}

// Restarts tells whether there is a restart at all.
func (a *Active) Restarts() bool {
	for i := range a.faults {
		if a.faults[i].spec.Restart != nil {
			return true
		}
	}
	return false
}

// reaches tells whether a fault is one of that replica too.
func (c *compiled) reaches(replica int) bool { return c.first == 0 || replica < c.first }

// Capacity tells which share of the servers of a replica is left now.
func (a *Active) Capacity(replica int) float64 {
	left := 1.0
	for i := range a.faults {
		f := &a.faults[i]
		switch {
		case !a.on[i] || !f.reaches(replica):
		case f.spec.Capacity != nil:
			left = float64(left * float64(*f.spec.Capacity))
		case f.spec.Restart != nil && f.whole:
			left = 0
		}
	}
	return left
}

// Cools tells whether an edge is the end of a restart, or of a time of being down for
// all, after which that replica is cold.
func (a *Active) Cools(edge uint32, replica int) bool {
	e := a.Edges[edge]
	f := &a.faults[e.fault]
	return !e.begin && f.whole && f.reaches(replica) && (f.spec.Restart != nil || f.spec.Down != nil || f.spec.Flap != nil)
}
