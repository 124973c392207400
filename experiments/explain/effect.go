package explain

import (
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/models/client"
	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/hedge"
)

var effectRules = []Rule{
	{"effect-retried-without-key", result.Error, effectRetriedWithoutKey},
	{"effect-hedged-without-key", result.Error, effectHedgedWithoutKey},
	{"key-of-each-attempt", result.Error, keyOfEachAttempt},
	{"key-forgotten-too-soon", result.Error, keyForgottenTooSoon},
	{"effect-reissued-with-new-key", result.Warning, effectReissuedWithNewKey},
}

const keyAdvice = "Give the tool a key: per_intent, if the dependency keeps one."

// mayLand are the failures after which an attempt may have landed.
var mayLand = []policies.Outcome{policies.Timeout, policies.Reset, policies.ServerError, policies.Conflict}

// repeatsLanded gives an outcome that may have landed and is retried all the same.
func (w *way) repeatsLanded(l *layer) (policies.Outcome, bool) {
	for _, o := range mayLand {
		if w.repeats(l, o) {
			return o, true
		}
	}
	return 0, false
}

func effectRetriedWithoutKey(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			l := &way.layers[i]
			if !l.retries() || !client.Unsafe(way.tool) {
				continue
			}
			if o, again := way.repeatsLanded(l); again {
				all = append(all, found{l.path + ".only_if_safe",
					"Calls of " + way.tool.Name + " have an effect and no key, and are tried again after " + o.String() + ", when the effect may have landed: up to " + limit(product(way.bare(0))) + " effects for one call.",
					"Leave only_if_safe: true. " + keyAdvice})
			}
		}
	}
	return all
}

func effectHedgedWithoutKey(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for _, l := range way.layers {
			if l.Hedge != nil && l.Hedge.Extra > 0 && client.Unsafe(way.tool) {
				all = append(all, found{l.path + ".only_if_safe",
					"Calls of " + way.tool.Name + " have an effect and no key, and a call that takes longer than " + patience(l.Hedge.After) + " is sent again: both copies land.",
					"Leave only_if_safe: true. " + keyAdvice})
			}
		}
	}
	return all
}

// keyOfEachAttempt finds keys that no repeat carries: each attempt is new to the
// dependency.
func keyOfEachAttempt(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		if !way.tool.Effect || way.tool.Natural || way.tool.Key != tool.KeyPerAttempt {
			continue
		}
		if most := worstcase.Of(way.bare(0)).Attempts; most > 1 {
			all = append(all, found{"tools." + way.tool.Name + ".key",
				"Each attempt carries a key of its own, so none of the up to " + limit(most) + " attempts of a call is recognised as a repeat of another.",
				"Use per_call, or per_intent, which the model's repeats share too."})
		}
	}
	return all
}

// keyForgottenTooSoon compares how long keys are kept with when the last repeat may
// come. Where attempts have no timeout, only the waits between them are counted.
func keyForgottenTooSoon(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		t := way.tool
		if !t.Effect || t.Natural || t.Key != tool.KeyPerCall && t.Key != tool.KeyPerIntent {
			continue
		}
		last, who := c.lastRepeat(way)
		if kept := c.Dependency.Keys.Retention; kept < last {
			all = append(all, found{"dependency.keys.retention",
				"Keys are kept for " + span(kept) + " after the effect has landed, but " + who + " may repeat a call of " + t.Name + " up to " + upTo(last) + " after its first attempt: that repeat lands again.",
				"Keep keys longer than the last repeat can come, or end repeating sooner."})
		}
	}
	return all
}

// lastRepeat gives how long after the first attempt of an intent the last with the
// same key may be sent, and by whom.
func (c *scene) lastRepeat(w *way) (time.Duration, string) {
	worst, last := worstcase.Of(w.bare(0)), time.Duration(0)
	if w.copies() {
		if last = worstcase.Last(w.bare(0)); last == backoff.Forever {
			last = worst.Waits
		}
	}
	who := "the policy"
	if repeats := c.reissues(w); repeats > 0 && w.tool.Key == tool.KeyPerIntent {
		who = "the model"
		each := worst.Waits.Seconds()
		if worst.Time != backoff.Forever {
			each = worst.Time.Seconds()
		}
		total := last.Seconds() + times(repeats, each+seconds(&w.cohort.Task.Think))
		if last = backoff.Forever; total < backoff.Forever.Seconds() {
			last = time.Duration(total * float64(time.Second))
		}
	}
	if budget := w.cohort.Task.Budget.WallClock; budget != nil {
		last = min(last, *budget)
	}
	return last, who
}

// copies tells whether one call may send its effect again while or after it lands.
func (w *way) copies() bool {
	for i := range w.layers {
		l := &w.layers[i]
		if l.Hedge != nil && l.Hedge.Extra > 0 {
			return true
		}
		if l.retries() {
			if _, again := w.repeatsLanded(l); again {
				return true
			}
		}
	}
	return false
}

// reissues gives how often the model may make a call again whose effect may have
// landed.
func (c *scene) reissues(w *way) float64 {
	m := &w.cohort.Model
	reaction := m.Unknown
	if !m.Told {
		reaction = m.Untold
	}
	if reaction.Reissue == 0 || reaction.VerifyWherePossible && w.tool.VerifyBy != "" {
		return 0
	}
	return unbounded(m.MaxRepeats)
}

// effectReissuedWithNewKey finds effects that the model repeats although they may
// have landed, with nothing by which the dependency would know.
func effectReissuedWithNewKey(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		t := way.tool
		if !t.Effect || t.Natural || t.Key == tool.KeyPerIntent || c.reissues(way) == 0 {
			continue
		}
		carries := "no key"
		if t.Key != tool.KeyNone {
			carries = "a new key each time (" + string(t.Key) + ")"
		}
		all = append(all, found{"tools." + t.Name + ".key",
			"The model of " + way.cohort.Name + " may repeat a call of " + t.Name + " whose effect may have landed, and the repeat carries " + carries + ": it lands again.",
			"Use key: per_intent, or let the model verify first (verify_by)."})
	}
	return all
}

func patience(a hedge.After) string {
	if a.Quantile > 0 {
		return "most"
	}
	return span(a.Delay)
}
