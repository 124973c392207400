package dependency

import (
	"math"
	"time"

	"herdcast/sim"
)

// codel is the controlled delay of RFC 8289, section 5. It drops the request whose
// turn it is once every wait has been above target for an interval, then again
// after interval / √1, interval / √2, …, until a wait is below target. A queue that
// holds no more than one behind the request is never too long.
type codel struct {
	target   time.Duration
	interval time.Duration
	above    sim.Time // when waits will have been above target for an interval; 0: they are not
	next     sim.Time // when the next is due to be dropped
	count    int64    // drops since dropping began
	last     int64    // count when it began the time before
	dropping bool
	dropped  bool // the one before was dropped while dropping: next is to be moved on
}

// drops tells whether the request whose turn it is, which has waited so long and
// has so many behind it, is dropped.
func (c *codel) drops(now sim.Time, waited time.Duration, behind int64) bool {
	long := c.tooLong(now, waited, behind)
	if c.dropping {
		if c.dropped && long {
			c.next = c.next.Add(c.gap())
		}
		c.dropped = false
		c.dropping = long
		if !long || now < c.next {
			return false
		}
		c.count++
		c.dropped = true
		return true
	}
	if !long {
		return false
	}
	c.dropping = true
	since := c.count - c.last
	c.count = 1
	if since > 1 && now.Sub(c.next) < 16*c.interval {
		c.count = since // go on about where it ended not long ago
	}
	c.last = c.count
	c.next = now.Add(c.gap())
	return true
}

// tooLong tells whether waits have been above target for an interval.
func (c *codel) tooLong(now sim.Time, waited time.Duration, behind int64) bool {
	switch {
	case waited < c.target || behind <= 1:
		c.above = 0
	case c.above == 0:
		c.above = now.Add(c.interval)
	default:
		return now >= c.above
	}
	return false
}

// gap is interval / √count.
func (c *codel) gap() time.Duration {
	return time.Duration(math.Round(float64(c.interval) / math.Sqrt(float64(c.count))))
}
