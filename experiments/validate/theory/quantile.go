package theory

// quantile gives the t at which a tail P(T > t) that falls to 0 reaches 1-q, 0 if
// it starts below.
func quantile(tail func(t float64) float64, q float64) float64 {
	if tail(0) <= 1-q {
		return 0
	}
	low, high := 0.0, 1e-6
	for tail(high) > 1-q {
		low, high = high, 2*high
	}
	for range 200 { // more halvings than a float64 has digits
		middle := (low + high) / 2
		if tail(middle) > 1-q {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
