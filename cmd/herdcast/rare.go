package main

import (
	"context"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan/rare"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
)

func newRare(f *flags) *cobra.Command {
	var level int64
	var paths int
	command := &cobra.Command{
		Use:   "rare FILE --level N",
		Short: "Estimate how likely it is that so many wait, however rare that is",
		Long: `Estimates the probability that within a run of the scenario so many wait at once:
requests in the queue, and calls between their attempts. Multilevel splitting finds
probabilities that plain replications hardly ever see. --replications sets how many
independent splittings the interval rests on. docs/rare-events.md says how, and when
not to believe it.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			switch {
			case f.workers < 1:
				return refuse("--workers must be at least 1, got %d", f.workers)
			case !command.Flags().Changed("level"):
				return refuse("herdcast rare needs --level N: how many wait at once")
			case level < 1:
				return refuse("--level must be at least 1, got %d", level)
			case paths < 1 || paths > 1_000_000:
				return refuse("--paths must be from 1 to 1000000, got %d", paths)
			}
			repeats := f.repeat(command, "rare", args[0], "--level", strconv.FormatInt(level, 10), "--paths", strconv.Itoa(paths))
			s, err := f.read(command, args[0])
			if err != nil {
				return err
			}
			if s.Spec.Run.Replications < 2 {
				return refuse("an interval needs at least 2 replications, got %d", s.Spec.Run.Replications)
			}
			return f.search(command, repeats, func(ctx context.Context, kept *journal.Journal, p *progress) (a answer, err error) {
				r, err := rare.Of(ctx, s, rare.Options{Level: level, Paths: paths, Workers: f.workers, Journal: kept, Progress: p.tell})
				if err != nil {
					return a, err
				}
				r.Herdcast, r.Command = version(), repeats
				return answer{
					encode: r.Encode,
					report: func(folder string) error { return experiment.WriteRare(folder, r) },
					text:   func(w io.Writer, o text.Options) error { return text.Rare(w, r, o) },
				}, nil
			})
		}),
	}
	command.Flags().Int64Var(&level, "level", 0, "how many wait at once: requests in the queue, and calls between attempts")
	command.Flags().IntVar(&paths, "paths", 200, "runs of each splitting towards each height on the way")
	return command
}
