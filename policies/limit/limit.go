package limit

import (
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
//	a permit comes back            the first waiter (lifo: the last) has it at the same instant
//	a waiter gives up              its place is free
//
// How long a waiter is patient is drawn by whoever keeps the clock: see Patience.
type Limit struct {
	max        int32
	queue      int64
	lifo       bool
	neverWaits bool
	forever    bool
	patience   dist.Sampler
}

// Compile prepares the limit.
func (s Spec) Compile() Limit {
	l := Limit{max: int32(s.Max), queue: int64(s.Queue), lifo: s.Order == "lifo", forever: s.Wait.Forever}
	if !l.forever {
		l.patience = s.Wait.For.Compile()
		wait, constant := l.patience.Constant()
		l.neverWaits = constant && wait == 0
	}
	return l
}

// Fresh gives a limit with all permits free and nobody waiting.
func (l *Limit) Fresh() State { return State{} }

// Patience gives how long a call waits for a permit before it is turned away,
// drawn for each, or says that it waits forever.
func (l *Limit) Patience() (patience dist.Sampler, forever bool) { return l.patience, l.forever }

// Enter asks for a permit for who, which is a number that the caller chooses.
// The ticket means something only with Waits.
func (l *Limit) Enter(st *State, who uint32) (Ticket, Answer) {
	if st.held < l.max {
		st.held++
		return 0, Granted
	}
	if l.neverWaits || int64(st.waiting) >= l.queue {
		return 0, Full
	}
	return st.join(who), Waits
}

// Leave gives one permit back. If someone waits the permit is theirs from now
// on: who names them and granted is true.
func (l *Limit) Leave(st *State) (who uint32, granted bool) {
	if st.held == 0 {
		panic("limit: a permit came back that nobody had")
	}
	if st.waiting == 0 {
		st.held--
		return 0, false
	}
	next := st.places[0].next
	if l.lifo {
		next = st.places[0].previous
	}
	who = st.places[next].who
	st.part(Ticket(next))
	return who, true
}

// GiveUp takes a waiter out of the queue, in constant time. A ticket is good
// until its holder is named by Leave or gives up.
func (l *Limit) GiveUp(st *State, t Ticket) { st.part(t) }

// Waiting gives how many wait for a permit.
func (l *Limit) Waiting(st *State) int { return int(st.waiting) }

// Held gives how many permits are out.
func (l *Limit) Held(st *State) int { return int(st.held) }
