package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"herdcast/experiments/library"
	"herdcast/reports/text"
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
			var rows [][2]string
			for _, entry := range append(library.All(), library.Experiments()...) {
				rows = append(rows, [2]string{entry.Name, entry.Title})
			}
			width, _ := terminal()
			_, err := fmt.Fprint(command.OutOrStdout(), text.Listed(rows, width))
			return err
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
