package quantity

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func TestDurations(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  time.Duration
		short string
	}{
		{"0", 0, "0s"},
		{"0s", 0, "0s"},
		{"250ms", 250 * time.Millisecond, "250ms"},
		{"0.25s", 250 * time.Millisecond, "250ms"},
		{"1500ms", 1500 * time.Millisecond, "1.5s"},
		{"90s", 90 * time.Second, "1m30s"},
		{"1h30m", 90 * time.Minute, "1h30m"},
		{"1.5h", 90 * time.Minute, "1h30m"},
		{"1h5s", time.Hour + 5*time.Second, "1h5s"},
		{"1m0.5s", time.Minute + time.Second/2, "1m0.5s"},
		{"2d", 48 * time.Hour, "48h"},
		{"1d12h", 36 * time.Hour, "36h"},
		{"3us", 3 * time.Microsecond, "3us"},
		{"3µs", 3 * time.Microsecond, "3us"},
		{"1.001us", 1001, "1.001us"},
		{"1.000000001s", time.Second + 1, "1.000000001s"},
		{"7ns", 7, "7ns"},
		{"7.000ns", 7, "7ns"},
		{"0.000000001s", 1, "1ns"},
		{"2562047h47m16.854775807s", math.MaxInt64, "2562047h47m16.854775807s"},
	} {
		got, err := ParseDuration(c.text)
		if err != nil || got != c.want {
			t.Errorf("%s is read as %d ns, %v, want %d", c.text, got, err, c.want)
		}
		if short := FormatDuration(c.want); short != c.short {
			t.Errorf("%d ns is written %s, want %s", c.want, short, c.short)
		}
	}
	if got, want := FormatDuration(-1500*time.Millisecond), "-1.5s"; got != want {
		t.Errorf("written %s, want %s", got, want)
	}
	if got, want := FormatDuration(math.MinInt64), "-2562047h47m16.854775808s"; got != want {
		t.Errorf("written %s, want %s", got, want)
	}
}

func TestDurationErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"100", "found 100, a bare number; write a unit, as 100ms or 100s"},
		{"2.5", "found 2.5, a bare number; write a unit, as 2.5ms or 2.5s"},
		{"", `found "", but a duration is due, as 250ms or 1h30m`},
		{"soon", `found "soon", but a duration is due, as 250ms or 1h30m`},
		{"-5s", `found "-5s", but a duration is due, as 250ms or 1h30m`},
		{"1e3s", `found "1e3s" with the unit "e" (allowed: d, h, m, s, ms, us, ns)`},
		{"05s", `found "05s", but a duration is due, as 250ms or 1h30m`},
		{"5.s", `found "5.s", but a duration is due, as 250ms or 1h30m`},
		{".5s", `found ".5s", but a duration is due, as 250ms or 1h30m`},
		{"1h30", `found "1h30", but a duration is due, as 250ms or 1h30m`},
		{"5 s", `found "5 s" with the unit " s" (allowed: d, h, m, s, ms, us, ns)`},
		{"5min", `found "5min" with the unit "min" (allowed: d, h, m, s, ms, us, ns)`},
		{"30m1h", `found "30m1h", but units come once each, the largest first, as 1h30m`},
		{"1s1s", `found "1s1s", but units come once each, the largest first, as 1h30m`},
		{"1.5ns", `found "1.5ns", but a duration is a whole number of nanoseconds`},
		{"0.0000000000000001d", `found "0.0000000000000001d", but a duration is a whole number of nanoseconds`},
		{"300000d", `found "300000d", but the longest duration is 2562047h47m16.854775807s`},
		{"99999999999999999999s", `found "99999999999999999999s", but the longest duration is 2562047h47m16.854775807s`},
		{"106751d24h", `found "106751d24h", but the longest duration is 2562047h47m16.854775807s`},
	} {
		got, err := ParseDuration(c.text)
		if err == nil {
			t.Errorf("%q is read as %v, want an error", c.text, got)
		} else if err.Error() != c.want {
			t.Errorf("%q: %q, want %q", c.text, err, c.want)
		}
	}
}

// Every duration reads back from what is written.
func TestDurationsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 100_000 {
		d := time.Duration(rng.Int64() >> rng.IntN(63))
		if rng.IntN(2) == 0 {
			d -= d % []time.Duration{time.Microsecond, time.Millisecond, time.Second, time.Minute, time.Hour}[rng.IntN(5)]
		}
		text := FormatDuration(d)
		if got, err := ParseDuration(text); err != nil || got != d {
			t.Fatalf("%d ns is written %s and reads back as %d, %v", d, text, got, err)
		}
	}
}

// What is accepted, time.ParseDuration reads alike, days apart; and what is
// written again reads back to the same.
func FuzzParseDuration(f *testing.F) {
	for _, text := range []string{"0", "250ms", "1h30m", "2d", "1.5s", "7.000ns", "1s1h", "5", "-1s", "9223372036854775807ns", "0.1ns", "3µs", "\xffs", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := ParseDuration(text)
		if err != nil {
			return
		}
		if d < 0 {
			t.Fatalf("%q is read as %d ns", text, d)
		}
		if theirs, err := time.ParseDuration(text); err == nil && theirs != d {
			t.Fatalf("%q is read as %d ns, package time reads %d", text, d, theirs)
		}
		if again, err := ParseDuration(FormatDuration(d)); err != nil || again != d {
			t.Fatalf("%q is read as %d ns, written %s and reads back as %d, %v", text, d, FormatDuration(d), again, err)
		}
	})
}
