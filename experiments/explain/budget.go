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
		a.Line, a.Each, a.Owners = s.Line(a.Path), finite(each), finite(owners)
		if a.Fleet == nil {
			a.Fleet = finite(times(each, owners))
		}
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
				if b.FailureRate != nil {
					a.Fleet = finite(each) // a share, which does not add up
				}
				if share, ok := shareOfTries(b); ok {
					of := c.sharedOf(l)
					a.Also = beyondFloor(b, share, of, times(each, owners))
					if b.Percent != nil {
						a.Share, a.Of = &share, finite(of)
					}
				}
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
	case b.Percent != nil:
		return b.Floor.Rate.PerSecond(), "retries/s", ""
	case b.InFlight != nil:
		return float64(b.Floor.Retries), "retries at once", ""
	case b.Concurrent != nil:
		return float64(*b.Concurrent), "retries at once", ""
	}
	return float64(*b.FailureRate), "share of failures at which retries end", ""
}

// shareOfTries gives the retries that a budget grants for each try, beside its floor;
// not ok: it is none of a share.
func shareOfTries(b *budget.Spec) (share float64, ok bool) {
	switch {
	case b.Percent != nil && b.Window == nil:
		return b.Earned(), true
	case b.Percent != nil:
		return float64(*b.Percent), true
	case b.InFlight != nil:
		return float64(*b.InFlight), true
	}
	return 0, false
}

// sharedOf gives what the budget of a layer grants a share of, over the fleet while all
// is well: first tries per second, or those under way.
func (c *scene) sharedOf(l *layer) float64 {
	tries, busy := c.through(l)
	if l.Retry.Budget.InFlight != nil {
		return busy
	}
	return tries
}

// beyondFloor says what a share of so many tries comes to beside floors that come to
// so much, all over the fleet.
func beyondFloor(b *budget.Spec, share, of, floors float64) string {
	written := quantity.Share(share).String()
	if b.InFlight != nil {
		return written + " of the tries under way, ≈ " + number(times(share, of)) + " over the fleet while all is well, or the floor if that is more"
	}
	tries := "first tries"
	switch {
	case b.Window != nil:
	case b.FundedBy == "successes":
		tries = "calls that succeed"
	case b.FundedBy == "final":
		tries = "calls that succeed or fail beyond retry"
	}
	words := written + " of " + tries + ", ≈ " + rate(times(share, of)) + " over the fleet while all is well"
	switch {
	case b.Window != nil:
		words += ", counted over " + span(*b.Window)
	case floors == 0:
		words += ", and no floor"
	default:
		words += ", beside a floor of " + rate(floors)
	}
	if saved := times(floors+times(share, of), b.TTL.Seconds()); b.Window == nil && finite(saved) != nil {
		words += "; what is saved up within " + span(b.TTL) + " may go at once, ≈ " + number(saved) + " retries"
	}
	return words
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
			share, ok := shareOfTries(b)
			if !ok || b.Window != nil {
				continue
			}
			of := c.sharedOf(l)
			floor, unit, what := b.Floor.Rate.PerSecond(), "/s", "first tries"
			if b.InFlight != nil {
				floor, unit, what = float64(b.Floor.Retries), "", "tries under way"
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
