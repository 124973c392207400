package window

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
)

func init() { flag.Set("rapid.seed", "1") }

func at(d time.Duration) sim.Time { return sim.Time(d) }

// What a window of one second holds at each instant.
func TestAnInstantLeavesWhenItIsAsOldAsTheWindow(t *testing.T) {
	var w Window
	for _, step := range []struct {
		at           time.Duration
		marked       bool
		size, counts int
	}{
		{0, true, 1, 1},
		{0, false, 2, 1},
		{time.Second - 1, true, 3, 2},
		{time.Second, false, 2, 1}, // both of 0 s have gone
		{2*time.Second - 1, false, 2, 0},
		{9 * time.Second, true, 1, 1},
	} {
		w.Expire(at(step.at), time.Second)
		w.Add(at(step.at), step.marked)
		if w.Size() != step.size || w.Marked() != step.counts {
			t.Errorf("at %v: got %d with %d marked, want %d with %d", step.at, w.Size(), w.Marked(), step.size, step.counts)
		}
	}
	w.Clear()
	if w.Size() != 0 || w.Marked() != 0 {
		t.Errorf("cleared: got %d with %d marked", w.Size(), w.Marked())
	}
}

// A window that has been as full as it gets has room for good.
func TestRoomIsKept(t *testing.T) {
	var w Window
	for i := range 1000 {
		w.Keep(99)
		w.Add(at(time.Duration(i)), true)
	}
	if w.Size() != 100 || len(w.ring) != 128 {
		t.Errorf("got %d in a ring of %d, want 100 in 128", w.Size(), len(w.ring))
	}
	if n := testing.AllocsPerRun(100, func() { w.Keep(99); w.Add(at(time.Hour), false) }); n != 0 {
		t.Errorf("got %v allocations", n)
	}
}

// The window agrees with a plain list.
func TestWindowIsAListOfTheYoungest(t *testing.T) {
	type entry struct {
		at     time.Duration
		marked bool
	}
	rapid.Check(t, func(t *rapid.T) {
		span := time.Duration(rapid.IntRange(1, 20).Draw(t, "span"))
		var w Window
		var list []entry
		now := time.Duration(0)
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			now += time.Duration(rapid.IntRange(0, 5).Draw(t, "later"))
			e := entry{now, rapid.Bool().Draw(t, "marked")}
			w.Add(at(now), e.marked)
			list = append(list, e)
			w.Expire(at(now), span)
			size, marked := 0, 0
			for _, e := range list {
				if now-e.at < span {
					size++
					if e.marked {
						marked++
					}
				}
			}
			if w.Size() != size || w.Marked() != marked {
				t.Fatalf("got %d with %d marked, want %d with %d", w.Size(), w.Marked(), size, marked)
			}
		}
	})
}

func Example() {
	var w Window
	w.Add(0, true)
	w.Add(sim.Time(300*time.Millisecond), false)
	w.Expire(sim.Time(time.Second), time.Second)
	fmt.Println(w.Size(), w.Marked())
	// Output: 1 0
}
