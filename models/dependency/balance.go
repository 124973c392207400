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
	turn int   // whose turn it is
	all  []int // the replicas
	in   []int // those that are not out, while one of them is chosen
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

// Choose gives the replica that a request goes to, + 1, passing over those that are
// out (nil: none); 0: all are. Its draws are those of that number at key.
func (d *Dependency) Choose(key sim.Key, number uint32, out []bool) uint16 {
	b := &d.balancer
	in := b.among(out)
	if len(in) == 0 {
		return 0
	}
	to := 0
	switch b.kind {
	case atRandom:
		to = in[drawn(key, number, 0, len(in))]
	case twoChoices:
		one, other := two(key, number, len(in))
		to = d.lessLoaded(in[one], in[other])
	case leastLoaded:
		first := b.next(in)
		to = in[first]
		for i := range in {
			to = d.lessLoaded(to, in[(first+i)%len(in)])
		}
		b.turn = to + 1
	case inTurn:
		to = in[b.next(in)]
		b.turn = to + 1
	}
	return uint16(to + 1)
}

// among gives those that are not out, in their order.
func (b *balancer) among(out []bool) []int {
	if out == nil {
		return b.all
	}
	b.in = b.in[:0]
	for i := range out {
		if !out[i] {
			b.in = append(b.in, i)
		}
	}
	return b.in
}

// next gives the place of the next in turn.
func (b *balancer) next(in []int) int {
	at, _ := slices.BinarySearch(in, b.turn)
	return at % len(in)
}

// drawn gives one of n, each as likely: the which-th draw of a request.
func drawn(key sim.Key, number uint32, which uint64, n int) int {
	u := key.Uniform(sim.PurposeBalance, 2*uint64(number)+which)
	return int(float64(u * float64(n)))
}

// two draws two different ones of n; the one, if that is all.
func two(key sim.Key, number uint32, n int) (one, other int) {
	one = drawn(key, number, 0, n)
	if n == 1 {
		return one, one
	}
	if other = drawn(key, number, 1, n-1); other >= one {
		other++
	}
	return one, other
}

// lessLoaded gives the replica with fewer requests, of equals the first.
func (d *Dependency) lessLoaded(one, other int) int {
	if d.replicas[other].load() < d.replicas[one].load() {
		return other
	}
	return one
}

// load is how many requests are at a replica.
func (r *replica) load() int64 { return r.busy + r.waiting }
