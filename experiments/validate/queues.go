package validate

import "herdcast/experiments/validate/theory"

const (
	markovQueue  = "M/M/c queue (Erlang C)"
	evenQueue    = "GI/M/1 queue, root of the interarrival transform"
	batchQueue   = "batch arrivals, M[k]/M/1"
	boundedQueue = "M/M/c/K, truncated birth-death chain"
)

var single = family{
	"One server",
	"Requests arrive by chance, evenly or in batches at one server of exponential service, and wait as long as it takes.",
	[]Case{
		{Name: "mm1-80", comparisons: func() []comparison {
			q := theory.Queue{Rate: 80, Service: 0.010, Servers: 1}
			return from(markovQueue,
				of("mean response", "latency.mean", q.MeanResponse()),
				of("median response", "latency.p50", q.ResponseQuantile(0.5)),
				of("p90 response", "latency.p90", q.ResponseQuantile(0.9)),
				of("p99 response", "latency.p99", q.ResponseQuantile(0.99)),
				of("mean wait", "wait.mean", q.MeanWait()),
				of("median wait", "wait.p50", q.WaitQuantile(0.5)),
				of("p99 wait", "wait.p99", q.WaitQuantile(0.99)),
				of("mean number waiting", "queue.mean", q.MeanWaiting()),
				of("share of time busy", "utilisation", 0.8),
			)
		}},
		{Name: "dm1-80", comparisons: func() []comparison {
			q := theory.Even{Rate: 80, Service: 0.010}
			return from(evenQueue,
				of("mean wait", "wait.mean", q.MeanWait()),
				of("mean response", "latency.mean", q.MeanResponse()),
				of("p99 response", "latency.p99", q.ResponseQuantile(0.99)),
			)
		}},
		{Name: "batches-of-10", comparisons: func() []comparison {
			return from(batchQueue, of("mean response", "latency.mean", theory.BatchResponse(8, 10, 0.010)))
		}},
		{Name: "batches-of-20", comparisons: func() []comparison {
			return from(batchQueue, of("mean response", "latency.mean", theory.BatchResponse(4, 20, 0.010)))
		}},
	},
}

var several = family{
	"Several servers",
	"Requests arrive by chance at many exponential servers behind one queue.",
	[]Case{
		{Name: "mm100-95", comparisons: manyServers(theory.Queue{Rate: 950, Service: 0.100, Servers: 100})},
		{Name: "mm50-95", comparisons: manyServers(theory.Queue{Rate: 475, Service: 0.100, Servers: 50})},
	},
}

func manyServers(q theory.Queue) func() []comparison {
	return func() []comparison {
		return from(markovQueue,
			of("mean wait", "wait.mean", q.MeanWait()),
			of("p90 wait", "wait.p90", q.WaitQuantile(0.9)),
			of("mean response", "latency.mean", q.MeanResponse()),
			of("median response", "latency.p50", q.ResponseQuantile(0.5)),
			of("mean number waiting", "queue.mean", q.MeanWaiting()),
		)
	}
}

var bounded = family{
	"Bounded queue",
	"As before, but only so many requests may wait; others are refused and not tried again.",
	[]Case{
		{Name: "bounded-4-of-20", comparisons: boundedServers(theory.Queue{Rate: 50, Service: 0.100, Servers: 4}, 20)},
		{Name: "bounded-10-of-30", comparisons: boundedServers(theory.Queue{Rate: 120, Service: 0.100, Servers: 10}, 30)},
		{Name: "bounded-1-of-10", comparisons: boundedServers(theory.Queue{Rate: 150, Service: 0.010, Servers: 1}, 10)},
		{Name: "bounded-32-of-64", comparisons: boundedServers(theory.Queue{Rate: 400, Service: 0.100, Servers: 32}, 64)},
	},
}

func boundedServers(q theory.Queue, room int) func() []comparison {
	return func() []comparison {
		b := theory.Bounded{Queue: q, Room: room}
		return from(boundedQueue,
			ratio("share refused", "attempts.unavailable", "attempts", b.Refused()),
			of("served a second", "goodput", b.Served()),
			of("mean number waiting", "queue.mean", b.MeanWaiting()),
			of("mean response of the served", "latency.ok.mean", b.MeanResponse()),
			of("mean wait of the served", "wait.mean", b.MeanWait()),
		)
	}
}
