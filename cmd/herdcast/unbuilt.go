package main

import "github.com/spf13/cobra"

// unbuilt are the verbs of the language that this version does not have.
var unbuilt = []string{
	"report", "story",
	"calibrate", "import", "export", "serve",
}

func newUnbuilt(name string) *cobra.Command {
	return &cobra.Command{
		Use:                name,
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: verb(func(*cobra.Command, []string) error {
			return refuse("%s is not built yet", name)
		}),
	}
}
