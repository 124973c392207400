package differential

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
)

// The limiter of the adaptive mode refuses an attempt a microsecond before its preset
// lets it pass, and lets it pass a microsecond after: both count in floating point and
// round differently. It is asked without waiting: its own wait, where less than a
// nanosecond is left, is none, and under fake time it then asks forever. Ours is told
// anew before each attempt what has happened to the other, so that the microsecond is
// that of this attempt alone.
func TestAdaptiveModeOfAWS(t *testing.T) {
	s := layers(t, "aws-adaptive")
	rates := s[1].Rate.Compile()
	rapid.Check(t, func(r *rapid.T) {
		type step struct {
			pause, service time.Duration
			throttled      bool
		}
		var steps []step
		for range rapid.IntRange(1, 80).Draw(r, "attempts") {
			steps = append(steps, step{
				time.Duration(rapid.IntRange(0, 700).Draw(r, "pause")) * time.Millisecond,
				time.Duration(rapid.IntRange(1, 300).Draw(r, "service")) * time.Millisecond,
				rapid.IntRange(0, 5).Draw(r, "throttled") == 0,
			})
		}
		differs := ""
		synctest.Test(t, func(*testing.T) {
			began := time.Now() // a whole second
			now := func() sim.Time { return sim.Time(time.Since(began)) }
			theirs := awsretry.NewAdaptiveMode(func(o *awsretry.AdaptiveModeOptions) { o.FailOnNoAttemptTokens = true })
			type attempt struct {
				passed, answered sim.Time
				outcome          policies.Outcome
			}
			var past []attempt
			for i, s := range steps {
				time.Sleep(s.pause)
				state := rates.Fresh()
				rates.Ask(&state, 0, time.Hour) // starts its clock, as the other's has
				for _, a := range past {
					rates.Ask(&state, a.passed, time.Hour)
					rates.Report(&state, a.answered, a.outcome)
				}
				asked := now()
				at := asked
				for {
					wait, _ := rates.Ask(&state, at, time.Hour)
					if wait == 0 {
						break
					}
					at = at.Add(wait)
				}
				if early := at.Sub(asked) - time.Microsecond; early > 0 {
					time.Sleep(early)
					if _, err := theirs.GetAttemptToken(context.Background()); err == nil {
						differs = fmt.Sprintf("attempt %d, asked for at %v, passes before ours at %v", i+1, asked, at)
						return
					}
				}
				time.Sleep(at.Sub(now()) + time.Microsecond)
				release, err := theirs.GetAttemptToken(context.Background())
				if err != nil {
					differs = fmt.Sprintf("attempt %d, asked for at %v, does not pass after ours at %v", i+1, asked, at)
					return
				}
				passed := now()
				time.Sleep(s.service)
				outcome, failed := policies.OK, error(nil)
				if s.throttled {
					outcome, failed = policies.Throttled, awsError{policies.Throttled}
				}
				release(failed)
				past = append(past, attempt{passed, now(), outcome})
			}
		})
		if differs != "" {
			r.Fatal(differs)
		}
	})
}
