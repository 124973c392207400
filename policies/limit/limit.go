package limit

import (
	"herdcast/sim"
	"herdcast/sim/dist"
)

// Answer is what a call gets that asks for a permit.
type Answer uint8

const (
	Granted Answer = iota // it has a permit
	Waits                 // it waits for one; its Ticket is its place
	Full                  // turned away
)

// Limit is a compiled Spec:
//
//	event                          then
//	a call comes, a permit is free it has it
//	… none is free, wait is 0      turned away
//	… none is free, queue is full  turned away
//	… none is free                 it waits
//	a permit comes back, or an     the first waiter (lifo: the last) has it at the same instant
//	adaptive limit grows
//	a waiter gives up              its place is free
//
// How long a waiter is patient is drawn by whoever keeps the clock: see Patience.
type Limit struct {
	max        int32 // adaptive: to begin with
	adaptive   *algorithm
	queue      int64
	lifo       bool
	neverWaits bool
	forever    bool
	patience   dist.Sampler
}

// Compile prepares the limit.
func (s Spec) Compile() Limit {
	l := Limit{max: int32(s.Max), queue: int64(s.Queue), lifo: s.Order == "lifo", forever: s.Wait.Forever}
	if s.Adaptive != nil {
		l.max, l.adaptive = int32(*s.Adaptive.Initial), s.Adaptive.compile()
	}
	if !l.forever {
		l.patience = s.Wait.For.Compile()
		wait, constant := l.patience.Constant()
		l.neverWaits = constant && wait == 0
	}
	return l
}

// Fresh gives a limit with all permits free and nobody waiting.
func (l *Limit) Fresh() State {
	if l.adaptive == nil {
		return State{}
	}
	return State{estimate: l.adaptive.fresh(int(l.max))}
}

// Adapts tells whether the limit changes: whoever uses it then calls Advance before
// it asks for a permit or gives one back, Learn when a call with a permit has ended,
// and after each of them Next.
func (l *Limit) Adapts() bool { return l.adaptive != nil }

// Max gives how many permits may be out at present.
func (l *Limit) Max(st *State) int {
	if l.adaptive == nil {
		return int(l.max)
	}
	return int(st.estimate.limit)
}

// Advance brings an adaptive limit up to now. Its draws are at key, which is that of
// the state.
func (l *Limit) Advance(st *State, now sim.Time, key sim.Key) {
	l.adaptive.advance(st.estimate, now, key)
}

// Learn tells an adaptive limit at the instant now how a call has ended that had a
// permit, unless it was cut from above.
func (l *Limit) Learn(st *State, now sim.Time, s Sample, key sim.Key) {
	l.adaptive.learn(st.estimate, now, &s, key)
}

// Patience gives how long a call waits for a permit before it is turned away,
// drawn for each, or says that it waits forever.
func (l *Limit) Patience() (patience dist.Sampler, forever bool) { return l.patience, l.forever }

// Enter asks for a permit for who, which is a number that the caller chooses.
// The ticket means something only with Waits.
func (l *Limit) Enter(st *State, who uint32) (Ticket, Answer) {
	if int(st.held) < l.Max(st) {
		st.held++
		return 0, Granted
	}
	if l.neverWaits || int64(st.waiting) >= l.queue {
		return 0, Full
	}
	return st.join(who), Waits
}

// Leave gives one permit back; Next says whose it is then.
func (l *Limit) Leave(st *State) {
	if st.held == 0 {
		panic("limit: a permit came back that nobody had")
	}
	st.held--
}

// Next gives a waiter a permit, if someone waits and one is free: who names them and
// granted is true. It is called until it is not.
func (l *Limit) Next(st *State) (who uint32, granted bool) {
	if st.waiting == 0 || int(st.held) >= l.Max(st) {
		return 0, false
	}
	st.held++
	next := st.places[0].next
	if l.lifo {
		next = st.places[0].previous
	}
	who = st.places[next].who
	st.part(Ticket(next))
	return who, true
}

// GiveUp takes a waiter out of the queue, in constant time. A ticket is good
// until its holder is named by Next or gives up.
func (l *Limit) GiveUp(st *State, t Ticket) { st.part(t) }

// Waiting gives how many wait for a permit.
func (l *Limit) Waiting(st *State) int { return int(st.waiting) }

// Held gives how many permits are out.
func (l *Limit) Held(st *State) int { return int(st.held) }
