package sim

import (
	"fmt"
	"math"
	"math/bits"
	"testing"
)

// sequences are lists of draws whose addresses are neighbours in one way each.
var sequences = []struct {
	name string
	bits func(n uint64) uint64
}{
	{"index", func(n uint64) uint64 { return NewKey(1, 0).Bits(PurposeBackoff, n) }},
	{"far index", func(n uint64) uint64 { return NewKey(1, 0).Bits(PurposeBackoff, n<<40) }},
	{"child", func(n uint64) uint64 { return NewKey(1, 0).Child(n).Bits(PurposeService, 0) }},
	{"grandchild", func(n uint64) uint64 { return NewKey(1, 0).Child(n>>8).Child(n&255).Bits(PurposeService, 3) }},
	{"replication", func(n uint64) uint64 { return NewKey(1, int(n)).Bits(PurposeThink, 1) }},
	{"seed", func(n uint64) uint64 { return NewKey(n, 0).Bits(PurposeThink, 1) }},
	{"purpose", func(n uint64) uint64 { return NewKey(1, 0).Child(n>>4).Bits(Purpose(n&15), 0) }},
	{"raw key", func(n uint64) uint64 { return Key(n).Bits(PurposeRest, 0) }},
	{"name", func(n uint64) uint64 { return NewKey(1, 0).Named(fmt.Sprint("cohort-", n)).Bits(PurposeRest, 0) }},
}

const draws = 1 << 18

// within reports how many standard deviations a statistic is off and fails
// beyond 5: a chance of 6 in 10^7 a statistic for a perfect generator. Seeds are
// fixed, so a failure stays.
func within(t *testing.T, what string, got, mean, deviation float64) {
	t.Helper()
	if z := (got - mean) / deviation; math.Abs(z) > 5 {
		t.Errorf("%s: got %.6g, want %.6g, off by %.1f standard deviations", what, got, mean, z)
	}
}

func TestDrawsAreUniform(t *testing.T) {
	const cells = 256
	for _, s := range sequences {
		var high, low [cells]int
		var ones [64]int
		for n := range uint64(draws) {
			b := s.bits(n)
			high[b>>56]++
			low[b&255]++
			for w := b; w != 0; w &= w - 1 {
				ones[bits.TrailingZeros64(w)]++
			}
		}
		for half, counts := range map[string][cells]int{"high": high, "low": low} {
			squares := 0.0
			for _, c := range counts {
				d := float64(c) - float64(draws)/cells
				squares += d * d
			}
			within(t, s.name+": chi-square of the "+half+" byte", squares*cells/draws, cells-1, math.Sqrt(2*(cells-1)))
		}
		for i, n := range ones {
			within(t, fmt.Sprintf("%s: ones at bit %d", s.name, i), float64(n), draws/2, math.Sqrt(draws)/2)
		}
	}
}

// Neighbours, up to a distance of 16, are uncorrelated and differ in half their
// bits.
func TestNeighbouringDrawsAreIndependent(t *testing.T) {
	for _, s := range sequences {
		for distance := uint64(1); distance <= 16; distance++ {
			product, differing := 0.0, 0
			for n := range uint64(draws) / 4 {
				a, b := s.bits(n), s.bits(n+distance)
				product += (float64(a>>11)*0x1p-53 - 0.5) * (float64(b>>11)*0x1p-53 - 0.5)
				differing += bits.OnesCount64(a ^ b)
			}
			const pairs = draws / 4
			// A product of two centred uniforms has variance 1/144; terms with
			// a draw in common are uncorrelated.
			within(t, fmt.Sprintf("%s: correlation at distance %d", s.name, distance), product, 0, math.Sqrt(pairs)/12)
			within(t, fmt.Sprintf("%s: differing bits at distance %d", s.name, distance), float64(differing), 32*pairs, 4*math.Sqrt(pairs))
		}
	}
}

// Draws of one entity for different purposes are uncorrelated: each pair of
// purposes falls evenly into 16 x 16 cells.
func TestPurposesAreIndependent(t *testing.T) {
	const pairs = draws / 16
	root := NewKey(42, 3)
	for p := PurposeStart; p <= PurposeProbe; p++ {
		for q := p + 1; q <= PurposeProbe; q++ {
			var cells [256]int
			for n := range uint64(pairs) {
				k := root.Child(n)
				cells[k.Bits(p, 0)>>60<<4|k.Bits(q, 0)>>60]++
			}
			squares := 0.0
			for _, c := range cells {
				d := float64(c) - pairs/256
				squares += d * d
			}
			within(t, fmt.Sprintf("chi-square of purposes %d and %d", p, q), squares*256/pairs, 255, math.Sqrt(2*255))
		}
	}
}

// Flipping one bit of a key or an index flips each bit of the draw with a
// chance of one half.
func TestEachBitOfAnAddressMatters(t *testing.T) {
	const trials = 4096
	for flipped := range 64 {
		var byKey, byIndex [64]int
		for n := range uint64(trials) {
			k := Key(mix(n))
			base := k.Bits(PurposeTool, n)
			key := base ^ (k^1<<flipped).Bits(PurposeTool, n)
			index := base ^ k.Bits(PurposeTool, n^1<<flipped)
			for bit := range 64 {
				byKey[bit] += int(key >> bit & 1)
				byIndex[bit] += int(index >> bit & 1)
			}
		}
		for bit := range 64 {
			within(t, fmt.Sprintf("bit %d for bit %d of the key", bit, flipped), float64(byKey[bit]), trials/2, math.Sqrt(trials)/2)
			within(t, fmt.Sprintf("bit %d for bit %d of the index", bit, flipped), float64(byIndex[bit]), trials/2, math.Sqrt(trials)/2)
		}
	}
}

func TestAddressesDoNotCollide(t *testing.T) {
	// 2^20 addresses collide with a chance of 2^-25.
	seen := make(map[uint64]string, 1<<20)
	add := func(b uint64, where string) {
		if other, ok := seen[b]; ok {
			t.Fatalf("%s and %s give the same draw", where, other)
		}
		seen[b] = where
	}
	for seed := range uint64(4) {
		for replication := range 4 {
			for child := range uint64(64) {
				k := NewKey(seed, replication).Child(child)
				for grandchild := range uint64(16) {
					for p := PurposeStart; p <= PurposeProbe; p++ {
						for index := range uint64(2) {
							add(k.Child(grandchild).Bits(p, index), fmt.Sprint(seed, replication, child, grandchild, p, index))
						}
					}
				}
			}
		}
	}
}

// Draws are part of every published result: they must never change. The wanted
// values were computed once, by this code.
func TestDrawsStayWhatTheyWere(t *testing.T) {
	k := NewKey(1, 0).Named("triage").Child(7)
	for _, c := range []struct {
		got, want uint64
	}{
		{k.Bits(PurposeThink, 0), 0x116525b8de9c7e94},
		{k.Bits(PurposeThink, 1), 0xb241c4dde7e0117d},
		{k.Bits(PurposeService, 0), 0x034d5199cd642a57},
		{NewKey(1, 1).Bits(PurposeThink, 0), 0xaceb4a3d3dc96e3c},
	} {
		if c.got != c.want {
			t.Errorf("draw: got %#x, want %#x", c.got, c.want)
		}
	}
}

func TestUniformLiesInItsInterval(t *testing.T) {
	sum, squares := 0.0, 0.0
	k := NewKey(9, 9)
	for n := range uint64(draws) {
		u := k.Uniform(PurposeFault, n)
		if u < 0 || u >= 1 {
			t.Fatalf("draw %d: got %v, want a value in [0, 1)", n, u)
		}
		sum += u
		squares += (u - 0.5) * (u - 0.5)
	}
	within(t, "mean", sum/draws, 0.5, math.Sqrt(1.0/12/draws))
	// The variance of (u - 1/2)^2 is 1/80 - 1/144 = 1/180.
	within(t, "variance", squares/draws, 1.0/12, math.Sqrt(1.0/180/draws))
}

func BenchmarkBits(b *testing.B) {
	k := NewKey(1, 0)
	sum, n := uint64(0), uint64(0)
	for b.Loop() {
		sum += k.Bits(PurposeService, n)
		n++
	}
	if sum == 0 {
		b.Error("all draws add up to 0")
	}
}
