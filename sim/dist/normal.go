package dist

import "math"

const rootOfTwoPi = 2.506628274631000502415765284811 // √(2π)

// normalQuantile gives the point below which the standard normal distribution
// has the share below; above = 1 − below is given too, because near 1 it says
// more than below can. The rational approximations are algorithm AS 241, PPND16
// (Wichura, Applied Statistics 37, 1988), with a relative error of about 1e-16.
func normalQuantile(below, above float64) float64 {
	q := (below - above) / 2
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return q * polynomial(r, &centreAbove) / polynomial(r, &centreBelow)
	}
	r := math.Sqrt(-log(min(below, above)))
	var z float64
	if r <= 5 {
		z = polynomial(r-1.6, &middleAbove) / polynomial(r-1.6, &middleBelow)
	} else {
		z = polynomial(r-5, &tailAbove) / polynomial(r-5, &tailBelow)
	}
	if q < 0 {
		return -z
	}
	return z
}

// The coefficients of AS 241, from the constant term up: numerators (above the
// line) and denominators (below it).
var (
	centreAbove = [8]float64{
		3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
		4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3,
	}
	centreBelow = [8]float64{
		1, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
		2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3,
	}
	middleAbove = [8]float64{
		1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
		1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4,
	}
	middleBelow = [8]float64{
		1, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1,
		1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9,
	}
	tailAbove = [8]float64{
		6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
		2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7,
	}
	tailBelow = [8]float64{
		1, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
		7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15,
	}
)

func polynomial(x float64, c *[8]float64) float64 {
	sum := c[7]
	sum = c[6] + float64(sum*x)
	sum = c[5] + float64(sum*x)
	sum = c[4] + float64(sum*x)
	sum = c[3] + float64(sum*x)
	sum = c[2] + float64(sum*x)
	sum = c[1] + float64(sum*x)
	return c[0] + float64(sum*x)
}

// standardNormal turns a uniform draw of 53 bits into a standard normal one. The
// draw stands for the middle of its cell, so neither end is at infinity.
func standardNormal(u float64) float64 {
	const half = 0x1p-54
	if u < 0.5 {
		return normalQuantile(u+half, 1-u)
	}
	return normalQuantile(u, (1-u)-half)
}

// density gives the standard normal density at z.
func density(z float64) float64 { return exp(-z*z/2) / rootOfTwoPi }

// normalBelow gives the share of the standard normal distribution below z.
func normalBelow(z float64) float64 {
	switch {
	case z > 38: // beyond, exp gives 0 and mills nothing to multiply it with
		return 1
	case z < -38:
		return 0
	case z < 0:
		return density(z) * mills(-z)
	}
	return 1 - float64(density(z)*mills(z))
}

// mills gives Mills' ratio at z ≥ 0: the share above z over the density at z.
// Far out it is Laplace's continued fraction 1/(z+1/(z+2/(z+3/(z+…)))), near 0
// the series of Marsaglia (Journal of Statistical Software 11, 2004).
func mills(z float64) float64 {
	if z < 2 {
		sum, term := 0.0, z
		for n := 3.0; term > 0x1p-60; n += 2 {
			sum += term
			term = float64(term * (z * z / n))
		}
		return 0.5/density(z) - sum
	}
	below := z
	for n := 80.0; n >= 1; n-- {
		below = z + n/below
	}
	return 1 / below
}
