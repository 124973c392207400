// Package quantity reads and writes the quantities that people write: durations,
// shares, factors, rates and counts that may be unlimited. What it writes is short
// and reads back to the same value.
//
//	duration  250ms, 1h30m, 2d   units ns us ms s m h d, the largest first
//	share     20%                0.2
//	factor    4x                 4
//	rate      50/s, 600/min      per ms, s, min or h
//	price     3/million          per million or thousand
//	count     20, unlimited
//
// Numbers are decimal, without sign, exponent or leading zeros. A lone 0 needs no
// unit. A value is the exact decimal number where its type can hold it, else the
// nearest floating point number.
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
	Per   time.Duration // a millisecond, second, minute or hour
}

// PerSecond gives the rate in events per second.
func (r Rate) PerSecond() float64 { return r.Count / r.Per.Seconds() }

// Price is an amount of some money per million or thousand.
type Price struct {
	Amount float64
	Per    string // million or thousand
}

// Limit is a count that may be Unlimited.
type Limit int64

// Unlimited is the Limit that is never reached.
const Unlimited Limit = math.MaxInt64
