package timeout

import (
	"math"
	"time"
)

// Timeout is a compiled Spec. With left the rest of the task's wall clock:
//
//	max               by_tool if the tool has an entry, else max
//	share_of_budget   not longer than share · left (without a budget: no bound)
//	min               not shorter than the smaller of min and left
//
// Nothing is cut where neither max nor share says anything. With max 600 s, min
// 60 s and share 50 %:
//
//	left    none    1000 s   100 s   40 s
//	limit   600 s   500 s    60 s    40 s
type Timeout struct {
	most  []time.Duration // by tool
	least time.Duration
	share float64 // 0: none
}

const none time.Duration = math.MaxInt64

// Compile prepares the timeout for the tools of a scenario; For knows them by
// their place in that list.
func (s Spec) Compile(tools []string) Timeout {
	t := Timeout{most: make([]time.Duration, len(tools))}
	for i, name := range tools {
		t.most[i] = s.maxOf(name)
	}
	if s.Min != nil {
		t.least = *s.Min
	}
	if s.ShareOfBudget != nil {
		t.share = float64(*s.ShareOfBudget)
	}
	return t
}

func (s *Spec) maxOf(tool string) time.Duration {
	for _, own := range s.ByTool {
		if own.Tool == tool {
			return own.Max
		}
	}
	if s.Max != nil {
		return *s.Max
	}
	return none
}

// For gives how long a try with that tool may take when so much is left of the
// task's wall clock (below 0: the task has no such budget).
func (t *Timeout) For(tool int, left time.Duration) (limit time.Duration, set bool) {
	limit = t.most[tool]
	budgeted := left >= 0
	if t.share > 0 && budgeted {
		limit = min(limit, time.Duration(math.Round(t.share*float64(left))))
	}
	if limit == none {
		return 0, false
	}
	least := t.least
	if budgeted {
		least = min(least, left)
	}
	return max(limit, least), true
}
