package text

import (
	"bytes"
	"testing"

	"herdcast/experiments/result"
)

func TestMapsAreRowsOfLetters(t *testing.T) {
	m := &result.Map{
		Name: "m", Replications: 3, Points: make([]result.MapPoint, 4),
		X: result.MapAxis{Path: "a.b", Values: []string{"1", "2"}}, Y: result.MapAxis{Path: "c.d", Values: []string{"10s", "20s"}},
		Phases: [][]string{{result.Recovers, result.Degrades}, {"", result.Collapses}},
	}
	var b bytes.Buffer
	if err := Map(&b, m, Options{}); err != nil {
		t.Fatal(err)
	}
	want := `m: c.d up, a.b along; · recovers, d degrades, C collapses, ? cannot be told
4 of 4 points simulated, 3 replications each; the others lie between points of
one phase

  20s  ? C
  10s  · d
       1 to 2

By a.b, as c.d grows:
  1: recovers up to 10s, cannot be told from 20s on
  2: degrades or collapses throughout

At 4 of 4 simulated points the phase is not sure: its share of the 3
replications may be a half or less (95 %).
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}
