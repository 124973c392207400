package theory

import "math"

// Even is D/M/1: arrivals at equal distances, one exponential server.
type Even struct {
	Rate    float64
	Service float64
}

// Found is the root σ in (0, 1) of σ = exp(-(1-σ)μ/λ): an arrival finds n in the
// system with probability (1-σ)σⁿ (the GI/M/1 queue, Kendall 1953).
func (e Even) Found() float64 {
	found := 0.0
	for range 10000 { // rises to the smaller of the two roots, the other being 1
		found = math.Exp(-(1 - found) / (e.Rate * e.Service))
	}
	return found
}

// MeanResponse is the mean of the response, which is exponential.
func (e Even) MeanResponse() float64 { return e.Service / (1 - e.Found()) }

// MeanWait is the mean time in the queue.
func (e Even) MeanWait() float64 { return e.MeanResponse() - e.Service }

// ResponseQuantile is a quantile of the response.
func (e Even) ResponseQuantile(p float64) float64 { return -e.MeanResponse() * math.Log(1-p) }

// BatchResponse is the mean response at one exponential server of requests that
// come in Poisson batches of equal size: with load ρ, ρ(1+size)/(2(1-ρ)) are in the
// system in the mean.
func BatchResponse(batches float64, size int, service float64) float64 {
	rate := batches * float64(size)
	load := rate * service
	return load * float64(1+size) / (2 * (1 - load)) / rate
}
