package main

import (
	"context"
	"errors"
	"fmt"
	"path"

	"github.com/spf13/cobra"

	"herdcast/experiments/result"
	"herdcast/experiments/validate"
	"herdcast/reports/validation"
)

func newValidate(f *flags) *cobra.Command {
	var o validate.Options
	command := &cobra.Command{
		Use:   "validate",
		Short: "Hold the simulator against theory",
		Long: `Simulates the cases that ship and prints each value beside what theory says of it:
the reference and its source, the simulated mean with its 95 % interval, and how many
standard errors lie between; where only the order of two cases is known, their
difference. The status is 1 if a value lies further than 4, or an order cannot be told.

herdcast run NAME and herdcast scenarios show NAME take the names of cases too.`,
		Args: cobra.NoArgs,
		RunE: verb(func(command *cobra.Command, _ []string) error {
			switch {
			case len(f.set) > 0:
				return refuse("--set changes scenarios, but validate simulates its cases as they are; change a copy: herdcast scenarios show NAME")
			case f.workers < 1:
				return refuse("--workers must be at least 1, got %d", f.workers)
			case command.Flags().Changed("replications") && f.replications < 2:
				return refuse("--replications must be at least 2 to tell a standard error, got %d", f.replications)
			}
			if command.Flags().Changed("seed") {
				o.Seed = &f.seed
			}
			o.Replications, o.Workers = f.replications, f.workers
			v, err := f.validate(command, o)
			if err != nil {
				return err
			}
			if f.out != "" {
				if err := validation.Write(f.out, v); err != nil {
					return err
				}
			}
			if err := f.tell(command, v); err != nil {
				return err
			}
			if v.Off()+v.Contrary() > 0 {
				return &exit{status: fails}
			}
			return nil
		}),
	}
	command.Flags().StringArrayVar(&o.Only, "only", nil, "only the cases of this `NAME`, or with a pattern such as 'mm*'; may be repeated")
	command.Flags().BoolVar(&o.Full, "full", false, "the long cases too, and 16 times the replications: what releases are held to")
	return command
}

func (f *flags) validate(command *cobra.Command, o validate.Options) (*result.Validation, error) {
	ctx, stop := interruptible()
	defer stop()
	p := newProgress(command.ErrOrStderr(), f.quiet)
	o.Progress = p.at
	v, err := validate.Run(ctx, o)
	p.end()
	var unknown *validate.UnknownCase
	switch {
	case errors.Is(err, context.Canceled):
		return nil, &exit{interrupted, errors.New("interrupted before the last case was simulated")}
	case errors.As(err, &unknown):
		return nil, refuse("no case is named %q%s", unknown.Name, meant(unknown.Name, validated(), "docs/validation.md"))
	case errors.Is(err, path.ErrBadPattern):
		return nil, refuse("%v", err)
	case err != nil:
		return nil, err
	}
	v.Herdcast = version()
	return v, nil
}

func (f *flags) tell(command *cobra.Command, v *result.Validation) error {
	switch {
	case f.json:
		return v.Encode(command.OutOrStdout())
	case f.quiet:
		return nil
	}
	if err := validation.Text(command.OutOrStdout(), v); err != nil {
		return err
	}
	if f.out != "" {
		_, err := fmt.Fprintf(command.OutOrStdout(), "page: %s\n", path.Join(f.out, validation.Page))
		return err
	}
	return nil
}

// validated lists the names of the cases.
func validated() []string {
	var names []string
	for _, c := range validate.All() {
		names = append(names, c.Name)
	}
	return names
}
