package sim

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// increments are the delays of the hold model, all with a mean of about 1 s.
var increments = []struct {
	name string
	draw func(*rand.Rand) float64
}{
	{"exponential", func(r *rand.Rand) float64 { return r.ExpFloat64() }},
	{"uniform", func(r *rand.Rand) float64 { return 2 * r.Float64() }},
	{"bimodal", func(r *rand.Rand) float64 {
		if r.Float64() < 0.9 {
			return 0.01 * r.Float64()
		}
		return 20 * r.Float64()
	}},
}

// delays gives a table of increments, so that drawing them costs next to
// nothing while the clock runs.
func delays(draw func(*rand.Rand) float64) []time.Duration {
	rng := rand.New(rand.NewPCG(1, 1))
	table := make([]time.Duration, 1<<16)
	for i := range table {
		table[i] = 1 + time.Duration(draw(rng)*1e9)
	}
	return table
}

// holding is a queue in the hold model: each event that is taken schedules one
// other. hold does that n times.
var holding = []struct {
	name string
	make func(pending int, table []time.Duration) (hold func(n int))
}{
	{"engine", func(pending int, table []time.Duration) func(int) {
		e := NewEngine(Never)
		for i := range pending {
			e.After(table[i%len(table)], 0, uint32(i))
		}
		k := 0
		return func(n int) {
			for range n {
				ev, _ := e.Next()
				e.After(table[k%len(table)], 0, ev.Row)
				k++
			}
		}
	}},
	{"heap", func(pending int, table []time.Duration) func(int) {
		var h heap
		sequence := uint64(0)
		for i := range pending {
			sequence++
			h.push(Event{At: Time(table[i%len(table)]), Order: sequence, Row: uint32(i)})
		}
		k := 0
		return func(n int) {
			for range n {
				ev := h.pop()
				sequence++
				h.push(Event{At: ev.At.Add(table[k%len(table)]), Order: sequence, Row: ev.Row})
				k++
			}
		}
	}},
	{"wheel", func(pending int, table []time.Duration) func(int) {
		w := &wheel{}
		sequence := uint64(0)
		for i := range pending {
			sequence++
			w.push(Event{At: Time(table[i%len(table)]), Order: sequence, Row: uint32(i)})
		}
		k := 0
		return func(n int) {
			for range n {
				ev := w.pop()
				sequence++
				w.push(Event{At: ev.At.Add(table[k%len(table)]), Order: sequence, Row: ev.Row})
				k++
			}
		}
	}},
}

// BenchmarkHold measures one take and one schedule in the hold model (Jones
// 1986).
func BenchmarkHold(b *testing.B) {
	for _, increment := range increments {
		table := delays(increment.draw)
		for _, pending := range []int{30, 100, 300, 1000, 10_000, 1_000_000} {
			for _, queue := range holding {
				b.Run(fmt.Sprintf("%s/pending=%d/%s", increment.name, pending, queue.name), func(b *testing.B) {
					hold := queue.make(pending, table)
					hold(4 * pending) // past the first adjustment of widths
					b.ResetTimer()
					hold(b.N)
				})
			}
		}
	}
}

// BenchmarkCancelledTimers measures one call whose timeout of 5 s is nearly
// always cancelled: agents' calls take 1 s in the mean, so about five stale
// timers an agent are outstanding if none is swept.
func BenchmarkCancelledTimers(b *testing.B) {
	const (
		ends Kind = Kind(RankReply) << 4
		cut  Kind = Kind(RankTimeout) << 4
	)
	table := delays(increments[0].draw)
	for _, agents := range []int{10_000, 400_000} {
		for _, by := range []string{"lane", "queue"} {
			b.Run(fmt.Sprintf("agents=%d/%s", agents, by), func(b *testing.B) {
				e := NewEngine(Never)
				timers := make([]Timer, agents)
				calls := make([]Timer, agents)
				e.Sweeper(func(ev Event) bool { return ev.Kind == ends || timers[ev.Row] == ev.Timer() })
				var seen Timer
				e.Touch(func(events []Event) {
					for i := range events {
						seen |= timers[events[i].Row] | calls[events[i].Row]
					}
				})
				lane := e.Lane(5 * time.Second)
				k := 0
				start := func(row uint32) {
					calls[row] = e.After(table[k%len(table)], ends, row)
					k++
					if by == "lane" {
						timers[row] = e.Along(lane, cut, row)
					} else {
						timers[row] = e.After(5*time.Second, cut, row)
					}
				}
				for i := range agents {
					start(uint32(i))
				}
				run := func(calls_ int) {
					for calls_ > 0 {
						ev, _ := e.Next()
						switch {
						case ev.Kind == ends && calls[ev.Row] == ev.Timer():
							e.Forget()
							start(ev.Row)
							calls_--
						case ev.Kind == cut && timers[ev.Row] == ev.Timer():
							start(ev.Row)
							e.Forget()
						default:
							e.Dropped()
						}
					}
				}
				run(8 * agents)
				b.ResetTimer()
				run(b.N)
			})
		}
	}
}

// BenchmarkInstant measures a consequence at the same instant while a thousand
// other events are pending.
func BenchmarkInstant(b *testing.B) {
	e := NewEngine(Never)
	for i := range 1000 {
		e.After(time.Hour+time.Duration(i), 0, 0)
	}
	for b.Loop() {
		e.After(0, kindOf(RankReply, 0), 1)
		e.Next()
	}
}
