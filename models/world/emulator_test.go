package world_test

import (
	"fmt"
	"testing"
	"time"

	"herdcast/experiments/scenario"
	"herdcast/models/world"
	"herdcast/sim"
)

// emulator gives the dependency of a scenario of one cohort and one tool.
func emulator(t *testing.T, text string) *world.Emulator {
	t.Helper()
	s, err := scenario.Read("test.yaml", []byte("version: 1\nfleet: [{agents: 1, rest: 1s}]\n"+text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := world.NewEmulator(&s.Spec, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func at(d time.Duration) sim.Time { return sim.Time(d) }

func ask(e *world.Emulator, now time.Duration) world.Ticket {
	return e.Ask(at(now), world.Attempt{Number: 1, Deadline: sim.Never})
}

// said lists the answers by ticket and outcome.
func said(answers []world.Answer) (all string) {
	for _, a := range answers {
		all += fmt.Sprintf("%d %s; ", a.Ticket, a.Outcome)
	}
	return all
}

// One server takes 100 ms, one may wait: of three at once the third is refused,
// the others are answered after 100 and 200 ms.
func TestEmulatorServesInOrder(t *testing.T) {
	e := emulator(t, "dependency: {servers: 1, queue: {max: 1}, service: 100ms}")
	for range 3 {
		ask(e, 0)
	}
	for _, step := range []struct {
		now  time.Duration
		want string
		due  time.Duration
	}{
		{0, "2 unavailable; ", 100 * time.Millisecond},
		{99 * time.Millisecond, "", 100 * time.Millisecond},
		{150 * time.Millisecond, "0 ok; ", 200 * time.Millisecond},
		{200 * time.Millisecond, "1 ok; ", 10 * time.Minute},
	} {
		if got := said(e.Advance(at(step.now))); got != step.want {
			t.Errorf("by %v: %q, want %q", step.now, got, step.want)
		}
		if got := e.Due(); got != at(step.due) {
			t.Errorf("after %v: due at %v, want %v", step.now, got.Duration(), step.due)
		}
	}
}

// An answer tells how long it waited and was served: asked at 20 ms, the second
// waits 80 ms for the server and is served for 100 ms.
func TestEmulatorTellsTimes(t *testing.T) {
	e := emulator(t, "dependency: {servers: 1, service: 100ms}")
	ask(e, 0)
	ask(e, 20*time.Millisecond)
	answers := e.Advance(at(time.Second))
	if len(answers) != 2 {
		t.Fatalf("%d answers, want 2", len(answers))
	}
	if times := answers[1].Times; times.Queue != 80*time.Millisecond || times.Service != 100*time.Millisecond || times.Network != 0 {
		t.Errorf("%+v, want 80 ms of queue and 100 ms of service", times)
	}
}

// A caller that leaves is not answered; its work goes on and holds the server, so
// that the next is done at 200 ms.
func TestEmulatorLetsCallersLeave(t *testing.T) {
	e := emulator(t, "dependency: {servers: 1, service: 100ms}")
	e.Leave(at(50*time.Millisecond), ask(e, 0))
	second := ask(e, 60*time.Millisecond)
	if got := said(e.Advance(at(199 * time.Millisecond))); got != "" {
		t.Errorf("by 199 ms: %q, want nothing", got)
	}
	if got, want := said(e.Advance(at(200*time.Millisecond))), fmt.Sprintf("%d ok; ", second); got != want {
		t.Errorf("by 200 ms: %q, want %q", got, want)
	}
	e.Leave(at(201*time.Millisecond), second) // too late: it has been answered
	if got := said(e.Advance(at(time.Second))); got != "" {
		t.Errorf("after leaving too late: %q, want nothing", got)
	}
}

// Faults come and go by the clock: down from 1 s to 2 s. What hangs is never
// answered. A quota of one a minute tells when the next would pass.
func TestEmulatorKeepsToFaultsAndQuotas(t *testing.T) {
	e := emulator(t, "dependency: {service: 0s}\nfaults: [{at: 1s, for: 1s, down: refuse}, {at: 3s, for: 1s, down: hang}]")
	ask(e, 999*time.Millisecond)
	ask(e, time.Second)
	ask(e, 2*time.Second)
	ask(e, 3*time.Second)
	if got, want := said(e.Advance(at(5*time.Second))), "0 ok; 1 refused; 2 ok; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	e = emulator(t, "dependency: {service: 0s, quota: {limit: 1, per: 1m, window: fixed, hint: remaining}}")
	ask(e, 0)
	ask(e, 15*time.Second)
	answers := e.Advance(at(15 * time.Second))
	if got, want := said(answers), "0 ok; 1 throttled; "; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	if answers[1].Told != 45*time.Second {
		t.Errorf("told to wait %v, want 45s", answers[1].Told)
	}
}

// The end of the run is the end: what would be answered then is not.
func TestEmulatorEndsWithTheRun(t *testing.T) {
	e := emulator(t, "run: {duration: 1s}\ndependency: {servers: 1, service: 500ms}")
	ask(e, 0)
	ask(e, 0)
	if got, want := said(e.Advance(at(2*time.Second))), "0 ok; "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, v := range e.Observe().Values {
		if v.Name == "utilisation" {
			if v.Value != 1 {
				t.Errorf("utilisation %v, want 1", v.Value)
			}
			return
		}
	}
	t.Error("no utilisation observed")
}
