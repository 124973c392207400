// Package quantity holds the units that people write: shares, rates, factors
// and counts that may be unlimited. Durations are time.Duration.
package quantity

import (
	"math"
	"time"
)

// Share is a part of a whole as a plain number: 20 % is 0.2.
type Share float64

// Factor multiplies: 4x is 4.
type Factor float64

// Rate is a count per span, kept as written so that "1/s" is exact.
type Rate struct {
	Count float64
	Per   time.Duration
}

// PerSecond gives the rate in events per second.
func (r Rate) PerSecond() float64 { return r.Count / r.Per.Seconds() }

// Limit is a count that may be Unlimited.
type Limit int64

// Unlimited is the Limit that is never reached.
const Unlimited Limit = math.MaxInt64
