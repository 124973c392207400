package theory

import "math/rand/v2"

// EvenCalls is calls at equal distances whose attempts are answered, and tried again,
// within the instant, through layers of retries with a budget, outermost first.
type EvenCalls struct {
	Rate   int     // a second
	Fails  float64 // chance of each attempt
	Since  int     // from which second on; none fails before
	Layers []Windowed
}

// Windowed is a retry layer that may grant so many retries for each hundred calls that
// reached it within a window, and so many a second beside.
type Windowed struct {
	Percent, Floor int
	Window         int // seconds
	Slices         int // of the window, in which it moves on as Finagle's does; 0: it slides
	Most           int // attempts
	// Before looks at the share before a retry, not with it: the retries so far must lie
	// below it. Where it comes out in whole numbers that is the same.
	Before bool
}

// spent is what a layer counts in its window, by the call of the innermost instant.
type spent struct {
	calls, retries     []int
	callsIn, retriesIn int
	layer              Windowed
}

// Run counts, retry by retry, the attempts a call and the most attempts of a whole
// second, of the calls in the seconds from from to to; luck decides what fails.
func (c EvenCalls) Run(from, to int, luck *rand.Rand) (attempts float64, fullest int) {
	books := make([]spent, len(c.Layers))
	for i, layer := range c.Layers {
		books[i] = spent{calls: make([]int, to*c.Rate), retries: make([]int, to*c.Rate), layer: layer}
	}
	sent := make([]int, to*c.Rate)
	for k := range sent {
		for i := range books {
			books[i].move(k, books[i].layer.Window*c.Rate)
		}
		c.try(books, k, sent, luck)
	}
	total, second := 0, 0
	for k, n := range sent {
		if k%c.Rate == 0 {
			second = 0
		}
		second += n
		if k >= from*c.Rate {
			total += n
			fullest = max(fullest, second)
		}
	}
	return float64(total) / float64((to-from)*c.Rate), fullest
}

// move takes out of a window of so many calls what has become too old before call k.
func (s *spent) move(k, window int) {
	out := 1
	if s.layer.Slices > 0 {
		out = window / s.layer.Slices
		if k%out > 0 {
			return
		}
	}
	for old := max(0, k-window); old < k-window+out; old++ {
		s.callsIn -= s.calls[old]
		s.retriesIn -= s.retries[old]
	}
}

func (s *spent) grants() bool {
	if s.layer.Before {
		return 100*s.retriesIn < s.layer.Percent*s.callsIn
	}
	return 100*(s.retriesIn+1) <= s.layer.Percent*s.callsIn+100*s.layer.Floor*s.layer.Window
}

// try goes down the layers and tells whether an attempt succeeded.
func (c EvenCalls) try(books []spent, k int, sent []int, luck *rand.Rand) bool {
	if len(books) == 0 {
		sent[k]++
		return k < c.Since*c.Rate || luck.Float64() >= c.Fails
	}
	s := &books[0]
	s.calls[k]++
	s.callsIn++
	for n := 1; ; n++ {
		if c.try(books[1:], k, sent, luck) {
			return true
		}
		if n == s.layer.Most || !s.grants() {
			return false
		}
		s.retries[k]++
		s.retriesIn++
	}
}

// Mean estimates the attempts a call from so many runs; where all fail, one tells it
// exactly.
func (c EvenCalls) Mean(from, to, runs int) Estimate {
	var all sample
	for run := range runs {
		attempts, _ := c.Run(from, to, rand.New(rand.NewPCG(1, uint64(run))))
		all.add(attempts)
	}
	return all.estimate()
}
