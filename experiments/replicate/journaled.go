package replicate

import (
	"context"
	"fmt"

	"herdcast/experiments/journal"
	"herdcast/experiments/scenario"
)

// journaled takes replications of a scenario from a journal and puts new ones there;
// nil: nothing is kept. What is kept of them depends on the rest of the name.
func journaled[T any](j *journal.Journal, s *scenario.Scenario, what string, run func(ctx context.Context, replication int) (T, error)) func(ctx context.Context, replication int) (T, error) {
	if j == nil {
		return run
	}
	name := fmt.Sprintf("%s %d %s", s.Digest(), s.Spec.Run.Seed, what)
	return func(ctx context.Context, replication int) (T, error) {
		return journal.Do(j, fmt.Sprintf("%s %d", name, replication), func() (T, error) { return run(ctx, replication) })
	}
}
