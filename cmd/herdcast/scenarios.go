package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"herdcast/experiments/library"
)

func newScenarios(f *flags) *cobra.Command {
	scenarios := &cobra.Command{
		Use:   "scenarios",
		Short: "Shipped scenarios",
		Args:  cobra.ArbitraryArgs,
		RunE:  verb(needsVerb),
	}
	scenarios.AddCommand(&cobra.Command{
		Use:   "list",
		Short: "List the shipped scenarios",
		Args:  cobra.NoArgs,
		RunE: verb(func(command *cobra.Command, _ []string) error {
			if f.json {
				return json.NewEncoder(command.OutOrStdout()).Encode(map[string]any{"scenarios": library.All(), "experiments": library.Experiments()})
			}
			table := tabwriter.NewWriter(command.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, entry := range append(library.All(), library.Experiments()...) {
				fmt.Fprintf(table, "%s\t%s\n", entry.Name, entry.Title)
			}
			return table.Flush()
		}),
	}, &cobra.Command{
		Use:   "show NAME",
		Short: "Print a shipped scenario",
		Args:  exactly("NAME"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			data, ok := shippedText(args[0])
			if !ok {
				return refuse("no shipped scenario is named %q%s", args[0], meant(args[0], shipped(), "herdcast scenarios list"))
			}
			_, err := command.OutOrStdout().Write(data)
			return err
		}),
	})
	return scenarios
}

// shipped lists the names of the shipped scenarios.
func shipped() []string {
	var names []string
	for _, entry := range append(library.All(), library.Experiments()...) {
		names = append(names, entry.Name)
	}
	return names
}
