package hedge

import "time"

// Hedge is a compiled Spec: copy k is sent After after copy k-1, the first call
// being copy 0, and not more than `extra` beside it.
type Hedge struct {
	After      time.Duration
	OnFailure  Reaction
	OnlyIfSafe bool
	extra      int
}

// Reaction is what a failed copy does.
type Reaction uint8

const (
	WaitForOthers Reaction = iota // until no copy is under way; later ones are not sent
	SendNext                      // the next copy goes out at once
	Fail                          // the others are cut and the failure is handed up
)

// Compile prepares the hedge.
func (s Spec) Compile() Hedge {
	h := Hedge{After: s.After, OnlyIfSafe: s.OnlyIfSafe, extra: s.Extra}
	switch s.OnFailure {
	case "next":
		h.OnFailure = SendNext
	case "fail":
		h.OnFailure = Fail
	}
	return h
}

// MayCopy tells whether another copy may go out after so many beside the first.
func (h *Hedge) MayCopy(sentExtra int) bool { return sentExtra < h.extra }
