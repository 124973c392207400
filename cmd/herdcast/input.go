package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"herdcast/experiments/library"
	"herdcast/experiments/scenario"
	"herdcast/experiments/validate"
)

// read gives the scenario that a command line names: a path, the name of a
// shipped scenario or - for stdin. A path wins over a name.
func (f *flags) read(command *cobra.Command, file string) (*scenario.Scenario, error) {
	options := scenario.Options{Directory: filepath.Dir(file), Shipped: library.Files(), Set: f.set}
	if command.Flags().Changed("seed") {
		options.Seed = &f.seed
	}
	if command.Flags().Changed("replications") {
		options.Replications = &f.replications
	}
	data, err := load(command.InOrStdin(), file)
	if err != nil {
		return nil, err
	}
	s, err := scenario.Read(file, data, options)
	if err != nil {
		return nil, &exit{badInput, err}
	}
	return s, nil
}

func load(stdin io.Reader, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(stdin)
	}
	data, err := os.ReadFile(file)
	if !errors.Is(err, fs.ErrNotExist) {
		return data, err
	}
	if data, ok := shippedText(file); ok {
		return data, nil
	}
	return nil, refuse("%s is neither a file nor a shipped scenario%s", file, meant(file, shipped(), "herdcast scenarios list"))
}

// shippedText gives a shipped scenario by its name: an example, a case with a
// known answer, or one that theory speaks of.
func shippedText(name string) ([]byte, bool) {
	if data, ok := library.Named(name); ok {
		return data, true
	}
	return validate.Scenario(name)
}
