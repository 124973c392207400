package semantics

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
	"herdcast/models/client"
)

// An agent may start a thousand calls and attempts at one instant. A call of 999 attempts
// is a thousand starts; one attempt more stops the run, and the error names the agent, the
// instant and the keys that let time pass.
func TestTimeMustPass(t *testing.T) {
	run := func(attempts int) error {
		s, err := scenario.Read("standstill.yaml", fmt.Appendf(nil, `version: 1
name: standstill
run: {duration: 10s, replications: 1}
fleet:
  - {name: others, agents: 3, tasks: 1}
  - {name: hasty, agents: 2, tasks: 1, start: {stagger: 4s}, policy: p, model: stop}
policies: {p: [{retry: {attempts: %d, backoff: none}}]}
dependency: {service: 0s}
faults: [{at: 1s, down: refuse}]
`, attempts), scenario.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = replicate.Run(context.Background(), s, replicate.Options{Workers: 1})
		return err
	}
	if err := run(999); err != nil {
		t.Errorf("a thousand starts: %v", err)
	}
	err := run(1000)
	var stopped *client.Standstill
	if !errors.As(err, &stopped) {
		t.Fatalf("a start more: %v", err)
	}
	for _, part := range []string{"2s", "agent 1", `"hasty"`, "network.delay", "task.think", "rest", "backoff"} {
		if !strings.Contains(stopped.Error(), part) {
			t.Errorf("%q does not name %s", stopped, part)
		}
	}
}
