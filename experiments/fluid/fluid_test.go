package fluid

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var none = math.Inf(1)

// storm is 50 calls a second of up to four attempts, 4 servers of 25 ms and a
// timeout of 200 ms; from 10 s to 13 s service takes four times as long.
func storm() *Model {
	return &Model{
		Groups:  []Group{{Rate: 50, Service: []float64{0.025}, Patience: 0.2, Waits: []float64{0, 0, 0}, Late: true, Refused: true, Granted: none}},
		Servers: 4, Queue: none, Until: 120, Steps: 200_000,
		Changes: []Change{{From: 10, Servers: 4, Slow: 4, Load: 1}, {From: 13, Servers: 4, Slow: 1, Load: 1}},
	}
}

func near(got, want, tolerance float64) bool {
	return got == want || math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))
}

// 4 / 25 ms = 160 a second can be served. Healthy, a call makes one attempt: 50 a
// second. Who waits longer than 200 − 25 = 175 ms comes too late, and that is the
// wait behind 160 · 0.175 = 28 requests: the threshold, where so many attempts come
// too late that 160 / 50 = 3.2 per call are made, 1 + f + f² + f³ = 3.2. Beyond it all time out,
// 4 · 50 = 200 a second come, and the queue grows by 200 − 160 = 40 a second.
func TestStormHasThreePoints(t *testing.T) {
	want := []Point{
		{Stable: true, Calls: 50, Attempts: 50},
		{Wait: 0.175, Queue: 28, Calls: 50, Attempts: 160},
		{Stable: true, Wait: none, Queue: none, Calls: 50, Attempts: 200, Failed: 1, Growth: 40},
	}
	got := storm().Points()
	if len(got) != len(want) {
		t.Fatalf("got %+v", got)
	}
	for i, w := range want {
		g := got[i]
		if g.Stable != w.Stable || !near(g.Wait, w.Wait, 1e-6) || !near(g.Queue, w.Queue, 1e-6) || !near(g.Attempts, w.Attempts, 1e-6) || !near(g.Calls, 50, 1e-9) || !near(g.Growth, w.Growth, 1e-6) {
			t.Errorf("got %+v, want %+v", g, w)
		}
		if f := g.Failed; i == 1 && !near(1+f+f*f+f*f*f, 3.2, 1e-6) || i != 1 && f != w.Failed {
			t.Errorf("got a failed share of %v, want %v", g.Failed, w.Failed)
		}
	}
}

// With two attempts 100 a second come at worst, of 160 that can be served; a budget
// of a fifth lets 60 come: only the healthy state is left.
func TestFewerAttemptsLeaveOnePoint(t *testing.T) {
	for name, change := range map[string]func(*Group){
		"two attempts": func(g *Group) { g.Waits = g.Waits[:1] },
		"budget":       func(g *Group) { g.Granted = 0.2 },
		"not repeated": func(g *Group) { g.Late = false },
	} {
		m := storm()
		change(&m.Groups[0])
		if got := m.Points(); len(got) != 1 || !got[0].Stable || got[0].Attempts != 50 {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// 500 calls a second, three attempts, 1,000 a second can be served and 990 wait at
// most: they wait 0.99 s, longer than the timeout of 0.5 s. 1,500 attempts a second
// come, and 500 of these, a third, are refused. At the threshold a
// call makes two attempts, 1 + f + f² = 2: f = (√5 − 1) / 2 = 0.618. A queue of 480 holds nobody for longer
// than 0.48 s, and with 10 ms of service all are in time: no collapsed state.
func TestBoundedQueueRefusesTheExcess(t *testing.T) {
	m := &Model{
		Groups:  []Group{{Rate: 500, Service: []float64{0.01}, Patience: 0.5, Waits: []float64{0, 0}, Late: true, Refused: true, Granted: none}},
		Servers: 10, Queue: 990,
	}
	got := m.Points()
	if len(got) != 3 || got[1].Stable || !near(got[1].Wait, 0.49, 1e-6) || !near(got[1].Queue, 490, 1e-6) || !near(got[1].Failed, 0.6180340, 1e-6) {
		t.Fatalf("got %+v", got)
	}
	if p := got[2]; !p.Stable || !near(p.Attempts, 1500, 1e-6) || !near(p.Refused, 1.0/3, 1e-6) || !near(p.Failed, 1, 1e-9) || !near(p.Queue, 990, 1e-9) {
		t.Errorf("got %+v", p)
	}
	m.Queue = 480
	if got := m.Points(); len(got) != 1 || got[0].Attempts != 500 {
		t.Errorf("with 480 places got %+v", got)
	}
}

// 1,000 callers who are away for 1 s and never leave, and 160 a second that can be
// served: all are busy, and by Little's law a round takes 1,000 / 160 = 6.25 s, of
// which 5.225 s are spent waiting.
func TestClosedFleetWaits(t *testing.T) {
	m := &Model{
		Groups:  []Group{{Callers: &Callers{1000, 1}, Share: 1, Service: []float64{0.025}, Patience: none, Granted: none}},
		Servers: 4, Queue: none, Until: 60, Steps: 200_000,
	}
	got := m.Points()
	if len(got) != 1 || !got[0].Stable || !near(got[0].Wait, 5.225, 1e-6) || !near(got[0].Queue, 836, 1e-6) || !near(got[0].Attempts, 160, 1e-6) {
		t.Fatalf("got %+v", got)
	}
	way := followed(t, m)
	if last := way.Queue[len(way.Queue)-1]; !near(last, 836, 0.01) {
		t.Errorf("the queue comes to %v, want 836", last)
	}
}

// 100 callers who are away for 1 s call one of two tools, 10 ms and 90 ms: all one after the
// other they ask for 100 / 1.05 = 95 a second, and of 2 servers 2 / 50 ms = 40 are served. A round takes
// 100 / 40 = 2.5 s, of which 1.45 s are spent waiting, in a queue of 58.
func TestCallersShareTheirTimeAmongTools(t *testing.T) {
	of := &Callers{100, 1}
	tool := func(service float64) Group {
		return Group{Callers: of, Share: 0.5, Service: []float64{service}, Patience: none, Granted: none}
	}
	m := &Model{Groups: []Group{tool(0.01), tool(0.09)}, Servers: 2, Queue: none, Until: 60, Steps: 200_000, Windows: []Window{{30, 60}}}
	if got := m.Points(); len(got) != 1 || !near(got[0].Wait, 1.45, 1e-6) || !near(got[0].Queue, 58, 1e-6) || !near(got[0].Calls, 40, 1e-6) {
		t.Errorf("got %+v", got)
	}
	way := followed(t, m)
	if last := way.Queue[len(way.Queue)-1]; !near(last, 58, 0.001) || !near(way.Spans[0].Calls, 40, 0.001) || !near(way.Spans[0].Open, 60, 0.001) {
		t.Errorf("the queue comes to %v, with %+v", last, way.Spans[0])
	}
	m.Servers = 100
	if got := m.Points(); !near(got[0].Calls, 100/1.05, 1e-9) {
		t.Errorf("got %+v", got)
	}
}

// 200 callers, 1 s away, 8 servers of exponential 50 ms (160 a second), 32 places to
// wait, 200 ms of patience, three attempts, and 64 ms on average before each retry. Who
// is let in waits 32 / 160 = 200 ms behind a full queue, all the time there is, so that all
// attempts fail and each call makes three. At c calls a second, a call takes 1 s away,
// 2 · 64 ms of waits and 200 ms for each attempt that is let in, of which 160 a second
// are: c · 1.128 + 160 · 0.2 = 200, hence c = 148.936, 446.81 attempts, and a share of
// 1 − 160 / 446.81 is refused.
//
// Simulations of 200 such callers saw 412.7 attempts a second, 2.722 per call: their
// queue is full only on average, and of the few that get in a quarter is answered.
func TestClosedFleetWithTimeouts(t *testing.T) {
	m := &Model{
		Groups:  []Group{{Callers: &Callers{200, 1}, Share: 1, Service: exponential(0.05), Patience: 0.2, Waits: []float64{0.064, 0.064}, Late: true, Refused: true, Granted: none}},
		Servers: 8, Queue: 32,
	}
	got := m.Points()
	p := got[len(got)-1]
	if !p.Stable || !near(p.Calls, 168/1.128, 1e-9) || !near(p.PerCall(), 3, 1e-9) || !near(p.Refused, 1-160/(3*168/1.128), 1e-9) || !near(p.Failed, 1, 1e-9) {
		t.Errorf("got %+v, %v per call", p, p.PerCall())
	}
}

// exponential gives equally likely values of an exponential distribution, brought to
// its mean.
func exponential(mean float64) (all []float64) {
	const values = 200
	total := 0.0
	for i := range values {
		all = append(all, -math.Log(1-(float64(i)+0.5)/values))
		total += all[i]
	}
	for i := range all {
		all[i] *= mean * values / total
	}
	return all
}

func followed(t interface{ Fatal(...any) }, m *Model) Trajectory {
	way, ok := m.Trajectory()
	if !ok {
		t.Fatal("there is no trajectory")
	}
	return way
}

// The shortest span is 25 ms: with 200,000 steps of it at most, 5,000 s can be followed.
func TestNoTrajectoryWithoutShortSteps(t *testing.T) {
	for until, want := range map[float64]bool{5000: true, 5001: false, 86400: false} {
		m := storm()
		m.Until = until
		if _, ok := m.Trajectory(); ok != want {
			t.Errorf("%v s: there is a trajectory: %v", until, ok)
		}
	}
}

// With steps as long as the shortest span it still says when trouble is over to 0.1 s.
func TestLongStepsSayTheSame(t *testing.T) {
	calm := storm()
	calm.Groups[0].Waits = calm.Groups[0].Waits[:1]
	short := followed(t, calm)
	calm.Until = 5000
	if long := followed(t, calm); math.Abs(long.Troubled-short.Troubled) > 0.1 {
		t.Errorf("trouble until %v s in steps of 25 ms, until %v s in those of 2.5 ms", long.Troubled, short.Troubled)
	}
}

func BenchmarkTrajectory(b *testing.B) {
	for b.Loop() {
		storm().Trajectory()
	}
}

func BenchmarkPoints(b *testing.B) {
	for b.Loop() {
		storm().Points()
	}
}

// The slowdown lets 4 / 100 ms = 40 a second be served: the queue is over its threshold
// soon, and 40 a second are added ever after the end of the fault. At 20 s and at 110 s,
// 90 s later, it differs by 3,600. With two attempts it is over soon.
func TestStormOutlivesItsCause(t *testing.T) {
	way := followed(t, storm())
	at := func(w *Trajectory, s float64) float64 { return w.Queue[int(s/w.Step)] }
	if grown := at(&way, 110) - at(&way, 20); !near(grown, 3600, 0.01) {
		t.Errorf("the queue grew by %v, want 3600", grown)
	}
	if last := way.Attempts[len(way.Attempts)-1]; !near(last, 200, 0.01) || way.Troubled < 119 {
		t.Errorf("it ends with %v attempts a second, and trouble until %v", last, way.Troubled)
	}
	calm := storm()
	calm.Groups[0].Waits = calm.Groups[0].Waits[:1]
	way = followed(t, calm)
	if last := way.Attempts[len(way.Attempts)-1]; !near(last, 50, 0.01) || way.Troubled < 13 || way.Troubled > 20 {
		t.Errorf("with two attempts it ends with %v a second, and trouble until %v", last, way.Troubled)
	}
}

// Before the slowdown 50 calls a second take 25 ms each, so that 50 · 0.025 = 1.25 are
// under way. From 60 s on, long after it, nobody is answered: each call makes
// four attempts of 200 ms with no waits between, so that 50 · 0.8 = 40 are under way.
func TestSpansAreMeans(t *testing.T) {
	m := storm()
	m.Windows = []Window{{2, 10}, {60, 120}}
	want := []Span{
		{Calls: 50, Attempts: 50, Succeeded: 50, Open: 1.25},
		{Calls: 50, Attempts: 200, Failed: 50, Open: 40},
	}
	for i, got := range followed(t, m).Spans {
		w := want[i]
		if !near(got.Calls, w.Calls, 1e-9) || !near(got.Attempts, w.Attempts, 1e-6) || !near(got.Succeeded, w.Succeeded, 1e-6) || !near(got.Failed, w.Failed, 1e-6) || !near(got.Open, w.Open, 1e-6) {
			t.Errorf("span %d: got %+v, want %+v", i, got, w)
		}
	}
}

// Half of the failed calls are made again, up to three times: where all fail a caller
// makes 1 + ½ + ¼ + ⅛ = 1.875 calls, and 50 callers a second 93.75 of four attempts, 375 in all: the
// queue grows by 375 − 160 = 215 a second. Each call takes 800 ms, so that 75 are under way.
func TestFailedCallsAreMadeAgain(t *testing.T) {
	m := storm()
	g := &m.Groups[0]
	g.Repeats, g.Again, g.Think = 3, 0.5, 0.5
	m.Windows = []Window{{60, 120}}
	all := m.Points()
	if p := all[len(all)-1]; len(all) != 3 || !near(p.Calls, 93.75, 1e-9) || !near(p.Attempts, 375, 1e-9) || !near(p.Growth, 215, 1e-9) || all[0].Attempts != 50 {
		t.Errorf("got %+v", all)
	}
	if s := followed(t, m).Spans[0]; !near(s.Calls, 93.75, 1e-6) || !near(s.Attempts, 375, 1e-6) || !near(s.Failed, 93.75, 1e-6) || !near(s.Open, 75, 1e-6) {
		t.Errorf("got %+v", s)
	}
	// Not repeated by the wrapper, a call makes one attempt: 1.875 · 50 = 93.75 a second fit.
	g.Late = false
	if all := m.Points(); len(all) != 1 || all[0].Attempts != 50 {
		t.Errorf("without retries got %+v", all)
	}
	// 100 callers who are away for 1 s, of whom each is answered by nobody, since service
	// takes longer than their patience: 1.875 calls of 0.2 s, and 0.875 thoughts of 0.5 s.
	m = &Model{Groups: []Group{{Callers: &Callers{100, 1}, Share: 1, Service: []float64{0.3}, Patience: 0.2, Granted: none, Repeats: 3, Again: 0.5, Think: 0.5}}, Servers: 1000, Queue: none}
	if p := m.Points()[0]; !near(p.Calls, 100*1.875/(1+1.875*0.2+0.875*0.5), 1e-9) {
		t.Errorf("of a population got %+v", p)
	}
}

// 1 − e^−x of x = 0.1 and 1.
func TestReturning(t *testing.T) {
	for x, want := range map[float64]float64{0.1: 0.09516258196404043, 1: 0.6321205588285577} {
		if got := returning(x, 1); math.Abs(got-want) > 1e-15 {
			t.Errorf("of %v got %v, want %v", x, got, want)
		}
	}
}

// Once streams have ended and the queue is empty, every call has ended; the queue is
// never shorter than empty nor longer than its bound.
func TestNothingIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.Float64Range(0.01, 0.5)
		m := &Model{Servers: float64(rapid.IntRange(1, 20).Draw(t, "servers")), Queue: rapid.SampledFrom([]float64{none, 0, 5, 50}).Draw(t, "queue"), Until: 60, Steps: 200_000}
		for range rapid.IntRange(1, 3).Draw(t, "groups") {
			m.Groups = append(m.Groups, Group{
				Rate: rapid.Float64Range(0.5, 20).Draw(t, "rate"), Service: []float64{span.Draw(t, "service")},
				Patience: rapid.SampledFrom([]float64{none, 0.2, 1}).Draw(t, "patience"),
				Waits:    slices.Repeat([]float64{span.Draw(t, "wait")}, rapid.IntRange(0, 3).Draw(t, "retries")),
				Late:     rapid.Bool().Draw(t, "late"), Refused: rapid.Bool().Draw(t, "refused"),
				Granted: rapid.SampledFrom([]float64{none, 0, 0.3}).Draw(t, "granted"),
				Repeats: rapid.IntRange(0, 2).Draw(t, "repeats"), Again: rapid.Float64Range(0, 1).Draw(t, "again"), Think: span.Draw(t, "think"),
			})
		}
		m.Changes = []Change{{From: 1, Servers: m.Servers / 2, Slow: 2, Load: 1}, {From: 2, Servers: m.Servers, Slow: 1, Load: 2}, {From: 2.5, Servers: 1000, Slow: 1}}
		way := followed(t, m)
		if !near(way.Succeeded+way.Failed, way.Begun, 1e-9) {
			t.Errorf("%v calls began, %v succeeded and %v failed", way.Begun, way.Succeeded, way.Failed)
		}
		for _, q := range way.Queue {
			if q < 0 || q > m.Queue+1e-9 {
				t.Errorf("a queue of %v", q)
			}
		}
	})
}
