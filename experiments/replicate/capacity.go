package replicate

import (
	"time"

	"herdcast/experiments/result"
	"herdcast/models/world"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// capacity gives the requests per second that the servers can serve at the mean
// service time of the requests that were sent; nil where they are unlimited or
// serve in no time.
func capacity(spec *world.Spec, byTool map[string]map[string]result.Measure) *float64 {
	if spec.Dependency.Servers == quantity.Unlimited {
		return nil
	}
	var sent, work float64
	for _, tool := range spec.Tools {
		attempts := byTool[tool.Name]["attempts"].Value
		if attempts == nil {
			continue
		}
		service := &spec.Dependency.Service
		if tool.Service != nil {
			service = tool.Service
		}
		sent += *attempts
		work += float64(*attempts * mean(service).Seconds())
	}
	if !(work > 0) {
		return nil
	}
	perSecond := float64(float64(spec.Dependency.Servers)*sent) / work
	return &perSecond
}

// manyDraws settles the mean of any usual service time to about a percent: good
// enough for a line in a picture, and the same for every family of distributions.
const manyDraws = 1 << 16

func mean(of *dist.Spec) time.Duration {
	sampler := of.Compile()
	if fixed, ok := sampler.Constant(); ok {
		return fixed
	}
	key := sim.NewKey(0, 0)
	var total time.Duration
	for i := range uint64(manyDraws) {
		total += sampler.Duration(key, sim.PurposeService, i) / manyDraws
	}
	return total
}
