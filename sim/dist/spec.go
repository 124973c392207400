package dist

// Kind names a family of distributions.
type Kind uint8

const (
	Constant    Kind = iota // A
	Exponential             // mean A
	Uniform                 // [A, B)
	Quantiles               // through Points: (Φ⁻¹(q), ln x) joined by straight lines, the outer lines go on
	Lognormal               // mean of the values A, sd of their logarithm B
	Gamma                   // mean A, coefficient of variation B
	Normal                  // mean A, sd B; its absolute value
	Weibull                 // scale A, shape B
	Pareto                  // min A, alpha B
	Choice                  // one of Choices
	Empirical               // one of Values, equally likely
	Between                 // whole numbers from A to B, both included (counts only)
)

// Spec is a distribution as people write it. Parameters that have the unit of
// the drawn value are in nanoseconds for durations and plain for counts.
type Spec struct {
	Kind    Kind
	A, B    float64
	Points  []Point
	Choices []Weighted
	AtMost  float64 // 0: no upper bound

	File, Column, Unit string    // Empirical: where Values came from, for printing
	Values             []float64 // Empirical: sorted, read by whoever reads the scenario
}

// Point is one stated quantile: the value X is at the share Q (0.99 for p99).
type Point struct{ Q, X float64 }

// Weighted is one entry of a Choice.
type Weighted struct {
	Of    Spec
	Share float64
}

// Of gives the distribution of a constant.
func Of(value float64) Spec { return Spec{Kind: Constant, A: value} }
