package size

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"herdcast/experiments/result"
)

func upTo(foreseen float64) func(x float64) bool {
	return func(x float64) bool { return x <= foreseen }
}

// 1 + x <= 1.805 up to 80 %. Of 100 steps, seven levels, three go down to the bracket from
// 75 % to 87 %. First looks are at 0 %, 100 %, 75 % and 87 %; left out are 25 % and 50 %, and
// the rest of the bisection is the same.
func TestABracketSavesLooks(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 1.805"}, of: func(_ int, x []float64) float64 { return 1 + x[0] }}
	plain := k.ask(t)
	k.foresee = upTo(0.8)
	r := k.ask(t)
	if r.Answer["key"] != plain.Answer["key"] || r.Why != plain.Why || !r.Monotone || r.Simulations >= plain.Simulations {
		t.Errorf("got %+v, want %+v", r, plain)
	}
	if r.Bracket == nil || *r.Bracket != (result.Bracket{Low: "75%", High: "87%", Confirmed: true}) || plain.Bracket != nil {
		t.Errorf("brackets %+v and %+v", r.Bracket, plain.Bracket)
	}
	var asked []string
	for _, p := range r.Probes {
		asked = append(asked, p.Texts["key"])
	}
	want := []string{"0%", "100%", "75%", "87%", "81%", "78%", "79%", "80%"}
	if !slices.Equal(asked, want) || len(plain.Probes) != len(want)+2 {
		t.Errorf("asked %v, want %v and two more without a bracket, got %d", asked, want, len(plain.Probes))
	}
	if r.Grid != 101*20 {
		t.Errorf("a grid of 101 values with 20 replications takes %d", r.Grid)
	}
}

// Where nothing, all, or more than one place is foreseen there is no bracket, nor where
// it cannot be told.
func TestNoBracketWithoutOnePlace(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 0.5"}, of: func(_ int, x []float64) float64 { return x[0] }}
	for name, foresee := range map[string]func(float64) bool{
		"nothing": upTo(-1), "all": upTo(2), "a window": func(x float64) bool { return math.Abs(x-0.5) < 0.1 },
		"two": func(x float64) bool { return x < 0.2 || math.Abs(x-0.5) < 0.1 },
	} {
		k.foresee = foresee
		if r := k.ask(t); r.Bracket != nil || r.Answer["key"].Text != "50%" {
			t.Errorf("%s: %+v, %+v", name, r.Bracket, r.Answer)
		}
	}
}

// Whatever is foreseen, the answer is the same: of what gets worse, of what gets better,
// and of a window.
func TestAMisleadingBracketChangesNoAnswer(t *testing.T) {
	q := asking(t)
	for name, of := range map[string]func(x, truth float64) float64{
		"rises":  func(x, truth float64) float64 { return x - truth },
		"falls":  func(x, truth float64) float64 { return truth - x },
		"window": func(x, truth float64) float64 { return math.Abs(x-truth) - 0.1 },
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				truth, foreseen := rapid.Float64Range(-0.1, 1.1).Draw(t, "truth"), rapid.Float64Range(-0.1, 1.1).Draw(t, "foreseen")
				upwards := rapid.Bool().Draw(t, "upwards")
				k := known{q: q, objectives: []string{"amplification <= 0"}, of: func(_ int, x []float64) float64 { return of(x[0], truth) }}
				k.q.Smallest = rapid.Bool().Draw(t, "smallest")
				plain := k.ask(t)
				k.foresee = func(x float64) bool { return (x <= foreseen) == upwards }
				if r := k.ask(t); r.Answer["key"] != plain.Answer["key"] {
					t.Fatalf("got %+v (%s), without a bracket %+v (%s)", r.Answer, r.Why, plain.Answer, plain.Why)
				}
			})
		})
	}
}

// Objectives that hold up to 30 % and from 70 % to 80 % again are seen not to be monotone, but where a
// bracket about 30 % is confirmed: then the answer is the first place.
func TestAConfirmedBracketIsNotLookedBeyond(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 0"}, of: func(_ int, x []float64) float64 { return min(x[0]-0.305, math.Abs(x[0]-0.75)-0.055) }}
	if r := k.ask(t); r.Monotone || r.Answer["key"].Text != "80%" {
		t.Errorf("got %+v: %s", r.Answer, r.Why)
	}
	k.foresee = upTo(0.3)
	if r := k.ask(t); !r.Bracket.Confirmed || r.Answer["key"].Text != "30%" {
		t.Errorf("with a bracket got %+v: %s", r.Answer, r.Why)
	}
	k.foresee = upTo(0.5)
	if r := k.ask(t); r.Bracket.Confirmed || r.Answer["key"].Text != "80%" {
		t.Errorf("with a misleading one got %+v: %s", r.Answer, r.Why)
	}
}

// With noise, and brackets beside the truth or far from it, at least 93 of 100 intervals
// have the threshold.
func TestIntervalsHaveTheThresholdBesideABracket(t *testing.T) {
	for _, foreseen := range []float64{0.2, 0.4, 0.9} {
		k := known{q: asking(t), objectives: []string{"amplification <= 0.3733"}, of: func(_ int, x []float64) float64 { return x[0] }, sd: 0.1, foresee: upTo(foreseen)}
		inside, good := covered(t, k, 200, 0.3733)
		if inside < 186 || good < 190 {
			t.Errorf("foreseen at %v: %d of 200 intervals have the threshold, %d answers hold", foreseen, inside, good)
		}
	}
}
