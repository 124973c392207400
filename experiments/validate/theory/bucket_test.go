package theory

import "testing"

// A purse of one token that costs one, two tries, p = 1/2. Full, a call succeeds at
// once (1/2, full), or pays and then succeeds (1/4, full again) or fails (1/4, empty).
// Empty, it succeeds (1/2, full) or fails (1/2, empty). So it is full for 2/3 of the
// calls, which make 3/2 tries, the others one: 4/3.
func TestPurse(t *testing.T) {
	near(t, "by hand", Purse{Fails: 0.5, Most: 2, Size: 1, Cost: 1}.Attempts(), 4.0/3, 1e-12)
	near(t, "plenty", Purse{Fails: 0.01, Most: 3, Size: 500, Cost: 5}.Attempts(), 1.0101, 1e-6)
	near(t, "all fail", Purse{Fails: 1 - 1e-9, Most: 3, Size: 20, Cost: 5}.Attempts(), 1, 1e-6)
}

// A bucket of two tokens allows a retry above one: not after a failure, which leaves
// at most one. So no call retries, whatever fails.
func TestChannel(t *testing.T) {
	near(t, "never above half", Channel{Fails: 0.3, Most: 3, Size: 20}.Attempts(), 1, 1e-12)
	near(t, "plenty", Channel{Fails: 0.001, Most: 2, Size: 1000}.Attempts(), 1.001, 1e-6)
}

func TestThrottled(t *testing.T) {
	near(t, "nothing accepted: one beside those that count", Throttled(1200, 2, 0), 1.0/1201, 1e-12)
	near(t, "four in ten", Throttled(200, 2, 0.4), 0.024390244, 1e-7)
	near(t, "half, k 1.1", Throttled(1200, 1.1, 0.5), 0.0018484288, 1e-7)
	near(t, "three in ten", Throttled(1200, 2, 0.3), 0.0020790021, 1e-7)
}

// By a run in exact fractions, too.
func TestBucketsRefilledByTheClock(t *testing.T) {
	for _, row := range [][5]int{{10, 60, 100, 60, 69}, {100, 600, 500, 30, 399}, {5, 30, 7, 120, 64}, {1000, 3000, 200, 10, 1499}, {1000, 3000, 200, 5, 1000}} {
		if got := Refilled(row[0], row[1], row[2], row[3]); got != row[4] {
			t.Errorf("%v: got %d", row, got)
		}
	}
}
