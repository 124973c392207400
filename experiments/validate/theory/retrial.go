package theory

import "gonum.org/v1/gonum/mat"

// OneSlotInBackoff is the mean number of calls in backoff before one slot without a
// queue, refused calls trying again for ever after exponential pauses (the M/G/1
// retrial queue): λ²E[S²]/(2(1-ρ)) + λρ·pause/(1-ρ).
func OneSlotInBackoff(rate float64, service Service, pause float64) float64 {
	load := rate * service.Mean()
	return rate*rate*service.Squared()/(2*(1-load)) + rate*load*pause/(1-load)
}

// OneSlotAttempts is the rate of attempts there: new calls, and each call in
// backoff once a pause.
func OneSlotAttempts(rate float64, service Service, pause float64) float64 {
	return rate + OneSlotInBackoff(rate, service, pause)/pause
}

// OneSlotLatency is the mean time of a call there, by Little's law.
func OneSlotLatency(rate float64, service Service, pause float64) float64 {
	return OneSlotInBackoff(rate, service, pause)/rate + service.Mean()
}

// Retrial is a concurrency limit of exponential servers without a queue, before
// which refused calls try again after exponential pauses: once, or for ever.
type Retrial struct {
	Rate    float64
	Service float64
	Limit   int
	Pause   float64
	Once    bool
}

// Retried is what a Retrial gives.
type Retried struct {
	FirstRefused float64 // share of first attempts
	Refused      float64 // share of all attempts
	InBackoff    float64 // calls, in the mean
	Attempts     float64 // per second
	Failed       float64 // share of calls
}

// Solve finds the stationary distribution of (busy, in backoff), cut at so many in
// backoff. The number in backoff grows only from where all are busy and shrinks by
// one at a time, so levels are eliminated from the top (a level-dependent
// quasi-birth-death process): π(k+1) = π(k)·R(k).
func (r Retrial) Solve(most int) Retried {
	size := r.Limit + 1
	ratios := make([]*mat.Dense, most) // R(k)
	for k := most; k >= 1; k-- {
		local := r.within(k, k == most)
		if k < most {
			var back mat.Dense
			back.Mul(ratios[k], r.down(k+1))
			local.Add(local, &back)
		}
		// R(k-1) = up · (-local)⁻¹, and up has a single entry.
		var inverse mat.Dense
		if err := inverse.Inverse(local); err != nil {
			panic("theory: " + err.Error()) // a generator with a way out is regular
		}
		ratio := mat.NewDense(size, size, nil)
		for j := range size {
			ratio.Set(r.Limit, j, -r.Rate*inverse.At(r.Limit, j))
		}
		ratios[k-1] = ratio
	}
	base := r.within(0, false)
	var back mat.Dense
	back.Mul(ratios[0], r.down(1))
	base.Add(base, &back)
	level := stationary(base)

	var out Retried
	var all, full, retried, retriedFull float64
	for k := 0; ; k++ {
		for n, p := range level {
			all += p
			out.InBackoff += p * float64(k)
			retried += p * float64(k) / r.Pause
			if n == r.Limit {
				full += p
				retriedFull += p * float64(k) / r.Pause
			}
		}
		if k == most {
			break
		}
		next := make([]float64, size)
		for j := range size {
			for n, p := range level {
				next[j] += p * ratios[k].At(n, j)
			}
		}
		level = next
	}
	out.InBackoff /= all
	out.FirstRefused = full / all
	out.Attempts = r.Rate + retried/all
	out.Refused = (r.Rate*full + retriedFull) / all / out.Attempts
	if r.Once {
		out.Failed = retriedFull / all / r.Rate
	}
	return out
}

// within gives the rates inside a level, what leaves it taken off the diagonal. At
// the cut nobody more is refused into backoff.
func (r Retrial) within(k int, cut bool) *mat.Dense {
	size := r.Limit + 1
	m := mat.NewDense(size, size, nil)
	for n := range size {
		out := float64(n) / r.Service
		if n > 0 {
			m.Set(n, n-1, float64(n)/r.Service)
		}
		if n < r.Limit {
			m.Set(n, n+1, r.Rate)
			out += r.Rate + float64(k)/r.Pause
		} else {
			if !cut {
				out += r.Rate
			}
			if r.Once {
				out += float64(k) / r.Pause
			}
		}
		m.Set(n, n, -out)
	}
	return m
}

// down gives the rates from a level to the one below: a call tries again and is
// served, or is refused for the last time.
func (r Retrial) down(k int) *mat.Dense {
	size := r.Limit + 1
	m := mat.NewDense(size, size, nil)
	for n := range r.Limit {
		m.Set(n, n+1, float64(k)/r.Pause)
	}
	if r.Once {
		m.Set(r.Limit, r.Limit, float64(k)/r.Pause)
	}
	return m
}

// stationary gives a row with p·m = 0 for a generator m, its sum 1.
func stationary(m *mat.Dense) []float64 {
	size, _ := m.Dims()
	var equations mat.Dense
	equations.CloneFrom(m.T())
	right := mat.NewVecDense(size, nil)
	for j := range size { // in place of one equation, which the others imply
		equations.Set(size-1, j, 1)
	}
	right.SetVec(size-1, 1)
	var p mat.VecDense
	if err := p.SolveVec(&equations, right); err != nil {
		panic("theory: " + err.Error()) // of a chain in one piece
	}
	row := make([]float64, size)
	for j := range row {
		row[j] = p.AtVec(j)
	}
	return row
}
