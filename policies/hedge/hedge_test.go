package hedge

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
)

func init() { flag.Set("rapid.seed", "1") }

// on_failure speaks of the failures in `on`; after any other the hedge fails.
func TestReactions(t *testing.T) {
	for word, want := range map[OnFailure]Reaction{"wait": WaitForOthers, "next": SendNext, "fail": Fail} {
		h := Spec{OnFailure: word, On: policies.SetOf(policies.Throttled, policies.Rejected)}.Compile()
		for o := policies.Throttled; o < policies.Abandoned; o++ {
			reaction := Fail
			if o == policies.Throttled || o == policies.Rejected {
				reaction = want
			}
			if got := h.ReactionTo(o); got != reaction {
				t.Errorf("%s after %s: got %d, want %d", word, o, got, reaction)
			}
		}
	}
}

func TestWrittenHedgeSendsOneCopyOfWhatIsSafe(t *testing.T) {
	s := Spec{After: After{Delay: 150 * time.Millisecond}}
	s.SetDefaults()
	h := s.Compile()
	after, first := h.Next(nil, 0)
	_, second := h.Next(nil, 1)
	if after != 150*time.Millisecond || !first || second || !h.OnlyIfSafe || h.ReactionTo(policies.Semantic) != WaitForOthers || h.Learns() {
		t.Errorf("got %v, %v, %v of %+v", after, first, second, h)
	}
}

// With latencies of 1, 2, … n seconds the nearest rank of p95 is ⌈0.95·n⌉ seconds.
func TestQuantiles(t *testing.T) {
	for _, row := range []struct {
		q    float64
		n    int
		want time.Duration // 0: no hedge
	}{
		{0.95, 0, 0}, {0.95, 19, 0}, {0.95, 20, 19 * time.Second}, {0.95, 21, 20 * time.Second}, {0.95, 100, 95 * time.Second},
		{0.95, 1000, 950 * time.Second},
		{0.95, 1500, 1450 * time.Second}, // of 501 to 1,500
		{0.5, 20, 10 * time.Second}, {0.99, 20, 20 * time.Second}, {0.999, 1000, 999 * time.Second}, {0.07, 100, 7 * time.Second},
	} {
		h := Spec{After: After{Quantile: row.q}, Extra: 1}.Compile()
		var l Latencies
		for i := range row.n {
			h.Learn(&l, time.Duration(i+1)*time.Second)
		}
		if after, may := h.Next(&l, 0); after != row.want || may != (row.want > 0) {
			t.Errorf("p%v of %d: got %v, %v, want %v", 100*row.q, row.n, after, may, row.want)
		}
		if _, may := h.Next(&l, 1); may {
			t.Errorf("p%v of %d: a copy more than may", 100*row.q, row.n)
		}
	}
}

// Against a plain list of the last thousand.
func TestOnlyTheLastThousandCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Latencies
		var all []time.Duration
		n := rapid.IntRange(1, 2500).Draw(t, "successes")
		multiplier := rapid.IntRange(1, 997).Draw(t, "multiplier")
		for i := range n {
			latency := time.Duration(i * multiplier % rapid.SampledFrom([]int{10, 1009}).Draw(t, "values"))
			l.add(latency)
			all = append(all, latency)
		}
		last := slices.Clone(all[max(0, n-1000):])
		slices.Sort(last)
		if !slices.Equal(last, l.sorted) {
			t.Fatalf("got %v, want %v", l.sorted, last)
		}
	})
}

func TestAFullMemoryAllocatesNothing(t *testing.T) {
	var l Latencies
	for i := range remembered {
		l.add(time.Duration(i))
	}
	l.add(5)
	i := 0
	if n := testing.AllocsPerRun(1000, func() { i += 37; l.add(time.Duration(i % 1000)) }); n != 0 {
		t.Errorf("got %v allocations", n)
	}
}

func Example() {
	s := Spec{After: After{Delay: 150 * time.Millisecond}, Extra: 2}
	h := s.Compile()
	at := time.Duration(0)
	for sent := 0; ; sent++ {
		after, may := h.Next(nil, sent)
		if !may {
			break
		}
		at += after
		fmt.Println(at)
	}
	// Output:
	// 150ms
	// 300ms
}
