package theory

import "testing"

// By hand: a standstill of 10 s under 140 calls a second leaves 1,400 first attempts
// and 1,260 second ones. 2,360 of them are worked off at 300 − 280 a second in 118 s,
// the 300 that are left at 300 − 140 in 1.875 s.
func TestSlowdowns(t *testing.T) {
	near(t, "a standstill", Slowdown{Calls: 140, Capacity: 300, Lasts: 10, Timeout: 1}.Recovers(), 119.875, 1e-9)
	// Four times as slow for 3 s: the wait is 200 ms after 0.25 s, 32 · 3 first attempts
	// and 72 · 2.55 others wait, 279.6; 247.6 at 16 a second, 32 at 88.
	near(t, "a slow server", Slowdown{Calls: 72, Capacity: 160, Slow: 40, Lasts: 3, Timeout: 0.2}.Recovers(), 15.475+32.0/88, 1e-9)
}
