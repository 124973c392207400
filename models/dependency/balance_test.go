package dependency

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"herdcast/sim"
)

// balanced is a dependency of replicas with so many requests in service at each.
func balanced(kind Balance, loads ...int64) *Dependency {
	d := &Dependency{balancer: balancer{kind: kind.code()}, replicas: make([]replica, len(loads))}
	for i, load := range loads {
		d.balancer.all = append(d.balancer.all, i)
		d.replicas[i].busy = load / 2
		d.replicas[i].waiting = load - load/2
	}
	return d
}

func loads(t *rapid.T) []int64 {
	return rapid.SliceOfN(rapid.Int64Range(0, 5), 2, 12).Draw(t, "loads")
}

// At any time no replica has had more than one request more than another.
func TestRoundRobinIsEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := balanced("round_robin", loads(t)...)
		had := make([]int, len(d.replicas))
		for n := range rapid.IntRange(1, 60).Draw(t, "requests") {
			to := d.Choose(sim.Key(rapid.Uint64().Draw(t, "key")), uint32(n), nil) - 1
			had[to]++
			for i := range had {
				if had[to] > had[i]+1 {
					t.Fatalf("after %d requests: %v", n+1, had)
				}
			}
		}
	})
}

// Of the two that are drawn, and they are two, it is never the more loaded; of equals
// it is the first drawn.
func TestTwoChoicesTakeTheLessLoaded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := balanced("two_choices", loads(t)...)
		key, number := sim.Key(rapid.Uint64().Draw(t, "key")), rapid.Uint32Range(1, 9).Draw(t, "number")
		n := len(d.replicas)
		one, other := two(key, number, n)
		to := int(d.Choose(key, number, nil)) - 1
		switch a, b := d.replicas[one].load(), d.replicas[other].load(); {
		case one == other || other >= n:
			t.Fatalf("drew %d and %d of %d", one, other, n)
		case a <= b && to != one, a > b && to != other:
			t.Fatalf("%d of %d (load %d) and %d (load %d)", to, one, a, other, b)
		}
	})
}

// Nobody has fewer requests, and of those that have as few it is the next in turn.
func TestLeastLoadedTakesTheLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := balanced("least_loaded", loads(t)...)
		n := len(d.replicas)
		d.balancer.turn = rapid.IntRange(0, n-1).Draw(t, "turn")
		first := d.balancer.turn
		to := int(d.Choose(0, 1, nil)) - 1
		for i := range n {
			at := (first + i) % n
			if least := d.replicas[to].load(); d.replicas[at].load() < least || d.replicas[at].load() == least && i < (to-first+n)%n {
				t.Fatalf("%d, though %d has %d and comes first from %d", to, at, d.replicas[at].load(), first)
			}
		}
	})
}

// Each of five, and each pair of two choices, comes up as often: of 100,000 requests
// 20,000 go to each, give or take five standard deviations of √(n·0.2·0.8) = 126.5.
func TestDrawsAreEven(t *testing.T) {
	const requests = 100_000
	for _, kind := range []Balance{"random", "two_choices"} {
		d := balanced(kind, 0, 0, 0, 0, 0)
		var had [5]float64
		for n := range uint32(requests) {
			had[d.Choose(sim.NewKey(1, 0).Child(uint64(n)), 1, nil)-1]++
		}
		for i := range had {
			if math.Abs(had[i]-requests/5) > 5*126.5 {
				t.Errorf("%s: %v", kind, had)
			}
		}
	}
}

// With the first of three loaded it is taken by none: by two choices the second and
// third share what it would have had.
func TestTwoChoicesAvoidTheLoaded(t *testing.T) {
	d := balanced("two_choices", 3, 0, 0)
	for n := range uint32(1000) {
		if d.Choose(sim.NewKey(1, 0).Child(uint64(n)), 1, nil) == 1 {
			t.Fatal("took the loaded one")
		}
	}
}

// Who is out is never chosen, and nobody where all are.
func TestThoseWhoAreOutArePassedOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := balanced(rapid.SampledFrom([]Balance{"round_robin", "random", "least_loaded", "two_choices"}).Draw(t, "balance"), loads(t)...)
		n := len(d.replicas)
		d.balancer.turn = rapid.IntRange(0, n).Draw(t, "turn")
		out := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "out")
		to := d.Choose(sim.Key(rapid.Uint64().Draw(t, "key")), 1, out)
		if all := !slices.Contains(out, false); all != (to == 0) || !all && out[to-1] {
			t.Fatalf("chose %d with %v out", to, out)
		}
	})
}
