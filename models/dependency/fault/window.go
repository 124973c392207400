package fault

import "herdcast/sim"

// Window is one coming of a fault.
type Window struct {
	Begin sim.Time
	End   sim.Time // sim.Never: it lasts to the end of the run
	Ends  bool
	last  sim.Time // nothing of it happens from then on
}

// Windows gives the comings of a fault that begin before the end of the run, at
// least the first. A mark or restart that says no length is an instant.
func (s *Spec) Windows(end sim.Time) []Window {
	w := Window{Begin: sim.Time(s.At), End: sim.Never}
	switch {
	case s.For != nil:
		w.End, w.Ends = w.Begin.Add(*s.For), true
	case s.Until != nil:
		w.End, w.Ends = sim.Time(*s.Until), true
	case s.Mark != "", s.Restart != nil:
		w.End, w.Ends = w.Begin, true
	}
	w.last = min(w.End, end)
	windows := []Window{w}
	if s.Repeat == nil {
		return windows
	}
	for n := int64(1); n < int64(s.Repeat.Times); n++ {
		w.Begin, w.End = w.Begin.Add(s.Repeat.Every), w.End.Add(s.Repeat.Every)
		w.last = min(w.End, end)
		if w.Begin >= end {
			break
		}
		windows = append(windows, w)
	}
	return windows
}
