package size

import (
	"testing"

	"herdcast/experiments/scenario"
)

func amount(t *testing.T, text string) scenario.Amount {
	t.Helper()
	a, err := scenario.ParseAmount(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func scale(t *testing.T, low, high, within string) Scale {
	t.Helper()
	return Scale{scenario.Range{From: amount(t, low), To: amount(t, high)}, amount(t, within)}
}

func TestScalesGoInSteps(t *testing.T) {
	for _, row := range []struct {
		low, high, within string
		steps             int
		first, second     string
		plain             float64 // the second as results have it
	}{
		{"0%", "100%", "1%", 100, "0%", "1%", 0.01},
		{"0%", "1%", "0.1%", 10, "0%", "0.1%", 0.001},
		{"1", "64", "1", 63, "1", "2", 2},
		{"100ms", "2s", "100ms", 19, "100ms", "200ms", 0.2},
		{"0s", "1m", "15s", 4, "0s", "15s", 15},
		{"60/min", "600/min", "60/min", 9, "60/min", "120/min", 2},
		{"0.5x", "4x", "0.25x", 14, "0.5x", "0.75x", 0.75},
		{"0%", "100%", "30%", 4, "0%", "30%", 0.3}, // the last step is shorter
	} {
		s := scale(t, row.low, row.high, row.within)
		plain, _ := s.at(1).Plain()
		if s.Steps() != row.steps || s.at(0).Text() != row.first || s.at(1).Text() != row.second || plain != row.plain {
			t.Errorf("%v: %d steps, %s, %s (%v)", row, s.Steps(), s.at(0).Text(), s.at(1).Text(), plain)
		}
		if end := s.at(s.Steps()).Text(); end != row.high {
			t.Errorf("%v: ends at %s", row, end)
		}
	}
}
