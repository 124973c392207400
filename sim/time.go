package sim

import (
	"math"
	"time"
)

// Time is an instant of virtual time: nanoseconds since the run began. Spans
// are time.Duration, so an instant and a span cannot be mixed up.
type Time int64

// Never is later than every instant that a run can reach.
const Never Time = math.MaxInt64

// Add gives the instant d after t. It saturates at Never, so that a
// heavy-tailed draw cannot wrap round into the past.
func (t Time) Add(d time.Duration) Time {
	sum := t + Time(d)
	if d > 0 && sum < t {
		return Never
	}
	return sum
}

// Sub gives the span from earlier to t.
func (t Time) Sub(earlier Time) time.Duration { return time.Duration(t - earlier) }

// Duration gives the span from the beginning of the run to t.
func (t Time) Duration() time.Duration { return time.Duration(t) }

// Seconds gives t in seconds since the beginning of the run.
func (t Time) Seconds() float64 { return time.Duration(t).Seconds() }
