package main

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"herdcast/experiments/nearest"
	"herdcast/reports/text"
)

// flags are what every verb takes.
type flags struct {
	json         bool
	out          string
	seed         uint64
	replications int
	workers      int
	quiet        bool
	set          []string
	fresh        bool
}

func newRoot() *cobra.Command {
	f := &flags{}
	root := &cobra.Command{
		Use:   "herdcast",
		Short: "Forecast what a fleet of agents does to a dependency that struggles",
		Long: `Herdcast simulates fleets of agents that call one struggling dependency through
tool wrappers, and says how big the herd gets, who pays with time, what happens
twice and whether the dependency comes back.

FILE is a path, the name of a shipped scenario (herdcast scenarios list) or -.

Exit status: 0 done and every objective holds, 1 an objective fails, 2 bad input
or usage, 3 an objective is unclear and none fails, 4 could not run, 130 interrupted.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          verb(needsVerb),
		PersistentPreRunE: func(command *cobra.Command, _ []string) error {
			if command.Flags().Changed("out") && f.out == "" {
				return refuse("--out: found nothing, but a folder is due")
			}
			return nil
		},
	}
	root.SetFlagErrorFunc(flagFault)
	persistent := root.PersistentFlags()
	persistent.BoolVar(&f.json, "json", false, "machine output on stdout, and nothing else there")
	persistent.StringVar(&f.out, "out", "", "folder for the results")
	persistent.Uint64Var(&f.seed, "seed", 0, "seed of all draws, in place of the scenario's")
	persistent.IntVar(&f.replications, "replications", 0, "independent runs, in place of the scenario's")
	persistent.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "replications at once; changes no result")
	persistent.BoolVar(&f.quiet, "quiet", false, "say nothing but errors")
	persistent.StringArrayVar(&f.set, "set", nil, "`path=value` of any key of the scenario; may be repeated")
	persistent.BoolVar(&f.fresh, "fresh", false, "begin anew in a folder that holds other results")
	// The templates of help, with paragraphs and flags in the width of the terminal.
	cobra.AddTemplateFunc("filled", func(paragraphs string) string {
		width, _ := terminal()
		return text.Filled(paragraphs, width)
	})
	cobra.AddTemplateFunc("flags", func(set interface{ FlagUsagesWrapped(int) string }) string {
		width, _ := terminal()
		return set.FlagUsagesWrapped(cmp.Or(width, text.Usual))
	})
	root.SetHelpTemplate(strings.ReplaceAll(root.HelpTemplate(), "trimTrailingWhitespaces}}\n\n", "filled}}\n\n"))
	root.SetUsageTemplate(strings.NewReplacer(".LocalFlags.FlagUsages", "flags .LocalFlags", ".InheritedFlags.FlagUsages", "flags .InheritedFlags").Replace(root.UsageTemplate()))
	root.AddCommand(
		newRun(f),
		newSweep(f),
		newCompare(f),
		newMerge(f),
		newSize(f),
		newMap(f),
		newRare(f),
		newCheck(f),
		newExplain(f),
		newSchema(),
		newScenarios(f),
		newPolicies(f),
		newValidate(f),
		newEmulate(f),
		newLive(f),
		newNew(),
		newVersion(f),
	)
	for _, name := range unbuilt {
		root.AddCommand(newUnbuilt(name))
	}
	return root
}

// needsVerb is what a command does that only leads to others.
func needsVerb(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		return command.Help()
	}
	var names []string
	for _, known := range command.Commands() {
		if known.IsAvailableCommand() {
			names = append(names, known.Name())
		}
	}
	return refuse("unknown command %q%s", args[0], meant(args[0], names, command.CommandPath()+" --help"))
}

// meant ends a message about an unknown word: the nearest known one, else the
// command that lists them all.
func meant(found string, known []string, list string) string {
	if near := nearest.Word(found, known); near != "" {
		return fmt.Sprintf(", did you mean %s?", near)
	}
	return fmt.Sprintf(" (%s lists them)", list)
}

// exactly asks for one argument, by its name in the usage.
func exactly(name string) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) != 1 {
			return refuse("%s takes one %s, got %d", command.CommandPath(), name, len(args))
		}
		return nil
	}
}
