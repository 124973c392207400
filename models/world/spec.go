// Package world composes the parts: a Spec is what people write, a World is
// what runs. It is the only place that knows all parts.
package world

import (
	"time"

	"herdcast/models/agent"
	"herdcast/models/client"
	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
)

// Spec is a resolved scenario: every default filled in, every name checked,
// presets expanded, files read.
type Spec struct {
	Name       string
	Run        Run
	Tools      []tool.Spec
	Fleet      []agent.Spec
	Policies   []client.Policy
	Dependency dependency.Spec
	Faults     []fault.Spec
}

// Run is what one replication covers.
type Run struct {
	Duration     time.Duration `key:"duration" doc:"the run is [0, duration)" above:"0"`
	Warmup       time.Duration `key:"warmup" doc:"what is measured from then on" min:"0"`
	Seed         uint64        `key:"seed" doc:"seed of all draws"`
	Replications int           `key:"replications" doc:"independent runs" min:"1" max:"1000000"`
	Series       time.Duration `key:"series" doc:"bin of the time series" above:"0"`
	HerdBin      time.Duration `key:"herd_bin" doc:"bin in which herds are counted" above:"0"`
}

// SetDefaults fills in what a written run leaves out.
func (r *Run) SetDefaults() {
	*r = Run{Duration: 10 * time.Minute, Seed: 1, Replications: 20, Series: time.Second, HerdBin: 100 * time.Millisecond}
}
