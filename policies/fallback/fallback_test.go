package fallback

import (
	"fmt"
	"testing"

	"herdcast/policies"
)

func TestFollows(t *testing.T) {
	chosen := policies.SetOf(policies.Semantic, policies.Timeout)
	for _, row := range []struct {
		what    string
		on      *policies.Set
		failed  policies.Outcome
		inDoubt bool
		want    bool
	}{
		{"retries used up", nil, policies.Throttled, false, true},
		{"rejected by a layer below", nil, policies.Rejected, false, true},
		{"a timeout of what has no effect", nil, policies.Timeout, false, true},
		{"bad arguments", nil, policies.Semantic, false, false},
		{"an effect may have landed", nil, policies.Timeout, true, false},
		{"one of an earlier attempt may have", nil, policies.Throttled, true, false},
		{"chosen, in doubt or not", &chosen, policies.Timeout, true, true},
		{"chosen", &chosen, policies.Semantic, false, true},
		{"not chosen", &chosen, policies.Throttled, false, false},
		{"a cut is nobody's choice", new(^policies.Set(0)), policies.Abandoned, false, false},
	} {
		f := Spec{Tool: "backup", On: row.on}.Compile()
		if got := f.Follows(row.failed, row.inDoubt); got != row.want {
			t.Errorf("%s: got %v", row.what, got)
		}
	}
}

func Example() {
	f := Spec{Tool: "backup"}.Compile()
	fmt.Println(f.Follows(policies.Unavailable, false), f.Follows(policies.Semantic, false))
	// Output: true false
}
