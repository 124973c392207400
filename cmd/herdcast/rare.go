package main

import (
	"context"
	"errors"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"herdcast/experiments/journal"
	"herdcast/experiments/objective"
	"herdcast/experiments/plan/rare"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
)

func newRare(f *flags) *cobra.Command {
	var level int64
	var event string
	var paths int
	command := &cobra.Command{
		Use:   "rare FILE --level N | --event BOUND",
		Short: "Estimate how likely an event is, however rare that is",
		Long: `Estimates the probability of an event within a run of the scenario: with --level that
so many wait at once (requests in the queue, and calls between their attempts), with
--event that a measure keeps a bound, such as 'recovery.time > 60s', 'recovery.recovered
== 0' or 'effects.duplicates >= 5'. Multilevel splitting finds probabilities that
plain replications hardly ever see. --replications sets how many independent
splittings the interval rests on. docs/rare-events.md says how, and when
not to believe it.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			switch {
			case f.workers < 1:
				return refuse("--workers must be at least 1, got %d", f.workers)
			case command.Flags().Changed("level") == (event != ""):
				return refuse("herdcast rare needs either --level N, how many wait at once, or --event BOUND, such as 'effects.duplicates >= 5'")
			case event == "" && level < 1:
				return refuse("--level must be at least 1, got %d", level)
			case paths < 1 || paths > 1_000_000:
				return refuse("--paths must be from 1 to 1000000, got %d", paths)
			}
			options := rare.Options{Level: level, Paths: paths, Workers: f.workers}
			asked := []string{"--level", strconv.FormatInt(level, 10)}
			if event != "" {
				bound, err := objective.Parse(event)
				if err != nil {
					return refuse("--event: %v", err)
				}
				options.Bound, asked = &bound, []string{"--event", quote(event)}
			}
			repeats := f.line("rare", args[0], append(append(asked, "--paths", strconv.Itoa(paths)), luck(command)...)...)
			s, err := f.read(command, args[0])
			if err != nil {
				return err
			}
			if s.Spec.Run.Replications < 2 {
				return refuse("an interval needs at least 2 replications, got %d", s.Spec.Run.Replications)
			}
			return f.search(command, repeats, func(ctx context.Context, kept *journal.Journal, p *progress) (a answer, err error) {
				options.Journal, options.Progress = kept, p.tell
				r, err := rare.Of(ctx, s, options)
				var unfit rare.Unfit
				if errors.As(err, &unfit) {
					err = refuse("--event %s: %v", quote(event), err)
				}
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
	command.Flags().StringVar(&event, "event", "", "a bound that a measure of the run keeps, such as 'effects.duplicates >= 5'")
	command.Flags().IntVar(&paths, "paths", 200, "runs of each splitting towards each height on the way")
	return command
}
