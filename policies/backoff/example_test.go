package backoff_test

import (
	"fmt"
	"time"

	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/sim"
)

// A wrapper waits 0.5 s, 1 s, 2 s, … up to 8 s, each shortened at random.
func Example() {
	var s backoff.Spec
	s.SetDefaults()
	longest := 8 * time.Second
	s.Cap, s.Jitter = &longest, backoff.Jitter{Word: "full"}
	b := s.Compile()

	key := sim.NewKey(1, 0).Named("order-4711") // the address of this call's draws
	var memory backoff.Memory
	for k := 1; k <= 6; k++ {
		wait := b.Wait(k, policies.Unavailable, &memory, key, uint64(k))
		_, most := b.Bounds(k)
		fmt.Println(most, wait <= most)
	}
	// Output:
	// 500ms true
	// 1s true
	// 2s true
	// 4s true
	// 8s true
	// 8s true
}
