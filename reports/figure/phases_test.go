package figure

import (
	"bytes"
	"testing"

	"herdcast/experiments/result"
)

func TestPhasesAreDrawn(t *testing.T) {
	m := &result.Map{
		Replications: 10, X: result.MapAxis{Path: "attempts", Values: []string{"1", "2"}}, Y: result.MapAxis{Path: "for", Values: []string{"1s", "2s"}},
		Phases: [][]string{{result.Recovers, result.Recovers}, {result.Recovers, result.Collapses}},
		Points: []result.MapPoint{{X: 1, Y: 1, Phase: result.Collapses, Collapses: result.Estimate{Value: 0.9, Low: 0.6, High: 1}}},
	}
	f := Phases(m)
	svg := f.SVG()
	if png, err := f.PNG(); err != nil || len(png) < 1000 || len(f.Table.Rows) != 1 || f.Table.Rows[0][2] != result.Collapses {
		t.Errorf("%d bytes, %v, %v", len(png), err, f.Table)
	}
	m.Phases[1][1] = result.Recovers
	if bytes.Equal(svg, Phases(m).SVG()) {
		t.Error("another phase looks the same")
	}
}
