package explain

import (
	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/sim/quantity"
)

var limitRules = []Rule{
	{"limit-held-in-backoff", result.Warning, limitHeldInBackoff},
	{"limit-above-capacity", result.Warning, limitAboveCapacity},
}

func limitHeldInBackoff(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i, l := range way.layers {
			if l.Limit == nil {
				continue
			}
			for j := range way.layers[i+1:] {
				below := &way.layers[i+1+j]
				waits := worstcase.Of(way.bare(i + 1 + j)[:1]).Waits
				if !below.retries() || waits == 0 {
					continue
				}
				all = append(all, found{l.path,
					"A call keeps its permit while " + below.path + " below waits, up to " + upTo(waits) + ": while the dependency fails, calls that do nothing fill the limit.",
					"Put the limit below the retry."})
			}
		}
	}
	return all
}

// limitAboveCapacity finds limits that let through more than the dependency can
// hold.
func limitAboveCapacity(c *scene) (all []found) {
	servers, queue := c.servers(), c.queue()
	if servers == quantity.Unlimited || queue == quantity.Unlimited {
		return nil
	}
	holds := float64(servers) + float64(queue)
	for w := range c.ways {
		for i := range c.ways[w].layers {
			l := &c.ways[w].layers[i]
			if l.Limit == nil || l.Limit.Adaptive != nil { // the one sought is to find out
				continue
			}
			owners := c.owners(l, l.Limit.Scope, l.Limit.PerTool)
			fleet := float64(l.Limit.Max) * owners
			if finite(fleet) == nil || fleet <= holds {
				continue
			}
			all = append(all, found{l.path + ".max",
				nouns(int64(l.Limit.Max), "call") + " at once for " + eachOwner(owners, string(l.Limit.Scope)) + " are " + number(fleet) + ", but the dependency holds " + number(holds) + " (" + limit(servers) + " servers and a queue of " + limit(queue) + "): it is full before the limit is reached.",
				"Divide what the dependency can hold among the owners."})
		}
	}
	return all
}
