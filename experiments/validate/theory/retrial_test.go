package theory

import "testing"

func TestOneSlot(t *testing.T) {
	near(t, "60/s", OneSlotInBackoff(60, Exponential(0.010), 0.050), 5.4, 1e-9)
	near(t, "its attempts", OneSlotAttempts(60, Exponential(0.010), 0.050), 168, 1e-9)
	near(t, "its latency", OneSlotLatency(60, Exponential(0.010), 0.050), 0.1, 1e-9)
	near(t, "constant", OneSlotInBackoff(60, Constant(0.010), 0.050), 4.95, 1e-9)
	near(t, "log-normal", OneSlotInBackoff(60, LogNormal{0.010, 1}, 0.050), 5.723227, 1e-6)
	near(t, "80/s", OneSlotInBackoff(80, Exponential(0.010), 0.020), 9.6, 1e-9)
	near(t, "70/s", OneSlotAttempts(70, Exponential(0.010), 0.001), 1866.6667, 1e-7)
}

func TestEndlessRetries(t *testing.T) {
	got := Retrial{Rate: 4, Service: 1, Limit: 5, Pause: 2}.Solve(150)
	near(t, "first refused", got.FirstRefused, 0.439481667, 1e-8)
	near(t, "refused", got.Refused, 0.504090567, 1e-8)
	near(t, "in backoff", got.InBackoff, 8.13197787, 1e-8)
	near(t, "attempts", got.Attempts, 8.06598893, 1e-8)
	got = Retrial{Rate: 70, Service: 0.1, Limit: 10, Pause: 0.5}.Solve(150)
	near(t, "first refused", got.FirstRefused, 0.125806744, 1e-8)
	near(t, "in backoff", got.InBackoff, 5.38551155, 1e-8)
	// One slot has a closed form.
	one := Retrial{Rate: 60, Service: 0.010, Limit: 1, Pause: 0.050}.Solve(200)
	near(t, "one slot", one.InBackoff, OneSlotInBackoff(60, Exponential(0.010), 0.050), 1e-8)
}

func TestOneRetry(t *testing.T) {
	got := Retrial{Rate: 12, Service: 1, Limit: 10, Pause: 2, Once: true}.Solve(80)
	near(t, "first refused", got.FirstRefused, 0.480072217, 1e-8)
	near(t, "failed", got.Failed, 0.244931608, 1e-8)
	near(t, "in backoff", got.InBackoff, 11.52173321, 1e-8)
	near(t, "attempts", got.Attempts, 17.76086661, 1e-8)
	got = Retrial{Rate: 12, Service: 1, Limit: 10, Pause: 20, Once: true}.Solve(300)
	near(t, "long pause: failed", got.Failed, 0.241281981, 1e-8)
	near(t, "long pause: in backoff", got.InBackoff, 117.52455187, 1e-8)
	got = Retrial{Rate: 100, Service: 0.1, Limit: 10, Pause: 0.2, Once: true}.Solve(80)
	near(t, "100/s: failed", got.Failed, 0.142887540, 1e-8)
}

func TestLongPauses(t *testing.T) {
	got := LongPauses(12, 1, 10, 4)
	near(t, "attempts", got.Attempts, 29.15337905, 1e-8)
	near(t, "refused", got.Refused, 0.672648472, 1e-8)
	near(t, "failed", got.Failed, 0.204716402, 1e-8)
	near(t, "load", LongPauses(80, 0.1, 10, 5).Attempts, 104.53902623, 1e-8)
}
