package world_test

import (
	"testing"
	"time"

	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/metric"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies/backoff"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// storm is a fleet that asks for a tenth more than its dependency can serve: each
// agent thinks for 10 s in the mean and then calls once, at 0.009 servers and 0.09
// places to wait an agent; a service takes 100 ms in the mean. Calls time out
// after 1 s, which the server does not know, and are tried up to four times. Within
// the first minute the queue is full for good, and most services are in vain.
func storm(agents int, duration time.Duration) *world.Spec {
	spec := &world.Spec{Name: "storm"}
	spec.Run.SetDefaults()
	spec.Run.Duration, spec.Run.Replications = duration, 1

	call := tool.Spec{Name: "call"}
	call.SetDefaults()
	spec.Tools = []tool.Spec{call}

	abandon := agent.Reaction{Abandon: 1}
	fleet := agent.Spec{Name: "fleet", Agents: &agents, Processes: &agents, Policy: "patient"}
	fleet.SetDefaults()
	fleet.Task.Think = exponential(10 * time.Second)
	fleet.Task.Tools = []agent.ToolShare{{Tool: "call", Share: 1}}
	fleet.Model.Exhausted, fleet.Model.Semantic, fleet.Model.Unknown, fleet.Model.Untold = &abandon, &abandon, &abandon, &abandon
	spec.Fleet = []agent.Spec{fleet}

	again, patience, longest := &retry.Spec{}, time.Second, 5*time.Second
	again.SetDefaults()
	again.Attempts = 4
	again.Backoff.Cap = &longest
	for outcome := range again.Backoff.First {
		again.Backoff.First[outcome] = 100 * time.Millisecond
	}
	again.Backoff.Jitter = backoff.Jitter{Word: "full"}
	spec.Policies = []client.Policy{{Name: "patient", Layers: []client.Layer{
		{Name: "retry", Retry: again},
		{Name: "timeout", Timeout: &timeout.Spec{Max: &patience}},
	}}}

	spec.Dependency.SetDefaults()
	spec.Dependency.Servers = quantity.Limit(agents * 9 / 1000)
	spec.Dependency.Queue.Max = quantity.Limit(agents * 9 / 100)
	spec.Dependency.Service = exponential(100 * time.Millisecond)
	return spec
}

func exponential(mean time.Duration) dist.Spec {
	return dist.Spec{Kind: dist.Exponential, A: float64(mean)}
}

// build prepares a replication that is ready to run.
func build(t testing.TB, spec *world.Spec, replication int) *world.World {
	t.Helper()
	w, err := world.Build(spec, world.Options{Replication: replication})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run simulates a replication to its end.
func run(t testing.TB, w *world.World) {
	t.Helper()
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// counts is the work that a run did. It is the same on every machine and however
// fast the program is, so a build that got faster by doing other work is found out.
type counts struct{ events, attempts, successes int64 }

func count(w *world.World) counts {
	o := w.Observe()
	return counts{o.Events, whole(o, "attempts"), whole(o, "calls.succeeded")}
}

// whole gives a count of the whole fleet.
func whole(o metric.Observation, name string) int64 {
	for _, v := range o.Values {
		if v.Name == name && v.Part == metric.Whole {
			return int64(v.Value)
		}
	}
	return -1
}
