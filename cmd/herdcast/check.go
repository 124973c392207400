package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/reports/text"
)

func newCheck(f *flags) *cobra.Command {
	var resolved bool
	check := &cobra.Command{
		Use:   "check FILE",
		Short: "Say whether a scenario or experiment is sound, without running it",
		Args:  exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			data, err := load(command.InOrStdin(), args[0])
			if err != nil {
				return err
			}
			if scenario.IsExperiment(data) {
				return f.checkExperiment(command, args[0], data, resolved)
			}
			s, err := f.scenario(command, args[0], data)
			if err != nil {
				return err
			}
			out := command.OutOrStdout()
			switch {
			case f.json:
				return json.NewEncoder(out).Encode(map[string]any{
					"name": s.Spec.Name, "digest": s.Digest(), "scenario": json.RawMessage(s.ResolvedJSON()),
					"assumptions": append([]result.Assumption{}, s.Assumptions...), "findings": append([]result.Finding{}, s.Warnings...),
				})
			case resolved:
				_, err = out.Write(s.ResolvedYAML())
			case !f.quiet:
				_, err = fmt.Fprint(out, sound(s))
			}
			return err
		}),
	}
	check.Flags().BoolVar(&resolved, "resolved", false, "print the scenario with every default filled in")
	return check
}

// checkExperiment says whether every cell of an experiment is sound.
func (f *flags) checkExperiment(command *cobra.Command, file string, data []byte, resolved bool) error {
	e, err := f.experimentOf(command, file, data)
	if err != nil {
		return err
	}
	p, err := planOf(e)
	if err != nil {
		return err
	}
	out := command.OutOrStdout()
	switch {
	case f.json:
		return writeJSON(out, map[string]any{"name": p.Experiment.Name, "cells": len(p.Cells), "paths": append([]string{}, p.Paths...)})
	case resolved:
		_, err = out.Write(p.Experiment.Resolved())
	case !f.quiet:
		_, err = fmt.Fprintf(out, "%s is sound: %s\n", p.Experiment.Name, asks(p.Experiment, len(p.Cells)))
	}
	return err
}

// asks says what an experiment is about.
func asks(e *scenario.Experiment, cells int) string {
	switch e.Verb() {
	case "sweep", "compare":
		return count(cells, "cell")
	}
	return "it asks herdcast " + e.Verb() + ", over " + count(len(e.Scenarios), "scenario")
}

// sound says what was read, what looks wrong though it is allowed, and which
// defaults stand for what nobody said.
func sound(s *scenario.Scenario) string {
	width, _ := terminal()
	line := func(format string, args ...any) string { return text.Wrapped(fmt.Sprintf(format, args...), width) }
	all := line("%s is sound: %s, %s, %s, %s", s.Spec.Name, count(len(s.Spec.Fleet), "cohort"),
		count(len(s.Spec.Tools), "tool"), count(len(s.Spec.Faults), "fault"), count(len(s.Objectives), "objective"))
	for _, w := range s.Warnings {
		all += line("%s: %s", w.Severity, w.Message)
	}
	for _, a := range s.Assumptions {
		all += line("assumed: %s: %s", a.Path, a.Value)
	}
	return all
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
