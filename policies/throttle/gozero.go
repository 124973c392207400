package throttle

import (
	"time"

	"herdcast/sim"
)

// The constants of go-zero's breaker, which are no settings there.
const (
	goZeroParts      = 40
	goZeroPart       = 250 * time.Millisecond
	goZeroK          = 1.5
	goZeroLeastK     = 1.1
	goZeroProtection = 5 // requests that are never held against the dependency
	goZeroForced     = time.Second
)

// buckets are the rules of go-zero's breaker (core/breaker, googleBreaker). In the
// 40 slices of 250 ms up to now, aligned to time 0, it counts requests when they have
// ended or are turned away, the accepted ones among them, and two runs of slices,
// from the latest backwards, those skipped in which nothing ended:
//
//	failing   slices in which something failed and nothing was accepted
//	working   slices in which something was accepted and nothing failed
//
// A request passes if
//
//	p = (requests − 5 − (1.5 − 0.4·failing/40) · accepts) / (requests + 1)
//
// is not above 0, or if the last one that passed where p was above 0 did so more
// than a second ago. Otherwise it is turned away with the probability
// p · (40 − working) / 40.
type buckets struct {
	slices [goZeroParts]slice
	newest int64    // number of the newest slice in which something was counted
	drew   bool     // a request has passed where p was above 0
	passed sim.Time // when the last one did
}

type slice struct{ accepted, failed, rejected int32 }

// counts are what the slices say at an instant.
type counts struct{ requests, accepts, failing, working int }

func (b *buckets) admit(now sim.Time, u float64) bool {
	c := b.count(now)
	p := c.rejection()
	if p <= 0 {
		return true
	}
	if !(b.drew && now.Sub(b.passed) > goZeroForced) {
		p *= float64(goZeroParts-c.working) / goZeroParts
		if u < p {
			b.at(now).rejected++
			return false
		}
	}
	b.drew, b.passed = true, now
	return true
}

func (b *buckets) ended(now sim.Time, accepted bool) {
	if accepted {
		b.at(now).accepted++
	} else {
		b.at(now).failed++
	}
}

// rejection gives p.
func (c counts) rejection() float64 {
	k := goZeroK - float64((goZeroK-goZeroLeastK)*float64(c.failing))/goZeroParts
	return (float64(c.requests-goZeroProtection) - float64(max(k, goZeroLeastK)*float64(c.accepts))) / float64(c.requests+1)
}

// at gives the slice of now, emptied of what was 10 s before.
func (b *buckets) at(now sim.Time) *slice {
	running := int64(now) / int64(goZeroPart)
	for n := max(b.newest+1, running-goZeroParts+1); n <= running; n++ {
		b.slices[n%goZeroParts] = slice{}
	}
	b.newest = running
	return &b.slices[running%goZeroParts]
}

func (b *buckets) count(now sim.Time) (c counts) {
	running := int64(now) / int64(goZeroPart)
	for n := max(0, running-goZeroParts+1); n <= b.newest; n++ {
		s := &b.slices[n%goZeroParts]
		c.requests += int(s.accepted + s.failed + s.rejected)
		c.accepts += int(s.accepted)
		switch {
		case s.accepted > 0 && s.failed > 0:
			c.failing, c.working = 0, 0
		case s.accepted > 0:
			c.failing = 0
			c.working++
		case s.failed > 0:
			c.working = 0
			c.failing++
		}
	}
	return c
}
