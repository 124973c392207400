package validate

import (
	"fmt"

	"herdcast/experiments/validate/theory"
)

var general = family{
	"One server, other service",
	"Poisson arrivals at one server whose service is not exponential, first come first served.",
	[]Case{
		{Name: "mg1-constant-50", comparisons: server(50, theory.Constant(0.010), 0.9, 0.99)},
		{Name: "mg1-constant-90", comparisons: server(90, theory.Constant(0.010), 0.5, 0.9, 0.99)},
		{Name: "mg1-uniform-80", comparisons: server(80, theory.Uniform(0.020), 0.5, 0.9)},
		{Name: "mg1-gamma-80", comparisons: server(80, theory.Gamma{Average: 0.010, Variation: 0.5}, 0.5, 0.9)},
		{Name: "mg1-lognormal-narrow-80", comparisons: server(80, theory.LogNormal{Average: 0.010, Sigma: 0.5}, 0.5, 0.9)},
		{Name: "mg1-lognormal-80", comparisons: server(80, theory.LogNormal{Average: 0.010, Sigma: 1}, 0.5, 0.9)},
		{Name: "mg1-lognormal-wide-50", comparisons: server(50, theory.LogNormal{Average: 0.010, Sigma: 1.5}, 0.9)},
		{Name: "mg1-lognormal-wide-80", comparisons: server(80, theory.LogNormal{Average: 0.010, Sigma: 1.5}, 0.5)},
		{Name: "mg1-two-kinds-80", comparisons: server(80, theory.Mixture{
			{Share: 0.9, Service: theory.Exponential(0.005)}, {Share: 0.1, Service: theory.Exponential(0.055)},
		}, 0.5, 0.9)},
	},
}

func server(rate float64, service theory.Service, quantiles ...float64) func() []comparison {
	return func() []comparison {
		g := theory.General{Rate: rate, Service: service}
		all := []comparison{
			of("mean wait", "wait.mean", g.MeanWait()),
			of("mean response", "latency.mean", g.MeanResponse()),
			of("mean number waiting", "queue.mean", rate*g.MeanWait()),
		}
		for i, wait := range g.WaitQuantiles(quantiles...) {
			percent := quantiles[i] * 100
			all = append(all, of(fmt.Sprintf("p%.0f wait", percent), fmt.Sprintf("wait.p%.0f", percent), wait))
		}
		return from("M/G/1, Pollaczek and Khinchine; quantiles by Panjer's recursion", all...)
	}
}

var shared = family{
	"One server, shared",
	"All who are present are served at once and share the server equally. What comes out depends on the mean work alone.",
	[]Case{
		{Name: "shared-exponential", comparisons: sharing(70, 0)},
		{Name: "shared-constant", comparisons: sharing(70, 0)},
		{Name: "shared-lognormal", comparisons: sharing(70, 0)},
		{Name: "shared-two-sizes", comparisons: func() []comparison {
			s := theory.Shared{Rate: 70, Service: 0.010}
			return from("M/G/1 processor sharing, mean response in proportion to work",
				of("mean response of work of 5 ms", "latency.mean(tool=short)", s.ResponseOf(0.005)),
				of("mean response of work of 55 ms", "latency.mean(tool=long)", s.ResponseOf(0.055)),
			)
		}},
		{Name: "shared-10-exponential", comparisons: sharing(100, 10)},
		{Name: "shared-10-constant", comparisons: sharing(100, 10)},
		{Name: "shared-10-lognormal", comparisons: sharing(100, 10)},
	},
}

// sharing is a shared server with work of 10 ms.
func sharing(rate float64, room int) func() []comparison {
	return func() []comparison {
		s := theory.Shared{Rate: rate, Service: 0.010, Room: room}
		all := []comparison{of("mean response of the served", "latency.ok.mean", s.MeanResponse())}
		if room > 0 {
			all = append(all, ratio("share refused", "attempts.unavailable", "attempts", s.Refused()))
		}
		return from("M/G/1 processor sharing, insensitive to the shape of work", all...)
	}
}
