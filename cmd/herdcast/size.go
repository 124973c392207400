package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan/size"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
)

func newSize(f *flags) *cobra.Command {
	n := &numbers{}
	command := &cobra.Command{
		Use:                   "size FILE | size --agents N --rate R --p50 D --p99 D --capacity N",
		DisableFlagsInUseLine: true,
		Short:                 "Find the largest or smallest value that keeps the objectives",
		Long: `Searches for the largest or smallest value of a scenario's keys with which every
objective holds in every scenario, and says how sure that is, which objective keeps
it from going further, and what every value that was tried came to. FILE is an
experiment with the key size, or the name of a shipped one.

Without a file, the numbers at hand make a scenario, and the settings of its wrapper
are recommended one by one: deadlines of attempt and tool, attempts, backoff, retry
budget, concurrency limit. --out DIR takes the files to go on with.

The status is 1 if no value holds, or if the whole wrapper fails an objective.
docs/sizing.md says how the search decides.`,
		Args: fileOrNumbers(n),
		RunE: verb(func(command *cobra.Command, args []string) error {
			if f.workers < 1 {
				return refuse("--workers must be at least 1, got %d", f.workers)
			}
			if len(args) == 0 {
				return f.recommend(command, n)
			}
			repeats := f.repeat(command, "size", args[0])
			e, err := f.experiment(command, args[0])
			if err != nil {
				return err
			}
			if e.Size == nil {
				return refuse("%s asks for no size: write size: {find: largest, of: PATH, between: [LOW, HIGH], such_that: [OBJECTIVE, …]} (docs/sizing.md)%s", args[0], instead(e, args[0]))
			}
			return f.find(command, e, repeats)
		}),
	}
	n.add(command)
	return command
}

// find answers an experiment and turns that into an exit.
func (f *flags) find(command *cobra.Command, e *scenario.Experiment, repeats string) error {
	var s *result.Size
	err := f.search(command, repeats, func(ctx context.Context, kept *journal.Journal, p *progress) (a answer, err error) {
		if s, err = size.Find(ctx, e, size.Options{Workers: f.workers, Journal: kept, Progress: p.search}); err != nil {
			return a, err
		}
		s.Herdcast, s.Command = version(), repeats
		files := map[string][]byte{}
		if s.Fragment != "" {
			files["fragment.yaml"] = []byte(s.Fragment)
		}
		return answer{
			encode: s.Encode,
			files:  files,
			report: func(folder string) error { return experiment.WriteSize(folder, s) },
			text:   func(w io.Writer, o text.Options) error { return text.Size(w, s, o) },
		}, nil
	})
	if err == nil && s.Answer == nil {
		return &exit{status: fails}
	}
	return err
}
