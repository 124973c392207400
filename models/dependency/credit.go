package dependency

import (
	"math"
	"math/bits"
	"time"
)

// credit is what a bucket holds, or what a request costs: whole units, and parts of
// one, of which a unit has as many as the quota's span has nanoseconds. So a refill
// of limit parts each nanosecond is exact.
type credit struct {
	units int64
	parts int64
}

func (c credit) less(other credit) bool {
	return c.units < other.units || c.units == other.units && c.parts < other.parts
}

// filled is the credit so much later in a bucket of a size.
func (q *quota) filled(c credit, after time.Duration) credit {
	full := credit{units: q.burst}
	hi, lo := bits.Mul64(uint64(after), uint64(q.limit))
	lo, carry := bits.Add64(lo, uint64(c.parts), 0)
	hi += carry
	if hi >= uint64(q.per) {
		return full
	}
	units, parts := bits.Div64(hi, lo, uint64(q.per))
	if units >= uint64(full.units-c.units) {
		return full
	}
	return credit{c.units + int64(units), int64(parts)}
}

// spent takes a cost from a credit that covers it.
func (q *quota) spent(c, cost credit) credit {
	c.units -= cost.units
	c.parts -= cost.parts
	if c.parts < 0 {
		c.units--
		c.parts += int64(q.per)
	}
	return c
}

// refill is the time in which a bucket gets from a credit to a cost, rounded up.
func (q *quota) refill(c, cost credit) time.Duration {
	if !c.less(cost) {
		return 0
	}
	lacks := q.spent(cost, c)
	hi, lo := bits.Mul64(uint64(lacks.units), uint64(q.per))
	lo, carry := bits.Add64(lo, uint64(lacks.parts), 0)
	lo, more := bits.Add64(lo, uint64(q.limit-1), 0)
	hi += carry + more
	if hi >= uint64(q.limit) {
		return forEver
	}
	wait, _ := bits.Div64(hi, lo, uint64(q.limit))
	return time.Duration(min(wait, uint64(forEver)))
}

// forEver is a wait that no run sees the end of.
const forEver = time.Duration(math.MaxInt64 / 4)

// cost is what so many units take from a bucket of which a share is left: where half
// of it is left, as much as twice the units. With nothing left none is enough.
func (q *quota) cost(units int64, left float64) credit {
	if left == 1 {
		return credit{units: units}
	}
	if units == 0 {
		return credit{}
	}
	cost := float64(units) / left
	if cost >= 1<<62 {
		return credit{units: math.MaxInt64 / 4}
	}
	whole := math.Floor(cost)
	parts := math.Ceil(float64((cost-whole)*float64(q.per)) - 1e-3)
	if parts >= float64(q.per) {
		return credit{units: int64(whole) + 1}
	}
	return credit{int64(whole), int64(parts)}
}
