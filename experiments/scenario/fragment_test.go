package scenario

import "testing"

const written = `version: 1
name: pasted
# Everybody.
fleet: [{name: a, agents: 3, policy: careful, rest: 1s}]
policies:
  careful:
    - retry: {attempts: 3}
    - {timeout: 2s}
  other: []
dependency: {servers: 2}
`

// Only what holds the paths, with what was laid over it, without comments.
func TestFragmentIsReadyToPaste(t *testing.T) {
	s, err := Read("pasted.yaml", []byte(written), Options{Set: []string{"policies.careful.retry.budget.percent=12%", "dependency.servers=9"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		paths []string
		want  string
	}{
		{[]string{"policies.careful.retry.budget.percent", "policies.careful.timeout.max"}, `policies:
  careful:
    - retry: {attempts: 3, budget: {percent: 12%}}
    - {timeout: 2s}
`},
		{[]string{"dependency.servers", "fleet.a.agents"}, `dependency: {servers: 9}
fleet: [{name: a, agents: 3, policy: careful, rest: 1s}]
`},
		{[]string{"quota.limit"}, ""},
	} {
		if got := string(s.Fragment(row.paths...)); got != row.want {
			t.Errorf("%v: got\n%s\nwant\n%s", row.paths, got, row.want)
		}
	}
}
