package theory

import "math"

// Outcomes is a call whose attempts end each in a failure that is tried again with
// one chance, in one that is final with another, else in success.
type Outcomes struct {
	Again, Final float64
	Most         int // attempts
}

// Attempts is their mean number: each failure that is tried again makes another.
func (o Outcomes) Attempts() float64 { return MeanAttempts(o.Again, o.Most) }

// Succeeds is the share of calls that do.
func (o Outcomes) Succeeds() float64 { return (1 - o.Again - o.Final) * o.Attempts() }

// Needs is the share of calls that make at least so many attempts.
func (o Outcomes) Needs(attempts int) float64 { return math.Pow(o.Again, float64(attempts-1)) }

// Hopeless is calls of which a share is invalid for ever: each attempt of those fails
// for good. Each of the others fails with a chance and is tried again.
type Hopeless struct {
	Share   float64
	Fails   float64
	Most    int
	Retried bool // the invalid ones too
}

// Attempts is their mean number.
func (h Hopeless) Attempts() float64 {
	invalid := 1.0
	if h.Retried {
		invalid = float64(h.Most)
	}
	return h.Share*invalid + (1-h.Share)*MeanAttempts(h.Fails, h.Most)
}

// Succeeds is the share of calls that do.
func (h Hopeless) Succeeds() float64 { return (1 - h.Share) * (1 - math.Pow(h.Fails, float64(h.Most))) }

// Losses is a call whose attempts each lose their request with one chance, and,
// having landed an effect, their reply with another; either loss is tried again.
type Losses struct {
	Request, Reply float64
	Most           int
}

func (l Losses) outcomes() Outcomes {
	return Outcomes{Again: l.Request + (1-l.Request)*l.Reply, Most: l.Most}
}

// Attempts is their mean number.
func (l Losses) Attempts() float64 { return l.outcomes().Attempts() }

// Landed is the mean number of effects that a call lands.
func (l Losses) Landed() float64 { return (1 - l.Request) * l.Attempts() }

// Duplicates is the mean number of effects beyond the first.
func (l Losses) Duplicates() float64 { return l.Landed() - 1 + math.Pow(l.Request, float64(l.Most)) }

// FalseFailures is the share of calls reported as failed that have landed one: all
// attempts are lost, but not all of them on the way.
func (l Losses) FalseFailures() float64 {
	return math.Pow(l.outcomes().Again, float64(l.Most)) - math.Pow(l.Request, float64(l.Most))
}

// Keyed is a call whose attempts share an idempotency key: exponential work goes on
// after the timeout of the first attempt, later attempts come each a pause after
// the last one ended and meet either work that goes on, a conflict, or its answer.
type Keyed struct {
	Service, Timeout, Pause float64
	Most                    int
}

// works is the chance that the work takes longer than a time.
func (k Keyed) works(longer float64) float64 { return math.Exp(-longer / k.Service) }

// Attempts is their mean number: attempt j+1 is made if the work was still going on
// when attempt j met it.
func (k Keyed) Attempts() float64 {
	sum := 1.0
	for j := 1; j < k.Most; j++ {
		sum += k.works(k.Timeout + float64(j-1)*k.Pause)
	}
	return sum
}

// Conflicts is the mean number of attempts that meet work going on.
func (k Keyed) Conflicts() float64 {
	var sum float64
	for j := 1; j < k.Most; j++ {
		sum += k.works(k.Timeout + float64(j)*k.Pause)
	}
	return sum
}

// FalseFailures is the share of calls that fail though their work lands later.
func (k Keyed) FalseFailures() float64 {
	return k.works(k.Timeout + float64(k.Most-1)*k.Pause)
}

// Expired is the mean number of effects of a call whose replies are lost with a
// chance, whose attempts come at a distance and whose key is kept for a time from
// the effect on: every attempt after the key has gone lands another.
func Expired(lost, distance, kept float64, most int) float64 {
	step := int(kept/distance) + 1
	var sum float64
	for k := 0; k < most; k += step {
		sum += math.Pow(lost, float64(k))
	}
	return sum
}
