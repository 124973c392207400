package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"herdcast/experiments/plan"
	"herdcast/experiments/plan/compare"
	"herdcast/experiments/plan/sweep"
	"herdcast/experiments/scenario"
	"herdcast/reports/experiment"
)

func newCompare(f *flags) *cobra.Command {
	var policies []string
	command := &cobra.Command{
		Use:   "compare FILE…",
		Short: "Tell which policies or scenarios are better, in what, how surely",
		Long: `Compares the values that an experiment says (compare: {by: PATH}), or several
scenarios, or policies in one scenario:

  herdcast compare experiment.yaml
  herdcast compare before.yaml after.yaml
  herdcast compare FILE --policy careful --policy preset:openai-py-2026

--policy puts a policy in place of that of every cohort that names one. The first file
or policy is the baseline. All meet the same luck, so that few replications tell much.`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 {
				return refuse("%s takes an experiment, or several scenarios", command.CommandPath())
			}
			if len(args) > 1 && len(policies) > 0 {
				return refuse("--policy compares policies in one scenario, got %d", len(args))
			}
			return nil
		},
		RunE: verb(func(command *cobra.Command, args []string) error {
			if f.workers < 1 {
				return refuse("--workers must be at least 1, got %d", f.workers)
			}
			p, err := f.arms(command, args, policies)
			if err != nil {
				return err
			}
			said := args[1:]
			for _, policy := range policies {
				said = append(said, "--policy", policy)
			}
			return f.compare(command, p, f.repeat(command, "compare", args[0], said...))
		}),
	}
	command.Flags().StringArrayVar(&policies, "policy", nil, "compare these policies: a `NAME` of the scenario, none, or preset:NAME; twice or more")
	return command
}

// arms reads what is compared.
func (f *flags) arms(command *cobra.Command, args, policies []string) (*plan.Plan, error) {
	var given []scenario.File
	for _, name := range args {
		data, err := load(command.InOrStdin(), name)
		if err != nil {
			return nil, err
		}
		given = append(given, scenario.File{Name: name, Data: data})
	}
	options := f.options(command, args[0])
	var e *scenario.Experiment
	var err error
	if len(given) > 1 {
		e, err = scenario.Together(given, options)
	} else {
		e, err = scenario.ReadExperiment(given[0].Name, given[0].Data, options)
	}
	if err == nil && len(policies) > 0 {
		err = e.ComparePolicies(policies)
	}
	if err != nil {
		return nil, &exit{badInput, err}
	}
	if e.Compare == nil {
		return nil, refuse("%s does not say what to compare: write compare: {by: PATH} into an experiment, name a second scenario, or --policy A --policy B%s", args[0], instead(e, args[0]))
	}
	return planOf(e)
}

// compare simulates all arms and tells how they fare.
func (f *flags) compare(command *cobra.Command, p *plan.Plan, repeats string) error {
	m := sweep.NewManifest(p, version(), repeats)
	store, created, err := f.store(p, m, sweep.All)
	if err != nil {
		return err
	}
	if store != nil {
		defer store.Close()
	}
	rows, err := f.rows(command, p, sweep.All, store)
	if err != nil {
		if created && store.Empty() {
			store.Abandon()
		}
		return err
	}
	c := compare.Of(p, rows)
	c.Herdcast, c.Command, c.Digest = version(), repeats, m.Digest()
	if store != nil {
		if err := store.Write(rows, c.Encode, func(directory string) error { return experiment.WriteComparison(directory, c) }); err != nil {
			return err
		}
	}
	if f.json {
		return c.Encode(command.OutOrStdout())
	}
	if f.quiet {
		return nil
	}
	width, _ := terminal()
	if err := experiment.ComparisonText(command.OutOrStdout(), c, width); err != nil {
		return err
	}
	_, err = fmt.Fprintf(command.OutOrStdout(), "\n  report %s\n", filepath.Join(store.Path, experiment.Page))
	return err
}
