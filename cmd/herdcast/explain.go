package main

import (
	"github.com/spf13/cobra"

	"herdcast/experiments/explain"
	"herdcast/experiments/result"
	"herdcast/reports/text"
)

func newExplain(f *flags) *cobra.Command {
	var strict bool
	command := &cobra.Command{
		Use:   "explain FILE",
		Short: "Work out by hand what a scenario comes to, without running it",
		Args:  exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			s, err := f.read(command, args[0])
			if err != nil {
				return err
			}
			e := explain.Of(s)
			e.Herdcast = version()
			switch {
			case f.json:
				err = writeJSON(command.OutOrStdout(), e)
			case !f.quiet:
				o := text.Options{}
				o.Width, o.Color = terminal()
				err = text.Explanation(command.OutOrStdout(), e, o)
			}
			if err == nil && strict && len(e.Findings) > 0 && e.Findings[0].Severity == result.Error {
				return &exit{status: fails}
			}
			return err
		}),
	}
	command.Flags().BoolVar(&strict, "strict", false, "exit status 1 if there is a finding of the severity error")
	return command
}
