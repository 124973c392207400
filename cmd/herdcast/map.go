package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan/phase"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
)

func newMap(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "map FILE",
		Short: "Tell over two paths where a fleet recovers, degrades or collapses",
		Long: `Tells over two paths of an experiment with the key map where the fleet recovers
after a fault, degrades or collapses. Most points are simulated where one turns into
another. docs/maps.md says what that means exactly.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			if f.workers < 1 {
				return refuse("--workers must be at least 1, got %d", f.workers)
			}
			repeats := f.repeat(command, "map", args[0])
			e, err := f.experiment(command, args[0])
			if err != nil {
				return err
			}
			if e.Map == nil {
				return refuse("%s asks for no map: write map: {x: {of: PATH, between: [LOW, HIGH]}, y: {of: PATH, between: [LOW, HIGH]}} (docs/maps.md)%s", args[0], instead(e, args[0]))
			}
			return f.search(command, repeats, func(ctx context.Context, kept *journal.Journal, p *progress) (a answer, err error) {
				m, err := phase.Of(ctx, e, phase.Options{Workers: f.workers, Journal: kept, Progress: p.search})
				if err != nil {
					return a, err
				}
				m.Herdcast, m.Command = version(), repeats
				return answer{
					encode: m.Encode,
					report: func(folder string) error { return experiment.WriteMap(folder, m) },
					text:   func(w io.Writer, o text.Options) error { return text.Map(w, m, o) },
				}, nil
			})
		}),
	}
}
