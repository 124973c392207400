package limit

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

func init() { flag.Set("rapid.seed", "1") }

func compiled(most int, change func(*Spec)) Limit {
	var s Spec
	s.SetDefaults()
	s.Max, s.Wait = most, policies.Wait{Forever: true}
	if change != nil {
		change(&s)
	}
	return s.Compile()
}

// TestSteps writes a history in short: +a is call a asking, -a call a giving its
// permit back, ?a call a giving up its place in the queue.
func TestSteps(t *testing.T) {
	type step struct {
		do   string
		want string // what the call gets, or whom the permit goes to
	}
	for _, row := range []struct {
		what  string
		limit Limit
		steps []step
	}{
		{"first come, first served", compiled(1, nil), []step{
			{"+a", "granted"}, {"+b", "waits"}, {"+c", "waits"}, {"-a", "b"}, {"+d", "waits"}, {"-b", "c"}, {"-c", "d"}, {"-d", "free"}, {"+e", "granted"},
		}},
		{"last come, first served", compiled(1, func(s *Spec) { s.Order = "lifo" }), []step{
			{"+a", "granted"}, {"+b", "waits"}, {"+c", "waits"}, {"-a", "c"}, {"+d", "waits"}, {"-c", "d"}, {"-d", "b"}, {"-b", "free"},
		}},
		{"nobody overtakes", compiled(2, nil), []step{
			{"+a", "granted"}, {"+b", "granted"}, {"+c", "waits"}, {"-a", "c"}, {"+d", "waits"}, {"-b", "d"}, {"-c", "free"}, {"-d", "free"},
		}},
		{"a waiter gives up", compiled(1, nil), []step{
			{"+a", "granted"}, {"+b", "waits"}, {"+c", "waits"}, {"+d", "waits"}, {"?c", ""}, {"-a", "b"}, {"?d", ""}, {"-b", "free"}, {"+e", "granted"}, {"+f", "waits"}, {"-e", "f"},
		}},
		{"the queue is full", compiled(1, func(s *Spec) { s.Queue = 1 }), []step{
			{"+a", "granted"}, {"+b", "waits"}, {"+c", "full"}, {"?b", ""}, {"+d", "waits"}, {"-a", "d"}, {"+e", "waits"},
		}},
		{"no queue", compiled(1, func(s *Spec) { s.Queue = 0 }), []step{{"+a", "granted"}, {"+b", "full"}, {"-a", "free"}, {"+c", "granted"}}},
		{"a wait of 0 is none", compiled(1, func(s *Spec) { s.Wait = policies.Wait{} }), []step{{"+a", "granted"}, {"+b", "full"}, {"-a", "free"}, {"+c", "granted"}}},
		{"a drawn wait is one", compiled(1, func(s *Spec) {
			s.Wait = policies.Wait{For: dist.Spec{Kind: dist.Exponential, A: float64(time.Second)}}
		}), []step{{"+a", "granted"}, {"+b", "waits"}}},
	} {
		l := row.limit
		st := l.Fresh()
		tickets := map[byte]Ticket{}
		for i, s := range row.steps {
			call := s.do[1]
			got := ""
			switch s.do[0] {
			case '+':
				ticket, answer := l.Enter(&st, uint32(call))
				tickets[call] = ticket
				got = [...]string{Granted: "granted", Waits: "waits", Full: "full"}[answer]
			case '-':
				got = "free"
				l.Leave(&st)
				if who, granted := l.Next(&st); granted {
					got = string(rune(who))
				}
				if who, granted := l.Next(&st); granted {
					t.Errorf("%s, step %d: one permit for two, %c too", row.what, i+1, who)
				}
			case '?':
				l.GiveUp(&st, tickets[call])
			}
			if got != s.want {
				t.Errorf("%s, step %d (%s): got %q, want %q", row.what, i+1, s.do, got, s.want)
			}
		}
	}
}

func TestPatience(t *testing.T) {
	drawn := compiled(1, func(s *Spec) { s.Wait = policies.Wait{For: dist.Of(float64(time.Second))} })
	patience, forever := drawn.Patience()
	if got := patience.Duration(1, sim.PurposePermit, 0); got != time.Second || forever {
		t.Errorf("got %v, %v, want 1s", got, forever)
	}
	endless := compiled(1, nil)
	if _, forever := endless.Patience(); !forever {
		t.Error("a wait forever ends")
	}
}

func TestAPermitThatNobodyHadIsABrokenPromise(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was taken back")
		}
	}()
	l := compiled(1, nil)
	st := l.Fresh()
	l.Leave(&st)
}

// Against a plain list: whoever comes, leaves and gives up, in whatever order,
// permits are never more than max, never leak, and go to whom they must.
func TestPermitsAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 3).Draw(t, "max")
		queue := rapid.IntRange(0, 5).Draw(t, "queue")
		order := rapid.SampledFrom([]Order{"fifo", "lifo"}).Draw(t, "order")
		l := compiled(most, func(s *Spec) { s.Queue, s.Order = quantity.Limit(queue), order })
		st := l.Fresh()
		held := 0
		var waiting []uint32
		tickets := map[uint32]Ticket{}
		leave := func() {
			l.Leave(&st)
			who, granted := l.Next(&st)
			if granted != (len(waiting) > 0) {
				t.Fatalf("granted %v with %d waiting", granted, len(waiting))
			}
			if !granted {
				held--
				return
			}
			next := 0
			if order == "lifo" {
				next = len(waiting) - 1
			}
			if who != waiting[next] {
				t.Fatalf("the permit went to %d, not to %d of %v", who, waiting[next], waiting)
			}
			waiting = append(waiting[:next], waiting[next+1:]...)
		}
		for call := range uint32(rapid.IntRange(1, 100).Draw(t, "calls")) {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				ticket, answer := l.Enter(&st, call)
				want := Full
				switch {
				case held < most:
					want = Granted
					held++
				case len(waiting) < queue:
					want = Waits
					waiting, tickets[call] = append(waiting, call), ticket
				}
				if answer != want {
					t.Fatalf("got %d, want %d", answer, want)
				}
			case 2:
				if held > 0 {
					leave()
				}
			case 3:
				if len(waiting) > 0 {
					i := rapid.IntRange(0, len(waiting)-1).Draw(t, "who")
					l.GiveUp(&st, tickets[waiting[i]])
					waiting = append(waiting[:i], waiting[i+1:]...)
				}
			}
			if l.Held(&st) != held || l.Waiting(&st) != len(waiting) || held > most {
				t.Fatalf("%d held and %d waiting, want %d and %d", l.Held(&st), l.Waiting(&st), held, len(waiting))
			}
		}
		for held > 0 {
			leave()
		}
		if l.Held(&st) != 0 || l.Waiting(&st) != 0 {
			t.Fatalf("%d held and %d waiting at the end", l.Held(&st), l.Waiting(&st))
		}
	})
}

func TestALongQueueTakesNoMoreMemoryThanItsLongest(t *testing.T) {
	l := compiled(1, nil)
	st := l.Fresh()
	l.Enter(&st, 0)
	for range 3 {
		l.Enter(&st, 1)
	}
	if n := testing.AllocsPerRun(1000, func() {
		l.Leave(&st)
		l.Next(&st)
		ticket, _ := l.Enter(&st, 2)
		l.GiveUp(&st, ticket)
		l.Enter(&st, 3)
	}); n != 0 {
		t.Errorf("got %v allocations", n)
	}
	if len(st.places) != 4 {
		t.Errorf("got %d places, want 3 and the one between", len(st.places))
	}
}

// One permit, two calls: the second has it as soon as the first gives it back.
func Example() {
	s := Spec{Max: 1, Wait: policies.Wait{Forever: true}, Queue: quantity.Unlimited, Order: "fifo"}
	l := s.Compile()
	st := l.Fresh()
	_, first := l.Enter(&st, 1)
	_, second := l.Enter(&st, 2)
	fmt.Println(first == Granted, second == Waits)
	l.Leave(&st)
	fmt.Println(l.Next(&st))
	// Output:
	// true true
	// 2 true
}
