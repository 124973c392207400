package dist

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Check gives all that keeps a distribution from being drawn from, joined into
// one error, or nil. It speaks of parameters by the names that people write.
func (s Spec) Check() error {
	c := checker{}
	if s.AtMost != 0 {
		c.positive("at_most", s.AtMost)
	}
	switch s.Kind {
	case Constant:
		c.natural("the value", s.A)
	case Exponential:
		c.natural("the mean", s.A)
	case Uniform, Between:
		c.natural("the lower end", s.A)
		c.natural("the upper end", s.B)
		if s.B < s.A {
			c.problem("the upper end is %s, below the lower end %s", written(s.B), written(s.A))
		}
		if s.Kind == Between && (s.A != math.Trunc(s.A) || s.B != math.Trunc(s.B)) {
			c.problem("the ends are %s and %s, but must be whole numbers", written(s.A), written(s.B))
		}
	case Lognormal:
		c.positive("the mean", s.A)
		c.natural("sigma", s.B)
	case Gamma:
		c.positive("the mean", s.A)
		c.positive("cv", s.B)
	case Normal:
		c.natural("the mean", s.A)
		c.natural("sd", s.B)
	case Weibull:
		c.positive("the scale", s.A)
		c.positive("the shape", s.B)
	case Pareto:
		c.positive("min", s.A)
		c.positive("alpha", s.B)
	case Quantiles:
		c.points(s.Points)
	case Choice:
		c.choices(s.Choices)
	case Empirical:
		c.values(s.Values)
	}
	return errors.Join(c.problems...)
}

type checker struct{ problems []error }

func (c *checker) problem(format string, args ...any) {
	c.problems = append(c.problems, fmt.Errorf(format, args...))
}

func (c *checker) natural(name string, x float64) {
	if !(x >= 0) || math.IsInf(x, 1) {
		c.problem("%s is %s, but must be a number from 0", name, written(x))
	}
}

func (c *checker) positive(name string, x float64) {
	if !(x > 0) || math.IsInf(x, 1) {
		c.problem("%s is %s, but must be a number above 0", name, written(x))
	}
}

func (c *checker) points(points []Point) {
	if len(points) < 2 {
		c.problem("two or more quantiles are due, as p50 and p99")
	}
	for i, p := range points {
		name := "p" + percent(p.Q)
		if !(p.Q > 0 && p.Q < 1) {
			c.problem("a quantile is of the share %s%%, but it must lie between 0%% and 100%%", percent(p.Q))
		}
		c.positive(name, p.X)
		if i == 0 {
			continue
		}
		before := points[i-1]
		switch {
		case p.Q == before.Q:
			c.problem("%s is given twice", name)
		case p.Q < before.Q:
			c.problem("%s comes after p%s, but quantiles must be in order", name, percent(before.Q))
		case p.X < before.X:
			c.problem("%s is smaller than p%s", name, percent(before.Q))
		}
	}
}

// slack is what shares that add up to 1 may miss by rounding.
const slack = 1e-9

func (c *checker) choices(choices []Weighted) {
	if len(choices) == 0 {
		c.problem("a choice needs at least one entry")
		return
	}
	total := 0.0
	for i, choice := range choices {
		if !(choice.Share >= 0 && choice.Share <= 1) {
			c.problem("the share of entry %d is %s%%, but must be from 0%% to 100%%", i+1, percent(choice.Share))
		}
		total += choice.Share
		if err := choice.Of.Check(); err != nil {
			c.problem("entry %d: %w", i+1, err)
		}
	}
	if !(math.Abs(total-1) <= slack) {
		c.problem("the shares add up to %s%%, but must make 100%%", percent(total))
	}
}

func (c *checker) values(values []float64) {
	if len(values) == 0 {
		c.problem("there are no values to draw from")
		return
	}
	if !slices.IsSorted(values) {
		c.problem("the values are not sorted")
	}
	c.natural("the smallest value", slices.Min(values))
	c.natural("the largest value", slices.Max(values))
}

// percent writes a share in percent, rounded to a billionth.
func percent(share float64) string {
	return written(math.Round(share*1e11) / 1e9)
}

func written(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
