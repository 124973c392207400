package fluid

import "math"

// Trajectory is how the queue goes from empty through all changes.
type Trajectory struct {
	Step      float64 // seconds between the samples
	Queue     []float64
	Attempts  []float64 // per second
	Begun     float64   // calls, all together
	Succeeded float64
	Failed    float64
	Troubled  float64 // when the last attempt failed that does not in the first state; 0: none
}

// Bounds of the step: a tenth of the shortest span if it can be, that span itself
// at most, and not more steps than take a second or so.
const (
	fineness = 10
	mostStep = 200_000
)

// step gives the step. Not ok where it would have to be longer than the shortest
// span, which it would then not show.
func (m *Model) step() (step float64, ok bool) {
	shortest := m.Until / 1000
	for i := range m.Groups {
		g := &m.Groups[i]
		for _, span := range []float64{g.service(), g.Patience - g.service(), g.Trip, g.Away} {
			if span > 0 {
				shortest = math.Min(shortest, span)
			}
		}
	}
	step = math.Max(shortest/fineness, m.Until/mostStep)
	return step, step <= shortest
}

// class is one attempt of the calls of a group.
type class struct {
	*Group
	group, attempt int
}

// run is a trajectory under way. Arrays are by step and class, or step and group.
type run struct {
	*Model
	way      Trajectory
	dt       float64
	steps    int
	classes  []class
	due      []float64 // attempts that begin
	back     []float64 // callers whose call ends
	left     []float64 // of a step's arrivals, the share that still waits
	refused  []float64 // the share that was refused
	timely   []float64 // the share that was started in time, by group
	granted  []float64 // retries that a group's budget still grants in this step
	resting  []float64 // callers of a group that are away
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
		for k := range len(g.Waits) + 1 {
			r.classes = append(r.classes, class{g, i, k})
		}
		r.resting = append(r.resting, g.Callers)
	}
	r.due = make([]float64, (r.steps+1)*len(r.classes))
	r.back = make([]float64, (r.steps+1)*len(m.Groups))
	r.timely = make([]float64, (r.steps+1)*len(m.Groups))
	r.left = make([]float64, r.steps+1)
	r.refused = make([]float64, r.steps+1)
	r.granted = make([]float64, len(m.Groups))
	first := m.state(0, 0)
	r.expected = first.failed / first.attempts
	every := max(1, r.steps/240)
	r.way.Step = r.dt * float64(every)
	sum := 0.0
	change := Change{Servers: m.Servers, Slow: 1, Load: 1}
	next := 0
	for j := range r.steps {
		for next < len(m.Changes) && m.Changes[next].From <= (float64(j)+0.5)*r.dt {
			change = m.Changes[next]
			next++
		}
		sum += r.advance(j, &change)
		if (j+1)%every == 0 {
			r.way.Queue = append(r.way.Queue, r.backlog)
			r.way.Attempts = append(r.way.Attempts, sum/r.way.Step)
			sum = 0
		}
	}
	return r.way, true
}

// advance does one step, and gives its attempts.
func (r *run) advance(j int, c *Change) (attempts float64) {
	for i := range r.Groups {
		g := &r.Groups[i]
		first := c.Load * g.Rate * r.dt
		if g.Rate == 0 {
			r.resting[i] += r.back[j*len(r.Groups)+i]
			first = r.resting[i]
			if g.Away > 0 {
				first *= -math.Expm1(-r.dt / g.Away)
			}
			r.resting[i] -= first
		}
		r.way.Begun += first
		r.granted[i] = g.Granted
		if !math.IsInf(g.Granted, 1) {
			r.granted[i] *= first
		}
		for at := range r.classes {
			if k := &r.classes[at]; k.group == i && k.attempt == 0 {
				r.due[j*len(r.classes)+at] += first
			}
		}
	}
	arrived := r.due[j*len(r.classes) : (j+1)*len(r.classes)]
	for _, mass := range arrived {
		attempts += mass
	}
	r.left[j] = 1
	r.backlog += attempts
	r.serve(j, c)
	if over := r.backlog - r.Queue; over > 0 && attempts > 0 {
		r.refuse(j, math.Min(r.left[j], over/attempts))
	}
	r.expire(j, attempts)
	return attempts
}

// serve starts what waits, in the order of arrival.
func (r *run) serve(j int, c *Change) {
	capacity := c.Servers * r.dt
	for r.head <= j && capacity > 0 {
		arrived := r.due[r.head*len(r.classes) : (r.head+1)*len(r.classes)]
		work, mass := 0.0, 0.0
		for at, m := range arrived {
			work += m * r.classes[at].service() * c.Slow
			mass += m
		}
		share := r.left[r.head]
		if share*work > capacity {
			share = capacity / work
		}
		capacity -= share * work
		r.backlog = math.Max(0, r.backlog-share*mass)
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
	wait := float64(j-r.head) * r.dt
	for i := range r.Groups {
		g := &r.Groups[i]
		in := share * (1 - g.late(wait, slow))
		if in == 0 {
			continue
		}
		r.timely[r.head*len(r.Groups)+i] += in
		for at := range r.classes {
			if r.classes[at].group == i {
				r.end(i, j+r.in(g.timely(wait, slow)+g.Trip), in*r.due[r.head*len(r.classes)+at], &r.way.Succeeded)
			}
		}
	}
}

// in gives a span in whole steps, one at least.
func (r *run) in(span float64) int { return max(1, int(math.Round(math.Min(span/r.dt, 1e9)))) }

// refuse turns a share of a step's arrivals away.
func (r *run) refuse(j int, share float64) {
	r.left[j] = math.Max(0, r.left[j]-share)
	r.refused[j] += share
	for at := range r.classes {
		mass := share * r.due[j*len(r.classes)+at]
		r.backlog = math.Max(0, r.backlog-mass)
		if mass > 0 {
			r.fail(at, j+r.in(r.classes[at].Trip), mass, r.classes[at].Refused)
		}
	}
}

// expire ends the patience of those who came so long ago.
func (r *run) expire(j int, attempts float64) {
	failed := r.refused[j] * attempts
	for at := range r.classes {
		g := r.classes[at].Group
		if math.IsInf(g.Patience, 1) {
			continue
		}
		came := j - r.in(g.Patience)
		if came < 0 {
			continue
		}
		late := 1 - r.refused[came] - r.timely[came*len(r.Groups)+r.classes[at].group]
		if mass := late * r.due[came*len(r.classes)+at]; late > 1e-12 && mass > 0 {
			failed += mass
			r.fail(at, j, mass, g.Late)
		}
	}
	if failed > (r.expected+0.01)*attempts {
		r.way.Troubled = float64(j+1) * r.dt
	}
}

// fail repeats failed attempts that may be repeated; the calls of the others are over.
func (r *run) fail(at, j int, mass float64, repeated bool) {
	k := &r.classes[at]
	if repeated && k.attempt < len(k.Waits) {
		again := math.Min(mass, r.granted[k.group])
		r.granted[k.group] -= again
		mass -= again
		if then := j + r.in(k.Waits[k.attempt]); then <= r.steps {
			r.due[then*len(r.classes)+at+1] += again
		}
	}
	r.end(k.group, j+1, mass, &r.way.Failed)
}

// end ends calls at a step.
func (r *run) end(group, j int, mass float64, count *float64) {
	if j <= r.steps {
		*count += mass
		r.back[j*len(r.Groups)+group] += mass
	}
}
