package metric

import (
	"math"

	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim/tally"
)

// seconds keeps calls by the second in which they start, and no longer than
// needed: a second is settled once it has passed and the last call that started
// in it has ended. Its room is then taken for a later one.
type seconds struct {
	cells  int
	now    int              // the second in which calls start; -1: in none that is kept
	kept   []*secondOfCalls // by number; nil before the first call and once settled
	spare  []*secondOfCalls
	settle func(number int, s *secondOfCalls) // takes what it needs of s, and not s itself
}

type secondOfCalls struct {
	open  int32 // calls that have started and not ended
	cells []callsOfSecond
}

type callsOfSecond struct {
	started, succeeded int64 // of those that have ended
	latency            tally.Quantiles
}

// infinite is the latency of unfinished calls.
const infinite = math.MaxInt64

func newSeconds(count, cells int, settle func(int, *secondOfCalls)) seconds {
	return seconds{cells: cells, now: -1, kept: make([]*secondOfCalls, count), settle: settle}
}

// start takes the beginning of a call in a second, -1: in none that is kept.
// Calls begin in the order of time.
func (s *seconds) start(number int) {
	if number != s.now {
		passed := s.now
		s.now = number
		if passed >= 0 && s.at(passed).open == 0 {
			s.free(passed)
		}
	}
	if number >= 0 {
		s.at(number).open++
	}
}

// end takes the end of a call that started in a second.
func (s *seconds) end(number, cell int, f *fact.Fact) {
	if number < 0 {
		return
	}
	calls := s.at(number)
	calls.open--
	c := &calls.cells[cell]
	c.started++
	latency := int64(f.Span)
	switch f.Outcome {
	case policies.OK:
		c.succeeded++
	case policies.Unfinished:
		latency = infinite
	}
	c.latency.Observe(latency)
	if calls.open == 0 && number != s.now {
		s.free(number)
	}
}

// finish settles what is left when the run has ended.
func (s *seconds) finish() {
	for number, calls := range s.kept {
		if calls != nil {
			s.free(number)
		}
	}
}

// at gives a second, with room for its calls.
func (s *seconds) at(number int) *secondOfCalls {
	if s.kept[number] == nil {
		if n := len(s.spare); n > 0 {
			s.kept[number], s.spare = s.spare[n-1], s.spare[:n-1]
		} else {
			s.kept[number] = &secondOfCalls{cells: make([]callsOfSecond, s.cells)}
		}
	}
	return s.kept[number]
}

// free settles a second and takes its room.
func (s *seconds) free(number int) {
	calls := s.kept[number]
	s.settle(number, calls)
	for i := range calls.cells {
		calls.cells[i].reset()
	}
	s.kept[number], s.spare = nil, append(s.spare, calls)
}

func (c *callsOfSecond) reset() {
	c.started, c.succeeded = 0, 0
	c.latency.Reset()
}

func (c *callsOfSecond) merge(other *callsOfSecond) {
	c.started += other.started
	c.succeeded += other.succeeded
	c.latency.Merge(&other.latency)
}
