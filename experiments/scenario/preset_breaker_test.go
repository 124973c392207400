package scenario

import (
	"strings"
	"testing"
	"time"

	"herdcast/models/client"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

// presetLayers gives the layers of a preset.
func presetLayers(t *testing.T, name string) []client.Layer {
	t.Helper()
	s, err := OfPreset(name)
	if err != nil {
		t.Fatal(err)
	}
	layers, _, _ := s.Policy(PresetPolicy)
	return layers
}

// breakerOf gives the breaker of a preset.
func breakerOf(t *testing.T, name string) breaker.Breaker {
	t.Helper()
	for _, layer := range presetLayers(t, name) {
		if layer.Breaker != nil {
			return layer.Breaker.Compile()
		}
	}
	t.Fatalf("%s has no breaker", name)
	panic("unreachable")
}

// caller calls a breaker one call after another.
type caller struct {
	breaker breaker.Breaker
	state   breaker.State
}

func newCaller(t *testing.T, preset string) *caller {
	c := &caller{breaker: breakerOf(t, preset)}
	c.state = c.breaker.Fresh(1)
	return c
}

// pass tells the breaker of the instants that it waits for, up to now.
func (c *caller) pass(now time.Duration) sim.Time {
	for due := c.state.Due(); due <= sim.Time(now); due = c.state.Due() {
		c.breaker.Tick(&c.state, due)
	}
	return sim.Time(now)
}

// call makes a call that ends after a while, and tells whether it was admitted.
func (c *caller) call(now, takes time.Duration, o policies.Outcome) bool {
	pass, admitted := c.breaker.Admit(&c.state, c.pass(now))
	if admitted {
		c.breaker.Report(&c.state, c.pass(now+takes), pass, o)
	}
	return admitted
}

// letters are outcomes of calls that end at once: F, S, and others by their letter.
func (c *caller) letters(now time.Duration, outcomes string) {
	for _, letter := range outcomes {
		o := map[rune]policies.Outcome{'S': policies.OK, 'F': policies.ServerError, 'T': policies.Throttled, 'C': policies.Conflict, 'B': policies.Semantic, 'R': policies.Reset}[letter]
		c.call(now, 0, o)
	}
}

const (
	closed   = breaker.Closed
	open     = breaker.Open
	halfOpen = breaker.HalfOpen
)

func many(n int, letter string) string { return strings.Repeat(letter, n) }

// When each library's breaker with its defaults opens, from the rules in its source:
// after calls that all end at 0 s.
func TestPresetsTrip(t *testing.T) {
	for _, row := range []struct {
		preset, calls string
		want          breaker.Phase
	}{
		{"gobreaker", many(5, "F"), closed}, {"gobreaker", many(6, "F"), open}, {"gobreaker", "FFFFFSFFFFF", closed},
		{"pybreaker", many(4, "F"), closed}, {"pybreaker", many(5, "F"), open}, {"pybreaker", "FFFFSFFFF", closed},
		{"failsafe-go-cb", "SS", closed}, {"failsafe-go-cb", "SSF", open},
		{"linkerd-accrual", many(6, "F"), closed}, {"linkerd-accrual", many(7, "F"), open}, {"linkerd-accrual", many(9, "T"), closed},
		{"spring-cb", "FSFSS", closed}, {"spring-cb", "FSFSF", open},
		{"opossum", "F", open}, {"opossum", "SF", closed}, {"opossum", "SFF", open},
		// Two fifths of ten: at, not above.
		{"sentinel", many(9, "F"), closed}, {"sentinel", many(4, "F") + many(6, "S"), open}, {"sentinel", many(3, "F") + many(7, "S"), closed},
		{"semian", "RRSSSSSSR", open}, {"semian", "RRSSSSS", closed}, {"semian", many(9, "F") + many(9, "T"), closed},
		{"polly-7", many(4, "F"), closed}, {"polly-7", many(5, "F"), open}, {"polly-7", "FFFFTF", closed},
		// Half of a hundred, judged after successes too.
		{"resilience4j-cb", many(99, "F"), closed}, {"resilience4j-cb", many(50, "F") + many(49, "S"), closed},
		{"resilience4j-cb", many(50, "F") + many(50, "S"), open}, {"resilience4j-cb", many(49, "F") + many(51, "S"), closed},
		// The tenth failure makes a hundred calls; judged on failures only.
		{"polly-cb", many(90, "S") + many(9, "F"), closed}, {"polly-cb", many(90, "S") + many(10, "F"), open},
		{"polly-cb", many(20, "F") + many(90, "S"), closed},
		{"dotnet-standard", many(90, "S") + many(10, "T"), open},
		// What is no failure counts as a success: with it there are a hundred calls.
		{"dotnet-standard", many(90, "C") + many(9, "F"), closed}, {"dotnet-standard", many(45, "C") + many(45, "B") + many(10, "F"), open},
	} {
		c := newCaller(t, row.preset)
		c.letters(0, row.calls)
		if c.state.Phase() != row.want {
			t.Errorf("%s: phase %d after %s, want %d", row.preset, c.state.Phase(), row.calls, row.want)
		}
	}
}

// Resilience4j with its window of 10 calls: four failures and five successes are no
// verdict, a success more is 40 %. Four failures push one each out; the fifth
// pushes a success out, and half have failed. With four calls it opens on a success.
func TestResilience4jWindows(t *testing.T) {
	layers := presetLayers(t, "resilience4j-cb")
	spec := *layers[0].Breaker
	for _, row := range []struct {
		size  int
		calls string
		want  breaker.Phase
	}{
		{10, "FFFFSSSSS", closed}, {10, "FFFFSSSSSS", closed}, {10, "FFFFSSSSSSFFFF", closed}, {10, "FFFFSSSSSSFFFFF", open},
		{4, "FSS", closed}, {4, "FSSF", open}, {4, "FFS", closed}, {4, "FFSS", open},
	} {
		spec.Trip.Window.Calls, spec.Trip.MinCalls = row.size, row.size
		c := caller{breaker: spec.Compile()}
		c.state = c.breaker.Fresh(1)
		c.letters(0, row.calls)
		if c.state.Phase() != row.want {
			t.Errorf("phase %d after %s of %d, want %d", c.state.Phase(), row.calls, row.size, row.want)
		}
	}
}

// A hundred calls of more than 60 s open it; one of exactly 60 s is not slow.
func TestResilience4jSlowCalls(t *testing.T) {
	for last, want := range map[time.Duration]breaker.Phase{60 * time.Second: closed, 60*time.Second + 1: open} {
		c := newCaller(t, "resilience4j-cb")
		for range 99 {
			c.call(0, 61*time.Second, policies.OK)
		}
		c.call(0, last, policies.OK)
		if c.state.Phase() != want {
			t.Errorf("the last of %v: phase %d, want %d", last, c.state.Phase(), want)
		}
	}
}

// Ten probes: the verdict comes with the tenth answer, half failed opens again, and
// the answer to a call sent before it opened is one of the ten.
func TestResilience4jHalfOpen(t *testing.T) {
	for _, row := range []struct {
		calls string
		want  breaker.Phase
	}{{"FFFFSSSS", halfOpen}, {"FFFFSSSSS", closed}, {"FFFFFSSSS", open}} {
		c := newCaller(t, "resilience4j-cb")
		late, _ := c.breaker.Admit(&c.state, 0)
		c.letters(0, many(100, "F"))
		now := 60*time.Second + 1
		c.breaker.Admit(&c.state, sim.Time(now)) // never answered
		c.letters(now, row.calls)
		c.breaker.Report(&c.state, sim.Time(now), late, policies.OK)
		if c.state.Phase() != row.want {
			t.Errorf("after %s and a late success: phase %d, want %d", row.calls, c.state.Phase(), row.want)
		}
	}
}

// Hystrix looks at each 500 ms: 33 of 67 are 49 %, 10 of 20 are 50 %.
func TestHystrixTicks(t *testing.T) {
	for _, preset := range []string{"hystrix", "hystrix-command"} {
		for calls, want := range map[string]breaker.Phase{
			many(34, "S") + many(33, "F"): closed, many(10, "F") + many(10, "S"): open, many(19, "F"): closed,
			many(10, "F") + many(10, "B"): closed, many(20, "F"): open,
		} {
			c := newCaller(t, preset)
			c.letters(100*time.Millisecond, calls)
			if c.pass(500*time.Millisecond - 1); c.state.Phase() != closed {
				t.Errorf("%s: open before the tick after %s", preset, calls)
			}
			if c.pass(500 * time.Millisecond); c.state.Phase() != want {
				t.Errorf("%s: phase %d after %s, want %d", preset, c.state.Phase(), calls, want)
			}
		}
	}
}

// When each is half-open again, or closed: the first instant at which a call passes
// after it opened with calls at 0 s; Hystrix opens at the tick of 500 ms.
func TestPresetsStayOpen(t *testing.T) {
	const second = time.Second
	for _, row := range []struct {
		preset, calls string
		until         time.Duration
	}{
		{"gobreaker", many(6, "F"), 60*second + 1},
		{"pybreaker", many(5, "F"), 60 * second},
		{"failsafe-go-cb", "F", 60 * second},
		{"opossum", "F", 30 * second},
		{"sentinel", many(10, "F"), 3 * second},
		{"semian", "RRR", 10*second + 1},
		{"polly-7", many(5, "F"), 30 * second},
		{"resilience4j-cb", many(100, "F"), 60*second + 1},
		{"polly-cb", many(100, "F"), 5 * second},
		{"dotnet-standard", many(100, "F"), 5 * second},
		{"hystrix", many(20, "F"), second/2 + 5*second + 1},
		{"hystrix-command", many(20, "F"), second/2 + 5*second + 1},
	} {
		c := newCaller(t, row.preset)
		c.letters(0, row.calls)
		if c.call(row.until-1, 0, policies.OK) {
			t.Errorf("%s: a call passes before %v", row.preset, row.until)
		}
		if !c.call(row.until, 0, policies.OK) {
			t.Errorf("%s: no call passes at %v", row.preset, row.until)
		}
	}
	// Spring's time runs from the first call that it rejects.
	c := newCaller(t, "spring-cb")
	c.letters(0, "FFF")
	if c.call(second, 0, policies.OK) || c.call(21*second, 0, policies.OK) || !c.call(21*second+1, 0, policies.OK) {
		t.Error("spring-cb: not open until more than 20 s after the first rejection")
	}
}

// A success sent before it opened, answered while the probe is out: who closes?
func TestPresetsHearLateAnswers(t *testing.T) {
	for preset, want := range map[string]breaker.Phase{
		"gobreaker": halfOpen, "pybreaker-async": closed, "failsafe-go-cb": closed, "opossum": closed, "polly-cb": closed, "polly-7": closed, "sentinel": closed, "hystrix": closed, "resilience4j-cb": halfOpen,
	} {
		c := newCaller(t, preset)
		late, _ := c.breaker.Admit(&c.state, 0)
		c.letters(0, many(100, "F"))
		now := c.pass(100 * time.Second)
		if _, probe := c.breaker.Admit(&c.state, now); !probe {
			t.Errorf("%s: no probe at 100 s", preset)
		}
		c.breaker.Report(&c.state, now, late, policies.OK)
		if c.state.Phase() != want {
			t.Errorf("%s: phase %d after a late success, want %d", preset, c.state.Phase(), want)
		}
	}
}

// Linkerd's penalties: 1, 2, 4, … 60 s and up to half as long again, 60 s at most.
func TestLinkerdPenalties(t *testing.T) {
	c := newCaller(t, "linkerd-accrual")
	c.letters(0, many(7, "F"))
	now := time.Duration(0)
	for k, least := range []time.Duration{1, 2, 4, 8, 16, 32, 60, 60} {
		least *= time.Second
		most := min(least+least/2, 60*time.Second)
		if c.call(now+least-1, 0, policies.ServerError) {
			t.Errorf("penalty %d: over before %v", k+1, least)
		}
		now += most
		if !c.call(now, 0, policies.ServerError) {
			t.Fatalf("penalty %d: not over after %v", k+1, most)
		}
	}
}

// failsafe-go with its ratio of 3 of 5, which is judged on five answers.
func TestFailsafeRatio(t *testing.T) {
	spec := *presetLayers(t, "failsafe-go-cb")[0].Breaker
	share := quantity.Share(0.6)
	spec.Trip = breaker.Trip{Rate: &share, Window: breaker.Window{Calls: 5}, MinCalls: 5, Of: "finished"}
	for calls, want := range map[string]breaker.Phase{"SFFS": closed, "SFFSF": open, "FFFS": closed, "FFFSS": open, "SFFSS": closed, "SFFSSF": open} {
		c := caller{breaker: spec.Compile()}
		c.state = c.breaker.Fresh(1)
		c.letters(0, calls)
		if c.state.Phase() != want {
			t.Errorf("phase %d after %s, want %d", c.state.Phase(), calls, want)
		}
	}
}

// gobreaker with two MaxRequests: the first success leaves it half-open, the second
// closes it, a failure opens it again.
func TestGobreakerWithTwoProbes(t *testing.T) {
	spec := *presetLayers(t, "gobreaker")[0].Breaker
	spec.Probes, spec.CloseAfter = 2, 2
	for calls, want := range map[string]breaker.Phase{"S": halfOpen, "SS": closed, "SF": open, "F": open} {
		c := caller{breaker: spec.Compile()}
		c.state = c.breaker.Fresh(1)
		c.letters(0, many(6, "F"))
		if c.call(time.Second, 0, policies.OK) {
			t.Error("a seventh call passes")
		}
		c.letters(61*time.Second, calls)
		if c.state.Phase() != want {
			t.Errorf("phase %d after %s, want %d", c.state.Phase(), calls, want)
		}
	}
}

// Probes that are never answered keep a breaker half-open: a day later it still turns
// everybody away.
func TestPresetsWaitForTheirProbes(t *testing.T) {
	for preset, probes := range map[string]int{"gobreaker": 1, "pybreaker-async": 1, "failsafe-go-cb": 1, "polly-cb": 1, "sentinel": 1, "hystrix": 1, "resilience4j-cb": 10} {
		c := newCaller(t, preset)
		c.letters(0, many(100, "F"))
		for n := range probes {
			if _, admitted := c.breaker.Admit(&c.state, c.pass(100*time.Second)); !admitted {
				t.Errorf("%s: no probe %d", preset, n+1)
			}
		}
		if c.call(24*time.Hour, 0, policies.OK) {
			t.Errorf("%s: a call passes beside %d probes", preset, probes)
		}
	}
}
