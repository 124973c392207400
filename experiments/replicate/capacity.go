package replicate

import (
	"time"

	"herdcast/experiments/result"
	"herdcast/models/world"
)

// capacity gives the requests per second that the servers can serve at the mean
// service time of the requests that were sent; nil where they are unlimited, change
// in number or serve in no time.
func capacity(spec *world.Spec, byTool map[string]map[string]result.Measure) *float64 {
	servers, limited := spec.Dependency.AllServers()
	if !limited || spec.Dependency.Autoscale != nil {
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
		mean, _ := service.Mean() // an infinite one leaves no capacity
		sent += *attempts
		work += float64(*attempts * mean / float64(time.Second))
	}
	if work == 0 {
		return nil
	}
	perSecond := float64(float64(servers)*sent) / work
	return &perSecond
}
