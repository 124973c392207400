package outlier

import (
	"math"
	"time"

	"herdcast/policies"
	"herdcast/sim"
)

// Outlier is a compiled Spec for so many replicas, numbered from 0. Failures in a row
// eject at once; at each multiple of the interval, in this order:
//
//   - a replica whose time is over comes back, its counts of failures in a row at 0;
//     any that was not out then has its next ejection one step shorter, if it has
//     grown.
//   - rates of success of the past interval are compared, if enough replicas have had
//     enough answers: who lies below the mean by more than factor / 1000 standard
//     deviations is ejected.
//   - shares of failures likewise, against the threshold.
//
// A replica is only ejected while the share that is out is below the maximum, so that
// is exceeded by less than one replica. The n-th ejection without a step back lasts
// n · for, at most the longest time, and until the multiple of the interval after.
type Outlier struct {
	replicas     int
	inARow       int64
	gateway      int64
	local        int64
	split        bool
	base         time.Duration
	longest      time.Duration
	jitter       time.Duration
	interval     time.Duration
	most         float64 // replicas; fewer must be out for one to go
	one          bool
	least        float64 // replicas; with fewer in, requests go to all
	rateHosts    int
	rateVolume   int64
	factor       float64 // standard deviations
	failureHosts int
	volume       int64
	threshold    float64
	failures     policies.Set
	enforcing    [causes]float64
}

// cause is why a replica is ejected.
type cause uint8

const (
	failuresInARow cause = iota
	gatewayInARow
	localInARow
	successRate
	failureShare
	causes
)

// What a replica that is not there, or its network, looks like, and what of it the
// caller tells itself rather than being answered.
var (
	localFailures   = policies.SetOf(policies.Refused, policies.Reset, policies.Timeout)
	gatewayFailures = localFailures | policies.SetOf(policies.Unavailable)
	noAnswers       = policies.SetOf(policies.Rejected, policies.Abandoned, policies.Unfinished)
)

// State is what one owner knows of the replicas. It is made by Fresh.
type State struct {
	replicas []replica
	out      []bool // the ejected ones
	ejected  int
	next     sim.Time // the next multiple of the interval
	key      sim.Key
	drawn    uint64
}

type replica struct {
	inARow, gateway, local int64 // failures
	answers, failed        int64 // in the running interval
	times                  int64 // how many times as long it was last out
	back                   sim.Time
}

// Compile prepares the detection for so many replicas.
func (s Spec) Compile(replicas int) Outlier {
	o := Outlier{
		replicas: replicas, inARow: int64(s.Consecutive), gateway: int64(s.Gateway), local: int64(s.Local), split: s.Split,
		base: s.For, longest: max(5*time.Minute, s.For), jitter: s.Jitter, interval: s.Interval,
		most: float64(float64(s.MaxPercent)*float64(replicas)) - 1e-9, one: s.AlwaysOne,
		least:     float64(float64(s.Panic)*float64(replicas)) - 1e-9,
		rateHosts: s.RateHosts, rateVolume: s.RateVolume, factor: float64(s.RateFactor) / 1000,
		failureHosts: s.FailureHosts, volume: s.FailureVolume, threshold: float64(s.Threshold),
		failures: s.Failures &^ noAnswers,
	}
	if s.MaxTime != nil {
		o.longest = max(*s.MaxTime, s.For)
	}
	o.enforcing = [causes]float64{failuresInARow: float64(s.Enforcing), gatewayInARow: float64(s.EnforcingGateway),
		localInARow: float64(s.EnforcingLocal), successRate: float64(s.EnforcingRate), failureShare: float64(s.EnforcingFailure)}
	return o
}

// Fresh gives the state of an owner that has had no answer; its draws are at key.
func (o *Outlier) Fresh(key sim.Key) State {
	return State{replicas: make([]replica, o.replicas), out: make([]bool, o.replicas), next: sim.Time(o.interval), key: key}
}

// Ejected tells at the instant now which replicas get no requests; nil: all get some,
// because none is ejected, or too many are.
func (o *Outlier) Ejected(st *State, now sim.Time) []bool {
	o.advance(st, now)
	if st.ejected == 0 || float64(o.replicas-st.ejected) < o.least {
		return nil
	}
	return st.out
}

// Report tells how a request to a replica ended at the instant now. What never reached
// it, and what was cut from above, says nothing of it.
func (o *Outlier) Report(st *State, now sim.Time, number int, outcome policies.Outcome) {
	o.advance(st, now)
	r := &st.replicas[number]
	failed := o.failures.Has(outcome)
	if noAnswers.Has(outcome) {
		return
	}
	if o.split && failed && localFailures.Has(outcome) {
		r.local++
		o.judge(st, now, number, &r.local, o.local, localInARow)
		return
	}
	r.local = 0
	r.answers++
	if !failed {
		r.inARow, r.gateway = 0, 0
		return
	}
	r.failed++
	if gatewayFailures.Has(outcome) {
		r.gateway++
		o.judge(st, now, number, &r.gateway, o.gateway, gatewayInARow)
	} else {
		r.gateway = 0
	}
	r.inARow++
	o.judge(st, now, number, &r.inARow, o.inARow, failuresInARow)
}

// judge ejects for failures in a row. The count begins anew when it is full, unless
// the replica is out.
func (o *Outlier) judge(st *State, now sim.Time, number int, count *int64, full int64, why cause) {
	if *count == full && !st.out[number] {
		o.eject(st, now, number, why)
		*count = 0
	}
}

// eject leaves a replica out, if there is room and the dice say so.
func (o *Outlier) eject(st *State, now sim.Time, number int, why cause) {
	if float64(st.ejected) >= o.most && !(o.one && st.ejected == 0) {
		return
	}
	if share := o.enforcing[why]; share < 1 && o.draw(st) >= share {
		return
	}
	r := &st.replicas[number]
	r.times++
	lasts := o.longest
	if r.times < int64(o.longest/o.base)+1 {
		lasts = min(time.Duration(r.times)*o.base, o.longest)
	}
	if o.jitter > 0 {
		lasts += time.Duration(float64(o.draw(st) * float64(o.jitter)))
	}
	r.back = now.Add(lasts)
	st.out[number] = true
	st.ejected++
}

func (o *Outlier) draw(st *State) float64 {
	st.drawn++
	return st.key.Uniform(sim.PurposeEject, st.drawn-1)
}

// advance takes the looks that are due up to now. Only the first of them has answers to
// compare: the others are taken together, however many they are.
func (o *Outlier) advance(st *State, now sim.Time) {
	if now < st.next {
		return
	}
	o.pass(st, st.next.Add(-o.interval), st.next)
	o.compareRates(st, st.next)
	o.judgeShares(st, st.next)
	for i := range st.replicas {
		st.replicas[i].answers, st.replicas[i].failed = 0, 0
	}
	last := now.Add(-(now.Duration() % o.interval))
	o.pass(st, st.next, last)
	st.next = last.Add(o.interval)
}

// pass lets replicas come back, and step back, at the looks after one multiple of the
// interval up to another.
func (o *Outlier) pass(st *State, after, last sim.Time) {
	for i := range st.replicas {
		r, since := &st.replicas[i], after
		if st.out[i] {
			if r.back > last {
				continue
			}
			since = last.Add(-(last.Sub(r.back) / o.interval * o.interval)) // the look at which it comes back
			st.out[i] = false
			st.ejected--
			r.inARow, r.gateway, r.local = 0, 0, 0
		}
		r.times = max(0, r.times-int64(last.Sub(since)/o.interval))
	}
}

func (o *Outlier) compareRates(st *State, now sim.Time) {
	if o.enforcing[successRate] == 0 {
		return
	}
	hosts, sum, squares := 0, 0.0, 0.0
	o.each(st, o.rateVolume, func(i int, failed float64) { hosts++; sum += 1 - failed })
	if hosts < o.rateHosts {
		return
	}
	mean := sum / float64(hosts)
	o.each(st, o.rateVolume, func(i int, failed float64) { squares += float64((1 - failed - mean) * (1 - failed - mean)) })
	least := mean - float64(o.factor*math.Sqrt(squares/float64(hosts)))
	o.each(st, o.rateVolume, func(i int, failed float64) {
		if 1-failed < least-1e-12 {
			o.eject(st, now, i, successRate)
		}
	})
}

func (o *Outlier) judgeShares(st *State, now sim.Time) {
	if o.enforcing[failureShare] == 0 {
		return
	}
	hosts := 0
	o.each(st, o.volume, func(int, float64) { hosts++ })
	if hosts < o.failureHosts {
		return
	}
	o.each(st, o.volume, func(i int, failed float64) {
		if failed >= o.threshold-1e-12 {
			o.eject(st, now, i, failureShare)
		}
	})
}

// each gives the share of failures of the replicas that are not out and have had so
// many answers.
func (o *Outlier) each(st *State, volume int64, do func(i int, failed float64)) {
	for i := range st.replicas {
		if r := &st.replicas[i]; !st.out[i] && r.answers >= volume {
			do(i, float64(r.failed)/float64(r.answers))
		}
	}
}
