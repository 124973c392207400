package retry

import (
	"math"
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/hint"
	"herdcast/sim"
)

// Memory is all that one call keeps in one retry layer (24 bytes). A call that
// enters the layer at the instant now starts with Memory{Began: now}.
type Memory struct {
	Tries    int32          // tries that have been followed by another
	Waits    int32          // waits that count for the exponent of the next
	Previous backoff.Memory // what the backoff remembers
	Began    sim.Time       // when the first try started
}

// Failure is what a failed try looks like to the layer.
type Failure struct {
	Now      sim.Time
	Outcome  policies.Outcome
	Unsafe   bool          // an effect without key that may have landed
	Told     time.Duration // the wait that the refusal told; 0: none
	Deadline sim.Time      // the nearest above, the task's budget included; sim.Never: none
	Key      sim.Key       // address of the call's draws in this layer
}

// Decision is what follows a failed try.
type Decision uint8

const (
	Again          Decision = iota // wait, then try again, if the budget grants it
	NotRetryable                   // the outcome is not retried
	UnsafeToRepeat                 // the effect may have landed and nothing would deduplicate it
	AttemptsUsedUp                 // that was the last try
	HintTooLong                    // the told wait is longer than anyone would wait
	TooLate                        // the wait would end after max_elapsed
	PastDeadline                   // the wait would end at or after the deadline
	LastSleep                      // attempts used up, but wait before handing up
)

// Retry is a compiled Spec. After a failed try it asks, in this order:
//
//	retryable?        the outcome is in `on`, and tells a wait where one is required
//	safe?             not an effect that may have landed, without key (only_if_safe)
//	attempts left?    tries so far < attempts (sleeps_after_last: wait all the same)
//	the wait          the hint's, else the backoff's
//	max_elapsed       now + wait - start of the first try is not above it
//	past_deadline     give_up: now + wait is before the deadline
//
// The budget is not asked here: the caller does that when the decision is Again,
// before or after the wait as the budget says.
type Retry struct {
	attempts        int64
	on              policies.Set
	onlyIfSafe      bool
	sleepsAfterLast bool
	givesUpEarly    bool
	maxElapsed      time.Duration
	backoff         backoff.Backoff
	hint            hint.Rule
}

// Compile prepares the layer; its budget is compiled apart, for its state is shared.
func (s Spec) Compile() Retry {
	r := Retry{
		attempts: int64(s.Attempts), on: s.On & policies.All, onlyIfSafe: s.OnlyIfSafe,
		sleepsAfterLast: s.SleepsAfterLast, givesUpEarly: s.PastDeadline == "give_up",
		maxElapsed: math.MaxInt64, backoff: s.Backoff.Compile(), hint: s.Hint.Compile(),
	}
	if s.MaxElapsed != nil {
		r.maxElapsed = *s.MaxElapsed
	}
	return r
}

// OnLastTry tells whether the try under way, or the one that a wait leads to, is
// the last one.
func (r *Retry) OnLastTry(m *Memory) bool { return int64(m.Tries)+1 >= r.attempts }

// Decide says whether another try follows the failed one, and after which wait.
// The wait means something with Again and LastSleep only. With Again the memory
// goes on to the next try; with anything else the call ends in this layer. The
// draws for the wait after the n-th try are those with index n-1.
func (r *Retry) Decide(m *Memory, f *Failure) (wait time.Duration, d Decision) {
	if !r.on.Has(f.Outcome) || r.hint.Misses(f.Told, f.Outcome) {
		return 0, NotRetryable
	}
	if f.Unsafe && r.onlyIfSafe {
		return 0, UnsafeToRepeat
	}
	last := r.OnLastTry(m)
	if last && !r.sleepsAfterLast {
		return 0, AttemptsUsedUp
	}
	index := uint64(m.Tries)
	planned := r.backoff.Wait(int(m.Waits)+1, f.Outcome, &m.Previous, f.Key, index)
	wait, source := r.hint.Apply(f.Told, planned, f.Outcome, f.Key, index)
	if source == hint.GiveUp {
		return 0, HintTooLong
	}
	end := f.Now.Add(wait)
	if end.Sub(m.Began) > r.maxElapsed {
		return 0, TooLate
	}
	if r.givesUpEarly && f.Deadline != sim.Never && end >= f.Deadline {
		return 0, PastDeadline
	}
	if last {
		return wait, LastSleep
	}
	m.Tries++
	m.Waits++
	if source == hint.Hinted && r.hint.Resets() {
		m.Waits, m.Previous = 0, 0
	}
	return wait, Again
}
