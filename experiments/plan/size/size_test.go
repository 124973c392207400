package size

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/experiments/stats"
)

// known is an evaluator of known functions with noise: one function an objective,
// of the values of the keys.
type known struct {
	q          Question
	objectives []string
	of         func(objective int, x []float64) float64
	sd         float64 // of a replication
	seed       uint64
	asked      map[string]int
	foresee    func(x float64) bool // nil: nothing is foreseen
}

type sample struct {
	values     [][]float64 // one row an objective
	objectives []string
}

func (s sample) Judge(confidence float64) ([]result.ProbeObjective, error) {
	var all []result.ProbeObjective
	for i, text := range s.objectives {
		o, err := objective.Parse(text)
		if err != nil {
			return nil, err
		}
		shown, bounds := stats.Mean(s.values[i], 0.95), stats.Mean(s.values[i], 2*confidence-1)
		m := result.Measure{Value: &shown.Value, Low: &shown.Low, High: &shown.High}
		if math.IsNaN(shown.Value) {
			m = result.Measure{Why: "nothing was observed"}
		}
		for k := range s.values[i] {
			m.PerReplication = append(m.PerReplication, &s.values[i][k])
		}
		all = append(all, result.ProbeObjective{Scenario: "known", Objective: o.Judge(m, objective.Bounds{Low: bounds.Low, High: bounds.High})})
	}
	return all, nil
}

// evaluate meets every point with half the luck in common and half of its own.
func (k *known) evaluate(_ context.Context, set []Setting, replications int) (Sample, error) {
	x := make([]float64, len(set))
	for i, s := range set {
		x[i], _ = s.Value.Plain()
	}
	if k.asked == nil {
		k.asked = map[string]int{}
	}
	k.asked[fmt.Sprint(set)] = replications
	s := sample{objectives: k.objectives}
	for i := range k.objectives {
		common := rand.New(rand.NewPCG(k.seed, uint64(i)))
		own := rand.New(rand.NewPCG(k.seed+uint64(math.Float64bits(x[0])), uint64(100+i)))
		var values []float64
		for range replications {
			values = append(values, k.of(i, x)+k.sd*(0.8*common.NormFloat64()+0.6*own.NormFloat64()))
		}
		s.values = append(s.values, values)
	}
	return s, nil
}

// asking is a question of one key over 0 % to 100 % in steps of 1 %.
func asking(t *testing.T) Question {
	return Question{Of: []Parameter{{"key", scale(t, "0%", "100%", "1%")}}, Confidence: 0.95, Replications: 20, Scenarios: 1}
}

func (k *known) ask(t interface {
	Helper()
	Fatal(...any)
}) *result.Size {
	t.Helper()
	options := Options{}
	if k.foresee != nil {
		options.Foresee = func(set []Setting) (holds, known bool) {
			x, _ := set[0].Value.Plain()
			return k.foresee(x), true
		}
	}
	r, err := Ask(context.Background(), k.q, k.evaluate, options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (k *known) simulated() int {
	sum := 0
	for _, n := range k.asked {
		sum += n
	}
	return sum
}

// amplification = 1 + x, without noise: 1.375 is reached between 37 % and 38 %.
func TestThresholdIsFoundToTheResolution(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 1.375"}, of: func(_ int, x []float64) float64 { return 1 + x[0] }}
	r := k.ask(t)
	if got, want := r.Answer["key"], (result.Sized{Value: 0.37, Low: 0.37, High: 0.38, Unit: "share", Text: "37%"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if r.Binds == nil || *r.Binds != (result.Binding{Objective: "amplification <= 1.375", Scenario: "known"}) || math.Abs(*r.Margin-0.005) > 1e-12 {
		t.Errorf("binds %+v with margin %v", r.Binds, *r.Margin)
	}
	// It rises by 0.01 for each step of 1 %.
	if len(r.Sensitivity) != 1 || math.Abs(r.Sensitivity[0].Change-0.01) > 1e-12 || r.Sensitivity[0].Step != 0.01 {
		t.Errorf("sensitivity %+v", r.Sensitivity)
	}
	if !r.Monotone || r.Why != "every objective holds at 37% over 20 replications; at 38% amplification <= 1.375 fails" {
		t.Errorf("monotone %v: %s", r.Monotone, r.Why)
	}
	if r.Simulations != k.simulated() || r.Simulations > 101*20/5 {
		t.Errorf("%d simulations told, %d made, of 2,020 that a grid needs", r.Simulations, k.simulated())
	}
}

// Noise of 0.01 about 1.05, whatever the value: the bound of 1.2 is far, and nothing moves.
// The same about 1 + 0.1x moves by ten times that.
func TestNothingIsRecommendedWhereNothingMoves(t *testing.T) {
	for _, smallest := range []bool{false, true} {
		q := asking(t)
		q.Smallest = smallest
		flat := known{q: q, sd: 0.01, seed: 1, objectives: []string{"amplification <= 1.2"}, of: func(int, []float64) float64 { return 1.05 }}
		want := "nothing here depends on it over the range: from 0% to 100% every objective holds, and no measure moves by more than its noise (amplification); ask with a deeper or longer fault"
		if r := flat.ask(t); !r.Indifferent || r.Why != want {
			t.Errorf("smallest %v: %v, %s", smallest, r.Indifferent, r.Why)
		}
		moves := known{q: q, sd: 0.01, seed: 1, objectives: []string{"amplification <= 1.2"}, of: func(_ int, x []float64) float64 { return 1 + 0.1*x[0] }}
		if r := moves.ask(t); r.Indifferent || r.Answer == nil {
			t.Errorf("smallest %v: %v, %s", smallest, r.Indifferent, r.Why)
		}
	}
}

// Success = x: 90 % is reached from 90 % on, itself included.
func TestSmallestIsSearchedFromTheOtherEnd(t *testing.T) {
	q := asking(t)
	q.Smallest = true
	k := known{q: q, objectives: []string{"calls.success >= 90%"}, of: func(_ int, x []float64) float64 { return x[0] }}
	r := k.ask(t)
	if got, want := r.Answer["key"], (result.Sized{Value: 0.90, Low: 0.89, High: 0.90, Unit: "share", Text: "90%"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Of counts the next one is another: 7 is the answer and nothing else can be.
func TestCountsAreWhole(t *testing.T) {
	q := asking(t)
	q.Of[0].Scale = scale(t, "1", "64", "1")
	k := known{q: q, objectives: []string{"attempts < 7.5"}, of: func(_ int, x []float64) float64 { return x[0] }}
	if got, want := k.ask(t).Answer["key"], (result.Sized{Value: 7, Low: 7, High: 7, Text: "7"}); got != want {
		t.Errorf("largest: got %+v, want %+v", got, want)
	}
	q.Smallest = true
	k = known{q: q, objectives: []string{"attempts > 7.5"}, of: func(_ int, x []float64) float64 { return x[0] }}
	if got, want := k.ask(t).Answer["key"], (result.Sized{Value: 8, Low: 8, High: 8, Text: "8"}); got != want {
		t.Errorf("smallest: got %+v, want %+v", got, want)
	}
}

// Two objectives, the second one crosses first: 2x <= 0.5 up to 25 %, x <= 0.6.
func TestTheObjectiveThatBindsIsNamed(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 0.6", "herd.dispersion <= 0.5"}, of: func(o int, x []float64) float64 { return float64(o+1) * x[0] }}
	r := k.ask(t)
	if r.Answer["key"].Text != "25%" || r.Binds.Objective != "herd.dispersion <= 0.5" || *r.Margin != 0 {
		t.Errorf("%+v, binds %+v, margin %v", r.Answer, r.Binds, *r.Margin)
	}
}

func TestTheEndOfTheRangeCanBeTheAnswer(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 3"}, of: func(_ int, x []float64) float64 { return 1 + x[0] }}
	r := k.ask(t)
	if got, want := r.Answer["key"], (result.Sized{Value: 1, Low: 1, High: 1, Unit: "share", Text: "100%"}); got != want || *r.Margin != 1 {
		t.Errorf("got %+v, want %+v, margin %v", got, want, *r.Margin)
	}
	if !strings.Contains(r.Why, "the end of the range") {
		t.Error(r.Why)
	}
}

func TestNoValueSaysWhy(t *testing.T) {
	k := known{q: asking(t), objectives: []string{"amplification <= 0.5"}, of: func(_ int, x []float64) float64 { return 1 + x[0] }}
	r := k.ask(t)
	if r.Answer != nil || r.Why != "no value holds: even at 0%, which comes closest, amplification <= 0.5 fails" || *r.Margin != -0.5 {
		t.Errorf("%+v: %s", r.Answer, r.Why)
	}
	k = known{q: asking(t), objectives: []string{"recovery.time <= 9s"}, of: func(int, []float64) float64 { return math.NaN() }}
	r = k.ask(t)
	if r.Answer != nil || r.Why != "no value holds: recovery.time <= 9s has no value: nothing was observed" {
		t.Errorf("%+v: %s", r.Answer, r.Why)
	}
}

// |x - 0.4| <= 0.1 holds from 30 % to 50 %: both ends fail, and so do neither
// quarters nor the middle alone tell.
func TestWhatIsNotMonotoneIsAnsweredFromAGrid(t *testing.T) {
	window := func(_ int, x []float64) float64 { return math.Abs(x[0] - 0.4) }
	k := known{q: asking(t), objectives: []string{"amplification <= 0.1001"}, of: window}
	r := k.ask(t)
	if got := r.Answer["key"]; r.Monotone || got.Text != "50%" || got.High != 0.51 {
		t.Errorf("monotone %v, %+v", r.Monotone, got)
	}
	if !strings.HasPrefix(r.Why, "the objectives are not monotone over the range") || !strings.Contains(r.Why, "a grid of 101 values") {
		t.Error(r.Why)
	}
	// So narrow that no probe of the bisection holds: the room inside tells.
	k = known{q: asking(t), objectives: []string{"amplification <= 0.0201"}, of: func(_ int, x []float64) float64 { return math.Abs(x[0] - 0.4) }}
	if got := k.ask(t).Answer["key"]; got.Text != "42%" {
		t.Errorf("got %+v", got)
	}
	// The range begins badly and ends well.
	k = known{q: asking(t), objectives: []string{"amplification >= 0.5"}, of: func(_ int, x []float64) float64 { return x[0] }}
	if r := k.ask(t); r.Monotone || r.Answer["key"].Text != "100%" {
		t.Errorf("monotone %v, %+v", r.Monotone, r.Answer)
	}
}

// covered counts seeds whose interval has the threshold and whose answer holds.
func covered(t *testing.T, k known, seeds int, threshold float64) (inside, good int) {
	for seed := range seeds {
		k.seed, k.asked = uint64(seed), nil
		r := k.ask(t)
		got, ok := r.Answer["key"]
		if !ok {
			continue // rarely, and honestly, not even the end of the range is sure
		}
		if got.Low <= threshold && threshold <= got.High {
			inside++
		}
		if got.Value <= threshold {
			good++
		}
		if most := 101 * k.q.Replications / 5; k.simulated() > most+k.q.Replications {
			t.Errorf("seed %d: %d simulations, more than a fifth of a grid and the answer's own", seed, k.simulated())
		}
	}
	return inside, good
}

// Noise of a tenth of the range and more: a step is far below what twenty
// replications can tell. At 95 % at least 93 intervals of 100 have the truth.
func TestIntervalsHaveTheThreshold(t *testing.T) {
	for _, sd := range []float64{0.02, 0.1, 0.5} {
		k := known{q: asking(t), objectives: []string{"amplification <= 0.3733"}, of: func(_ int, x []float64) float64 { return x[0] }, sd: sd}
		inside, good := covered(t, k, 200, 0.3733)
		if inside < 186 || good < 190 {
			t.Errorf("noise %g: %d of 200 intervals have the threshold, %d answers hold", sd, inside, good)
		}
	}
}

// With a confidence of 60 % the interval is narrower, and wrong more often.
func TestConfidenceIsHeard(t *testing.T) {
	width := func(confidence float64) (sum float64) {
		q := asking(t)
		q.Confidence = confidence
		for seed := range 20 {
			k := known{q: q, objectives: []string{"amplification <= 0.3733"}, of: func(_ int, x []float64) float64 { return x[0] }, sd: 0.3, seed: uint64(seed)}
			got := k.ask(t).Answer["key"]
			sum += got.High - got.Low
		}
		return sum
	}
	if narrow, wide := width(0.6), width(0.99); !(narrow < wide) {
		t.Errorf("intervals of %g at 60 %%, of %g at 99 %%", narrow/20, wide/20)
	}
}

// x + y <= 1 and x <= 0.7: the diagonal is on the bound from (0, 1) to (0.7, 0.3),
// where neither can grow alone.
func TestSeveralKeysGoAsFarAsTheyCan(t *testing.T) {
	q := asking(t)
	q.Of = append(q.Of, Parameter{"other", scale(t, "0", "10", "1")})
	k := known{q: q, objectives: []string{"amplification <= 1.0001", "herd.dispersion <= 0.7001"}, sd: 1e-9, of: func(o int, x []float64) float64 {
		return x[0] + float64(1-o)*x[1]/10
	}}
	r := k.ask(t)
	x, y := r.Answer["key"].Value, r.Answer["other"].Value
	if x > 0.7 || x+y/10 > 1.0001 {
		t.Fatalf("%g and %g do not hold", x, y)
	}
	if (x+0.01 <= 0.7 && x+0.01+y/10 <= 1.0001) || x+(y+1)/10 <= 1.0001 {
		t.Errorf("%g and %g: one of them can go further", x, y)
	}
	if r.Simulations > 101*11*20/5 || r.Simulations != k.simulated() {
		t.Errorf("%d simulations", r.Simulations)
	}
	q.Smallest = true
	k = known{q: q, objectives: []string{"amplification >= 0.5"}, sd: 1e-9, of: func(_ int, x []float64) float64 { return x[0] + x[1]/10 }}
	r = k.ask(t)
	if sum := r.Answer["key"].Value + r.Answer["other"].Value/10; math.Abs(sum-0.5) > 1e-6 {
		t.Errorf("%+v: the smallest pairs add up to 0.5", r.Answer)
	}
}

func TestSeveralKeysWithoutAnAnswer(t *testing.T) {
	q := asking(t)
	q.Of = append(q.Of, Parameter{"other", scale(t, "0", "10", "1")})
	k := known{q: q, objectives: []string{"amplification <= 0.5"}, of: func(_ int, x []float64) float64 { return 1 + x[0] + x[1] }}
	r := k.ask(t)
	if r.Answer != nil || r.Why != "no value holds: even at key=0%, other=0, which comes closest, amplification <= 0.5 fails" {
		t.Errorf("%+v: %s", r.Answer, r.Why)
	}
}

func TestTheSameQuestionHasTheSameAnswer(t *testing.T) {
	ask := func() *result.Size {
		k := known{q: asking(t), objectives: []string{"amplification <= 0.3733"}, of: func(_ int, x []float64) float64 { return x[0] }, sd: 0.2, seed: 5}
		return k.ask(t)
	}
	if a, b := ask(), ask(); !reflect.DeepEqual(a, b) {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestAnErrorEndsTheSearch(t *testing.T) {
	broken := errors.New("broken")
	_, err := Ask(context.Background(), asking(t), func(context.Context, []Setting, int) (Sample, error) { return nil, broken }, Options{})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
