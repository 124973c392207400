package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"herdcast/experiments/live"
	"herdcast/experiments/scenario"
	"herdcast/reports/number"
)

func newLive(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "live FILE",
		Short: "Run a scenario for real, and hold it against its simulation",
		Long: `Simulate a scenario, then run it for real: its dependency is emulated over HTTP on
loopback, and each call is made by a real client with the policies around it. It
takes the scenario's duration, so keep that to a minute or so with --set, and the
fleet to what one machine can play. See docs/live.md.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			s, err := f.read(command, args[0])
			if err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			p := newProgress(command.ErrOrStderr(), f.quiet)
			all, err := live.Compare(ctx, s, live.Options{Workers: f.workers, Progress: p.tell, Begins: func() {
				p.end()
				f.note(command, "running for real for %v\n", s.Spec.Run.Duration)
			}})
			var unfit *live.UnfitError
			switch {
			case errors.As(err, &unfit):
				return refuse("%s", unfit.Why)
			case errors.Is(err, context.Canceled):
				return &exit{interrupted, errors.New("interrupted before the run was over; nothing is kept")}
			case err != nil:
				return err
			}
			return f.compared(command.OutOrStdout(), s, all)
		}),
	}
}

// compared prints real and simulated measures side by side.
func (f *flags) compared(out io.Writer, s *scenario.Scenario, all []live.Comparison) error {
	switch {
	case f.json:
		return writeJSON(out, map[string]any{"version": 1, "name": s.Spec.Name, "measures": all})
	case f.quiet:
		return nil
	}
	if _, err := fmt.Fprintf(out, "%-22s %11s %11s %21s %9s\n", "", "real", "simulated", "single runs", "differ"); err != nil {
		return err
	}
	for _, c := range all {
		between, differs, sign := "", "", " "
		if c.Low != nil {
			between = number.Value(max(0, *c.Low), c.Unit) + " … " + number.Value(*c.High, c.Unit)
		}
		if c.Difference != nil {
			differs = fmt.Sprintf("%+.1f %%", 100**c.Difference)
		}
		if !c.Agrees {
			sign = "≠"
		}
		if _, err := fmt.Fprintf(out, "%-22s %11s %11s %21s %9s %s\n", c.Measure, number.Value(c.Real, c.Unit), number.Value(c.Simulated, c.Unit), between, differs, sign); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(out, "\nsingle runs: where one more simulated run would lie 19 times out of 20\n≠: outside of that, and more than a tenth from the mean")
	return err
}
