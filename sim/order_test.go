package sim

import (
	standard "container/heap"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// kindOf makes the n-th kind of a rank.
func kindOf(rank Rank, n uint8) Kind { return Kind(uint8(rank)<<4 | n) }

// reference is the queue that the engine must agree with: the standard
// library's heap.
type reference []Event

func (r reference) Len() int           { return len(r) }
func (r reference) Less(i, j int) bool { return r[i].Before(&r[j]) }
func (r reference) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *reference) Push(ev any)       { *r = append(*r, ev.(Event)) }
func (r *reference) Pop() any {
	ev := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return ev
}

// drive runs a program on an engine and on the reference and compares what comes. Each
// byte is an instruction: three bits say what, five say how often. Forgotten
// events leave the reference at once; the engine may show them or sweep them, but in
// order either way.
func drive(t *testing.T, program []byte, end Time, sweep bool) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	engine := NewEngine(end)
	var (
		want   reference
		live   = map[Timer]bool{}
		timers []Timer
		delays = []time.Duration{0, 1, 700, 5 * time.Microsecond, time.Second}
		lanes  []Lane
		last   Time
	)
	for _, d := range delays {
		lanes = append(lanes, engine.Lane(d))
	}
	if sweep {
		engine.Sweeper(func(ev Event) bool { return live[ev.Timer()] })
	}
	engine.Touch(func(events []Event) {
		for _, ev := range events {
			if ev.At < engine.Now() {
				t.Fatalf("touched %+v, which has passed", ev)
			}
		}
	})
	var row uint32
	schedule := func(at Time, by func(Kind, uint32) Timer) {
		row++
		kind := kindOf(Rank(rng.Uint32()%4), uint8(rng.Uint32()%16))
		timer := by(kind, row)
		if at < end {
			standard.Push(&want, Event{At: at, Order: uint64(timer), Row: row, Kind: kind})
			live[timer] = true
			timers = append(timers, timer)
		}
	}
	next := func() bool {
		for {
			ev, ok := engine.Next()
			if !ok {
				if len(want) > 0 {
					t.Fatalf("engine is empty, %+v is missing", want[0])
				}
				if engine.Now() != end {
					t.Fatalf("clock at the end: got %d, want %d", engine.Now(), end)
				}
				return false
			}
			if ev.At < last {
				t.Fatalf("%+v came after instant %d", ev, last)
			}
			if engine.Now() != ev.At {
				t.Fatalf("clock: got %d, want %d", engine.Now(), ev.At)
			}
			last = ev.At
			if !live[ev.Timer()] {
				engine.Dropped()
				continue
			}
			delete(live, ev.Timer())
			if len(want) == 0 {
				t.Fatalf("got %+v, want nothing", ev)
			}
			if expected := standard.Pop(&want); ev != expected {
				t.Fatalf("got %+v, want %+v", ev, expected)
			}
			return true
		}
	}
	for _, instruction := range program {
		times := int(instruction>>3) + 1
		switch instruction & 7 {
		case 0: // far and near, heavy-tailed
			for range times * 40 {
				at := engine.Now().Add(time.Duration(rng.Uint64() >> (1 + rng.Uint64()%63)))
				schedule(at, func(k Kind, r uint32) Timer { return engine.At(at, k, r) })
			}
		case 1: // one narrow range
			for range times * 40 {
				at := engine.Now().Add(time.Duration(rng.Uint64() % 10_000))
				schedule(at, func(k Kind, r uint32) Timer { return engine.At(at, k, r) })
			}
		case 2: // a herd on one instant
			at := engine.Now().Add(time.Duration(rng.Uint64() % 3000))
			for range times * 20 {
				schedule(at, func(k Kind, r uint32) Timer { return engine.At(at, k, r) })
			}
		case 3: // at once
			for range times {
				schedule(engine.Now(), func(k Kind, r uint32) Timer { return engine.At(engine.Now(), k, r) })
			}
		case 4: // lanes
			for range times * 10 {
				i := rng.IntN(len(lanes))
				schedule(engine.Now().Add(delays[i]), func(k Kind, r uint32) Timer { return engine.Along(lanes[i], k, r) })
			}
		case 5: // forget
			timers = slices.DeleteFunc(timers, func(timer Timer) bool { return !live[timer] })
			rng.Shuffle(len(timers), func(i, j int) { timers[i], timers[j] = timers[j], timers[i] })
			for _, timer := range timers[:len(timers)*times/40] {
				delete(live, timer)
				engine.Forget()
			}
			want = slices.DeleteFunc(want, func(ev Event) bool { return !live[ev.Timer()] })
			standard.Init(&want)
		default: // take, and keep the number up
			for range times * 10 {
				if !next() {
					return
				}
				if instruction&1 == 1 {
					at := engine.Now().Add(time.Duration(rng.ExpFloat64() * 3000))
					schedule(at, func(k Kind, r uint32) Timer { return engine.At(at, k, r) })
				}
			}
		}
		if engine.pending < len(want) {
			t.Fatalf("pending: got %d, want at least %d", engine.pending, len(want))
		}
	}
	for next() {
	}
	if engine.pending != 0 {
		t.Fatalf("pending at the end: got %d, want 0", engine.pending)
	}
}

func TestOrderAgreesWithReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		program := make([]byte, 120)
		for i := range program {
			program[i] = byte(rng.Uint32())
		}
		for _, end := range []Time{20_000, Time(10 * time.Second), Never} {
			drive(t, program, end, true)
			drive(t, program, end, false)
		}
	}
}

func FuzzOrder(f *testing.F) {
	f.Add([]byte{0xf8, 0xf9, 0xff, 0xff, 0xfd, 0xfe}, uint64(1e9))
	f.Add([]byte{0xfa, 0x0b, 0x7c, 0xff, 0xf5, 0xff, 0xfc, 0xfd, 0xfd, 0xfe}, uint64(1<<63-1))
	f.Fuzz(func(t *testing.T, program []byte, end uint64) {
		drive(t, program[:min(len(program), 100)], Time(end>>1), true)
	})
}
