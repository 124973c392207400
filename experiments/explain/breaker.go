package explain

import (
	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/policies"
	"herdcast/policies/backoff"
)

var breakerRules = []Rule{
	{"breaker-shorter-than-backoff", result.Warning, breakerShorterThanBackoff},
	{"retries-into-open-breaker", result.Warning, retriesIntoOpenBreaker},
	{"breaker-sees-too-few-calls", result.Warning, breakerSeesTooFewCalls},
}

// breakerShorterThanBackoff finds breakers that are through with being open before
// the retries that they are to spare the dependency come.
func breakerShorterThanBackoff(c *scene) (all []found) {
	c.eachBreaker(func(way *way, at int, open float64) {
		for i := range way.layers {
			l := &way.layers[i]
			if !l.retries() {
				continue
			}
			if wait := worstcase.Waits(l.Retry, 1)[0].Most; open < wait.Seconds() {
				b := &way.layers[at]
				all = append(all, found{b.path + ".open",
					"The breaker is open for " + about(open) + ", but " + l.path + " waits up to " + upTo(wait) + " before its first retry: when the retry comes, the breaker lets it through again.",
					"Keep it open for longer than the waits between tries."})
			}
		}
	})
	return all
}

// retriesIntoOpenBreaker finds retry layers that try a breaker below again before
// it can have closed.
func retriesIntoOpenBreaker(c *scene) (all []found) {
	c.eachBreaker(func(way *way, at int, open float64) {
		for i := range way.layers[:at] {
			l := &way.layers[i]
			if !l.retries() || !l.Retry.On.Has(policies.Rejected) {
				continue
			}
			if waits := worstcase.Of(way.bare(i)[:1]).Waits; waits != backoff.Forever && waits.Seconds() < open {
				all = append(all, found{l.path + ".on",
					"It retries what the breaker below rejects, but all its waits together are " + span(waits) + " at most and the breaker is open for " + about(open) + ": every try is rejected.",
					"Leave rejected out of on: the call then fails fast."})
			}
		}
	})
	return all
}

// eachBreaker visits each breaker of each way, with its mean time open in seconds,
// the first where it grows; those by an algorithm of their own are left out.
func (c *scene) eachBreaker(visit func(way *way, at int, open float64)) {
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			b := way.layers[i].Breaker
			switch {
			case b == nil || b.Algorithm != nil:
			case b.Open.Grows != nil:
				visit(way, i, b.Open.Grows.First.Seconds())
			default:
				visit(way, i, seconds(&b.Open.Of))
			}
		}
	}
}

// breakerSeesTooFewCalls finds breakers in whose window there are never as many
// calls as they need to judge, not even when every call is tried as often as can
// be.
func breakerSeesTooFewCalls(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		for i := range way.layers {
			l := &way.layers[i]
			if l.Breaker == nil || l.Breaker.Algorithm != nil || l.Breaker.Trip.Rate == nil && l.Breaker.Trip.SlowRate == nil || l.Breaker.Trip.Window.Span == 0 {
				continue
			}
			b := l.Breaker
			owners := c.owners(l, b.Scope, b.PerTool)
			tries, _ := c.through(l)
			for _, above := range way.layers[:i] {
				if above.retries() {
					tries = times(tries, unbounded(above.Retry.Attempts))
				}
			}
			if window := times(tries, b.Trip.Window.Span.Seconds()) / owners; finite(window) != nil && finite(owners) != nil && window < float64(b.Trip.MinCalls) {
				all = append(all, found{l.path + ".trip.min_calls",
					"Each of " + number(owners) + " breakers sees about " + number(window) + " calls in its window of " + span(b.Trip.Window.Span) + ", retries included, but judges from " + nouns(int64(b.Trip.MinCalls), "call") + " on: it seldom or never opens.",
					"Lower min_calls, widen the window, or let more calls share a breaker (scope)."})
			}
		}
	}
	return all
}
