package explain

import (
	"math"

	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/sim/quantity"
)

var queueRules = []Rule{
	{"queue-outlives-timeout", result.Warning, queueOutlivesTimeout},
}

// queueOutlivesTimeout finds queues in which requests wait for longer than their
// callers do: the last in a full queue waits max × service / servers.
func queueOutlivesTimeout(c *scene) (all []found) {
	d := &c.Dependency
	if c.each() == quantity.Unlimited || d.Abandoned == "cancel" {
		return nil
	}
	for w := range c.ways {
		way := &c.ways[w]
		cut, ok := way.patience()
		if !ok || way.share == 0 || !way.sends() || d.Expired == "drop" && cut.Timeout.Propagate {
			continue
		}
		service, patience := c.meanService(way.cohort), *cut.Timeout.Max
		waits, holds := math.Inf(1), "The queue has no bound"
		if d.Queue.Max != quantity.Unlimited {
			waits = float64(d.Queue.Max) * service / float64(c.each())
			holds = "The last of " + limit(d.Queue.Max) + " waiting requests is served after " + about(waits) + " (" + limit(d.Queue.Max) + " × " + about(service) + " / " + limit(c.each()) + " servers)"
		}
		if service == 0 || waits <= patience.Seconds() {
			continue
		}
		fit := math.Floor(patience.Seconds() * float64(c.each()) / service)
		all = append(all, found{"dependency.queue.max",
			holds + ", but its caller leaves after " + span(patience) + " (" + cut.path + "): a queue that is fuller than " + number(fit) + " is work done in vain.",
			"Bound the queue by timeout × servers / service, let it cancel (abandoned: cancel), or propagate deadlines and drop what has expired."})
	}
	return all
}

// meanService gives the mean service time of a cohort's requests, in seconds.
func (c *scene) meanService(cohort *agent.Spec) float64 {
	sends := c.perCall(cohort, func(w *way) float64 { return oneIf(w.sends()) })
	return c.perCall(cohort, func(w *way) float64 { return times(oneIf(w.sends()), seconds(c.service(w.tool))) }) / sends
}
