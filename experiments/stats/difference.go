package stats

import (
	"cmp"
	"math"
	"slices"
)

// Difference is how far apart two arms are: the estimate with its interval, the
// p-value of "there is none" (two-sided), and what a later test needs to know.
type Difference struct {
	Interval
	P      float64
	Pairs  int     // replications, the smaller number of both arms
	spread float64 // standard deviation of one replication's difference
	fixed  bool    // neither arm varies
}

// Paired compares arms that met the same luck, replication by replication: Student's
// t over the differences a[i] − b[i], which must be at least one. Differences that
// are all the same have no spread to hold them against. Then p is that of the sign
// test, 2·2⁻ⁿ; and where neither arm varies at all 2·4⁻ⁿ, the largest chance that
// two-valued luck, the same in both arms, gives one value n times in one of them and
// the other value n times in the other. One pair tells nothing: p is 1.
func Paired(a, b []float64, level float64) Difference {
	differences := minus(a, b)
	n := len(differences)
	d := Difference{Interval: Mean(differences, level), P: 1, Pairs: n}
	if n == 1 {
		return d
	}
	d.spread = deviation(differences)
	d.fixed = deviation(a) == 0 && deviation(b) == 0
	d.P = d.judged(d.spread/math.Sqrt(float64(n)), float64(n-1), n)
	return d
}

// Unpaired compares arms with luck of their own: Welch's t. Each needs at least
// one value; where one has only one, p is 1 and the interval the estimate itself.
func Unpaired(a, b []float64, level float64) Difference {
	n := min(len(a), len(b))
	mean := Average(a) - Average(b)
	d := Difference{Interval: Interval{mean, mean, mean}, P: 1, Pairs: n}
	if n == 1 {
		return d
	}
	va, vb := deviation(a), deviation(b)
	ua, ub := float64(va*va)/float64(len(a)), float64(vb*vb)/float64(len(b))
	error := math.Sqrt(ua + ub)
	d.spread = math.Sqrt(float64(va*va) + float64(vb*vb))
	d.fixed = va == 0 && vb == 0
	freedom := math.Inf(1)
	if error > 0 {
		freedom = settled(float64((ua+ub)*(ua+ub)) / (float64(ua*ua)/float64(len(a)-1) + float64(ub*ub)/float64(len(b)-1)))
		half := float64(studentQuantile((1+level)/2, freedom) * error)
		d.Low, d.High = mean-half, mean+half
	}
	d.P = d.judged(error, freedom, n)
	return d
}

// PairedFractions compares arms whose replications are each 1 or 0: McNemar's exact
// test of those that changed, and Newcombe's interval for the difference of paired
// shares (1998, method 10).
func PairedFractions(a, b []float64, level float64) Difference {
	var both, first, second, neither float64
	for i := range a {
		switch {
		case a[i] == 1 && b[i] == 1:
			both++
		case a[i] == 1:
			first++
		case b[i] == 1:
			second++
		default:
			neither++
		}
	}
	n := float64(len(a))
	d := Difference{Interval: Interval{(first - second) / n, (first - second) / n, (first - second) / n}, P: 1, Pairs: len(a)}
	if len(a) == 1 {
		return d
	}
	pa, pb := (both+first)/n, (both+second)/n
	la, ua := wilson(both+first, n, level)
	lb, ub := wilson(both+second, n, level)
	correlation := 0.0
	if margins := float64((both + first) * (second + neither) * (both + second) * (first + neither)); margins > 0 {
		product := float64(both*neither) - float64(first*second)
		if product > 0 { // for continuity
			product = max(product-n/2, 0)
		}
		correlation = product / math.Sqrt(margins)
	}
	reach := func(x, y float64) float64 {
		return math.Sqrt(max(0, float64(x*x)-float64(2*correlation*x*y)+float64(y*y)))
	}
	d.Low = max(-1, d.Value-reach(pa-la, ub-pb))
	d.High = min(1, d.Value+reach(pb-lb, ua-pa))
	d.P = settled(signTest(min(first, second), first+second))
	d.spread = deviation(minus(a, b))
	return d
}

func minus(a, b []float64) []float64 {
	all := make([]float64, len(a))
	for i := range a {
		all[i] = a[i] - b[i]
	}
	return all
}

// judged gives the p-value of a difference with a standard error.
func (d Difference) judged(error, freedom float64, n int) float64 {
	switch size := math.Abs(d.Value); {
	case size == 0 && error == 0:
		return 1
	case d.fixed:
		return math.Ldexp(1, 1-2*n)
	case error <= 1e-9*size: // the same in every replication
		return math.Ldexp(1, 1-n)
	default:
		return StudentTails(size/error, freedom)
	}
}

// signTest is the two-sided exact test that of n signs so few are of one kind.
func signTest(fewer, n float64) float64 {
	if n == 0 {
		return 1
	}
	ways, sum, halvings := 1.0, 0.0, int(n) // n over k, relative to 2^halvings in the end
	for k := 0.0; k <= fewer; k++ {
		sum += ways
		ways = ways * (n - k) / (k + 1)
		if ways > 0x1p500 { // before it is more than a float holds
			ways, sum, halvings = ways*0x1p-500, sum*0x1p-500, halvings-500
		}
	}
	return min(1, math.Ldexp(2*sum, -halvings))
}

// deviation is the standard deviation of at least two values.
func deviation(values []float64) float64 {
	_, d := Spread(values)
	return d
}

// Holm adjusts the p-values of a set (Holm 1979): to call those below α different
// is wrong anywhere in the set with a probability of at most α.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(float64(len(p)-rank)*p[i])))
		adjusted[i] = least
	}
	return adjusted
}

// Power is the chance to tell a true difference for which Needed plans.
const Power = 0.8

// mostNeeded is where planning ends: nobody simulates more.
const mostNeeded = 1_000_000

// Needed gives how many replications would tell a difference of this size at level
// α = 1 − level with a chance of Power, if its spread stays what it is:
// ((z(1−α/2) + z(Power))·s/d)², and enough for Student's t in place of z. It is
// false where no number would, as of no difference at all.
func (d Difference) Needed(alpha float64) (int, bool) {
	if d.Value == 0 || d.Pairs < 2 {
		return 0, false
	}
	if d.spread <= 1e-9*math.Abs(d.Value) { // told by signs, for sure
		for n := 2; ; n++ {
			if d.judged(0, 0, n) < alpha {
				return n, true
			}
		}
	}
	ratio := d.spread / math.Abs(d.Value)
	n := math.Ceil(square((normalQuantile(1-alpha/2) + normalQuantile(Power)) * ratio))
	for n < mostNeeded { // t's quantiles fall towards z's as n grows
		n = max(n, 2)
		need := math.Ceil(square((studentQuantile(1-alpha/2, n-1) + studentQuantile(Power, n-1)) * ratio))
		if need <= n {
			return int(n), true
		}
		n = max(n+1, min(need, math.Ceil(n*1.1)))
	}
	return 0, false
}

func square(x float64) float64 { return x * x }
