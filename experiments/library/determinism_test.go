package library

import (
	"bytes"
	"context"
	"runtime"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
)

// How many replications are simulated at a time, and on how many processors,
// decides nothing: all that a run leaves behind has the same bytes.
func TestWorkersAndProcessorsDecideNothing(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, name := range []string{"slowdown-three-attempts", "minute-quota-full-jitter"} {
		var first []byte
		for _, processors := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(processors)
			for _, workers := range []int{1, 2, 3, 8} {
				data, _ := Named(name)
				replications := 8
				s, err := scenario.Read(name, data, scenario.Options{Shipped: Files(), Replications: &replications})
				if err != nil {
					t.Fatal(err)
				}
				r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: workers})
				if err != nil {
					t.Fatal(err)
				}
				var text bytes.Buffer
				if err := r.Encode(&text); err != nil {
					t.Fatal(err)
				}
				if first == nil {
					first = text.Bytes()
				}
				if !bytes.Equal(text.Bytes(), first) {
					t.Errorf("%s: %d workers on %d processors give another result than 1 on 1", name, workers, processors)
				}
			}
		}
	}
}
