package budget

import "slices"

// flight is the retry budget of Envoy: a retry is allowed while
//
//	used < max(floor, share · base)
//
// where used counts retries (in their wait, under way), base tries (under way, in
// their wait, the one being decided), and the share of them may be rounded down.
// The failed try itself is neither under way nor in its wait any more.
//
// With 20 % and a floor of 3, 24 tries under way beside the failed one allow 5.
type flight struct {
	floor, share            int64 // the share in millionths
	usesWaiting, usesActive bool
	ofActive, ofWaiting     bool
	deciding                int64 // 1: the one being decided counts
	down                    bool
}

func (s *Spec) compileFlight() flight {
	f := flight{
		floor: s.Floor.Retries, share: millionths(float64(*s.InFlight)), down: s.Round == "down",
		usesWaiting: slices.Contains(s.Used, "waiting"), usesActive: slices.Contains(s.Used, "active"),
		ofActive: slices.Contains(s.Base, "active"), ofWaiting: slices.Contains(s.Base, "waiting"),
	}
	if slices.Contains(s.Base, "deciding") {
		f.deciding = 1
	}
	return f
}

func (f *flight) allows(st *State) bool {
	used, base := int64(0), f.deciding
	if f.usesWaiting {
		used += int64(st.waiting)
	}
	if f.usesActive {
		used += int64(st.retries)
	}
	if f.ofActive {
		base += int64(st.active)
	}
	if f.ofWaiting {
		base += int64(st.waiting)
	}
	if used < f.floor {
		return true
	}
	if f.down {
		return used < f.share*base/million
	}
	return used*million < f.share*base
}
