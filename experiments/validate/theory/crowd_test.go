package theory

import "testing"

// Two into two bins: both in one with chance 1/2, so 3/2. Three into three: 6 of 27
// ways give 1, 18 give 2, 3 give 3, so 51/27.
func TestFullestBin(t *testing.T) {
	near(t, "two", Fullest(2, 2), 1.5, 1e-9)
	near(t, "three", Fullest(3, 3), 51.0/27, 1e-9)
	near(t, "500 in 10", Fullest(500, 10), 61.15307, 1e-6)
	near(t, "500 in 40", Fullest(500, 40), 20.73679, 1e-6)
	near(t, "500 in 160", Fullest(500, 160), 8.75123, 1e-6)
	near(t, "2000 in 10", Fullest(2000, 10), 222.03994, 1e-6)
	near(t, "2000 in 160", Fullest(2000, 160), 22.91044, 1e-6)
	near(t, "10000 in 40", Fullest(10000, 40), 284.80129, 1e-6)
}
