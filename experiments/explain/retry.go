package explain

import (
	"strings"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/models/client"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/retry"
	"herdcast/sim/quantity"
)

var retryRules = []Rule{
	{"retries-unlimited", result.Error, retriesUnlimited},
	{"retry-layers-multiply", result.Warning, retryLayersMultiply},
	{"retry-without-jitter", result.Warning, retryWithoutJitter},
	{"backoff-schedule-too-long", result.Warning, scheduleTooLong},
	{"backoff-schedule-too-short", result.Info, scheduleTooShort},
}

// repeats tells whether a retry layer of a way tries again after an outcome.
func (w *way) repeats(l *layer, o policies.Outcome) bool {
	landed := policies.MayHaveLanded.Has(o)
	return l.Retry.On.Has(o) && !(landed && l.Retry.OnlyIfSafe && client.Unsafe(w.tool))
}

// retriesUnlimited finds retry layers that nothing ends while calls fail.
func retriesUnlimited(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			l := &way.layers[i]
			if l.Retry == nil || l.Retry.Attempts != quantity.Unlimited || l.Retry.MaxElapsed != nil || way.above(i).limit != backoff.Forever {
				continue
			}
			all = append(all, found{l.path + ".attempts",
				"It tries without limit, and no max_elapsed, timeout or wall clock above ends that: while the dependency fails, so long do its callers retry.",
				"Bound the attempts, and set max_elapsed."})
		}
	}
	return all
}

func retryLayersMultiply(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		var tries []string
		path := ""
		for i := range way.layers {
			if l := &way.layers[i]; l.retries() {
				tries, path = append(tries, limit(l.Retry.Attempts)), l.path
			}
		}
		if len(tries) < 2 {
			continue
		}
		all = append(all, found{path,
			"It retries below another retry layer: a call makes up to " + strings.Join(tries, " × ") + " = " + limit(product(way.bare(0))) + " attempts while the dependency fails.",
			"Retry in one layer only; let the others pass failures up."})
	}
	return all
}

// product gives the most attempts that the retry layers make of one call.
func product(layers []client.Layer) quantity.Limit {
	var retries []client.Layer
	for _, l := range layers {
		if l.Retry != nil {
			retries = append(retries, l)
		}
	}
	return worstcase.Of(retries).Attempts
}

// crowd is how many agents a herd takes at least.
const crowd = 100

func retryWithoutJitter(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		agents := c.agents(way.policy)
		if agents < crowd {
			continue
		}
		for i := range way.layers {
			l := &way.layers[i]
			if !l.retries() || !inStep(l.Retry) {
				continue
			}
			wait := worstcase.Waits(l.Retry, 1)[0].Most
			all = append(all, found{l.path + ".backoff",
				nouns(agents, "agent") + " share this policy, and its waits have no jitter: those that fail at one instant all retry " + later(wait) + ".",
				"Set jitter: full, or equal where a least wait is due."})
		}
	}
	return all
}

func later(wait time.Duration) string {
	if wait == 0 {
		return "at once"
	}
	return "together " + span(wait) + " later"
}

// inStep tells whether every wait of a layer is the same for all callers.
func inStep(r *retry.Spec) bool {
	for _, wait := range worstcase.Waits(r, mostTries) {
		if wait.Least != wait.Most {
			return false
		}
	}
	return true
}

// agents counts the persistent agents of the cohorts whose calls go down a policy.
func (c *scene) agents(policy string) (all int64) {
	for i := range c.Fleet {
		cohort := &c.Fleet[i]
		if cohort.Agents != nil && c.uses(cohort.Name, policy) {
			all += int64(*cohort.Agents)
		}
	}
	return all
}

func (c *scene) uses(cohort, policy string) bool {
	for w := range c.ways {
		if c.ways[w].cohort.Name == cohort && c.ways[w].policy == policy {
			return true
		}
	}
	return false
}

func scheduleTooLong(c *scene) []found {
	return schedules(c, func(entries, retries int64) bool { return entries > retries },
		"the rest is never used", "Raise attempts, or drop the entries.")
}

// scheduleTooShort leaves out schedules of one entry, which say a constant wait.
func scheduleTooShort(c *scene) []found {
	return schedules(c, func(entries, retries int64) bool { return entries > 1 && entries < retries },
		"the last entry repeats", "Add the waits that are meant, or lower attempts.")
}

func schedules(c *scene, applies func(entries, retries int64) bool, then, advice string) (all []found) {
	for w := range c.ways {
		for _, l := range c.ways[w].layers {
			if l.Retry == nil || l.Retry.Backoff.Schedule == nil || l.Retry.Attempts == quantity.Unlimited {
				continue
			}
			entries, retries := int64(len(l.Retry.Backoff.Schedule)), int64(l.Retry.Attempts)-1
			if applies(entries, retries) {
				all = append(all, found{l.path + ".backoff.schedule",
					"The schedule has " + entriesOf(entries) + " for " + retriesOf(retries) + " (attempts count the first try): " + then + ".", advice})
			}
		}
	}
	return all
}

func entriesOf(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return count(n) + " entries"
}

func retriesOf(n int64) string {
	if n == 1 {
		return "1 retry"
	}
	return count(n) + " retries"
}
