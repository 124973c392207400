package theory

import "testing"

// 2 000 000 draws give medians of 1.991, 8.070 and 16.150 s and a mean second wait of
// 1.158 s. By hand the first median is √2 · tanh(√2) / 1.4, and 2^t · tanh(√(4t)) is 1.4
// at 0.6118.
func TestPolly(t *testing.T) {
	first, second := Polly{1, 1}, Polly{1, 2}
	near(t, "first median", first.at(0.5), 0.8974049, 1e-6)
	near(t, "second median", second.Ranked(0.5, 999), 1.991, 1e-3)
	near(t, "fourth median", Polly{1, 4}.Ranked(0.5, 999), 8.070, 5e-3)
	near(t, "fifth median", Polly{1, 5}.Ranked(0.5, 999), 16.150, 5e-3)
	near(t, "mean of the second wait", second.Mean()-first.Mean(), 1.158, 3e-3)
	near(t, "sent in the first second", first.Sent(1, 5), 0.6118, 1e-4)
	// All of the first by 1.378 s, none of the others before.
	near(t, "sent in between", first.Sent(1.3773, 5), 1, 1e-3)
}
