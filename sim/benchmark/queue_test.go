package benchmark

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/fschuetz04/simgo"

	"herdcast/models/agent"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Customers come 0.9 a second and take a second in the mean at one server, so they
// spend 10 s in the mean: 1/(1 − 0.9). Each counts for two events, whatever an
// engine schedules inside: that it comes and that it leaves.
const (
	rate   = 0.9
	inMean = 10.0
)

// near checks the mean time in the system. With the correlation of neighbours in
// such a queue, a hundred thousand customers give it to about 6 %.
func near(b *testing.B, mean float64, customers int) {
	if allowed := 4 * 0.06 * inMean * math.Sqrt(100_000/float64(customers)); math.Abs(mean-inMean) > allowed {
		b.Fatalf("customers spend %.3f s in the mean, want %v within %.2f", mean, inMean, allowed)
	}
}

func report(b *testing.B, customers int) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(2*float64(customers)*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// One process brings customers and puts them in a store, one takes them and
// serves them: the way that simgo is made for.
func BenchmarkQueueSimgo(b *testing.B) {
	const customers = 100_000
	for b.Loop() {
		random := rand.New(rand.NewPCG(1, 1))
		s := simgo.NewSimulation()
		line := simgo.NewStore[float64](s)
		spent := 0.0
		s.Process(func(p simgo.Process) {
			for range customers {
				p.Wait(s.Timeout(random.ExpFloat64() / rate))
				line.Put(s.Now())
			}
		})
		s.Process(func(p simgo.Process) {
			for range customers {
				next := line.Get()
				p.Wait(next)
				p.Wait(s.Timeout(random.ExpFloat64()))
				spent += s.Now() - next.Item
			}
		})
		s.Run()
		near(b, spent/customers, customers)
	}
	report(b, customers)
}

// The same with a slice in place of the store, and an event only when the server
// sleeps: the least that simgo can do.
func BenchmarkQueueSimgoLean(b *testing.B) {
	const customers = 100_000
	for b.Loop() {
		random := rand.New(rand.NewPCG(1, 1))
		s := simgo.NewSimulation()
		var line []float64
		var awaited *simgo.Event
		spent := 0.0
		s.Process(func(p simgo.Process) {
			for range customers {
				p.Wait(s.Timeout(random.ExpFloat64() / rate))
				line = append(line, s.Now())
				if awaited != nil {
					awaited.Trigger()
					awaited = nil
				}
			}
		})
		s.Process(func(p simgo.Process) {
			for served := range customers {
				if served == len(line) {
					awaited = s.Event()
					p.Wait(awaited)
				}
				p.Wait(s.Timeout(random.ExpFloat64()))
				spent += s.Now() - line[served]
			}
		})
		s.Run()
		near(b, spent/customers, customers)
	}
	report(b, customers)
}

const (
	arrives = sim.Kind(uint8(sim.RankStart) << 4)
	leaves  = sim.Kind(uint8(sim.RankReply) << 4)
)

// The bare engine, with draws by address as in every world.
func BenchmarkQueueEngine(b *testing.B) {
	const customers = 2_000_000
	for b.Loop() {
		e := sim.NewEngine(sim.Never)
		gaps, services := dist.Spec{Kind: dist.Exponential, A: 1e9 / rate}.Compile(), dist.Spec{Kind: dist.Exponential, A: 1e9}.Compile()
		key := sim.NewKey(1, 0)
		line := make([]sim.Time, 1<<16) // those in the system, in a ring
		came, left := 0, 0
		spent := 0.0
		e.After(gaps.Duration(key, sim.PurposeArrival, 0), arrives, 0)
		for {
			ev, more := e.Next()
			if !more {
				break
			}
			if ev.Kind == arrives {
				line[came%len(line)] = ev.At
				came++
				if came-left == 1 {
					e.After(services.Duration(key, sim.PurposeService, uint64(left)), leaves, 0)
				}
				if came < customers {
					e.After(gaps.Duration(key, sim.PurposeArrival, uint64(came)), arrives, 0)
				}
				continue
			}
			spent += ev.At.Sub(line[left%len(line)]).Seconds()
			left++
			if left < came {
				e.After(services.Duration(key, sim.PurposeService, uint64(left)), leaves, 0)
			}
		}
		near(b, spent/customers, customers)
	}
	report(b, customers)
}

// A whole world, with agents, wrapper, dependency and every measure.
func BenchmarkQueueWorld(b *testing.B) {
	const seconds = 200_000
	customers := 0
	for b.Loop() {
		w, err := world.Build(queue(seconds*time.Second), world.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
		for _, v := range w.Observe().Values {
			if v.Name == "latency.mean" {
				customers = int(v.Of)
				near(b, v.Value, customers)
				break
			}
		}
	}
	report(b, customers)
}

func queue(duration time.Duration) *world.Spec {
	spec := &world.Spec{Name: "queue"}
	spec.Run.SetDefaults()
	spec.Run.Duration, spec.Run.Replications = duration, 1
	call := tool.Spec{Name: "call"}
	call.SetDefaults()
	spec.Tools = []tool.Spec{call}
	arrivals := quantity.Rate{Count: rate, Per: time.Second}
	stream := agent.Spec{Name: "stream", Arrivals: &arrivals}
	stream.SetDefaults()
	stream.Task.Tools = []agent.ToolShare{{Tool: "call", Share: 1}}
	abandon := agent.Reaction{Abandon: 1}
	stream.Model.Exhausted, stream.Model.Semantic, stream.Model.Unknown, stream.Model.Untold = &abandon, &abandon, &abandon, &abandon
	spec.Fleet = []agent.Spec{stream}
	spec.Dependency.SetDefaults()
	spec.Dependency.Servers, spec.Dependency.Queue.Max = 1, quantity.Unlimited
	spec.Dependency.Service = dist.Spec{Kind: dist.Exponential, A: 1e9}
	return spec
}
