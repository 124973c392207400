package dependency

import (
	"slices"

	"herdcast/sim"
)

// Balance says which replica a request goes to.
type Balance string

// Words lists the ways.
func (Balance) Words() []string {
	return []string{"round_robin", "random", "least_loaded", "two_choices"}
}

// balancer sends requests to replicas. It knows how many requests are at each replica, in
// service or waiting, but nothing of faults: it sends requests to a replica that is
// down as to any other.
//
//	round_robin   the next in turn
//	random        each as likely
//	least_loaded  the one with the fewest requests, of equals the next in turn
//	two_choices   of two that are drawn the one with fewer requests, of equals the
//	              first drawn (Mitzenmacher 2001)
type balancer struct {
	kind balance
	turn int // whose turn it is
}

// balance is a compiled Balance.
type balance uint8

const (
	inTurn balance = iota
	atRandom
	leastLoaded
	twoChoices
)

// code gives the way as the event loop knows it.
func (b Balance) code() balance { return balance(max(0, slices.Index(b.Words(), string(b)))) }

// Choose gives the replica that a request goes to, + 1; its draws are those of that
// number at key.
func (d *Dependency) Choose(key sim.Key, number uint32) uint16 {
	b, n := &d.balancer, len(d.replicas)
	to := 0
	switch b.kind {
	case atRandom:
		to = drawn(key, number, 0, n)
	case twoChoices:
		one, other := drawn(key, number, 0, n), drawn(key, number, 1, n-1)
		if other >= one {
			other++ // two different ones
		}
		if to = one; d.replicas[other].load() < d.replicas[one].load() {
			to = other
		}
	case leastLoaded:
		to = b.turn
		for i := range n {
			if at := (b.turn + i) % n; d.replicas[at].load() < d.replicas[to].load() {
				to = at
			}
		}
		b.turn = (to + 1) % n
	case inTurn:
		to = b.turn
		b.turn = (to + 1) % n
	}
	return uint16(to + 1)
}

// drawn gives one of n, each as likely: the which-th draw of a request.
func drawn(key sim.Key, number uint32, which uint64, n int) int {
	u := key.Uniform(sim.PurposeBalance, 2*uint64(number)+which)
	return int(float64(u * float64(n)))
}

// load is how many requests are at a replica.
func (r *replica) load() int64 { return r.busy + r.waiting }
