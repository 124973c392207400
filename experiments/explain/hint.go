package explain

import (
	"slices"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/models/dependency/fault"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim/quantity"
)

var hintRules = []Rule{
	{"hint-longer-than-deadline", result.Warning, hintLongerThanDeadline},
}

// hintLongerThanDeadline finds waits that refusals tell and that calls sleep
// through only to be cut.
func hintLongerThanDeadline(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			l := &way.layers[i]
			if !l.retries() || l.Retry.PastDeadline == "give_up" {
				continue
			}
			wait, source := c.told(way, l)
			above := way.above(i)
			if wait < above.limit || above.limit == backoff.Forever || l.Retry.MaxElapsed != nil && *l.Retry.MaxElapsed <= above.limit {
				continue
			}
			all = append(all, found{l.path + ".hint",
				"It waits as long as a refusal tells, up to " + upTo(wait) + " (" + source + "), but " + above.path + " ends all after " + span(above.limit) + ": the call sleeps and is cut without another try.",
				"Set past_deadline: give_up, or hint.at_most below the deadline with above: give_up."})
		}
	}
	return all
}

func upTo(wait time.Duration) string {
	if wait == backoff.Forever {
		return "any length"
	}
	return span(wait)
}

// told gives the longest wait that a retry layer obeys of those that refusals may
// tell, and where it is said; 0 where none can. What jitter adds is left out.
func (c *scene) told(w *way, l *layer) (longest time.Duration, source string) {
	if !l.retries() || l.Retry.Hint.Use == "ignore" {
		return 0, ""
	}
	rule := &l.Retry.Hint
	for _, h := range c.hints(w.tool.Name) {
		status, known := policies.OutcomeNamed(h.status)
		if !known || !rule.On.Has(status) || !l.Retry.On.Has(status) {
			continue
		}
		wait := h.most
		if rule.AtMost != nil && wait > *rule.AtMost {
			if h.fixed && rule.Above != "cap" {
				continue // never used
			}
			wait = *rule.AtMost
		}
		if rule.Clamp != nil {
			own := worstcase.Waits(l.Retry, mostTries)
			if most := own[len(own)-1].Most; most < backoff.Forever-*rule.Clamp {
				wait = min(wait, most+*rule.Clamp)
			}
		}
		if wait > longest {
			longest, source = wait, h.path
		}
	}
	return longest, source
}

// hinted is a wait that a refusal may tell.
type hinted struct {
	path   string
	status string
	most   time.Duration
	fixed  bool // it is always that long
}

// hints gives what refusals of a tool's requests may tell.
func (c *scene) hints(tool string) (all []hinted) {
	for i := range c.Faults {
		f := &c.Faults[i]
		if f.Closed == nil || !touches(f, tool) {
			continue
		}
		path := "faults." + f.Name
		if fixed := f.Closed.Hint.Fixed; fixed != nil {
			all = append(all, hinted{path, f.Closed.Status, *fixed, true})
		} else if f.Closed.Hint.Word == "remaining" {
			all = append(all, hinted{path, f.Closed.Status, lasts(f, c.Run.Duration), false})
		}
	}
	for i := range c.Dependency.Quota {
		q := &c.Dependency.Quota[i]
		h := hinted{"dependency.quota", string(q.Status), q.Per, false}
		switch {
		case q.Hint.Fixed != nil:
			h.most, h.fixed = *q.Hint.Fixed, true
		case q.Hint.Word == "place_in_line":
			h.most = backoff.Forever
		case q.Hint.Word == "none":
			continue
		}
		all = append(all, h)
	}
	if full := &c.Dependency.Full; full.Hint.Fixed != nil && c.Dependency.Queue.Max != quantity.Unlimited {
		all = append(all, hinted{"dependency.full", string(full.Status), *full.Hint.Fixed, true})
	}
	return all
}

// lasts gives how long a fault lasts each time it comes.
func lasts(f *fault.Spec, run time.Duration) time.Duration {
	switch {
	case f.For != nil:
		return *f.For
	case f.Until != nil:
		return *f.Until - f.At
	}
	return max(0, run-f.At)
}

// touches tells whether a fault may meet requests of a tool.
func touches(f *fault.Spec, tool string) bool {
	return f.Tools == nil || slices.Contains(f.Tools, tool)
}
