package theory

import "math"

// Crowded is the probability that a station of exponential servers, empty at first,
// to which arrivals come in a Poisson stream, holds so many within a time. The
// birth–death chain, stopped there, is solved by uniformization (Jensen 1953): its jumps
// happen at the instants of a Poisson process of the fastest rate, most of them from a
// state to itself. All terms are positive, so small probabilities keep their digits.
func Crowded(arrivals, service float64, servers, holds int, time float64) float64 {
	fastest := arrivals + service*float64(servers)
	mean := fastest * time
	at := make([]float64, holds+1) // after n jumps
	at[0] = 1
	reached := 0.0
	for n := 0; float64(n) < mean+12*math.Sqrt(mean)+50; n++ {
		gamma, _ := math.Lgamma(float64(n + 1))
		reached += math.Exp(float64(n)*math.Log(mean)-mean-gamma) * at[holds]
		next := make([]float64, holds+1)
		next[holds] = at[holds]
		for k := range holds {
			down := service * float64(min(k, servers))
			next[k+1] += at[k] * arrivals / fastest
			if k > 0 {
				next[k-1] += at[k] * down / fastest
			}
			next[k] += at[k] * (1 - (arrivals+down)/fastest)
		}
		at = next
	}
	return reached
}
