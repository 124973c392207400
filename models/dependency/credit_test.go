package dependency

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
)

// A bucket passes and tells to the nanosecond what exact fractions say, whatever the
// rate: a prime number a day too.
func TestBucketIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 1_000_000_007).Draw(t, "limit")
		per := time.Duration(rapid.Int64Range(1, int64(24*time.Hour)).Draw(t, "per"))
		burst := rapid.Int64Range(1, 2*limit).Draw(t, "burst")
		q := quotaOf(limit, per, "bucket", "remaining")
		q.burst = burst
		rate := big.NewRat(limit, int64(per))
		full, held := big.NewRat(burst, 1), big.NewRat(burst, 1)
		now := sim.Time(0)
		for range rapid.IntRange(1, 50).Draw(t, "asks") {
			gap := time.Duration(rapid.Int64Range(0, int64(per)/limit*3+3).Draw(t, "gap"))
			now = now.Add(gap)
			held.Add(held, new(big.Rat).Mul(rate, big.NewRat(int64(gap), 1)))
			if held.Cmp(full) > 0 {
				held.Set(full)
			}
			units := rapid.Int64Range(0, min(burst, 5)).Draw(t, "units")
			cost := big.NewRat(units, 1)
			admitted, told := q.ask(now, &Request{}, units, 1)
			if admitted != (held.Cmp(cost) >= 0) {
				t.Fatalf("at %d: %v with %s of %d", now, admitted, held, units)
			}
			if admitted {
				held.Sub(held, cost)
				continue
			}
			wait := new(big.Rat).Sub(cost, held)
			wait.Quo(wait, rate)
			exact := new(big.Int).Add(wait.Num(), wait.Denom())
			exact.Sub(exact, big.NewInt(1)).Quo(exact, wait.Denom()) // rounded up
			if exact.Int64() != int64(told) {
				t.Fatalf("at %d: told %d, it takes %s", now, told, exact)
			}
		}
	})
}

// A day's quota of tokens lacks so much that its product with the day exceeds 64 bits:
// the wait is exact there too, and at most what no run sees the end of.
func TestRefillOfMuchIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 1<<45).Draw(t, "limit")
		per := time.Duration(rapid.Int64Range(1, int64(1000*time.Hour)).Draw(t, "per"))
		q := quotaOf(limit, per, "bucket", "remaining")
		lacks := credit{rapid.Int64Range(0, 1<<45).Draw(t, "units"), rapid.Int64Range(0, int64(per)-1).Draw(t, "parts")}

		exact := new(big.Int).Mul(big.NewInt(lacks.units), big.NewInt(int64(per)))
		exact.Add(exact, big.NewInt(lacks.parts)).Add(exact, big.NewInt(limit-1)).Quo(exact, big.NewInt(limit)) // rounded up
		if far := big.NewInt(int64(forEver)); exact.Cmp(far) > 0 {
			exact = far
		}
		if got := q.refill(credit{}, lacks); exact.Cmp(big.NewInt(int64(got))) != 0 {
			t.Fatalf("%d, and takes %s", got, exact)
		}
	})
}

// The edges of the two halves that the products are kept in.
func TestRefillThatCarries(t *testing.T) {
	q := quotaOf(1<<20, 1<<40, "bucket", "remaining")
	// (2^24 units − 1 part) × 2^40 parts a unit, plus limit − 1 to round up, carries into
	// the high half: (2^64 − 1) / 2^20 rounded up is 2^44.
	if got, want := q.refill(credit{}, credit{1<<24 - 1, 1<<40 - 1}), time.Duration(1<<44); got != want {
		t.Errorf("%d ns, want %d", got, want)
	}
	if got := quotaOf(1, 1<<40, "bucket", "remaining").refill(credit{}, credit{1 << 24, 0}); got != forEver {
		t.Errorf("%d ns, want %d", got, forEver)
	}
}

// With a half of a bucket left a unit costs two, with a third three; 30 % of a unit
// are 3 1/3, parts of which are rounded up.
func TestWhatAFaultLeavesOfABucketCosts(t *testing.T) {
	q := quotaOf(10, time.Second, "bucket", "none")
	for _, row := range []struct {
		units int64
		left  float64
		cost  credit
	}{
		{1, 1, credit{1, 0}},
		{1, 0.5, credit{2, 0}},
		{2, 1.0 / 3, credit{6, 0}},
		{1, 0.3, credit{3, 333_333_334}},
		{0, 0, credit{}},
	} {
		if got := q.cost(row.units, row.left); got != row.cost {
			t.Errorf("%d units of which %v is left cost %v, want %v", row.units, row.left, got, row.cost)
		}
	}
	if full := (credit{units: q.burst}); !full.less(q.cost(1, 0)) {
		t.Error("a bucket of which nothing is left grants a unit")
	}
}
