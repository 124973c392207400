package sim_test

import (
	"fmt"
	"time"

	"herdcast/sim"
)

// A call is answered after 40 ms, so its timeout of 2 s has become stale.
func Example() {
	const (
		answer  = sim.Kind(sim.RankReply) << 4
		timeout = sim.Kind(sim.RankTimeout) << 4
	)
	engine := sim.NewEngine(sim.Time(10 * time.Second))
	patience := engine.Lane(2 * time.Second)

	engine.After(40*time.Millisecond, answer, 7)
	waiting := engine.Along(patience, timeout, 7)
	for {
		ev, ok := engine.Next()
		if !ok {
			break
		}
		switch {
		case ev.Kind == answer:
			fmt.Println("call", ev.Row, "answered at", ev.At.Duration())
			waiting = 0
			engine.Forget()
		case ev.Timer() == waiting:
			fmt.Println("call", ev.Row, "timed out")
		default:
			engine.Dropped()
		}
	}
	// Output: call 7 answered at 40ms
}
