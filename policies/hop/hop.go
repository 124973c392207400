// Package hop is a proxy on the way: what passes it is delayed, there and back.
package hop

import (
	"math"
	"time"

	"herdcast/sim/dist"
)

// Spec is a hop as people write it.
type Spec struct {
	Delay dist.Spec `key:"delay" doc:"delay each way, drawn for each" unit:"duration"`
}

// Instant tells whether the hop never delays anything.
func (s Spec) Instant() bool {
	_, most := s.Delay.Bounds()
	return most == 0
}

// Longest gives the most that the two ways take together; the largest duration
// where nothing bounds it.
func (s Spec) Longest() time.Duration {
	_, most := s.Delay.Bounds()
	if 2*most >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(2 * most)
}
