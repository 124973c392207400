package world_test

import (
	"errors"
	"strings"
	"testing"

	"herdcast/experiments/scenario"
	"herdcast/models/fact"
	"herdcast/models/world"
)

// breakable has something of everything that is checked: calls that time out, wait,
// retry on a budget, hold permits, land effects, and some that are still under way at
// the end.
const breakable = `version: 1
run: {duration: 20s}
fleet: [{agents: 30, policy: p, task: {think: {exponential: 1s}, budget: {wall_clock: 30s}}}]
policies: {p: [{limit: {max: 1, wait: forever}}, {retry: {attempts: 3, budget: {tokens: 20}}}, {timeout: 800ms}]}
tools: {pay: {effect: true, key: per_call}}
dependency: {servers: 3, service: {exponential: 300ms}}
`

// held is calls that hold their permits for ever.
const held = `version: 1
run: {duration: 20s}
fleet: [{agents: 3, policy: p}]
policies: {p: [{limit: {max: 9}}]}
faults: [{at: 0s, down: hang}]
`

// once is one task each.
const once = `version: 1
run: {duration: 20s}
fleet: [{agents: 3, tasks: 1, task: {budget: {wall_clock: 30s}}}]
`

func breakableWorld(t *testing.T, text string) *world.World {
	t.Helper()
	s, err := scenario.Read("test.yaml", []byte(text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := world.Build(&s.Spec, world.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Whatever breaks the books is caught by the check that is there for it.
func TestConservationChecksBite(t *testing.T) {
	for _, c := range []struct {
		what  string
		text  string
		do    func(*world.World)
		finds string
	}{
		{"nothing", breakable, func(*world.World) {}, ""},
		{"the end of a call", breakable, func(w *world.World) { w.Lose(fact.CallEnded) }, "1 calls started and did not end"},
		{"the end of an attempt", breakable, func(w *world.World) { w.Lose(fact.AttemptEnded) }, "1 attempts were sent and did not end"},
		{"a span of a task", breakable, func(w *world.World) { w.Lose(fact.Spent) }, "tasks lasted"},
		{"an effect that nobody committed", breakable, (*world.World).LandUncommitted, "effects landed"},
		{"a permit", held, func(w *world.World) { w.CallBehindTheFleet(1) }, "permits are held"},
		{"the end of a task", once, (*world.World).EndIdleTask, "a task that started has no end"},
		{"the count of busy servers", breakable, (*world.World).Miscount, "the replicas do not add up"},
		{"a retry budget", breakable, (*world.World).Overdraw, "a retry budget holds more than it can, or less than nothing"},
		{"a child", breakable, (*world.World).SettleEarly, "1 spawned agents live on"},
	} {
		w := breakableWorld(t, c.text)
		c.do(w)
		err := w.Run(t.Context())
		var broken *world.BrokenError
		switch {
		case c.finds == "" && err != nil:
			t.Errorf("with nothing broken: %v", err)
		case c.finds != "" && (!errors.As(err, &broken) || !strings.Contains(broken.What, c.finds)):
			t.Errorf("with %s broken: %v, want %q", c.what, err, c.finds)
		}
	}
}
