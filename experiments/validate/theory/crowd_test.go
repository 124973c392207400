package theory

import "testing"

// Two into two bins: both in one with chance 1/2, so 3/2.
func TestFullestBin(t *testing.T) {
	near(t, "two", Fullest(2, 2), 1.5, 1e-9)
	near(t, "500 in 10", Fullest(500, 10), 61.15307, 1e-6)
	near(t, "500 in 40", Fullest(500, 40), 20.73679, 1e-6)
	near(t, "500 in 160", Fullest(500, 160), 8.75123, 1e-6)
}
