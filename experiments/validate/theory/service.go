package theory

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Service is a law of service times.
type Service interface {
	Mean() float64
	// Squared is the mean of the square.
	Squared() float64
	// Residual is the distribution function of what is left of a service met at
	// a random instant: the integral of P(S > s) from 0 to t, over the mean.
	Residual(t float64) float64
}

// Exponential service with a mean.
type Exponential float64

func (e Exponential) Mean() float64              { return float64(e) }
func (e Exponential) Squared() float64           { return 2 * float64(e) * float64(e) }
func (e Exponential) Residual(t float64) float64 { return -math.Expm1(-t / float64(e)) }

// Constant service.
type Constant float64

func (c Constant) Mean() float64              { return float64(c) }
func (c Constant) Squared() float64           { return float64(c) * float64(c) }
func (c Constant) Residual(t float64) float64 { return math.Min(t/float64(c), 1) }

// Uniform service between 0 and an upper end.
type Uniform float64

func (u Uniform) Mean() float64    { return float64(u) / 2 }
func (u Uniform) Squared() float64 { return float64(u) * float64(u) / 3 }
func (u Uniform) Residual(t float64) float64 {
	left := math.Max(0, 1-t/float64(u))
	return 1 - left*left
}

// LogNormal service with a mean and the deviation of its logarithm.
type LogNormal struct{ Average, Sigma float64 }

func (l LogNormal) Mean() float64    { return l.Average }
func (l LogNormal) Squared() float64 { return l.Average * l.Average * math.Exp(l.Sigma*l.Sigma) }
func (l LogNormal) Residual(t float64) float64 {
	if t <= 0 {
		return 0
	}
	z := (math.Log(t/l.Average) + l.Sigma*l.Sigma/2) / l.Sigma
	return normal(z-l.Sigma) + t/l.Average*normal(-z)
}

// Mixture of services, each with its share.
type Mixture []struct {
	Share float64
	Service
}

func (m Mixture) Mean() float64 {
	return m.sum(func(s Service) float64 { return s.Mean() })
}

func (m Mixture) Squared() float64 {
	return m.sum(func(s Service) float64 { return s.Squared() })
}

func (m Mixture) Residual(t float64) float64 {
	return m.sum(func(s Service) float64 { return s.Mean() * s.Residual(t) }) / m.Mean()
}

func (m Mixture) sum(f func(Service) float64) float64 {
	var sum float64
	for _, part := range m {
		sum += part.Share * f(part.Service)
	}
	return sum
}

// Gamma service with a mean and a coefficient of variation.
type Gamma struct{ Average, Variation float64 }

func (g Gamma) shape() float64   { return 1 / (g.Variation * g.Variation) }
func (g Gamma) Mean() float64    { return g.Average }
func (g Gamma) Squared() float64 { return g.Average * g.Average * (1 + g.Variation*g.Variation) }
func (g Gamma) Residual(t float64) float64 {
	k := g.shape()
	x := t * k / g.Average
	return gammaBelow(k+1, x) + t/g.Average*(1-gammaBelow(k, x))
}

// gammaBelow is the distribution function of the gamma law with scale 1.
func gammaBelow(shape, x float64) float64 {
	if x <= 0 {
		return 0
	}
	return mathext.GammaIncReg(shape, x)
}

// normal is the distribution function of the standard normal.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
