package explain

import (
	"math"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/sim/quantity"
)

// budgets lists the limits, breakers and retry budgets that calls go through, and
// the dependency's quotas, each with what it comes to over the whole fleet.
func (c *scene) budgets(s *scenario.Scenario) []result.Allowance {
	all := []result.Allowance{}
	add := func(a result.Allowance, each, owners float64) {
		if slices.ContainsFunc(all, func(other result.Allowance) bool { return other.Path == a.Path && other.Unit == a.Unit }) {
			return
		}
		a.Line, a.Each, a.Owners, a.Fleet = s.Line(a.Path), finite(each), finite(owners), finite(times(each, owners))
		all = append(all, a)
	}
	for w := range c.ways {
		for i := range c.ways[w].layers {
			l := &c.ways[w].layers[i]
			switch {
			case l.Limit != nil:
				a := result.Allowance{Path: l.path, Kind: "limit", Scope: string(l.Limit.Scope), Unit: "calls at once"}
				each := float64(l.Limit.Max)
				if adaptive := l.Limit.Adaptive; adaptive != nil {
					each, a.Also = math.Inf(1), "at most: it adapts"
					if adaptive.Max != nil {
						each = float64(*adaptive.Max)
					}
				}
				add(a, each, c.owners(l, l.Limit.Scope, l.Limit.PerTool))
			case l.Rate != nil && l.Rate.Limit != nil: // else it adapts
				add(result.Allowance{Path: l.path, Kind: "rate", Scope: string(l.Rate.Scope), Unit: "calls/s"},
					l.Rate.Limit.PerSecond(), c.owners(l, l.Rate.Scope, l.Rate.PerTool))
			case l.Breaker != nil && l.Breaker.Algorithm == nil:
				a := result.Allowance{Path: l.path, Kind: "breaker", Scope: string(l.Breaker.Scope), Unit: "failures before it opens"}
				each := 0.0
				of := func(share quantity.Share, t *breaker.Trip) {
					each, a.Also = math.Ceil(float64(t.MinCalls)*float64(share)), share.String()+" of at least "+nouns(int64(t.MinCalls), "call")
				}
				switch t := &l.Breaker.Trip; {
				case t.Consecutive != nil:
					each, a.Also = float64(*t.Consecutive), "in a row"
				case t.Count != nil:
					each, a.Also = float64(*t.Count), "within "+span(t.Window.Span)
					if t.Window.Calls > 0 {
						a.Also = "of " + nouns(int64(t.Window.Calls), "call")
					}
				case t.Rate != nil:
					of(*t.Rate, t)
				default:
					a.Unit = "slow answers before it opens"
					of(*t.SlowRate, t)
				}
				add(a, each, c.owners(l, l.Breaker.Scope, l.Breaker.PerTool))
			case l.Retry != nil && l.Retry.Budget != nil:
				b := l.Retry.Budget
				owners := c.owners(l, b.Scope, b.PerTool)
				a := result.Allowance{Path: l.path + ".budget", Kind: "budget", Scope: string(b.Scope)}
				var each float64
				each, a.Unit, a.Also = allows(b)
				add(a, each, owners)
			}
		}
	}
	for i := range c.Dependency.Quota {
		q := &c.Dependency.Quota[i]
		path := "dependency.quota"
		if len(c.Dependency.Quota) > 1 {
			path = item(path, i)
		}
		add(result.Allowance{Path: path, Kind: "quota", Scope: string(q.Scope), Unit: string(q.Of) + "/s"},
			float64(q.Limit)/q.Per.Seconds(), ownersOf(c.cohorts(), string(q.Scope)))
	}
	return all
}

// allows gives what one retry budget lets through when everything fails.
func allows(b *budget.Spec) (each float64, unit, also string) {
	switch {
	case b.Total != nil:
		return float64(*b.Total), "retries, never more", ""
	case b.Tokens != nil:
		start := *b.Tokens
		if b.Start != nil {
			start = *b.Start
		}
		cheapest := slices.Min(b.Cost[:])
		if b.Timeout != nil {
			cheapest = min(cheapest, *b.Timeout)
		}
		if cheapest == 0 {
			return float64(start), "tokens", "some retries cost nothing"
		}
		return float64(start / cheapest), "retries from the start", "then as successes earn them"
	case b.GRPC != nil:
		start := b.GRPC.Max
		if b.GRPC.Start != nil {
			start = *b.GRPC.Start
		}
		return float64(max(0, start-b.GRPC.Max/2-1)), "retries from the start", "then as successes earn them"
	case b.Percent != nil && b.Window != nil:
		return float64(*b.Percent), "retries for each first try", "over " + span(*b.Window)
	case b.Percent != nil:
		return b.Floor.Rate.PerSecond(), "retries/s", "and " + b.Percent.String() + " of first tries"
	case b.InFlight != nil:
		return float64(b.Floor.Retries), "retries at once", "or " + b.InFlight.String() + " of the tries under way if that is more"
	case b.Concurrent != nil:
		return float64(*b.Concurrent), "retries at once", ""
	}
	return float64(*b.FailureRate), "share of failures at which retries end", ""
}

var budgetRules = []Rule{
	{"budget-floor-rules", result.Warning, budgetFloorRules},
}

// budgetFloorRules finds budgets whose floors, added up over their owners, allow
// more than the share that they are named after.
func budgetFloorRules(c *scene) (all []found) {
	for w := range c.ways {
		for i := range c.ways[w].layers {
			l := &c.ways[w].layers[i]
			if l.Retry == nil || l.Retry.Budget == nil {
				continue
			}
			b := l.Retry.Budget
			owners := c.owners(l, b.Scope, b.PerTool)
			tries, busy := c.through(l)
			var floor, share, of float64
			var unit, what string
			switch {
			case b.Percent != nil && b.Window == nil:
				floor, share, of, unit, what = b.Floor.Rate.PerSecond(), float64(*b.Percent), tries, "/s", "first tries"
			case b.InFlight != nil:
				floor, share, of, unit, what = float64(b.Floor.Retries), float64(*b.InFlight), busy, "", "tries under way"
			default:
				continue
			}
			if fleet := floor * owners; finite(fleet) != nil && finite(of) != nil && floor > 0 && fleet > share*of {
				all = append(all, found{l.path + ".budget.floor",
					strings.Join([]string{"The floor lets ", eachOwner(owners, string(b.Scope)), " retry ", number(floor), unit, ", ", number(fleet), unit, " over the fleet; ",
						quantity.Share(share).String(), " of its ", number(of), unit, " ", what, " would be ", number(share * of), unit, ". So the floor is the budget, not the share."}, ""),
					"Lower the floor to a share of what one owner sends, or let the fleet share one budget."})
			}
		}
	}
	return all
}

// eachOwner names the owners of a state one by one.
func eachOwner(owners float64, scope string) string {
	if owners == 1 {
		return "the " + scope
	}
	return "each of " + number(owners) + " " + plural(scope)
}

func plural(scope string) string {
	if scope == "process" {
		return "processes"
	}
	return scope + "s"
}
