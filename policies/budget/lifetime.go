package budget

import (
	"math"
	"time"

	"herdcast/policies/window"
	"herdcast/sim"
)

// million is a retry in the accounts of shares: they count in millionths, so that
// whether a retry is allowed never hangs on the last bit of a float.
const million = 1_000_000

// millionths rounds a share to its account's unit.
func millionths(share float64) int64 { return int64(math.Round(share * million)) }

// lifetime is the budget of Finagle and Linkerd. Calls and retries count for the
// time ttl, in slices of a tenth of it that begin at time 0: the running one and
// the nine before. A retry is allowed if
//
//	floor · ttl + percent · funded - granted >= 1
//
// With 20%, 10/s and 10s a hundred retries go out at once though no call has come.
//
// The libraries count in whole units: a call pays in `deposit` of them and a retry costs
// deposit / percent, cut to whole ones, so with a deposit of 1 two retries in five calls
// (40%) become one in two. With 0% a retry costs one and calls pay in nothing.
type lifetime struct {
	ttl      time.Duration
	reserve  int64 // floor · ttl, in the units of cost
	deposit  int64 // of a call
	cost     int64 // of a retry
	fundedBy fundedBy
}

type fundedBy uint8

const (
	calls     fundedBy = iota // at their start
	successes                 // at the success
	final                     // at the success, or at a failure that is not retryable
)

const parts = 10 // slices of the ttl

// recent is what a budget remembers of the last while.
type recent struct {
	window  window.Window // of the families with a sliding window
	current int64         // number of the running slice
	balance int64         // deposits - costs of what was granted, over all slices
	slice   [parts]int64  // the same of each, at its number modulo ten
}

func (s *Spec) compileLifetime() lifetime {
	const most = 1 << 60
	percent := float64(*s.Percent)
	l := lifetime{ttl: s.TTL, deposit: millionths(percent), cost: million}
	if s.Deposit != nil {
		l.deposit, l.cost = 0, 1
		if percent > 0 {
			l.deposit, l.cost = *s.Deposit, int64(float64(*s.Deposit)/percent)
		}
	}
	reserve := float64(s.Floor.Rate.PerSecond()*s.TTL.Seconds()) * float64(l.cost)
	l.reserve = int64(math.Round(min(reserve, most)))
	switch s.FundedBy {
	case "successes":
		l.fundedBy = successes
	case "final":
		l.fundedBy = final
	}
	return l
}

// Earned gives the retries that each call earns of a percent: as written, or as whole
// units come to where a call pays in some.
func (s *Spec) Earned() float64 {
	l := s.compileLifetime()
	return float64(l.deposit) / float64(l.cost)
}

func (l *lifetime) fund(r *recent, now sim.Time) { l.book(r, now, l.deposit) }

func (l *lifetime) withdraw(r *recent, now sim.Time) bool {
	l.advance(r, now)
	if l.reserve+r.balance < l.cost {
		return false
	}
	l.book(r, now, -l.cost)
	return true
}

func (l *lifetime) book(r *recent, now sim.Time, amount int64) {
	l.advance(r, now)
	r.slice[r.current%parts] += amount
	r.balance += amount
}

// advance forgets the slices that have grown too old.
func (l *lifetime) advance(r *recent, now sim.Time) {
	number := int64(now) / int64(l.ttl) * parts
	number += int64(now) % int64(l.ttl) * parts / int64(l.ttl)
	if number-r.current >= parts {
		r.slice, r.balance = [parts]int64{}, 0
	} else {
		for old := r.current + 1; old <= number; old++ {
			r.balance -= r.slice[old%parts]
			r.slice[old%parts] = 0
		}
	}
	r.current = number
}
