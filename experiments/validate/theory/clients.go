package theory

import "math/rand/v2"

// Fed is clients with a token bucket each, full at first: a failed attempt is tried
// again at once if that leaves a tenth of a token or more, and takes one; a success
// brings a tenth. Each client makes Poisson calls; a trip to the server takes an exponential
// time, the way back another, and the server none.
type Fed struct {
	Clients     int
	Rate        float64 // of calls of one client
	Lasts       float64 // no call begins later
	Trip        float64 // mean
	Size        int     // of the bucket, in tenths of a token
	Fails       float64
	DealtInTurn bool // each client has exactly one of so many calls, as many as there are clients
}

// Attempts estimates the attempts a call from so many runs.
func (f Fed) Attempts(runs int) Estimate {
	var all sample
	for run := range runs {
		luck := rand.New(rand.NewPCG(3, uint64(run)))
		made, calls := 0, 0
		for client := range f.Clients {
			m, c := f.client(client, luck)
			made += m
			calls += c
		}
		all.add(float64(made) / float64(calls))
	}
	return all.estimate()
}

// client simulates one: dealt in turn, its gaps are those of as many calls as there are
// clients.
func (f Fed) client(number int, luck *rand.Rand) (attempts, calls int) {
	gap := func(shares int) (sum float64) {
		if !f.DealtInTurn {
			return luck.ExpFloat64() / f.Rate
		}
		for range shares {
			sum += luck.ExpFloat64() / (f.Rate * float64(f.Clients))
		}
		return sum
	}
	var answers []float64 // when they come, of attempts under way
	level, next := f.Size, gap(number+1)
	for {
		first := -1
		for i, at := range answers {
			if first < 0 || at < answers[first] {
				first = i
			}
		}
		now := next
		switch {
		case first >= 0 && (answers[first] < next || next >= f.Lasts):
			now = answers[first]
			answers[first] = answers[len(answers)-1]
			answers = answers[:len(answers)-1]
			if luck.Float64() >= f.Fails {
				level = min(level+1, f.Size)
				continue
			}
			if level <= 10 {
				continue
			}
			level -= 10
		case next >= f.Lasts:
			return attempts, calls
		default:
			calls++
			next += gap(f.Clients)
		}
		attempts++
		answers = append(answers, now+f.Trip*(luck.ExpFloat64()+luck.ExpFloat64()))
	}
}
