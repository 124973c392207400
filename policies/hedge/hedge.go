package hedge

import (
	"time"

	"herdcast/policies"
)

// Hedge is a compiled Spec: copy k is sent `after` after copy k-1, the first call
// being copy 0, and not more than `extra` beside it. Where `after` is a quantile, it
// is that of the last thousand successes at the layer, from the instant at which
// they came to it, and none is sent before there were twenty.
type Hedge struct {
	OnlyIfSafe bool
	onFailure  Reaction
	on         policies.Set
	after      After
	extra      int
}

// Reaction is what a failed copy does.
type Reaction uint8

const (
	WaitForOthers Reaction = iota // until no copy is under way; later ones are not sent
	SendNext                      // the next copy goes out at once
	Fail                          // the others are cut and the failure is handed up
)

// ReactionTo tells what a copy does that has ended as the failure o.
func (h *Hedge) ReactionTo(o policies.Outcome) Reaction {
	if !h.on.Has(o) {
		return Fail
	}
	return h.onFailure
}

// Compile prepares the hedge.
func (s Spec) Compile() Hedge {
	h := Hedge{OnlyIfSafe: s.OnlyIfSafe, on: s.On & policies.All, after: s.After, extra: s.Extra}
	switch s.OnFailure {
	case "next":
		h.onFailure = SendNext
	case "fail":
		h.onFailure = Fail
	}
	return h
}

// Learns tells whether the hedge needs to be told of successes.
func (h *Hedge) Learns() bool { return h.after.Quantile > 0 }

// Learn takes how long a success took.
func (h *Hedge) Learn(l *Latencies, latency time.Duration) { l.add(latency) }

// Next gives how long after the last copy the next one may go out, when so many
// were sent beside the first, or false if none may. A hedge that does not learn
// looks at no latencies.
func (h *Hedge) Next(l *Latencies, sentExtra int) (after time.Duration, may bool) {
	switch {
	case sentExtra >= h.extra:
		return 0, false
	case h.Learns():
		return l.quantile(h.after.Quantile)
	}
	return h.after.Delay, true
}
