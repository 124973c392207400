package quantity

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestShares(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  Share
		short string
	}{
		{"0", 0, "0%"},
		{"0%", 0, "0%"},
		{"20%", 0.2, "20%"},
		{"62.5%", 0.625, "62.5%"},
		{"0.01%", 0.0001, "0.01%"},
		{"7%", 0.07, "7%"},
		{"99.9%", 0.999, "99.9%"},
		{"20.50%", 0.205, "20.5%"},
		{"100%", 1, "100%"},
		{"250%", 2.5, "250%"},
		{"0.00000001%", 1e-10, "0.00000001%"},
	} {
		got, err := ParseShare(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s is read as %v, %v, want %v", c.text, float64(got), err, float64(c.want))
		}
		if short := c.want.String(); short != c.short {
			t.Errorf("%v is written %s, want %s", float64(c.want), short, c.short)
		}
	}
	if got, want := Share(-0.125).String(), "-12.5%"; got != want {
		t.Errorf("written %s, want %s", got, want)
	}
}

func TestFactors(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  Factor
		short string
	}{{"0", 0, "0x"}, {"4x", 4, "4x"}, {"0.1x", 0.1, "0.1x"}, {"1.50x", 1.5, "1.5x"}} {
		got, err := ParseFactor(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s is read as %v, %v, want %v", c.text, float64(got), err, float64(c.want))
		}
		if short := c.want.String(); short != c.short {
			t.Errorf("%v is written %s, want %s", float64(c.want), short, c.short)
		}
	}
}

func TestRates(t *testing.T) {
	for _, c := range []struct {
		text      string
		want      Rate
		perSecond float64
		short     string
	}{
		{"0", Rate{0, time.Second}, 0, "0/s"},
		{"50/s", Rate{50, time.Second}, 50, "50/s"},
		{"600/min", Rate{600, time.Minute}, 10, "600/min"},
		{"1/min", Rate{1, time.Minute}, 1.0 / 60, "1/min"},
		{"0.5/ms", Rate{0.5, time.Millisecond}, 500, "0.5/ms"},
		{"7200/h", Rate{7200, time.Hour}, 2, "7200/h"},
	} {
		got, err := ParseRate(c.text)
		if err != nil || got != c.want || got.PerSecond() != c.perSecond {
			t.Errorf("%s is read as %v, %v, %v/s, want %v, %v/s", c.text, got, err, got.PerSecond(), c.want, c.perSecond)
		}
		if short := c.want.String(); short != c.short {
			t.Errorf("%s is written %s, want %s", c.text, short, c.short)
		}
	}
	if got, want := (Rate{50, 10 * time.Second}).String(), "5/s"; got != want {
		t.Errorf("written %s, want %s", got, want)
	}
}

func TestRatesAsFractions(t *testing.T) {
	for _, c := range []struct {
		rate  Rate
		count int64
		span  time.Duration
	}{
		{Rate{50, time.Second}, 50, time.Second},
		{Rate{30, time.Minute}, 30, time.Minute},
		{Rate{1.15, time.Second}, 115, 100 * time.Second}, // 1.15 × 100 is less than 115 in binary
		{Rate{0.001, time.Hour}, 1, 1000 * time.Hour},
		{Rate{1e-12, time.Hour}, 0, 1e6 * time.Hour}, // cut off where a span of 10^7 hours would not fit
		{Rate{0, time.Second}, 0, time.Second},
	} {
		if count, span := c.rate.Fraction(); count != c.count || span != c.span {
			t.Errorf("%v: got %d per %v, want %d per %v", c.rate, count, span, c.count, c.span)
		}
	}
}

func TestPrices(t *testing.T) {
	for _, c := range []struct {
		text       string
		want       Price
		perMillion float64
		short      string
	}{
		{"0", Price{0, "million"}, 0, "0/million"},
		{"3/million", Price{3, "million"}, 3, "3/million"},
		{"0.25/thousand", Price{0.25, "thousand"}, 250, "0.25/thousand"},
	} {
		got, err := ParsePrice(c.text)
		if err != nil || got != c.want || got.PerMillion() != c.perMillion {
			t.Errorf("%s is read as %v, %v, %v a million, want %v, %v", c.text, got, err, got.PerMillion(), c.want, c.perMillion)
		}
		if short := c.want.String(); short != c.short {
			t.Errorf("%s is written %s, want %s", c.text, short, c.short)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  Limit
		short string
	}{{"0", 0, "0"}, {"512", 512, "512"}, {"9007199254740992", 1 << 53, "9007199254740992"},
		{"unlimited", Unlimited, "unlimited"}, {"inf", Unlimited, "unlimited"}} {
		got, err := ParseLimit(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s is read as %d, %v, want %d", c.text, int64(got), err, int64(c.want))
		}
		if short := c.want.String(); short != c.short {
			t.Errorf("%s is written %s, want %s", c.text, short, c.short)
		}
	}
}

func TestErrors(t *testing.T) {
	share := func(text string) error { _, err := ParseShare(text); return err }
	factor := func(text string) error { _, err := ParseFactor(text); return err }
	rate := func(text string) error { _, err := ParseRate(text); return err }
	price := func(text string) error { _, err := ParsePrice(text); return err }
	limit := func(text string) error { _, err := ParseLimit(text); return err }
	for _, c := range []struct {
		read       func(string) error
		text, want string
	}{
		{share, "20", "found 20, a bare number; write a unit, as 20%"},
		{share, "0.2", "found 0.2, a bare number; write a unit, as 20% or 0.2%"},
		{share, "half", `found "half", but a share is due, as 20%`},
		{share, "%", `found "%", but a share is due, as 20%`},
		{share, "1e1%", `found "1e1%", but a share is due, as 20%`},
		{share, "-5%", `found "-5%", but a share is due, as 20%`},
		{factor, "4", "found 4, a bare number; write a unit, as 4x"},
		{factor, "x4", `found "x4", but a factor is due, as 4x`},
		{rate, "50", "found 50, a bare number; write a unit, as 50/s or 50/min"},
		{rate, "50/m", `found "50/m", but a rate per ms, s, min or h is due, as 50/s or 600/min`},
		{rate, "/s", `found "/s", but a rate per ms, s, min or h is due, as 50/s or 600/min`},
		{rate, "", `found "", but a rate per ms, s, min or h is due, as 50/s or 600/min`},
		{price, "3", "found 3, a bare number; write a unit, as 3/million"},
		{price, "3/billion", `found "3/billion", but a price per million or thousand is due, as 3/million or 0.5/thousand`},
		{limit, "1.5", `found "1.5", but a whole number or unlimited is due`},
		{limit, "-1", `found "-1", but a whole number or unlimited is due`},
		{limit, "010", `found "010", but a whole number or unlimited is due`},
		{limit, "Unlimited", `found "Unlimited", but a whole number or unlimited is due`},
		{limit, "9007199254740993", `found "9007199254740993", but the largest count is 9007199254740992; write unlimited for no limit`},
		{share, "an endless text that nobody wants to read again in full",
			`found "an endless text that nobody wants to rea"…, but a share is due, as 20%`},
	} {
		if err := c.read(c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}

// Every value reads back from what is written, to the last bit.
func TestQuantitiesRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 100_000 {
		x := math.Ldexp(rng.Float64(), rng.IntN(60)-40)
		if got, err := ParseShare(Share(x).String()); err != nil || got != Share(x) {
			t.Fatalf("the share %v is written %v and reads back as %v, %v", x, Share(x), float64(got), err)
		}
		if got, err := ParseFactor(Factor(x).String()); err != nil || got != Factor(x) {
			t.Fatalf("the factor %v is written %v and reads back as %v, %v", x, Factor(x), float64(got), err)
		}
		rate := Rate{x, per[rng.IntN(len(per))].span}
		if got, err := ParseRate(rate.String()); err != nil || got != rate {
			t.Fatalf("the rate %v reads back as %v, %v", rate, got, err)
		}
	}
}

// FuzzQuantities feeds one text to each reader: what is accepted reads back from
// what is written.
func FuzzQuantities(f *testing.F) {
	for _, text := range []string{"0", "20%", "0.01%", "4x", "50/s", "600/min", "3/million", "unlimited", "inf", "20", "1e5%", "NaN%", "-0%", "0x", "0x1p3x", "9007199254740993"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		backForth(t, text, ParseShare)
		backForth(t, text, ParseFactor)
		backForth(t, text, ParseRate)
		backForth(t, text, ParsePrice)
		backForth(t, text, ParseLimit)
	})
}

func backForth[Q interface {
	comparable
	fmt.Stringer
}](t *testing.T, text string, read func(string) (Q, error)) {
	q, err := read(text)
	if err != nil {
		return
	}
	if again, err := read(q.String()); err != nil || again != q {
		t.Fatalf("%q is read, written %s and reads back as %v, %v", text, q, again, err)
	}
}
