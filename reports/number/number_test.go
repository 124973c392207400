package number

import "testing"

func TestValuesCarryTheirUnit(t *testing.T) {
	for _, row := range []struct {
		value float64
		unit  string
		want  string
	}{
		{24469, "", "24,469"}, {1234567.4, "", "1,234,567"}, {12.5, "", "12.5"}, {0.7934, "", "0.793"}, {3, "", "3"}, {0, "", "0"}, {-5, "", "−5"},
		{17, "s", "17 s"}, {0.04, "s", "40 ms"}, {0.0000021, "s", "2.1 µs"}, {600, "s", "10 min"}, {120, "s", "120 s"}, {7200, "s", "2 h"}, {0, "s", "0 s"},
		{0.95, "share", "95 %"}, {0.0258, "share", "2.58 %"}, {1, "share", "100 %"}, {0.9999, "share", "99.99 %"}, {0.995, "share", "99.5 %"}, {0.99996, "share", "99.996 %"}, {0, "share", "0 %"},
		{50, "1/s", "50/s"}, {1.5, "1/s", "1.5/s"}, {-0.25, "1/s", "−0.25/s"},
		{0.9, "ratio", "0.90"}, {3.14159, "ratio", "3.14"}, {12.34, "ratio", "12.3"}, {0.05, "ratio", "0.05"},
		{1500, "tokens", "1,500 tokens"}, {31.4, "server seconds", "31.4 server seconds"},
	} {
		if got := Value(row.value, row.unit); got != row.want {
			t.Errorf("Value(%v, %q) = %q, want %q", row.value, row.unit, got, row.want)
		}
	}
}

func TestFactors(t *testing.T) {
	for value, want := range map[float64]string{4.76: "×4.8", 0.9: "×0.90", 12: "×12", 1: "×1.0"} {
		if got := Factor(value); got != want {
			t.Errorf("Factor(%v) = %q, want %q", value, got, want)
		}
	}
}

func TestClock(t *testing.T) {
	for value, want := range map[float64]string{240: "4:00", 240.3: "4:00.3", 5: "0:05", 3725: "1:02:05", 59.99: "1:00"} {
		if got := Clock(value); got != want {
			t.Errorf("Clock(%v) = %q, want %q", value, got, want)
		}
	}
}

func TestIntervalsGiveTheValueAsManyPlacesAsTheirWidth(t *testing.T) {
	for _, row := range []struct {
		value, low, high float64
		unit, want       string
	}{
		{0.903, 0.893, 0.913, "ratio", "0.903 ± 0.010"},
		{0.9, 0.87, 0.93, "ratio", "0.90 ± 0.03"},
		{17, 14, 20, "s", "17 s ± 3 s"},
		{0.79, 0.67, 0.91, "ratio", "0.79 ± 0.12"},
		{0.79, 0.56, 1.2, "ratio", "0.8 (0.6 to 1.2)"},
		{1, 1, 1, "share", "100 %"},
		{0.25, 0.24, 0.26, "share", "25.0 % ± 1.0 %"},
		{24469, 24400, 24538, "", "24,469 ± 69"},
		{0, 0, 0.001, "share", "0.00 % (0.00 to 0.10 %)"},
		{50, 47, 53, "1/s", "50/s ± 3/s"},
		{1320, 1280, 1360, "server seconds", "1,320 ± 40 server seconds"},
		{0.9, 0.9 - 1e-13, 0.9 + 1e-13, "ratio", "0.90"},
	} {
		if got := Interval(row.value, row.low, row.high, row.unit); got != row.want {
			t.Errorf("Interval(%v, %v, %v, %q) = %q, want %q", row.value, row.low, row.high, row.unit, got, row.want)
		}
	}
}

func TestPlural(t *testing.T) {
	for value, want := range map[float64]string{1: "1 task", 2: "2 tasks", 0: "0 tasks", 1.5: "1.5 tasks"} {
		if got := Plural(value, "task"); got != want {
			t.Errorf("Plural(%v) = %q, want %q", value, got, want)
		}
	}
}

// Bounds keep what was written: 1.005 is not 1.00, and 0.9995 is 99.95 %.
func TestExactlyKeepsEveryDigit(t *testing.T) {
	for _, row := range []struct {
		value float64
		unit  string
		want  string
	}{
		{1.005, "ratio", "1.005"}, {1.2, "ratio", "1.2"}, {0.9995, "share", "99.95 %"}, {0.1234, "share", "12.34 %"}, {60, "s", "60 s"}, {0.25, "s", "250 ms"}, {40000, "", "40,000"}, {-0.5, "1/s", "−0.5/s"},
	} {
		if got := Exactly(row.value, row.unit); got != row.want {
			t.Errorf("Exactly(%v, %q) = %q, want %q", row.value, row.unit, got, row.want)
		}
	}
}

// 2 % and 3 % differ by one point, not by 1 %.
func TestSharesDifferByPoints(t *testing.T) {
	if a, b, c := Difference(0.01, "share"), Change(-0.01, "share"), Change(1.5, "s"); a != "1 points" || b != "−1 points" || c != "+1.5 s" {
		t.Errorf("got %q, %q, %q", a, b, c)
	}
}
