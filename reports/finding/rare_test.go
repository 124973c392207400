package finding

import (
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/result"
)

// What plain runs tell in place of splittings that saw none is not told as if no
// height had led there, and heights of a guide are told to bound nothing.
func TestRareSaysWhatHeightsAndPlainRunsAreWorth(t *testing.T) {
	seen := result.Estimate{Value: 0.001, Low: 0.0004, High: 0.0025}
	tells := func(r result.Rare, words string) bool {
		r.Event, r.Guide, r.Probability = "effects.duplicates >= 5", "waiting", seen
		return slices.ContainsFunc(Rare(&r), func(sentence string) bool { return strings.Contains(sentence, words) })
	}
	for name, row := range map[string]struct {
		rare                 result.Rare
		replaced, led, plain bool
	}{
		"plain":    {result.Rare{}, false, false, true},
		"replaced": {result.Rare{Replaced: true}, true, false, false},
		"heights":  {result.Rare{Stages: []result.RareStage{{Height: 10}}}, false, true, false},
	} {
		if replaced, led, plain := tells(row.rare, "by the probability × the chance"), tells(row.rare, "even than one never seen"), tells(row.rare, "no height of the guide"); replaced != row.replaced || led != row.led || plain != row.plain {
			t.Errorf("%s: got %v, %v, %v", name, replaced, led, plain)
		}
	}
}
