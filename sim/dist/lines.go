package dist

import "math"

// line is a piece of ln x = level + slope·z, where z is the standard normal
// quantile of the share below x: a piece of a log-normal distribution.
type line struct {
	level, slope float64
	until        float64 // z at which the next line takes over; +Inf for the last
}

// lines join stated quantiles; the outer ones go on for ever.
type lines []line

// linesThrough gives the lines through two or more points, sorted by share. Two
// points give the log-normal distribution through both.
func linesThrough(points []Point) lines {
	var all lines
	for i := 1; i < len(points); i++ {
		left, right := points[i-1], points[i]
		z, end := normalQuantile(left.Q, 1-left.Q), normalQuantile(right.Q, 1-right.Q)
		slope := (log(right.X) - log(left.X)) / (end - z)
		all = append(all, line{level: log(left.X) - float64(slope*z), slope: slope, until: end})
	}
	all[len(all)-1].until = math.Inf(1)
	return all
}

// at gives the value at the normal quantile z.
func (l lines) at(z float64) float64 {
	i := 0
	for z >= l[i].until {
		i++
	}
	return exp(l[i].level + float64(l[i].slope*z))
}

// mean gives the mean of min(X, most).
func (l lines) mean(most float64) float64 {
	sum, from := 0.0, math.Inf(-1)
	for _, line := range l {
		reach := line.reach(from, most)
		to := min(line.until, reach)
		sum += line.part(from, to)
		if to < line.until { // from there on, most
			return sum + float64(most*normalBelow(-to))
		}
		from = to
	}
	return sum
}

// reach gives the point at or after from where the line comes to most, +Inf if
// it never does.
func (l line) reach(from, most float64) float64 {
	switch {
	case math.IsInf(most, 1):
		return most
	case l.slope > 0:
		return max(from, (log(most)-l.level)/l.slope)
	case l.level > log(most):
		return from
	}
	return math.Inf(1)
}

// part gives ∫ e^(level + slope·z)·φ(z) dz over [from, to], which is
// e^(level + slope²/2) times the share of the normal distribution in
// [from − slope, to − slope]. Written with Mills' ratio at the ends, nothing
// overflows that the value itself does not.
func (l line) part(from, to float64) float64 {
	switch {
	case from >= to:
		return 0
	case to <= l.slope:
		return l.end(to) - l.end(from)
	case from >= l.slope:
		return l.end(from) - l.end(to)
	}
	return exp(l.level+float64(l.slope*l.slope/2)) - l.end(from) - l.end(to)
}

// end gives the integral from z away from the slope to infinity.
func (l line) end(z float64) float64 {
	if math.IsInf(z, 0) {
		return 0
	}
	return exp(l.level+float64(l.slope*z)-float64(z*z/2)) / rootOfTwoPi * mills(math.Abs(z-l.slope))
}
