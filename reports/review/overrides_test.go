package review

import (
	"slices"
	"testing"

	"herdcast/experiments/result"
)

// The words are those of a shell: quotes keep spaces, and a quote stands after a backslash.
func TestOverridesAreReadFromTheCommand(t *testing.T) {
	command := `herdcast run 'my file.yaml' --seed 1 --set faults=[] --set 'name=it'\''s  so' --set 'x=a,b'`
	if got, want := Overrides(command), []string{"faults=[]", "name=it's  so", "x=a,b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := With(command), "with faults=[], name=it's  so, x=a,b"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	r := &result.Result{Replications: 1, Planned: 1, Command: "herdcast run a.yaml --set faults=[]"}
	if got := Setup(r); got[len(got)-1] != "with faults=[]" {
		t.Errorf("got %q", got)
	}
	if got := With("herdcast run a.yaml --seed 1"); got != "" {
		t.Errorf("got %q", got)
	}
}
