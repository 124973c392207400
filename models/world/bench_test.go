//go:build linux

// Benchmarks read Linux's books of a process's time and memory.

package world_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"syscall"
	"testing"
	"time"

	"herdcast/models/client"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/policies/hop"
	"herdcast/policies/limit"
	"herdcast/policies/rate"
	"herdcast/policies/retry"
	"herdcast/policies/throttle"
	"herdcast/policies/timeout"
	"herdcast/sim/quantity"
)

// storms are the sizes that are measured, each with the work of its first
// replication.
var storms = []struct {
	agents   int
	duration time.Duration
	want     counts
}{
	{10_000, time.Minute, counts{events: 270_442, attempts: 176_918, successes: 14_540}},
	{100_000, time.Minute, counts{events: 2_680_106, attempts: 1_738_607, successes: 138_726}},
	{1_000_000, 40 * time.Second, counts{events: 16_612_622, attempts: 10_643_406, successes: 1_221_604}},
}

// BenchmarkStorm measures one replication with all measures on, without its
// set-up. Events are logical ones: attempts sent, timeouts fired and services
// ended. B/agent is by how much the process's resident memory grows from before
// the world is built to after the first run. Tables that are reserved but not yet
// written to cost nothing then; in memory that an earlier world has used they do,
// so it is measured in a process of its own and with -count 1. observing-ns/event is
// what putting the measures together takes after the run, spread over its events.
func BenchmarkStorm(b *testing.B) {
	for _, s := range storms {
		b.Run(fmt.Sprintf("agents=%d", s.agents), func(b *testing.B) {
			spec := storm(s.agents, s.duration)
			debug.FreeOSMemory()
			before, held := resident(b), int64(0)
			var best speed
			for b.Loop() {
				b.StopTimer()
				w := build(b, spec, 0)
				b.StartTimer()
				best = best.or(race(b, w))
				b.StopTimer()
				if held == 0 {
					held = resident(b) - before
				}
				check(b, w, s.want)
				b.StartTimer()
			}
			b.ReportMetric(best.wall, "events/s")
			b.ReportMetric(best.processor, "events/cpu-s")
			b.ReportMetric(float64(held)/float64(s.agents), "B/agent")
			b.ReportMetric(1e9/best.observing, "observing-ns/event")
		})
	}
}

// BenchmarkStormTwoWorkers measures what two replications at once bring, as a
// multiple of one alone: two/one by the clock, and 2·cpu what it would be by the
// time that they take of a processor, if no other program kept the cores busy.
func BenchmarkStormTwoWorkers(b *testing.B) {
	for _, s := range storms {
		b.Run(fmt.Sprintf("agents=%d", s.agents), func(b *testing.B) {
			spec := storm(s.agents, s.duration)
			var alone, together speed
			for b.Loop() {
				alone = alone.or(race(b, build(b, spec, 0)))
				together = together.or(race(b, build(b, spec, 0), build(b, spec, 1)))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(together.wall, "events/s")
			b.ReportMetric(together.wall/alone.wall, "two/one")
			b.ReportMetric(2*together.processor/alone.processor, "2·cpu")
		})
	}
}

// BenchmarkUnusedLayer measures what is set up but never used. The storm with it
// and the one without take turns, so that both meet the same noise; cost is how
// many times the processor time it takes.
func BenchmarkUnusedLayer(b *testing.B) {
	s := storms[0]
	for _, more := range unused {
		b.Run(more.name, func(b *testing.B) {
			plain, burdened := storm(s.agents, s.duration), storm(s.agents, s.duration)
			more.add(burdened)
			var without, with speed
			for b.Loop() {
				without = without.or(race(b, build(b, plain, 0)))
				w := build(b, burdened, 0)
				with = with.or(race(b, w))
				check(b, w, s.want)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(without.processor, "events/cpu-s/without")
			b.ReportMetric(with.processor, "events/cpu-s/with")
			b.ReportMetric(without.processor/with.processor, "cost")
		})
	}
}

// unused are the burdens that the run never meets.
var unused = []struct {
	name string
	add  func(*world.Spec)
}{
	{"layers", addPolicy},
	{"faults", addFaults},
	{"tool", addTool},
}

// addPolicy adds a policy of all kinds of layers that no cohort names.
func addPolicy(spec *world.Spec) {
	longest, tokens, again, purse := 2*time.Second, int64(500), &retry.Spec{}, &budget.Spec{}
	purse.SetDefaults()
	purse.Tokens = &tokens
	again.SetDefaults()
	again.Budget = purse
	trips, permits, second := &breaker.Spec{}, &limit.Spec{}, &hedge.Spec{After: hedge.After{Delay: 300 * time.Millisecond}}
	trips.SetDefaults()
	permits.SetDefaults()
	paced, doubts := &rate.Spec{}, &throttle.Spec{}
	paced.SetDefaults()
	paced.Limit = &quantity.Rate{Count: 5, Per: time.Second}
	doubts.SetDefaults()
	second.SetDefaults()
	spec.Policies = append(spec.Policies, client.Policy{Name: "careful", Layers: []client.Layer{
		{Name: "breaker", Breaker: trips},
		{Name: "retry", Retry: again},
		{Name: "limit", Limit: permits},
		{Name: "rate", Rate: paced},
		{Name: "throttle", Throttle: doubts},
		{Name: "hop", Hop: &hop.Spec{Delay: exponential(time.Millisecond)}},
		{Name: "hedge", Hedge: second},
		{Name: "timeout", Timeout: &timeout.Spec{Max: &longest}},
	}})
}

// addFaults adds faults that begin after the end.
func addFaults(spec *world.Spec) {
	span, part, slower := time.Minute, quantity.Share(0.1), quantity.Factor(4)
	begin := spec.Run.Duration + time.Hour
	spec.Faults = []fault.Spec{
		{Name: "capacity", At: begin, For: &span, Capacity: &part},
		{Name: "slow", At: begin, For: &span, Slow: &fault.Slow{Factor: &slower}},
		{Name: "lose_replies", At: begin, For: &span, LoseReplies: &part},
	}
}

// addTool adds a tool with an effect and an idempotency key that nobody calls.
func addTool(spec *world.Spec) {
	page := tool.Spec{Name: "page"}
	page.SetDefaults()
	page.Effect, page.Key = true, tool.KeyPerIntent
	spec.Tools = append(spec.Tools, page)
}

// speed is in events a second: of the run by the clock, and by the time that the
// process took of a processor, which other programs disturb less; and of putting
// the measures together afterwards, by that time too.
type speed struct{ wall, processor, observing float64 }

// or gives the better of two speeds: noise only ever makes a run slower.
func (s speed) or(t speed) speed {
	return speed{max(s.wall, t.wall), max(s.processor, t.processor), max(s.observing, t.observing)}
}

// race runs worlds at once, each on its own goroutine, and gives their speed
// together.
func race(b *testing.B, worlds ...*world.World) speed {
	runtime.GC()
	failed := make([]error, len(worlds))
	begin, used := time.Now(), processor(b)
	var all sync.WaitGroup
	for i, w := range worlds {
		all.Go(func() { failed[i] = w.Run(b.Context()) })
	}
	all.Wait()
	wall, ended := time.Since(begin), processor(b)
	events := 0.0
	for i, w := range worlds {
		if failed[i] != nil {
			b.Fatal(failed[i])
		}
		events += float64(w.Observe().Events)
	}
	observed := processor(b)
	return speed{events / wall.Seconds(), events / (ended - used).Seconds(), events / (observed - ended).Seconds()}
}

func check(b *testing.B, w *world.World, want counts) {
	b.Helper()
	if got := count(w); got != want {
		b.Fatalf("%+v, want %+v", got, want)
	}
}

// processor gives the time that the process has taken of processors so far.
func processor(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// resident gives the bytes of the process that are in memory.
func resident(b *testing.B) int64 {
	var size, pages int64
	text, err := os.ReadFile("/proc/self/statm")
	if err == nil {
		_, err = fmt.Sscan(string(text), &size, &pages)
	}
	if err != nil {
		b.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
