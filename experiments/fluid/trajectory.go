package fluid

import (
	"math"
	"slices"
)

// Trajectory is how the queue goes from empty through all changes.
type Trajectory struct {
	Spans     []Span
	Step      float64 // seconds between the samples
	Queue     []float64
	Attempts  []float64 // per second
	Begun     float64   // calls, all together
	Succeeded float64
	Failed    float64
	Troubled  float64 // when the last attempt failed that does not in the first state; 0: none
}

// Span is what happens in one of the windows of a model, on average.
type Span struct {
	Calls     float64 // that begin, per second
	Attempts  float64 // per second
	Succeeded float64 // calls per second
	Failed    float64 // calls per second
	Open      float64 // calls under way
}

func (s *Span) add(o Span) {
	s.Calls += o.Calls
	s.Attempts += o.Attempts
	s.Succeeded += o.Succeeded
	s.Failed += o.Failed
	s.Open += o.Open
}

// over turns counts and call-seconds into means.
func (s *Span) over(seconds float64) {
	s.Calls /= seconds
	s.Attempts /= seconds
	s.Succeeded /= seconds
	s.Failed /= seconds
	s.Open /= seconds
}

// fineness is how many steps the shortest span has if they are not too many.
const fineness = 10

// step gives the step. Not ok where it would have to be longer than the shortest
// span, which it would then not show.
func (m *Model) step() (step float64, ok bool) {
	shortest := m.Until / 1000
	for i := range m.Groups {
		g := &m.Groups[i]
		spans := []float64{g.service(), g.Patience - g.service(), g.Trip}
		if g.Callers != nil {
			spans = append(spans, g.Callers.Away)
		}
		for _, span := range spans {
			if span > 0 {
				shortest = math.Min(shortest, span)
			}
		}
	}
	step = math.Max(shortest/fineness, m.Until/float64(m.Steps))
	return step, step <= shortest
}

// class is one attempt of the calls of a group that follow so many failed ones.
type class struct {
	*Group
	group, repeat, attempt int
}

// run is a trajectory under way. Arrays are by step and class, or step and group.
type run struct {
	*Model
	way      Trajectory
	dt       float64
	steps    int
	classes  []class
	due      []float64 // attempts that begin
	back     []float64 // callers who have made their calls
	good     []float64 // calls that succeed, by step
	failed   []float64 // calls that fail, by step
	left     []float64 // of a step's arrivals, the share that still waits
	refused  []float64 // the share that was refused
	timely   []float64 // the share that was started in time, by group
	granted  []float64 // retries that a group's budget still grants in this step
	resting  []float64 // callers that are away, by the first group of theirs
	returns  []float64 // the share of them that calls in one step
	calling  []float64 // those who do in the present one
	first    []int     // of each group the first with the same callers
	now      Span      // counts and call-seconds of the present step
	open     float64   // calls under way
	head     int       // the step whose arrivals are next
	backlog  float64   // requests that wait
	expected float64   // share of attempts that fails in the first state
}

// Trajectory follows the queue from the start, in fixed steps. Each step's arrivals
// are served in their order and know when they started; callers act when their
// patience ends, whatever becomes of the work. Callers are away for exponential
// spans. Not ok where the run is too long for steps as short as its shortest span.
func (m *Model) Trajectory() (way Trajectory, ok bool) {
	dt, ok := m.step()
	if !ok {
		return Trajectory{}, false
	}
	r := &run{Model: m, dt: dt}
	r.steps = int(math.Ceil(m.Until / r.dt))
	for i := range m.Groups {
		g := &m.Groups[i]
		for repeat := range g.Repeats + 1 {
			for attempt := range g.attempts() {
				r.classes = append(r.classes, class{g, i, repeat, attempt})
			}
		}
		r.first = append(r.first, i)
		r.resting, r.returns = append(r.resting, 0), append(r.returns, 0)
		if g.Callers != nil {
			r.first[i] = slices.IndexFunc(m.Groups, func(o Group) bool { return o.Callers == g.Callers })
			r.resting[i], r.returns[i] = g.Callers.Count, returning(r.dt, g.Callers.Away)
		}
	}
	r.due = make([]float64, (r.steps+1)*len(r.classes))
	r.back = make([]float64, (r.steps+1)*len(m.Groups))
	r.good = make([]float64, r.steps+1)
	r.failed = make([]float64, r.steps+1)
	r.timely = make([]float64, (r.steps+1)*len(m.Groups))
	r.left = make([]float64, r.steps+1)
	r.refused = make([]float64, r.steps+1)
	r.granted = make([]float64, len(m.Groups))
	r.calling = make([]float64, len(m.Groups))
	first := m.state(0, 0)
	r.expected = first.failed / first.attempts
	every := max(1, r.steps/240)
	r.way.Step = r.dt * float64(every)
	r.way.Spans = make([]Span, len(m.Windows))
	sum := 0.0
	change := Change{Servers: m.Servers, Slow: 1, Load: 1}
	next, window := 0, 0
	for j := range r.steps {
		at := float64((float64(j) + 0.5) * r.dt)
		for next < len(m.Changes) && m.Changes[next].From <= at {
			change = m.Changes[next]
			next++
		}
		r.advance(j, &change)
		r.way.Begun += r.now.Calls
		r.way.Succeeded += r.now.Succeeded
		r.way.Failed += r.now.Failed
		for window < len(m.Windows) && m.Windows[window].To <= at {
			window++
		}
		if window < len(m.Windows) && m.Windows[window].From <= at {
			r.way.Spans[window].add(r.now)
		}
		sum += r.now.Attempts
		if (j+1)%every == 0 {
			r.way.Queue = append(r.way.Queue, r.backlog)
			r.way.Attempts = append(r.way.Attempts, sum/r.way.Step)
			sum = 0
		}
	}
	for i, w := range m.Windows {
		r.way.Spans[i].over(w.To - w.From)
	}
	return r.way, true
}

// advance does one step.
func (r *run) advance(j int, c *Change) {
	r.now = Span{Succeeded: r.good[j], Failed: r.failed[j]}
	for i := range r.Groups {
		g := &r.Groups[i]
		first := float64(c.Load * g.Rate * r.dt)
		if g.Callers != nil {
			own := r.first[i]
			if own == i {
				r.resting[i] += r.back[j*len(r.Groups)+i]
				r.calling[i] = float64(r.resting[i] * r.returns[i])
				r.resting[i] -= r.calling[i]
			}
			first = float64(g.Share * r.calling[own])
		}
		calls := 0.0
		for at := range r.classes {
			k := &r.classes[at]
			if k.group != i || k.attempt > 0 {
				continue
			}
			begin := &r.due[j*len(r.classes)+at]
			if k.repeat == 0 {
				*begin += first
			}
			calls += *begin
		}
		r.now.Calls += calls
		r.granted[i] = g.Granted
		if !math.IsInf(g.Granted, 1) {
			r.granted[i] = float64(g.Granted * calls)
		}
	}
	r.open += r.now.Calls - r.now.Succeeded - r.now.Failed
	r.now.Open = float64(r.open * r.dt)
	attempts := 0.0
	for _, mass := range r.due[j*len(r.classes) : (j+1)*len(r.classes)] {
		attempts += mass
	}
	r.now.Attempts = attempts
	r.left[j] = 1
	r.backlog += attempts
	r.serve(j, c)
	if over := r.backlog - r.Queue; over > 0 && attempts > 0 {
		r.refuse(j, math.Min(r.left[j], over/attempts))
	}
	r.expire(j, attempts)
}

// returning gives the share of callers who are away for exponential spans that
// calls within a step no longer than their mean: 1 − e^−x, by its series.
func returning(step, away float64) float64 {
	if away == 0 {
		return 1
	}
	x, share := step/away, 0.0
	for k, term := 2.0, x; math.Abs(term) > 1e-18; k++ {
		share += term
		term = -term * x / k
	}
	return share
}

// serve starts what waits, in the order of arrival.
func (r *run) serve(j int, c *Change) {
	capacity := float64(c.Servers * r.dt)
	for r.head <= j && capacity > 0 {
		arrived := r.due[r.head*len(r.classes) : (r.head+1)*len(r.classes)]
		work, mass := 0.0, 0.0
		for at, m := range arrived {
			work += float64(m * r.classes[at].service() * c.Slow)
			mass += m
		}
		share := r.left[r.head]
		if share*work > capacity {
			share = capacity / work
		}
		capacity -= float64(share * work)
		r.backlog = math.Max(0, r.backlog-float64(share*mass))
		r.start(j, share, c.Slow)
		r.left[r.head] -= share
		if r.left[r.head] > 0 {
			return
		}
		r.head++
	}
}

// start lets a share of the head's arrivals begin their service.
func (r *run) start(j int, share, slow float64) {
	wait := float64(float64(j-r.head) * r.dt)
	for i := range r.Groups {
		g := &r.Groups[i]
		in := float64(share * (1 - g.late(wait, slow)))
		if in == 0 {
			continue
		}
		r.timely[r.head*len(r.Groups)+i] += in
		for at := range r.classes {
			if r.classes[at].group == i {
				r.succeed(i, j, (g.timely(wait, slow)+g.Trip)/r.dt, float64(in*r.due[r.head*len(r.classes)+at]))
			}
		}
	}
}

// succeed ends calls so many steps after one, divided between the whole steps
// around it.
func (r *run) succeed(group, j int, steps, mass float64) {
	whole := math.Floor(math.Min(steps, farthest))
	later := float64(mass * math.Min(1, steps-whole))
	r.answer(group, j+max(1, int(whole)), mass-later)
	r.answer(group, j+1+int(whole), later)
}

func (r *run) answer(group, j int, mass float64) {
	if j <= r.steps {
		r.good[j] += mass
		r.back[j*len(r.Groups)+r.first[group]] += mass
	}
}

// farthest is more steps than any trajectory has.
const farthest = 1e9

// in gives a span in whole steps.
func (r *run) in(span float64) int { return int(math.Round(math.Min(span/r.dt, farthest))) }

// refuse turns a share of a step's arrivals away.
func (r *run) refuse(j int, share float64) {
	r.left[j] = math.Max(0, r.left[j]-share)
	r.refused[j] += share
	for at := range r.classes {
		mass := float64(share * r.due[j*len(r.classes)+at])
		r.backlog = math.Max(0, r.backlog-mass)
		if mass > 0 {
			r.fail(at, j+max(1, r.in(r.classes[at].Trip)), mass, r.classes[at].Refused)
		}
	}
}

// expire ends, with the step, the patience of those who came so long before.
func (r *run) expire(j int, attempts float64) {
	failed := float64(r.refused[j] * attempts)
	for at := range r.classes {
		g := r.classes[at].Group
		if math.IsInf(g.Patience, 1) {
			continue
		}
		came := j + 1 - max(1, r.in(g.Patience))
		if came < 0 {
			continue
		}
		late := 1 - r.refused[came] - r.timely[came*len(r.Groups)+r.classes[at].group]
		if mass := float64(late * r.due[came*len(r.classes)+at]); late > 1e-12 && mass > 0 {
			failed += mass
			r.fail(at, j+1, mass, g.Late)
		}
	}
	if failed > (r.expected+0.01)*attempts {
		r.way.Troubled = float64(j+1) * r.dt
	}
}

// fail repeats attempts that fail at a step and may be repeated. The calls of the
// others are over, and some are made again.
func (r *run) fail(at, j int, mass float64, repeated bool) {
	k := &r.classes[at]
	if repeated && k.attempt+1 < k.attempts() {
		again := math.Min(mass, r.granted[k.group])
		r.granted[k.group] -= again
		mass -= again
		r.begin(at+1, j+r.in(k.Waits[k.attempt]), again)
	}
	again := 0.0
	if k.repeat < k.Repeats {
		again = float64(mass * k.Again)
		r.begin(at-k.attempt+k.attempts(), j+r.in(k.Think), again)
	}
	if j <= r.steps {
		r.failed[j] += mass
		r.back[j*len(r.Groups)+r.first[k.group]] += mass - again
	}
}

// begin lets attempts of a class begin at a step.
func (r *run) begin(at, j int, mass float64) {
	if j <= r.steps {
		r.due[j*len(r.classes)+at] += mass
	}
}
