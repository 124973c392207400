package replicate

import (
	"math"
	"testing"
	"time"

	"herdcast/experiments/result"
	"herdcast/models/dependency"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

func attempts(n float64) map[string]result.Measure {
	return map[string]result.Measure{"attempts": {Value: &n}}
}

func TestCapacityIsAtTheMeanServiceTimeOfWhatWasSent(t *testing.T) {
	second := dist.Of(float64(time.Second))
	spec := world.Spec{
		Tools:      []tool.Spec{{Name: "quick"}, {Name: "slow", Service: &second}, {Name: "unused", Service: &second}},
		Dependency: dependency.Spec{Servers: 64, Service: dist.Of(float64(100 * time.Millisecond))},
	}
	// Nine of ten take 100 ms, one takes 1 s: 190 ms in the mean.
	got := capacity(&spec, map[string]map[string]result.Measure{"quick": attempts(900), "slow": attempts(100)})
	if got == nil || math.Abs(*got-64/0.19) > 1e-9 {
		t.Errorf("got %v, want %v", got, 64/0.19)
	}

	if got := capacity(&spec, nil); got != nil {
		t.Errorf("nothing was sent, yet the capacity is %v", *got)
	}
	spec.Dependency.Servers = quantity.Unlimited
	if got := capacity(&spec, map[string]map[string]result.Measure{"quick": attempts(900)}); got != nil {
		t.Errorf("unlimited servers have the capacity %v", *got)
	}
}
