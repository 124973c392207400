package theory

import "math"

// General is M/G/1: Poisson arrivals at one server, any service, first come first
// served.
type General struct {
	Rate    float64
	Service Service
}

func (g General) load() float64 { return g.Rate * g.Service.Mean() }

// MeanWait is Pollaczek's and Khinchine's: λE[S²]/(2(1-ρ)).
func (g General) MeanWait() float64 { return g.Rate * g.Service.Squared() / (2 * (1 - g.load())) }

// MeanResponse is the mean time from arrival to the end of service.
func (g General) MeanResponse() float64 { return g.MeanWait() + g.Service.Mean() }

// waitSteps is how finely the distribution of waits is computed; the error falls
// with its square.
const waitSteps = 12000

// WaitQuantiles gives quantiles of the time in the queue. A wait is the sum of a
// geometric number of residual services (the random sum that Pollaczek's and
// Khinchine's transform stands for); its distribution is computed on a lattice by
// Panjer's recursion.
func (g General) WaitQuantiles(levels ...float64) []float64 {
	end := 8 * g.MeanWait()
	for {
		if all, ok := g.quantilesUpTo(end, levels); ok {
			return all
		}
		end *= 2
	}
}

func (g General) quantilesUpTo(end float64, levels []float64) (all []float64, reached bool) {
	load, step := g.load(), end/waitSteps
	residual := make([]float64, waitSteps+1) // at k·step, the mass of half a step to each side
	below := 0.0
	for k := range residual {
		upTo := g.Service.Residual((float64(k) + 0.5) * step)
		residual[k], below = upTo-below, upTo
	}
	wait := make([]float64, waitSteps+1)
	wait[0] = (1 - load) / (1 - load*residual[0])
	for k := 1; k <= waitSteps; k++ {
		var sum float64
		for j := 1; j <= k; j++ {
			sum += residual[j] * wait[k-j]
		}
		wait[k] = load * sum / (1 - load*residual[0])
	}
	// Up to the middle between lattice points the lattice is right.
	for _, level := range levels {
		sum, at := 0.0, math.Inf(1)
		for k, p := range wait {
			if sum+p >= level {
				at = math.Max(0, step*(float64(k)-0.5+(level-sum)/p))
				break
			}
			sum += p
		}
		if math.IsInf(at, 1) {
			return nil, false
		}
		if level <= 1-load+1e-12 { // these do not wait
			at = 0
		}
		all = append(all, at)
	}
	return all, true
}

// Shared is one server that all requests present share equally (M/G/1 processor
// sharing); what it gives depends on the mean service alone.
type Shared struct {
	Rate    float64
	Service float64
	Room    int // requests present at most; 0: without bound
}

func (s Shared) states() []float64 {
	return birthDeath(s.Room, func(int) float64 { return s.Rate }, func(int) float64 { return 1 / s.Service })
}

// Refused is the share of arrivals that find no room.
func (s Shared) Refused() float64 {
	if s.Room == 0 {
		return 0
	}
	return s.states()[s.Room]
}

// MeanResponse is the mean time of the served.
func (s Shared) MeanResponse() float64 {
	if s.Room == 0 {
		return s.Service / (1 - s.Rate*s.Service)
	}
	present := mean(s.states(), func(n int) float64 { return float64(n) })
	return present / (s.Rate * (1 - s.Refused()))
}

// ResponseOf is the mean time of a request that brings so much work, where there is
// room without bound: the others take the same share of the server from each.
func (s Shared) ResponseOf(work float64) float64 { return work / (1 - s.Rate*s.Service) }
