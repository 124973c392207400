package dependency

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
)

// While every wait is too long, drops come 100 ms / √1, / √2, … after each other:
// 0, 100, 170.7, 228.4, 278.4, 323.2, 364.0 and 401.8 ms after the first.
func TestCoDelDropsEverMoreOften(t *testing.T) {
	c := codel{target: 5 * time.Millisecond, interval: 100 * time.Millisecond}
	var drops []float64
	for at := time.Duration(0); at < 510*time.Millisecond; at += 100 * time.Microsecond {
		for c.drops(sim.Time(at), time.Second, 9) {
			drops = append(drops, float64(at-100*time.Millisecond)/1e6)
		}
	}
	want := []float64{0, 100, 170.7, 228.4, 278.4, 323.2, 364, 401.8}
	if len(drops) != len(want) {
		t.Fatalf("drops at %v", drops)
	}
	for i := range want {
		if math.Abs(drops[i]-want[i]) > 0.101 { // one look every 0.1 ms
			t.Errorf("drop %d at %v ms, want %v", i+1, drops[i], want[i])
		}
	}
}

// sojourns is the queue of the reference below: how long each has waited.
type sojourns struct{ waited []time.Duration }

// reference is the algorithm as RFC 8289, section 5, tells it: one step takes all
// that is dropped and the one that is served (-1: none).
type reference struct {
	target, interval   time.Duration
	above, next        float64
	count, last        int
	dropping           bool
	queue              *sojourns
	dropped, delivered int
}

func (c *reference) take(now float64) (waited time.Duration, some, mayDrop bool) {
	if len(c.queue.waited) == 0 {
		c.above = 0
		return 0, false, false
	}
	waited = c.queue.waited[0]
	c.queue.waited = c.queue.waited[1:]
	if waited < c.target || len(c.queue.waited) <= 1 {
		c.above = 0
	} else if c.above == 0 {
		c.above = now + float64(c.interval)
	} else if now >= c.above {
		mayDrop = true
	}
	return waited, true, mayDrop
}

func (c *reference) law(from float64) float64 {
	return from + math.Round(float64(c.interval)/math.Sqrt(float64(c.count)))
}

func (c *reference) step(now float64) {
	_, some, mayDrop := c.take(now)
	if c.dropping {
		if !mayDrop {
			c.dropping = false
		}
		for now >= c.next && c.dropping {
			c.dropped++
			c.count++
			if _, some, mayDrop = c.take(now); !mayDrop {
				c.dropping = false
			} else {
				c.next = c.law(c.next)
			}
		}
	} else if mayDrop {
		c.dropped++
		_, some, _ = c.take(now)
		c.dropping = true
		since := c.count - c.last
		c.count = 1
		if since > 1 && now-c.next < 16*float64(c.interval) {
			c.count = since
		}
		c.next = c.law(now)
		c.last = c.count
	}
	if some {
		c.delivered++
	}
}

// Whatever waits and however fast it is served, one decision a request comes to
// the same as the loops of the RFC.
func TestCoDelIsThatOfTheRFC(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		queue := &sojourns{}
		told := &reference{target: 5, interval: 100, queue: queue}
		ours := codel{target: 5, interval: 100}
		var mine []time.Duration
		now, dropped, delivered := sim.Time(1), 0, 0
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "gap")))
			for range rapid.IntRange(0, 4).Draw(t, "come") {
				waited := time.Duration(rapid.SampledFrom([]int{0, 4, 5, 6, 90, 90, 90}).Draw(t, "waited"))
				queue.waited, mine = append(queue.waited, waited), append(mine, waited)
			}
			told.step(float64(now))
			for len(mine) > 0 {
				waited := mine[0]
				mine = mine[1:]
				if !ours.drops(now, waited, int64(len(mine))) {
					delivered++
					break
				}
				dropped++
			}
			if dropped != told.dropped || delivered != told.delivered {
				t.Fatalf("at %d: %d dropped and %d served, but %d and %d by the RFC", now, dropped, delivered, told.dropped, told.delivered)
			}
		}
	})
}

// Ranks leave in order, those of one rank as they came.
func TestRankedLeavesInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type entry struct {
			rank int64
			id   uint32
		}
		var q ranked
		var waiting []entry
		for id := range uint32(rapid.IntRange(1, 200).Draw(t, "steps")) {
			if rapid.IntRange(0, 2).Draw(t, "leaves") > 0 {
				rank := rapid.Int64Range(-3, 3).Draw(t, "rank")
				q.push(rank, id)
				waiting = append(waiting, entry{rank, id})
				slices.SortStableFunc(waiting, func(a, b entry) int { return int(a.rank - b.rank) })
				continue
			}
			got, some := q.pop()
			if some != (len(waiting) > 0) || some && got != waiting[0].id {
				t.Fatalf("got %d, %v of %v", got, some, waiting)
			}
			if some {
				waiting = waiting[1:]
			}
		}
	})
}
