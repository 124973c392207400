package client

import (
	"herdcast/models/dependency"
	"herdcast/models/fact"
	"herdcast/models/ledger"
	"herdcast/policies"
	"herdcast/policies/retry"
	"herdcast/sim"
)

// Call is one call of an agent: what the fleet asks for and what it gets. The
// fleet sets the fields of the order before Start. The first cache line holds
// all that an attempt needs; a row is three lines.
type Call struct {
	Draws    sim.Key // address of this call's draws
	active   uint64  // nodes that the call is in
	Agent    uint32  // its number in the cohort; stands with the next two as in a fact
	Cohort   uint16
	Tool     uint16 // that is called
	Row      uint32 // the agent's
	Process  uint32 // over all cohorts
	attempts uint32
	pipeline uint16
	Measured bool
	doubt    doubt // what attempts may have landed
	path     path  // only the rare waits for permits, hops and children lie beyond the first line

	// The second line: what only some layers and tools need.
	Meaning  sim.Key  // address of its intent with these arguments: the same for a re-issue
	Deadline sim.Time // end of the task's wall clock; sim.Never: none
	Repeats  uint32   // re-issues of the intent so far
	Adapts   uint32   // changed calls of the intent so far
	Turn     uint32   // planned turn and place in it: what the intent is
	Place    uint32
	Policy   uint16
	semantic bool
	spawned  uint32 // how often it has spawned agents; the third line begins where one does

	// The third line: the result, and what the end of a call needs beside it.
	Started sim.Time
	Ended   sim.Time
	times   dependency.Times // of the attempt that gave the result
	Intent  ledger.Intent
	book    ledger.Call
	Next    uint32 // the next call of the turn, + 1
	Wanted  uint16 // tool that the intent is about: differs while verifying
	Origin  fact.Origin
	Outcome policies.Outcome
	Class   fact.Class
	Over    bool
	Truth   bool // of a verification: the effect had landed at the reply
}

// doubt is what the attempts of a call may have left behind.
type doubt uint8

const (
	mayHaveLanded doubt = 1 << iota // an effect that does harm when it lands twice
	mayLandTwice                    // and that nothing guards against
)

// slot is what a call keeps in one node of its pipeline: half a cache line. Each
// kind of layer uses the memory its own way:
//
//	retry    as it is
//	timeout  Began is the deadline, x the request of a wire right below
//	breaker  x and Began are the pass
//	limit    x is the ticket, y what it has: holdingPermit, …; of an adaptive one with a
//	         permit Began is when it got that, x how many were out then
//	rate     the timer runs while it waits
//	hop      Began is when the way back began, y where it is: withinHop, …
//	hedge    Began is the entry, x counts copies sent, y copies under way
//	copy     x is the row of its path
//	choice   x is the replica, + 1
//	wire     x is the request, unless the layer above keeps it
//	spawner  x is the family
type slot struct {
	timer  sim.Timer
	memory retry.Memory
}

func (s *slot) x() uint32      { return uint32(s.memory.Tries) }
func (s *slot) y() uint32      { return uint32(s.memory.Waits) }
func (s *slot) setX(to uint32) { s.memory.Tries = int32(to) }
func (s *slot) setY(to uint32) { s.memory.Waits = int32(to) }
