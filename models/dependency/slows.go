package dependency

import (
	"math"
	"time"

	"herdcast/sim/quantity"
)

// Slows makes service longer the more are in service (the universal scalability law,
// Gunther 1993): with n in service, this one included, and x = max(0, n - at), by the
// factor 1 + contention·x + coherency·x·n.
type Slows struct {
	At         *int64         `key:"at" doc:"in service without slowing; servers if left out" min:"0"`
	Contention quantity.Share `key:"contention" doc:"so much longer for each beyond" min:"0"`
	Coherency  quantity.Share `key:"coherency" doc:"so much longer for each beyond and each in service" min:"0"`
}

// slows is a compiled Slows.
type slows struct {
	at                    int64
	contention, coherency float64
}

func newSlows(s *Slows) *slows {
	return &slows{at: *s.At, contention: float64(s.Contention), coherency: float64(s.Coherency)}
}

// slowed is the time of a service that begins as the n-th in service.
func (s *slows) slowed(service time.Duration, n int64) time.Duration {
	if n <= s.at {
		return service
	}
	beyond := float64(n - s.at)
	factor := 1 + float64(s.contention*beyond) + float64(float64(s.coherency*beyond)*float64(n))
	slow := float64(float64(service) * factor)
	if slow >= float64(forEver) {
		return forEver
	}
	return time.Duration(math.Round(slow))
}
