package theory

// Slowdown is a server with one line that works slower for a time, or stands still,
// under calls each of which is tried once more when it is late; what was given up is
// served all the same.
type Slowdown struct {
	Calls    float64 // first attempts a second
	Capacity float64 // served a second
	Slow     float64 // served a second while it lasts
	Lasts    float64
	Timeout  float64
}

// Recovers is how long after its end the line is empty, all being fluid: while the
// wait is above the timeout each call comes twice, afterwards once. Capacity must be
// more than twice the calls, or it never is.
func (s Slowdown) Recovers() float64 {
	onTime := s.Timeout * s.Slow / (s.Calls - s.Slow) // from the start, until the wait reaches the timeout
	waiting := (s.Calls-s.Slow)*s.Lasts + s.Calls*(s.Lasts-onTime-s.Timeout)
	served := s.Capacity * s.Timeout // a line that is waited in for the timeout
	return (waiting-served)/(s.Capacity-2*s.Calls) + served/(s.Capacity-s.Calls)
}
