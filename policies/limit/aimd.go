package limit

import "time"

// aimd adds one after a success while at least half of the limit was in use, and
// multiplies by a ratio after a drop or a call that took too long.
type aimd struct {
	least, most int
	ratio       float64
	timeout     time.Duration
}

func newAIMD(a *Adaptive) *aimd {
	return &aimd{least: *a.Min, most: *a.Max, ratio: *a.BackoffRatio, timeout: *a.Timeout}
}

// next gives the limit after a call that took so long, with so many in flight when
// it began.
func (a *aimd) next(limit int, took time.Duration, inFlight int, dropped bool) int {
	switch {
	case dropped || took > a.timeout:
		limit = int(float64(limit) * a.ratio)
	case inFlight*2 >= limit:
		limit++
	}
	return max(a.least, min(a.most, limit))
}
