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
	"herdcast/experiments/scenario"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
)

// rareFlags is what is asked on the command line.
type rareFlags struct {
	level int
	event string
	paths int
}

func newRare(f *flags) *cobra.Command {
	r := &rareFlags{}
	command := &cobra.Command{
		Use:   "rare FILE [--level N | --event BOUND]",
		Short: "Estimate how likely an event is, however rare that is",
		Long: `Estimates the probability of an event within a run of the scenario: with --level that
so many wait at once (requests in the queue, and calls between their attempts), with
--event that a measure keeps a bound, such as 'recovery.time > 60s', 'recovery.recovered
== 0' or 'effects.duplicates >= 5'. An experiment with the key rare says that itself.
Multilevel splitting finds probabilities that plain replications hardly ever see.
--replications sets how many independent splittings the interval rests on.
docs/rare-events.md says how, and when not to believe it.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			if f.workers < 1 {
				return refuse("--workers must be at least 1, got %d", f.workers)
			}
			e, err := f.experiment(command, args[0])
			if err != nil {
				return err
			}
			asked, said, err := r.asked(command, e, args[0])
			if err != nil {
				return err
			}
			s, err := e.Scenario(0)
			if err != nil {
				return &exit{badInput, err}
			}
			if s.Spec.Run.Replications < 2 {
				return refuse("an interval needs at least 2 replications, got %d", s.Spec.Run.Replications)
			}
			repeats := f.line("rare", args[0], append(said, luck(command)...)...)
			return f.search(command, repeats, func(ctx context.Context, kept *journal.Journal, p *progress) (a answer, err error) {
				options := rare.Options{Bound: asked.Bound, Paths: asked.Paths, Workers: f.workers, Journal: kept, Progress: p.tell, Begins: func(runs int) {
					p.end()
					f.note(command, "heights found; the estimate takes about %s\n", count(runs, "run"))
				}}
				if asked.Level != nil {
					options.Level = int64(*asked.Level)
				}
				f.note(command, "looking for heights on the way with %s each; the estimate takes about %s towards each\n",
					count(asked.Paths, "run"), count(s.Spec.Run.Replications*asked.Paths, "run"))
				estimate, err := rare.Of(ctx, s, options)
				var unfit rare.Unfit
				switch {
				case errors.As(err, &unfit) && e.Rare != nil:
					return a, e.Problem("rare.event", err.Error())
				case errors.As(err, &unfit):
					return a, refuse("--event %s: %v", quote(r.event), err)
				case err != nil:
					return a, err
				}
				estimate.Herdcast, estimate.Command, estimate.Name = version(), repeats, e.Name
				return answer{
					encode: estimate.Encode,
					report: func(folder string) error { return experiment.WriteRare(folder, estimate) },
					text:   func(w io.Writer, o text.Options) error { return text.Rare(w, estimate, o) },
				}, nil
			})
		}),
	}
	command.Flags().IntVar(&r.level, "level", 0, "how many wait at once: requests in the queue, and calls between attempts")
	command.Flags().StringVar(&r.event, "event", "", "a bound that a measure of the run keeps, such as 'effects.duplicates >= 5'")
	command.Flags().IntVar(&r.paths, "paths", 200, "runs of each splitting towards each height on the way")
	return command
}

// asked gives what the file asks, or else the flags, and the words that say so again.
func (r *rareFlags) asked(command *cobra.Command, e *scenario.Experiment, file string) (asked scenario.Rare, said []string, err error) {
	given := command.Flags().Changed
	paths := []string{"--paths", strconv.Itoa(r.paths)}
	switch {
	case r.paths < 1 || r.paths > 1_000_000:
		return asked, nil, refuse("--paths must be from 1 to 1000000, got %d", r.paths)
	case e.Rare != nil && (given("level") || given("event")):
		return asked, nil, refuse("%s says what is asked (its key rare): leave --level and --event out", file)
	case e.Rare != nil && given("paths"):
		asked = *e.Rare
		asked.Paths = r.paths
		return asked, paths, nil
	case e.Rare != nil:
		return *e.Rare, nil, nil
	case e.Verb() != "":
		return asked, nil, refuse("%s asks for no rare event: write rare: {level: N} or rare: {event: BOUND} (docs/rare-events.md)%s", file, instead(e, file))
	case given("level") == given("event"):
		return asked, nil, refuse("herdcast rare needs either --level N, how many wait at once, or --event BOUND, such as 'effects.duplicates >= 5'")
	case given("level") && r.level < 1:
		return asked, nil, refuse("--level must be at least 1, got %d", r.level)
	case given("level"):
		return scenario.Rare{Level: &r.level, Paths: r.paths}, append([]string{"--level", strconv.Itoa(r.level)}, paths...), nil
	}
	bound, err := objective.Parse(r.event)
	if err != nil {
		return asked, nil, refuse("--event: %v", err)
	}
	return scenario.Rare{Bound: &bound, Paths: r.paths}, append([]string{"--event", quote(r.event)}, paths...), nil
}
