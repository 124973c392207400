package budget

import "herdcast/policies"

// State is one bucket: the tokens in it. It never leaves [0, size].
type State struct{ tokens int64 }

// Tokens gives what is left in the bucket.
func (st *State) Tokens() int64 { return st.tokens }

// Budget is a compiled Spec of the family `tokens`, the retry quota of the AWS
// SDKs (botocore retries/quota.py):
//
//	event                             tokens
//	a retry is asked for              - cost of the failed try's outcome, if that much is there;
//	                                  else it is refused and nothing is taken
//	success at the first try          + earn
//	success after retries             last: + the last cost · all: + all its costs ·
//	                                  earn: + earn · nothing: 0
//	failure in the end                0: what was taken stays taken
//
// With 500 tokens, cost 5 and earn 1, a call that fails, fails and succeeds goes
// 500, 495, 490, 495.
type Budget struct {
	size, start, earn int64
	cost              Cost
	giveBack          giveBack
	afterWait         bool
}

type giveBack uint8

const (
	givesNothing giveBack = iota
	givesLast
	givesAll
	givesEarn
)

// Compile prepares the budget.
func (s Spec) Compile() Budget {
	b := Budget{size: s.Tokens, start: s.Tokens, earn: s.Earn, cost: s.Cost, afterWait: s.Charge == "after_wait"}
	if s.Start != nil {
		b.start = min(*s.Start, s.Tokens)
	}
	if s.Timeout != nil {
		b.cost[policies.Timeout] = *s.Timeout
	}
	switch s.GiveBack {
	case "last":
		b.giveBack = givesLast
	case "all":
		b.giveBack = givesAll
	case "earn":
		b.giveBack = givesEarn
	}
	return b
}

// Fresh gives a bucket as it is at the beginning.
func (b *Budget) Fresh() State { return State{b.start} }

// ChargesAfterWait tells whether the budget is asked when the wait has ended,
// not at the decision.
func (b *Budget) ChargesAfterWait() bool { return b.afterWait }

// Ask asks for a retry after a try that ended as failed. A granted one has been
// charged, and cost is what it took; a refused one takes nothing.
func (b *Budget) Ask(st *State, failed policies.Outcome) (cost int64, granted bool) {
	cost = b.cost[failed]
	if st.tokens < cost {
		return 0, false
	}
	st.tokens -= cost
	return cost, true
}

// Succeeded tells the budget that a call has succeeded; last and all are the
// costs of its last retry and of all its retries.
func (b *Budget) Succeeded(st *State, retried bool, last, all int64) {
	back := b.earn
	if retried {
		switch b.giveBack {
		case givesNothing:
			return
		case givesLast:
			back = last
		case givesAll:
			back = all
		}
	}
	st.tokens = min(b.size, st.tokens+back)
}
