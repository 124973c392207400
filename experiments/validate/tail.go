package validate

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/experiments/validate/theory"
)

var tail = family{
	"The tail at scale (published)",
	"J. Dean and L. Barroso: a task that waits for many leaves waits for the slowest, and a second copy of the late ones costs little. " +
		"The paper gives no law of its 1,000 keys read from 100 servers; three of its figures give points of one (2 % of copies after 10 ms, p99.9 of a read 1.8 s without and 74 ms with them), here joined on the scale of a log-normal. " +
		"That p99.9 rests on one read in a thousand, which is a million keys: shown here are the quantiles that short runs have.",
	[]Case{
		fan(1, 0.01), fan(10, 0.01), fan(100, 0.01), fan(1000, 0.001),
		quantileHedge(95), quantileHedge(99),
		{Name: "thousand-keys-plain", comparisons: func() []comparison { return reads(key) }},
		{
			Name: "thousand-keys-hedged",
			directions: []direction{
				{"median of a read", "tasks.duration.p50", result.Less, "thousand-keys-plain", deanBarroso},
				{"p90 of a read", "tasks.duration.p90", result.Less, "thousand-keys-plain", deanBarroso},
			},
			comparisons: func() []comparison {
				h := theory.Hedge{Latency: key, After: 0.010}
				return append(reads(h.Tail), from(deanBarroso, ratio("share of copies", "attempts.hedges", "calls", h.Hedged()))...)
			},
		},
	},
}

const deanBarroso = "J. Dean and L. Barroso, The Tail at Scale, Communications of the ACM 56(2), 2013"

// key is the tail of the time of a key.
var key = theory.PointsTail(theory.Point{Time: 0.010, Above: 0.02}, theory.Point{Time: 0.069, Above: 0.0010164}, theory.Point{Time: 1.8, Above: 1e-6})

// reads are 50 in each replication.
func reads(tail theory.Tail) []comparison {
	read := theory.Slowest{Tail: tail, Calls: 1000}
	return from(deanBarroso+", slowest of independent keys",
		of("median of a read", "tasks.duration.p50", read.Ranked(0.5, 50)),
		of("p90 of a read", "tasks.duration.p90", read.Ranked(0.9, 50)),
	)
}

// fan is a task that takes 10 ms, and a second more if any leaf is slow.
func fan(leaves int, slow float64) Case {
	return Case{Name: fmt.Sprintf("fan-out-%d", leaves), comparisons: func() []comparison {
		any := 1 - math.Pow(1-slow, float64(leaves))
		return from(deanBarroso+": 1 − (1 − p)^n are slow", of("mean duration", "tasks.duration.mean", 0.010+any))
	}}
}

// quantileHedge sends copies of what its own quantile has above it; 20,000 calls in
// each replication.
func quantileHedge(percent int) Case {
	return Case{Name: fmt.Sprintf("hedge-exponential-p%d", percent), comparisons: func() []comparison {
		above := 1 - float64(percent)/100
		h := theory.Hedge{Latency: theory.ExponentialTail(0.010), After: -0.010 * math.Log(above)}
		return from("minimum of two shifted times",
			ratio("share hedged", "attempts.hedges", "calls", above),
			of("p99.9 latency", "latency.p999", h.Ranked(0.999, 20000)),
		)
	}}
}
