package timeout

import (
	"fmt"
	"testing"
	"time"

	"herdcast/sim/quantity"
)

const sec = time.Second

func TestLimits(t *testing.T) {
	span := func(d time.Duration) *time.Duration { return &d }
	half := quantity.Share(0.5)
	full := Spec{Max: span(600 * sec), Min: span(60 * sec), ShareOfBudget: &half, ByTool: []ToolTimeout{{"report", 100 * sec}}}
	shareOnly := Spec{ShareOfBudget: &half}
	const lookup, report = 0, 1
	const none = -1
	for _, row := range []struct {
		what  string
		spec  Spec
		tool  int
		left  time.Duration
		limit time.Duration // none: not set
	}{
		{"a span", Spec{Max: span(2 * sec)}, lookup, none, 2 * sec},
		{"a span knows no budget", Spec{Max: span(2 * sec)}, lookup, sec, 2 * sec},
		{"max without budget", full, lookup, none, 600 * sec},
		{"max below the share", full, lookup, 2000 * sec, 600 * sec},
		{"share below max", full, lookup, 1000 * sec, 500 * sec},
		{"min above the share", full, lookup, 100 * sec, 60 * sec},
		{"min ends with the budget", full, lookup, 40 * sec, 40 * sec},
		{"nothing left", full, lookup, 0, 0},
		{"by tool", full, report, none, 100 * sec},
		{"by tool, share below", full, report, 150 * sec, 75 * sec},
		{"only for a tool", Spec{ByTool: []ToolTimeout{{"report", sec}}}, lookup, none, none},
		{"only for a tool: that one", Spec{ByTool: []ToolTimeout{{"report", sec}}}, report, none, sec},
		{"only a share", shareOnly, lookup, 3 * sec, 1500 * time.Millisecond},
		{"only a share, no budget", shareOnly, lookup, none, none},
		{"half of 3 ns is rounded", shareOnly, lookup, 3, 2},
		{"min above max", Spec{Max: span(sec), Min: span(2 * sec)}, lookup, none, 2 * sec},
	} {
		compiled := row.spec.Compile([]string{"lookup", "report"})
		limit, set := compiled.For(row.tool, row.left)
		if set != (row.limit >= 0) || set && limit != row.limit {
			t.Errorf("%s: got %v, %v, want %v", row.what, limit, set, row.limit)
		}
	}
}

// A try gets half of what is left of its task, but a minute if there is one.
func Example() {
	minute, half := time.Minute, quantity.Share(0.5)
	s := Spec{Min: &minute, ShareOfBudget: &half}
	t := s.Compile([]string{"search"})
	for _, left := range []time.Duration{1000 * time.Second, 100 * time.Second, 40 * time.Second} {
		limit, _ := t.For(0, left)
		fmt.Println(limit)
	}
	// Output:
	// 8m20s
	// 1m0s
	// 40s
}
