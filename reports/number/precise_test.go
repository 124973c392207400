package number

import "testing"

func TestPreciseNumbersHaveFiveDigits(t *testing.T) {
	for _, row := range []struct {
		value float64
		unit  string
		want  string
	}{
		{0.0346574, "s", "34.657 ms"}, {1.5, "s", "1.5 s"}, {0.1679632263, "share", "16.796 %"}, {950, "1/s", "950/s"}, {0.000721096, "ratio", "0.0007211"},
		{3388.2464, "1/s", "3,388.2/s"}, {123456, "", "123,456"}, {0, "", "0"}, {-0.5, "ratio", "−0.5"}, {31.4, "server seconds", "31.4 server seconds"},
	} {
		if got := Precise(row.value, row.unit); got != row.want {
			t.Errorf("Precise(%v, %q) = %q, want %q", row.value, row.unit, got, row.want)
		}
	}
}
