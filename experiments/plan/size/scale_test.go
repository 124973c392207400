package size

import "testing"

func TestScalesHaveUnits(t *testing.T) {
	for _, row := range []struct {
		low, high, within string
		steps             int
		first, second     string
		plain             float64 // the second as results have it
	}{
		{"0%", "100%", "1%", 100, "0%", "1%", 0.01},
		{"0", "1%", "0.1%", 10, "0%", "0.1%", 0.001},
		{"1", "64", "1", 63, "1", "2", 2},
		{"1", "1000", "", 100, "1", "11", 11}, // a hundredth of 999, the next whole number
		{"100ms", "2s", "100ms", 19, "100ms", "200ms", 0.2},
		{"0", "1m", "15s", 4, "0s", "15s", 15},
		{"60/min", "600/min", "60/min", 9, "60/min", "120/min", 2},
		{"0.5x", "4x", "0.25x", 14, "0.5x", "0.75x", 0.75},
		{"0%", "100%", "30%", 4, "0%", "30%", 0.3}, // the last step is shorter
	} {
		s, err := NewScale(row.low, row.high, row.within)
		if err != nil {
			t.Errorf("%v: %v", row, err)
			continue
		}
		if s.Steps() != row.steps || s.Text(0) != row.first || s.Text(1) != row.second || s.plain(s.value(1)) != row.plain {
			t.Errorf("%v: %d steps, %s, %s (%v)", row, s.Steps(), s.Text(0), s.Text(1), s.plain(s.value(1)))
		}
		if end, _ := s.unit.read(s.Text(s.Steps())); end != s.High {
			t.Errorf("%v: ends at %s", row, s.Text(s.Steps()))
		}
	}
}

func TestScalesSayWhatIsWrong(t *testing.T) {
	for _, row := range []struct{ low, high, within, want string }{
		{"1", "1", "", "found 1 and 1, but the lower end comes first and the range is not empty"},
		{"0", "0", "", "found a range from 0 to 0, but the lower end comes first and the range is not empty"},
		{"5", "1", "", "found 5 and 1, but the lower end comes first and the range is not empty"},
		{"1", "unlimited", "", `found "unlimited", but a count, a duration, a share, a factor or a rate is due, such as 64, 500ms, 20%, 1.5x or 50/s`},
		{"a", "b", "", `found "b", but a count, a duration, a share, a factor or a rate is due, such as 64, 500ms, 20%, 1.5x or 50/s`},
		{"1%", "10%", "0%", "found a resolution of 0%, but it must be more than 0"},
		{"1%", "10%", "50%", "found a resolution of 50%, which is more than the range from 1% to 10%"},
		{"0", "1h", "1ns", "found a resolution of 1ns, but a range has at most 1000000 steps"},
	} {
		if _, err := NewScale(row.low, row.high, row.within); err == nil || err.Error() != row.want {
			t.Errorf("%v: got %v", row, err)
		}
	}
	if _, err := NewScale("1%", "10", ""); err == nil {
		t.Error("a share and a count are taken for one range")
	}
}
