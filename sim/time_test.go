package sim

import (
	"testing"
	"time"
)

func TestInstantsAndSpans(t *testing.T) {
	began := Time(0).Add(90 * time.Second)
	if began != 90_000_000_000 {
		t.Errorf("90 s after the beginning: got %d ns", began)
	}
	if got := began.Add(-time.Second).Sub(began); got != -time.Second {
		t.Errorf("a second earlier: got %v", got)
	}
	if got := began.Add(1500 * time.Millisecond).Seconds(); got != 91.5 {
		t.Errorf("seconds: got %v, want 91.5", got)
	}
	if got := began.Duration(); got != 90*time.Second {
		t.Errorf("span from the beginning: got %v, want 1m30s", got)
	}
}
