package fluid

import (
	"math"
	"slices"
)

// Model is one queue, first come first served, with those who call it. Work whose
// caller has left is done all the same. Spans are in seconds, rates per second.
type Model struct {
	Groups  []Group
	Servers float64
	Queue   float64 // places to wait; +Inf: without bound
	Changes []Change
	Windows []Window
	Until   float64 // end of the trajectory
	Steps   int     // of the trajectory, at most
}

// Window is a span of the trajectory of which means are told; they lie apart, in
// their order.
type Window struct{ From, To float64 }

// Change is what holds from an instant on, until the next.
type Change struct {
	From    float64
	Servers float64 // that work
	Slow    float64 // factor of service times
	Load    float64 // factor of the rates of streams
}

// Callers are a closed population each of whom makes one call at a time.
type Callers struct {
	Count float64
	Away  float64 // mean time of a caller from the end of a call to the next
}

// Group is calls alike: a stream of them, or those that callers make with a share of
// theirs.
type Group struct {
	Rate     float64   // of a stream
	Callers  *Callers  // nil: it is a stream
	Share    float64   // of the callers' calls
	Service  []float64 // equally likely service times, in rising order
	Trip     float64   // there and back
	Patience float64   // of one attempt; +Inf: without bound
	Waits    []float64 // mean wait before each retry; a call has one attempt more
	Late     bool      // whether attempts are repeated that time out
	Refused  bool      // whether attempts are repeated that are refused
	Granted  float64   // retries for each call that a budget grants; +Inf: no budget
	Repeats  int       // calls at most that follow one that has failed, each if the last has
	Again    float64   // share of failed calls that another follows
	Think    float64   // mean time before that
}

// service is the mean service time.
func (g *Group) service() float64 {
	total := 0.0
	for _, s := range g.Service {
		total += s
	}
	return total / float64(len(g.Service))
}

// late is the share of attempts that are not answered in time when they wait so
// long for a server and service takes so many times longer.
func (g *Group) late(wait, slow float64) float64 {
	if math.IsInf(g.Patience, 1) {
		return 0
	}
	left := (g.Patience - g.Trip - wait) * (1 + 1e-12) / slow // an answer at the very end is in time
	in, _ := slices.BinarySearchFunc(g.Service, left, func(s, left float64) int {
		if s <= left {
			return -1
		}
		return 1
	})
	return 1 - float64(in)/float64(len(g.Service))
}

// timely is the mean service time of the attempts that are answered in time.
func (g *Group) timely(wait, slow float64) float64 {
	in := int(math.Round((1 - g.late(wait, slow)) * float64(len(g.Service))))
	if in == 0 {
		return 0
	}
	total := 0.0
	for _, s := range g.Service[:in] {
		total += s
	}
	return slow * total / float64(in)
}

// attempts is how many a call makes at most.
func (g *Group) attempts() int { return len(g.Waits) + 1 }

// round is what comes of one call of a group, with those that follow it: calls,
// attempts, those that fail, and the time that all take.
type round struct{ calls, attempts, failed, time float64 }

// round gives what comes of a call if attempts are refused with a share and else wait
// so long, of which a share comes too late: a call makes 1 + q + … + qⁿ⁻¹ attempts, q being the share that fails and
// is repeated, and no more than its budget grants. Of its failed attempts those that no
// retry follows end the call: a share e of calls. A caller makes 1 + ep + … + (ep)ᴿ of them, p being the
// share that is called again.
func (g *Group) round(wait, refused, late float64) round {
	late = float64(late * (1 - refused))
	again := 0.0
	if g.Late {
		again += late
	}
	if g.Refused {
		again += refused
	}
	retries, waited, share := 0.0, 0.0, 1.0
	for _, w := range g.Waits {
		share = float64(share * again)
		retries += share
		waited += float64(share * w)
	}
	if retries > g.Granted {
		waited = float64(waited * (g.Granted / retries))
		retries = g.Granted
	}
	ends := math.Max(0, float64((1+retries)*(late+refused))-retries)
	made, power := 0.0, 1.0
	for range g.Repeats + 1 {
		made += power
		power = float64(power * ends * g.Again)
	}
	each := float64(refused*g.Trip) + float64((1-refused-late)*(wait+g.timely(wait, 1)+g.Trip))
	if late > 0 {
		each += float64(late * g.Patience)
	}
	attempts := float64(made * (1 + retries))
	return round{made, attempts, float64(attempts * (late + refused)), float64(attempts*each) + float64(made*waited) + float64((made-1)*g.Think)}
}
