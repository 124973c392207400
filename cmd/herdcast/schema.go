package main

import (
	"github.com/spf13/cobra"

	"herdcast/experiments/scenario"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenarios, for editors",
		Args:  cobra.NoArgs,
		RunE: verb(func(command *cobra.Command, _ []string) error {
			_, err := command.OutOrStdout().Write(scenario.Schema())
			return err
		}),
	}
}
