package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// stamp is the version of a release: -ldflags "-X main.stamp=v1.2.3".
var stamp string

// version is the stamp, or what the build knows of its source.
func version() string {
	if stamp != "" {
		return stamp
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func newVersion(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Say which version this is",
		Args:  cobra.NoArgs,
		RunE: verb(func(command *cobra.Command, _ []string) error {
			if f.json {
				return json.NewEncoder(command.OutOrStdout()).Encode(map[string]string{"herdcast": version(), "go": runtime.Version()})
			}
			_, err := fmt.Fprintf(command.OutOrStdout(), "herdcast %s (%s %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		}),
	}
}
