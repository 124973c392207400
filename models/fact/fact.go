// Package fact holds what can happen in a world. Models emit facts and know no
// measure; measures fold facts and know no model.
package fact

import (
	"math"
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// Kind says what happened.
type Kind uint8

const (
	// TaskStarted: an agent took up a task. Cohort, Agent.
	TaskStarted Kind = iota
	// TaskEnded: Code is the TaskEnd (TaskUnfinished at the end of the run), Span
	// the duration, N the wall-clock budget in ns (0: none).
	TaskEnded
	// TurnStarted: the model began to think. Code is a TurnKind, N the tokens that
	// it takes.
	TurnStarted
	// CallStarted: Code is the Origin of the call, Tool its tool.
	CallStarted
	// CallEnded: Outcome is the surfaced one (Unfinished at the end of the run),
	// Code the Class, Span the latency (the call began at At - Span), N how many
	// attempts it made. Flag tells that it spawned agents.
	CallEnded
	// AttemptSent: a request was put on the wire. Number is n for the n-th of its
	// call, Code the Role, Row the call's among those under way.
	AttemptSent
	// AttemptEnded: as the client sees it. Outcome, Number, Code (the Role), Row.
	AttemptEnded
	// Arrived: a request reached the door. Number, Code (the Role), Span its
	// service time as if served now.
	Arrived
	// QueueChanged: N requests now wait for a server.
	QueueChanged
	// Waited: a request left the queue to be answered from the key store. Span is
	// the time it waited.
	Waited
	// ServiceBegan: a request left the queue, or the door, for a server; N are now
	// busy. Span is the time it waited.
	ServiceBegan
	// ServiceEnded: N servers are now busy; Span is how long this one was; Flag
	// tells that the work was wasted. At the end of the run one comes for each
	// request still in service.
	ServiceEnded
	// TurnedAway: layer Layer refused a call or try (a local rejection).
	TurnedAway
	// Tried: a call left retry layer Layer, where it had started N tries; a cut and
	// the end of the run make it leave too.
	Tried
	// BudgetDenied: the retry budget of layer Layer refused a retry.
	BudgetDenied
	// ServersChanged: the dependency now has N servers, faults apart, of which Row are
	// busy.
	ServersChanged
	// QuotaRefused: the dependency's quota refused a request.
	QuotaRefused
	// BreakerAsked: a breaker was asked for the first time. Layer, Row (its state).
	BreakerAsked
	// BreakerChanged: Code is 0 closed, 1 open, 2 half-open. Layer, Row.
	BreakerChanged
	// PermitsWaited: N calls now wait for a permit of layer Layer.
	PermitsWaited
	// EffectLanded: Code is the Cause (CauseNone for the first landing of its
	// intent and for what a natural tool repeats).
	EffectLanded
	// EffectWanted: an intent with an effect was taken up.
	EffectWanted
	// EffectLost: an intent was reported done and none had landed by the end.
	EffectLost
	// EffectMissed: an intent was reported done by another intent's effect.
	EffectMissed
	// FalseFailure: a call surfaced as failed whose own attempts landed.
	FalseFailure
	// EffectUnknown: a call was surfaced as unknown.
	EffectUnknown
	// EffectUnknownLanded: a call surfaced as unknown had landed after all.
	EffectUnknownLanded
	// EffectFailed: a call with an effect was surfaced as failed.
	EffectFailed
	// Spent: Span of the task's time went into Code, a Category.
	Spent
	// Tokens: N tokens were spent on a result; Flag tells that they went into a turn
	// that only repeated failed calls.
	Tokens
	// TokensUsed: a task that ended had spent N of the tokens of its budget; Span is
	// the budget.
	TokensUsed
	// Kinds is how many kinds there are.
	Kinds
)

// Fact is one thing that happened. Each kind says which fields it sets; the
// others hold anything.
type Fact struct {
	At       sim.Time
	Span     time.Duration
	N        int64
	Agent    uint32 // the agent's number in its cohort
	Cohort   uint16 // place in world.Spec.Fleet
	Tool     uint16 // place in world.Spec.Tools
	Number   uint32
	Row      uint32
	Layer    uint16 // place in Names.Layers
	Kind     Kind
	Code     uint8
	Outcome  policies.Outcome
	Flag     bool
	Measured bool // what belongs to tasks: the task started at or after the end of warm-up
}

// TaskEnd is how a task ended.
type TaskEnd uint8

const (
	TaskSucceeded TaskEnd = iota
	TaskDegraded
	TaskFailed
	TaskOutOfTime
	TaskOutOfTokens
	TaskOutOfTurns
	TaskUnfinished
	TaskEnds
)

var taskEndNames = [TaskEnds]string{"succeeded", "degraded", "failed", "out_of_time", "out_of_tokens", "out_of_turns", "unfinished"}

// String gives the name that measures use.
func (e TaskEnd) String() string { return taskEndNames[e] }

// TurnKind tells planned turns from inserted ones.
type TurnKind uint8

const (
	TurnPlanned  TurnKind = iota
	TurnInserted          // goes on with failed calls, not only by repeating them
	TurnRepeats           // inserted, only re-issues
)

// Origin is why a call was made.
type Origin uint8

const (
	Planned Origin = iota // an intent's first call
	Reissued
	Adapted
	Verifying
)

// Role is what an attempt is.
type Role uint8

const (
	First Role = iota
	Retry
	Hedge
	Roles
)

// Class is what a failed call is surfaced as.
type Class uint8

const (
	ClassOK Class = iota
	ClassExhausted
	ClassSemantic
	ClassUnknown
)

// Cause is why an effect landed a second time.
type Cause uint8

const (
	CauseNone Cause = iota
	CauseRetry
	CauseHedge
	CauseReissue
	CauseAdapt
	CauseKeyExpired
	CauseStoredLate
	CauseLease
	Causes
)

var causeNames = [Causes]string{"", "retry", "hedge", "reissue", "adapt", "key_expired", "stored_late", "lease"}

// String gives the name that measures use.
func (c Cause) String() string { return causeNames[c] }

// Category is what an instant of a task went into.
type Category uint8

const (
	Think Category = iota
	Service
	Queue
	Network
	Backoff
	Limit
	FailedAttempts
	WastedTurns
	Children
	Categories
)

var categoryNames = [Categories]string{"think", "service", "queue", "network", "backoff", "limit", "failed_attempts", "wasted_turns", "children"}

// String gives the name that measures use.
func (c Category) String() string { return categoryNames[c] }

// batchSize is how many facts are handed on at once: few enough to stay in a
// core's nearest cache, enough that folding them in one go, with the code of the
// measures at hand, pays. It is the largest number of a byte, by which a place is
// then found without a check.
const batchSize = math.MaxUint8

// Recorder collects facts and hands them to a fold in batches, in the order in
// which they happened.
type Recorder struct {
	fold   func([]Fact)
	filled uint8
	batch  [batchSize + 1]Fact
}

// Into says who takes the facts, while a world is built; without, they are
// dropped. The fold must not keep the slice.
func (r *Recorder) Into(fold func([]Fact)) { r.fold = fold }

// New makes room for the next fact, to be filled in at once with kind, instant and
// what the kind says. It is nobody's any more when the one after it is made.
func (r *Recorder) New() (f *Fact) {
	if r.filled == batchSize {
		r.Flush()
	}
	f = &r.batch[r.filled]
	r.filled++
	return
}

// Flush hands on what has been recorded so far. It stays out of New, so that New
// itself is small enough to be built into its callers.
//
//go:noinline
func (r *Recorder) Flush() {
	if r.fold != nil {
		r.fold(r.batch[:r.filled])
	}
	r.filled = 0
}
