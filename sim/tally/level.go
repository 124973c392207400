package tally

import "herdcast/sim"

// Level follows a whole number of at least 0 over the part [from, to) of the
// clock: the length of a queue, the number of busy servers. It starts at 0.
type Level struct {
	from, to sim.Time
	at       sim.Time // the level is accounted for up to here
	level    int64
	most     int64
	area     Sum // level times nanoseconds
}

// NewLevel follows a level over [from, to), which must not be empty.
func NewLevel(from, to sim.Time) Level { return Level{from: from, to: to, at: from} }

// Set says that the level is so from now on. Instants come in order.
func (l *Level) Set(now sim.Time, level int64) {
	l.pass(now)
	l.level = level
	if now >= l.from && now < l.to {
		l.most = max(l.most, level)
	}
}

// pass accounts for the level that held until now.
func (l *Level) pass(now sim.Time) {
	now = min(now, l.to)
	if now > l.at {
		l.area.AddProduct(l.level, int64(now-l.at))
		l.most = max(l.most, l.level)
		l.at = now
	}
}

// Max gives the largest level within [from, to), one held for no time included.
func (l Level) Max() int64 {
	l.pass(l.to)
	return l.most
}

// Area gives the level summed over the nanoseconds of [from, to).
func (l Level) Area() Sum {
	l.pass(l.to)
	return l.area
}

// Mean gives the level's mean over the time of [from, to).
func (l Level) Mean() float64 {
	area := l.Area()
	return area.Float64() / float64(l.to-l.from)
}
