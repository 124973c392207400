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
	"herdcast/sim/quantity"
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
	Precision    *Precision    `key:"precision" doc:"go on from replications until a measure is known so well"`
}

// Precision is how well a measure is to be known before replications end.
type Precision struct {
	Measure    string         `key:"measure" doc:"the measure, whole or in a part" required:"true"`
	Within     quantity.Share `key:"within" doc:"half-width of its interval, as a share of its value" required:"true" above:"0"`
	Confidence quantity.Share `key:"confidence" doc:"of the interval, all looks at it together" above:"0" max:"0.9999"`
	Max        int            `key:"max" doc:"replications after which it is given up" min:"2" max:"1000000"`
}

// SetDefaults fills in what a written precision leaves out.
func (p *Precision) SetDefaults() { *p = Precision{Confidence: 0.95, Max: 200} }

// SetDefaults fills in what a written run leaves out.
func (r *Run) SetDefaults() {
	*r = Run{Duration: 10 * time.Minute, Seed: 1, Replications: 20, Series: time.Second, HerdBin: 100 * time.Millisecond}
}
