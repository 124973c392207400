package stats

import (
	"math/rand/v2"
	"testing"
)

// Student's own example (1908): hours of sleep gained with two drugs by ten
// patients. The mean difference is 1.58, its standard deviation 1.229995, t = 4.0621
// with 9 degrees of freedom, p = 0.002833; the 95 % interval is 0.7001 to 2.4599.
func TestPairedIsStudentsSleep(t *testing.T) {
	first := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2}
	second := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	d := Paired(second, first, 0.95)
	near(t, "difference", d.Value, 1.58, 1e-12)
	near(t, "p", d.P, 0.00283289, 1e-8)
	near(t, "low", d.Low, 0.7001142, 1e-7)
	near(t, "high", d.High, 2.4598858, 1e-7)
	// As independent samples Welch's t is 1.8608 with 17.776 degrees: p = 0.07939,
	// -0.2055 to 3.3655.
	u := Unpaired(second, first, 0.95)
	near(t, "unpaired p", u.P, 0.07939414, 1e-7)
	near(t, "unpaired low", u.Low, -0.2054832, 1e-6)
	near(t, "unpaired high", u.High, 3.3654832, 1e-6)
}

func TestWhatIsAlwaysTheSameIsJudgedBySigns(t *testing.T) {
	// Five times 3 more: 2/2⁵; and 2/4⁵ where 5 and 2 are all there is. None more: no
	// sign at all.
	d := Paired([]float64{5, 6, 7, 8, 9}, []float64{2, 3, 4, 5, 6}, 0.95)
	near(t, "p", d.P, 1.0/16, 0)
	near(t, "low", d.Low, 3, 0)
	if n, ok := d.Needed(0.05); !ok || n != 6 { // 2/2⁶ is below 5 %, 2/2⁵ is not
		t.Errorf("needed %d, %v", n, ok)
	}
	five, two := []float64{5, 5, 5, 5, 5}, []float64{2, 2, 2, 2, 2}
	near(t, "p of fixed arms", Paired(five, two, 0.95).P, 1.0/512, 0)
	near(t, "p of fixed arms with luck of their own", Unpaired(five, two, 0.95).P, 1.0/512, 0)
	if d := Paired([]float64{5, 6}, []float64{5, 6}, 0.95); d.P != 1 || d.Value != 0 {
		t.Errorf("got %+v", d)
	}
	if d := Paired([]float64{5}, []float64{2}, 0.95); d.P != 1 || d.Value != 3 || d.Low != 3 {
		t.Errorf("one pair: %+v", d)
	}
	// Differences of rounding are none.
	if d := Paired([]float64{0.3, 1.3, 2.3}, []float64{0.1 + 0.1, 1.1 + 0.1, 2.1 + 0.1}, 0.95); d.P != 0.25 {
		t.Errorf("got %+v", d)
	}
}

func ones(counts ...int) (a, b []float64) {
	for k, n := range counts { // both, first only, second only, neither
		for range n {
			a = append(a, []float64{1, 1, 0, 0}[k])
			b = append(b, []float64{1, 0, 1, 0}[k])
		}
	}
	return a, b
}

func TestPairedFractionsAreMcNemars(t *testing.T) {
	// 20 of both, 12 of the first only, 2 of the second only, 16 of neither: of 14
	// that changed 2 or fewer: 2·(1 + 14 + 91)/2¹⁴ = 0.012939. Wilson's limits of 32 and
	// 22 of 50 are 0.501410 to 0.758613 and 0.311622 to 0.576940, and the correlation
	// with its correction is (320 − 24 − 25)/√(32·18·22·28) = 0.454954:
	// 0.2 − √(0.138590² − 2·0.454954·0.138590·0.136940 + 0.136940²) = 0.056156, and the
	// upper end likewise 0.329207.
	a, b := ones(20, 12, 2, 16)
	d := PairedFractions(a, b, 0.95)
	near(t, "difference", d.Value, 0.2, 1e-15)
	near(t, "p", d.P, 212.0/16384, 1e-12)
	near(t, "low", d.Low, 0.056156, 1e-6)
	near(t, "high", d.High, 0.329207, 1e-6)
	a, b = ones(10, 0, 0, 0)
	if d := PairedFractions(a, b, 0.95); d.P != 1 || d.Value != 0 || !(d.Low < 0 && d.High > 0) {
		t.Errorf("all alike: %+v", d)
	}
}

func TestHolmIsHolms(t *testing.T) {
	// 0.01·4, 0.02·3, then 0.03·2 = 0.06 (not less than before), 0.04·1 raised to it.
	got := Holm([]float64{0.03, 0.01, 0.04, 0.02})
	for i, want := range []float64{0.06, 0.04, 0.06, 0.06} {
		near(t, "adjusted", got[i], want, 1e-15)
	}
	if got := Holm([]float64{0.9, 0.8}); got[0] != 1 || got[1] != 1 {
		t.Errorf("got %v", got)
	}
	if got := Holm(nil); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// To tell half a standard deviation at 5 % with a chance of 80 % takes 34 pairs
// (Cohen 1988: 33.4 with t). One of 1.5 takes 6.
func TestNeededIsEnoughAndNotMore(t *testing.T) {
	for _, row := range []struct {
		value float64
		want  int
	}{{0.5, 34}, {1.5, 6}} {
		d := Difference{Interval: Interval{Value: row.value}, Pairs: 20, spread: 1}
		if n, ok := d.Needed(0.05); !ok || n < row.want-1 || n > row.want+1 {
			t.Errorf("%v: got %d, %v, want about %d", row.value, n, ok, row.want)
		}
	}
	// What it says is what happens: 34 pairs tell half a deviation in 80 % of 4,000
	// experiments, within four standard errors of 0.63 %.
	random, told := rand.New(rand.NewPCG(2, 0)), 0
	n, _ := Difference{Interval: Interval{Value: 0.5}, Pairs: 20, spread: 1}.Needed(0.05)
	for range 4000 {
		a, b := make([]float64, n), make([]float64, n)
		for i := range a {
			a[i] = 0.5 + random.NormFloat64()
		}
		if Paired(a, b, 0.95).P < 0.05 {
			told++
		}
	}
	near(t, "power", float64(told)/4000, 0.8, 0.035)
	for _, d := range []Difference{{Pairs: 20, spread: 1}, {Interval: Interval{Value: 1}, Pairs: 1, spread: 1}, {Interval: Interval{Value: 1e-9}, Pairs: 20, spread: 1}} {
		if n, ok := d.Needed(0.05); ok {
			t.Errorf("%+v: got %d", d, n)
		}
	}
}

// Where there is no difference, one of at most 5 % of comparisons tells one; the
// interval leaves nothing out as often. Differences are symmetric but not normal, as
// counts are.
func TestNothingIsToldWhereThereIsNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	count := func(n int) (sum float64) {
		for range n {
			sum += float64(random.IntN(2))
		}
		return sum
	}
	const comparisons = 4000
	var paired, unpaired, fractions, outside int
	for range comparisons {
		a, b := make([]float64, 20), make([]float64, 20)
		ones, zeros := make([]float64, 20), make([]float64, 20)
		for i := range a {
			common := count(50) // the same luck
			a[i], b[i] = common+count(10), common+count(10)
			ones[i], zeros[i] = count(1), count(1)
		}
		d := Paired(a, b, 0.95)
		if d.P < 0.05 {
			paired++
		}
		if d.Low > 0 || d.High < 0 {
			outside++
		}
		if Unpaired(a, b, 0.95).P < 0.05 {
			unpaired++
		}
		if PairedFractions(ones, zeros, 0.95).P < 0.05 {
			fractions++
		}
	}
	// Four standard errors of 0.34 % above 5 %.
	for name, n := range map[string]int{"paired": paired, "paired interval": outside, "fractions": fractions} {
		if share := float64(n) / comparisons; share > 0.064 {
			t.Errorf("%s: told in %v of comparisons", name, share)
		}
	}
	if share := float64(paired) / comparisons; share < 0.036 {
		t.Errorf("paired: told in %v only; the test is blunt", share)
	}
	if unpaired > paired/4 { // it does not see that both share 5/6 of their luck
		t.Errorf("unpaired tells %d, paired %d", unpaired, paired)
	}
}

func TestSignTest(t *testing.T) {
	for _, row := range []struct{ fewer, n, want float64 }{{0, 1, 1}, {0, 6, 2.0 / 64}, {1, 6, 14.0 / 64}, {3, 6, 1}, {0, 0, 1}} {
		near(t, "p", signTest(row.fewer, row.n), row.want, 1e-15)
	}
	// 2·Σ(1100 over k)/2¹¹⁰⁰ up to k in whole numbers: the sums themselves are more than
	// a float holds.
	for _, row := range []struct{ fewer, n, want float64 }{{500, 1100, 0.002819544991436}, {450, 1100, 1.785848109263e-9}, {900, 2000, 8.457089535504e-6}} {
		near(t, "p as a share of what it is", signTest(row.fewer, row.n)/row.want, 1, 1e-12)
	}
}
