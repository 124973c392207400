package theory

import "math/rand/v2"

// Again is a concurrency limit of exponential servers without a queue, empty at first,
// before which a refused call makes up to so many attempts, with exponential pauses.
type Again struct {
	Rate, Service float64
	Limit, Most   int
	Pause         float64
}

// Simulate jumps from state to state of the chain of busy servers and of calls in
// backoff by their attempts so far, and estimates from so many runs the attempts and
// the services a second between two instants.
func (a Again) Simulate(from, to float64, runs int) (attempts, served Estimate) {
	var made, begun sample
	for run := range runs {
		m, b := a.run(from, to, rand.New(rand.NewPCG(2, uint64(run))))
		made.add(m / (to - from))
		begun.add(b / (to - from))
	}
	return made.estimate(), begun.estimate()
}

// run counts attempts, and services that end.
func (a Again) run(from, to float64, luck *rand.Rand) (attempts, served float64) {
	waiting := make([]int, a.Most) // by attempts made
	busy, inBackoff := 0, 0
	for now := 0.0; ; {
		out := float64(busy) / a.Service
		back := float64(inBackoff) / a.Pause
		now += luck.ExpFloat64() / (a.Rate + out + back)
		if now >= to {
			return attempts, served
		}
		made := 0 // attempts of the one that comes, before this one
		switch u := luck.Float64() * (a.Rate + out + back); {
		case u < out:
			busy--
			if now >= from {
				served++
			}
			continue
		case u < out+back:
			for at := luck.IntN(inBackoff); at >= 0; {
				made++
				at -= waiting[made]
			}
			waiting[made]--
			inBackoff--
		}
		if now >= from {
			attempts++
		}
		switch {
		case busy < a.Limit:
			busy++
		case made+1 < a.Most:
			waiting[made+1]++
			inBackoff++
		}
	}
}
