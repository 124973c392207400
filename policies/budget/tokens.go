package budget

import "herdcast/policies"

// bucket is the retry quota of the AWS SDKs (botocore retries/quota.py), which
// never leaves [0, size]:
//
//	event                             tokens
//	a retry is asked for              - cost of the failed try's outcome, if that much is there;
//	                                  else it is refused and nothing is taken
//	success at the first try          + earn
//	success after retries             last: + the last cost · all: + all its costs ·
//	                                  earn: + earn · last_and_earn: both · nothing: 0
//	failure in the end                0: what was taken stays taken
//
// With 500 tokens, cost 5 and earn 1, a call that fails, fails and succeeds goes
// 500, 495, 490, 495.
type bucket struct {
	size, start, earn int64
	cost              Cost
	gives             gives
}

type gives uint8

const (
	givesNothing gives = iota
	givesLast
	givesAll
	givesEarn
	givesLastAndEarn
)

func (s Spec) compileTokens() bucket {
	b := bucket{size: *s.Tokens, start: *s.Tokens, earn: s.Earn, cost: s.Cost}
	if s.Start != nil {
		b.start = min(*s.Start, b.size)
	}
	if s.Timeout != nil {
		b.cost[policies.Timeout] = *s.Timeout
	}
	switch s.GiveBack {
	case "last":
		b.gives = givesLast
	case "all":
		b.gives = givesAll
	case "earn":
		b.gives = givesEarn
	case "last_and_earn":
		b.gives = givesLastAndEarn
	}
	return b
}

// fixed is a bucket of so many retries that nothing fills again.
func fixed(total int64) bucket {
	b := bucket{size: total, start: total}
	for o := range b.cost {
		b.cost[o] = 1
	}
	return b
}

func (b *bucket) take(st *State, failed policies.Outcome) (cost int64, granted bool) {
	cost = b.cost[failed]
	if st.tokens < cost {
		return 0, false
	}
	st.tokens -= cost
	return cost, true
}

func (b *bucket) giveBack(st *State, retried bool, last, all int64) {
	back := b.earn
	if retried {
		switch b.gives {
		case givesNothing:
			return
		case givesLast:
			back = last
		case givesAll:
			back = all
		case givesLastAndEarn:
			back = last + b.earn
		}
	}
	st.tokens = min(b.size, st.tokens+back)
}
