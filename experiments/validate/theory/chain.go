package theory

// birthDeath gives the stationary probabilities of a chain that goes from state n
// to n+1 at up(n) and back at down(n+1), for the states 0 to last.
func birthDeath(last int, up, down func(n int) float64) []float64 {
	p := make([]float64, last+1)
	p[0] = 1
	sum := 1.0
	for n := 1; n <= last; n++ {
		p[n] = p[n-1] * up(n-1) / down(n)
		sum += p[n]
		if sum > 1e250 { // scaled down, so that no weight overflows
			for k := range p[:n+1] {
				p[k] /= 1e250
			}
			sum /= 1e250
		}
	}
	for n := range p {
		p[n] /= sum
	}
	return p
}

// mean is the expected value of f over a distribution on 0, 1, ….
func mean(p []float64, f func(n int) float64) float64 {
	var sum float64
	for n := range p {
		sum += p[n] * f(n)
	}
	return sum
}
