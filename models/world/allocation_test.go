package world_test

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies"
	"herdcast/policies/hedge"
	"herdcast/policies/hop"
	"herdcast/policies/limit"
	"herdcast/policies/rate"
	"herdcast/policies/throttle"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// A run of twice the length has the same growth behind it and one more minute of
// storm; what it allocates beyond the shorter one is what that minute allocates.
// Lists of waits for quantiles still grow, by halves, and so do the series of
// long runs: that is less than one allocation in ten thousand events.
func TestEventsAllocateNothing(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for name, spec := range map[string]func(time.Duration) *world.Spec{
		"calls":    func(d time.Duration) *world.Spec { return storm(10_000, d) },
		"flow":     func(d time.Duration) *world.Spec { return regulated(storm(10_000, d)) },
		"children": func(d time.Duration) *world.Spec { return delegating(storm(10_000, d)) },
	} {
		t.Run(name, func(t *testing.T) {
			short, few := allocations(t, spec(2*time.Minute))
			long, many := allocations(t, spec(4*time.Minute))
			events, more := many-few, long-short
			if events < 200_000 {
				t.Fatalf("only %d events in two minutes of storm", events)
			}
			if more*10_000 > events {
				t.Errorf("%d allocations in %d events", more, events)
			}
		})
	}
}

// regulated puts layers around the tries of a storm that the whole fleet shares and
// that learn from every one of them.
func regulated(spec *world.Spec) *world.Spec {
	few, follows, paced, doubts, second := 200, &limit.Spec{}, &rate.Spec{}, &throttle.Spec{}, &hedge.Spec{}
	follows.SetDefaults()
	follows.Adaptive, follows.Scope = &limit.Adaptive{Kind: "gradient", Min: &few}, policies.ScopeFleet
	follows.Adaptive.Complete()
	follows.Wait = policies.Wait{For: dist.Of(float64(time.Second))}
	paced.SetDefaults()
	paced.Limit, paced.Scope = &quantity.Rate{Count: 2000, Per: time.Second}, policies.ScopeFleet
	doubts.SetDefaults()
	doubts.Window, doubts.Scope = 10*time.Second, policies.ScopeFleet
	second.SetDefaults()
	second.After = hedge.After{Quantile: 0.95}
	layers := spec.Policies[0].Layers
	spec.Policies[0].Layers = append(layers[:1:1], []client.Layer{
		{Name: "throttle", Throttle: doubts},
		{Name: "rate", Rate: paced},
		{Name: "limit", Limit: follows},
		{Name: "hop", Hop: &hop.Spec{Delay: dist.Of(float64(time.Millisecond))}},
		{Name: "hedge", Hedge: second},
		layers[1],
	}...)
	return spec
}

// delegating lets the agents of a storm work through two children at a time, of which
// the first that succeeds is enough.
func delegating(spec *world.Spec) *world.Spec {
	split := tool.Spec{Name: "split", Spawns: &tool.Spawns{Cohort: "hands", Count: dist.Of(2), Needs: tool.Needs{Word: "any"}}}
	split.SetDefaults()
	spec.Tools = append(spec.Tools, split)
	hands := spec.Fleet[0]
	hands.Name, hands.Agents, hands.Tasks = "hands", nil, 1
	hands.Task.Think = exponential(time.Second)
	spec.Fleet[0].Task.Tools = []agent.ToolShare{{Tool: "split", Share: 1}}
	spec.Fleet = append(spec.Fleet, hands)
	return spec
}

// allocations runs a world and counts its allocations and events.
func allocations(t *testing.T, spec *world.Spec) (allocated, events int64) {
	w := build(t, spec, 0)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(t, w)
	runtime.ReadMemStats(&after)
	return int64(after.Mallocs - before.Mallocs), count(w).events
}
