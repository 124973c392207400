package scenario

import (
	"math"
	"slices"

	"herdcast/models/client"
	"herdcast/policies/budget"
	"herdcast/policies/limit"
	"herdcast/sim/quantity"
)

func (d *decoder) checkPolicy(f *document, p *client.Policy) {
	path := join("policies", p.Name)
	d.unique(path, layerNames(p.Layers))
	if err := client.CheckSize(p, f.Tools); err != nil {
		d.at(path, "%v", err)
	}
	for i := range p.Layers {
		layer := &p.Layers[i]
		at := item(path, i)
		for j, name := range layer.Tools {
			d.known(item(join(at, "tools"), j), "tool", name, f.tools())
		}
		if layer.Timeout != nil {
			t := layer.Timeout
			at := join(at, "timeout")
			if t.Max == nil && t.ShareOfBudget == nil && len(t.ByTool) == 0 {
				d.at(at, "one of these keys is due: max, share_of_budget, by_tool")
			}
			if t.Max != nil && t.Min != nil && *t.Min > *t.Max {
				d.at(join(at, "min"), "found %s, but max is %s", quantity.FormatDuration(*t.Min), quantity.FormatDuration(*t.Max))
			}
			for _, by := range t.ByTool {
				where := join(join(at, "by_tool"), by.Tool)
				d.known(where, "tool", by.Tool, f.tools())
				if by.Max <= 0 && d.wrote(where) {
					d.at(where, "found %s, but it must be more than 0s", quantity.FormatDuration(by.Max))
				}
			}
		}
		if layer.Hedge != nil && layer.Hedge.Budget == "shared" && !slices.ContainsFunc(p.Layers, func(l client.Layer) bool { return l.Retry != nil && l.Retry.Budget != nil }) {
			d.at(join(at, "hedge.budget"), "found shared, but no retry layer of the policy has a budget")
		}
		if l := layer.Limit; l != nil && l.Adaptive != nil && l.Adaptive.Kind != "" {
			d.checkAdaptive(l.Adaptive, join(at, "limit.adaptive"))
		}
		if r := layer.Rate; r != nil && r.Window == "fixed" && r.Limit != nil && r.Limit.Count != math.Trunc(r.Limit.Count) {
			d.at(join(at, "rate.limit"), "found %s, but a fixed window lets a whole number of calls pass", r.Limit)
		}
		if s := layer.Throttle; s != nil && s.Slices != nil && *s.Slices > 0 && int64(s.Window)%int64(*s.Slices) != 0 {
			d.at(join(at, "throttle.slices"), "found %d, but a window of %s has no %d equal parts", *s.Slices, quantity.FormatDuration(s.Window), *s.Slices)
		}
		if layer.Outlier != nil {
			d.checkOutlier(f, p, i, join(at, "outlier"))
		}
		if layer.Fallback != nil {
			d.known(join(at, "fallback.tool"), "tool", layer.Fallback.Tool, f.tools())
		}
		if layer.Breaker != nil {
			d.checkBreaker(layer.Breaker, join(at, "breaker"))
		}
		if layer.Retry != nil {
			d.checkRetry(layer, join(at, "retry"))
		}
	}
}

func (d *decoder) checkRetry(layer *client.Layer, path string) {
	b := layer.Retry.Backoff
	if b.Cap != nil && b.Floor != nil && *b.Floor > *b.Cap {
		d.at(join(path, "backoff.floor"), "found %s, but the cap is %s", quantity.FormatDuration(*b.Floor), quantity.FormatDuration(*b.Cap))
	}
	if b.Schedule != nil && b.Jitter.Scaled != nil {
		d.at(join(path, "backoff.jitter.scaled"), "it cannot stand beside schedule (it is scaled by first)")
	}
	if jitter := layer.Retry.Hint.Jitter; jitter != nil && jitter.Scaled != nil {
		d.at(join(path, "hint.jitter.scaled"), "a hint has no first wait that it is scaled by (allowed: the other jitters)")
	}
	if jitter := layer.Retry.Hint.Jitter; jitter != nil && (jitter.Word == "decorrelated" || jitter.Word == "polly") {
		d.at(join(path, "hint.jitter"), "found %s, which spreads a wait by the ones before it, but a hint has none (allowed: none, full, equal, or a map)", jitter.Word)
	}
	if layer.Retry.Budget != nil {
		d.checkBudget(layer.Retry.Budget, join(path, "budget"))
	}
}

// checkAdaptive looks whether an adaptive limit begins within its bounds.
func (d *decoder) checkAdaptive(a *limit.Adaptive, path string) {
	switch {
	case *a.Min == 0 || *a.Max == 0 || *a.Initial == 0: // out of range, which has been said
	case *a.Min > *a.Max:
		d.at(join(path, "min"), "found %d, but max is %d", *a.Min, *a.Max)
	case *a.Initial < *a.Min || *a.Initial > *a.Max:
		d.at(join(path, "initial"), "found %d, but the limit lies from %d to %d", *a.Initial, *a.Min, *a.Max)
	}
}

func (d *decoder) checkBudget(b *budget.Spec, path string) {
	if b.Tokens != nil && b.Start != nil && *b.Start > *b.Tokens {
		d.at(join(path, "start"), "found %d, but the bucket holds %d", *b.Start, *b.Tokens)
	}
	if g := b.GRPC; g != nil && g.Start != nil && *g.Start > g.Max {
		d.at(join(path, "grpc.start"), "found %d, but the bucket holds %d", *g.Start, g.Max)
	}
	if b.FailureRate != nil && b.Window == nil && !d.wrote(join(path, "window")) {
		d.at(path, "the key window is missing (the span over which failures are counted)")
	}
	if b.Deposit != nil && b.Percent != nil && float64(*b.Deposit) < float64(*b.Percent) {
		d.at(join(path, "deposit"), "found %d, but at %s a retry would cost less than one unit", *b.Deposit, *b.Percent)
	}
	switch floor := join(path, "floor"); {
	case b.Percent != nil && b.Floor.Retries > 0:
		d.at(floor, "found %d, but beside percent a rate is due, such as %d/s", b.Floor.Retries, b.Floor.Retries)
	case b.InFlight != nil && b.Floor.Rate.Count > 0:
		d.at(floor, "found %s, but beside in_flight a number of retries is due, such as 3", b.Floor.Rate)
	}
}

// checkShared looks for layers that share a state of different kinds.
func (d *decoder) checkShared(f *document) {
	type use struct{ kind, path string }
	first := map[string]use{}
	for _, p := range f.Policies {
		for i := range p.Layers {
			layer := &p.Layers[i]
			if layer.Shared == "" {
				continue
			}
			path := item(join("policies", p.Name), i)
			before, ok := first[layer.Shared]
			if !ok {
				first[layer.Shared] = use{kindOf(layer), path}
			} else if kind := kindOf(layer); kind != before.kind {
				d.at(join(path, "shared"), "a %s cannot share the state of %s, a %s", kind, before.path, before.kind)
			}
		}
	}
}
