package explain

import (
	"math"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/models/agent"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// chain says what one task of each cohort becomes.
func (c *scene) chain() []result.Chain {
	chains := []result.Chain{}
	for i := range c.Fleet {
		cohort := &c.Fleet[i]
		turns, intents := planned(&cohort.Task)
		calls := c.callsOf(cohort)
		chain := result.Chain{
			Cohort: cohort.Name, Turns: expected(turns), Intents: expected(intents), Calls: expected(calls),
			Tools: []result.ToolChain{},
		}
		attempts := pair{}
		for w := range c.ways {
			way := &c.ways[w]
			if way.cohort != cohort {
				continue
			}
			tool := c.toolChain(way)
			chain.Tools = append(chain.Tools, tool)
			attempts.mean += times(way.share, orInfinite(tool.Attempts.Mean))
			attempts.most = math.Max(attempts.most, orInfinite(tool.Attempts.Most))
		}
		chain.Total = expected(pair{times(intents.mean, attempts.mean), times(times(intents.most, calls.most), attempts.most)})
		chains = append(chains, chain)
	}
	return chains
}

// pair is a mean and a most; +Inf stands for "without bound".
type pair struct{ mean, most float64 }

func expected(s pair) result.Expected {
	return result.Expected{Mean: finite(s.mean), Most: finite(s.most)}
}

// finite gives null for what has no bound.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func orInfinite(x *float64) float64 {
	if x == nil {
		return math.Inf(1)
	}
	return *x
}

// times multiplies with 0 · ∞ = 0.
func times(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return float64(a * b)
}

// planned gives the turns and the calls of a task.
func planned(task *agent.Task) (turns, calls pair) {
	if task.Script != nil {
		turns.mean = float64(len(task.Script))
		for _, turn := range task.Script {
			calls.mean += float64(len(turn))
		}
		turns.most, calls.most = turns.mean, calls.mean
		return turns, calls
	}
	drawn := task.Turns
	if bound := task.Budget.Turns; bound != nil && (drawn.AtMost == 0 || drawn.AtMost > float64(*bound)) {
		drawn.AtMost = float64(*bound)
	}
	turns = pair{mean(&drawn), most(&drawn)}
	perTurn := pair{mean(&task.Calls), most(&task.Calls)}
	return turns, pair{turns.mean * perTurn.mean, times(turns.most, perTurn.most)}
}

// most gives the largest count of a distribution.
func most(d *dist.Spec) float64 {
	largest := math.Inf(1)
	switch d.Kind {
	case dist.Constant:
		largest = d.A
	case dist.Uniform, dist.Between:
		largest = d.B
	case dist.Empirical:
		largest = d.Values[len(d.Values)-1]
	case dist.Choice:
		largest = 0
		for i := range d.Choices {
			if d.Choices[i].Share > 0 {
				largest = math.Max(largest, most(&d.Choices[i].Of))
			}
		}
	}
	if d.AtMost > 0 {
		largest = math.Min(largest, d.AtMost)
	}
	return largest
}

// callsOf gives how many calls serve one intent: one, what the model may repeat or
// change when it fails, and those that verify in between.
func (c *scene) callsOf(cohort *agent.Spec) pair {
	m := &cohort.Model
	repeats, adapts := false, false
	for _, r := range c.reactions(cohort) {
		repeats = repeats || r.Reissue > 0 || r.Verify > 0
		adapts = adapts || r.Adapt > 0
	}
	calls := pair{1, 1}
	if repeats {
		calls.most += unbounded(m.MaxRepeats)
	}
	if adapts {
		calls.most += unbounded(m.MaxAdapts)
	}
	if c.mayVerify(cohort) { // after each but the last that the model may make
		calls.most += math.Max(1, calls.most-1)
	}
	return calls
}

func unbounded(n quantity.Limit) float64 {
	if n == quantity.Unlimited {
		return math.Inf(1)
	}
	return float64(n)
}

// mayVerify tells whether calls of a cohort may be followed by verifying ones.
func (c *scene) mayVerify(cohort *agent.Spec) bool {
	for i := range c.Tools {
		if c.verifies(cohort, c.Tools[i].Name) {
			return true
		}
	}
	return false
}

func (c *scene) toolChain(w *way) result.ToolChain {
	worst := worstcase.Of(w.bare(0))
	sent := pair{attempts(w, c.usualLoss(w)), unbounded(worst.Attempts)}
	if !w.sends() {
		sent = pair{} // its agents are a cohort of their own
	}
	tool := result.ToolChain{
		Tool: w.tool.Name, Share: w.share, Policy: w.policy, Factors: []result.Factor{},
		Attempts: expected(sent),
		Horizon:  bounded(worst.Waits), Time: bounded(worst.Time),
	}
	for i := range w.layers {
		l := &w.layers[i]
		switch {
		case l.Retry != nil:
			tool.Factors = append(tool.Factors, result.Factor{Path: l.path, Factor: finite(unbounded(l.Retry.Attempts))})
		case l.Hedge != nil:
			tool.Factors = append(tool.Factors, result.Factor{Path: l.path, Factor: finite(float64(l.Hedge.Extra + 1))})
		case l.Fallback != nil:
			tool.Factors = append(tool.Factors, result.Factor{Path: l.path, Factor: finite(2)})
		}
	}
	return tool
}

// bounded gives seconds, null for a span without bound.
func bounded(d time.Duration) *float64 {
	if d == backoff.Forever {
		return nil
	}
	return finite(d.Seconds())
}

// usualLoss gives the share of attempts that fail for the network's usual losses
// and are retried.
func (c *scene) usualLoss(w *way) float64 {
	n := &c.Dependency.Network
	kept := 1.0
	if _, cut := w.patience(); cut && retried(w, policies.Timeout) {
		kept = (1 - float64(n.LoseRequests)) * (1 - float64(n.LoseReplies))
	}
	if retried(w, policies.Reset) {
		kept *= 1 - float64(n.Reset)
	}
	return 1 - kept
}

// retried tells whether the innermost layer that retries does so after an outcome.
func retried(w *way, o policies.Outcome) bool {
	for i := len(w.layers) - 1; i >= 0; i-- {
		if w.layers[i].retries() {
			return w.repeats(&w.layers[i], o)
		}
	}
	return false
}

// attempts gives the mean number of attempts of a call if each fails with the same
// probability, whatever the others do: (1 − pⁿ) / (1 − p) for a layer of n tries,
// whose own failure has the probability pⁿ for the layer above. Hedges and
// fallbacks send none while calls are fast and succeed.
func attempts(w *way, p float64) float64 {
	product := 1.0
	for i := len(w.layers) - 1; i >= 0; i-- {
		l := &w.layers[i]
		if !l.retries() {
			continue
		}
		tries := unbounded(l.Retry.Attempts)
		switch {
		case p >= 1:
			product *= tries
		case p > 0:
			all := power(p, tries)
			product *= (1 - all) / (1 - p)
			p = all
		}
	}
	return product
}

// power multiplies a probability below 1 with itself, by squaring; without end that
// is 0.
func power(p, tries float64) float64 {
	product := 1.0
	for ; tries >= 1; tries = math.Floor(tries / 2) {
		if math.IsInf(tries, 1) {
			return 0
		}
		if math.Mod(tries, 2) == 1 {
			product *= p
		}
		p *= p
	}
	return product
}
