package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"herdcast/experiments/library"
	"herdcast/experiments/plan"
	"herdcast/experiments/scenario"
	"herdcast/experiments/validate"
)

// read gives the scenario that a command line names: a path, the name of a
// shipped scenario or - for stdin. A path wins over a name.
func (f *flags) read(command *cobra.Command, file string) (*scenario.Scenario, error) {
	data, err := load(command.InOrStdin(), file)
	if err != nil {
		return nil, err
	}
	return f.scenario(command, file, data)
}

func (f *flags) scenario(command *cobra.Command, file string, data []byte) (*scenario.Scenario, error) {
	s, err := scenario.Read(file, data, f.options(command, file))
	if err != nil {
		return nil, &exit{badInput, err}
	}
	return s, nil
}

// plan reads an experiment, or a scenario as one that varies nothing, and each of
// its cells.
func (f *flags) plan(command *cobra.Command, file string) (*plan.Plan, error) {
	if f.workers < 1 {
		return nil, refuse("--workers must be at least 1, got %d", f.workers)
	}
	e, err := f.experiment(command, file)
	if err != nil {
		return nil, err
	}
	if e.Size != nil || e.Map != nil || e.Rare != nil {
		return nil, refuse("%s has the key %s and no cells to sweep%s", file, e.Verb(), instead(e, file))
	}
	return planOf(e)
}

// instead says which command takes an experiment that another one was given.
func instead(e *scenario.Experiment, file string) string {
	if e.Verb() == "" {
		return ""
	}
	return fmt.Sprintf("; as it is, herdcast %s %s takes it", e.Verb(), quote(file))
}

// experiment reads the experiment that a command line names, or a scenario as one.
func (f *flags) experiment(command *cobra.Command, file string) (*scenario.Experiment, error) {
	data, err := load(command.InOrStdin(), file)
	if err != nil {
		return nil, err
	}
	return f.experimentOf(command, file, data)
}

func (f *flags) experimentOf(command *cobra.Command, file string, data []byte) (*scenario.Experiment, error) {
	e, err := scenario.ReadExperiment(file, data, f.options(command, file))
	if err != nil {
		return nil, &exit{badInput, err}
	}
	return e, nil
}

func planOf(e *scenario.Experiment) (*plan.Plan, error) {
	p, err := plan.Of(e)
	if err != nil {
		return nil, &exit{badInput, err}
	}
	return p, nil
}

// options are what the flags say of every scenario that is read.
func (f *flags) options(command *cobra.Command, file string) scenario.Options {
	options := scenario.Options{Directory: filepath.Dir(file), Shipped: library.Files(), Set: f.set}
	if command.Flags().Changed("seed") {
		options.Seed = &f.seed
	}
	if command.Flags().Changed("replications") {
		options.Replications = &f.replications
	}
	return options
}

func load(stdin io.Reader, file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(stdin)
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		if data, ok := shippedText(file); ok {
			return data, nil
		}
		return nil, refuse("%s is a folder, but a file is due, or the name of a shipped scenario", quote(file))
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
