package theory

import "math"

// sample collects a value of each run of a simulation.
type sample struct{ count, sum, squares float64 }

func (s *sample) add(x float64) {
	s.count++
	s.sum += x
	s.squares += x * x
}

// estimate is the mean with its standard error.
func (s *sample) estimate() Estimate {
	mean := s.sum / s.count
	return Estimate{mean, math.Sqrt(math.Max(0, s.squares/s.count-mean*mean) / (s.count - 1))}
}
