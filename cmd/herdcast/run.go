package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"herdcast/experiments/explain"
	"herdcast/experiments/folder"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/reports"
	"herdcast/reports/finding"
	"herdcast/reports/text"
)

func newRun(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "run FILE",
		Short: "Simulate a scenario and judge its objectives",
		Args:  exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			if f.workers < 1 {
				return refuse("--workers must be at least 1, got %d", f.workers)
			}
			s, err := f.read(command, args[0])
			if err != nil {
				return err
			}
			into, held, created, err := f.open(s)
			if err != nil {
				return unopened(err)
			}
			if into != nil {
				defer into.Close()
			}
			if held != nil && held.Replications == held.Planned {
				f.note(command, "%s holds this run already; nothing was simulated\n", into.Path)
				return f.show(command, held, text.Options{File: args[0], Folder: into.Path})
			}
			began := time.Now()
			r, err := f.simulate(command, s, into)
			took := time.Since(began)
			if err != nil {
				if created {
					into.Abandon()
				}
				return f.explain(err, s, args[0])
			}
			r.Command, r.Herdcast = f.repeats(s, args[0]), version()
			r.Findings, r.QuickLook = finding.All(r), explain.Beside(s, r)
			if into != nil {
				write := func(directory string) error { return reports.Write(directory, r, s.ResolvedYAML()) }
				if err := into.Write(r, write); err != nil {
					return err
				}
			}
			return f.show(command, r, text.Options{File: args[0], Folder: pathOf(into), Took: took})
		}),
	}
}

// open finds the folder of the run: --out, else a fresh one named after the
// scenario, else (--json) none.
func (f *flags) open(s *scenario.Scenario) (into *folder.Folder, held *result.Result, created bool, err error) {
	experiment := folder.Experiment{Digest: s.Digest(), Seed: s.Spec.Run.Seed, Replications: s.Spec.Run.Replications, Herdcast: version()}
	switch {
	case f.out != "":
		into, held, err = folder.Open(f.out, experiment, f.fresh)
	case !f.json:
		into, err = folder.Create(s.Spec.Name, experiment)
		created = err == nil
	}
	return into, held, created, err
}

func (f *flags) simulate(command *cobra.Command, s *scenario.Scenario, into *folder.Folder) (*result.Result, error) {
	ctx, stop := interruptible()
	defer stop()
	p := newProgress(command.ErrOrStderr(), f.quiet)
	r, err := replicate.Run(ctx, s, replicate.Options{Workers: f.workers, Progress: p.tell, Folder: into})
	p.end()
	return r, err
}

// explain says of a run that came to nothing how to see it again.
func (f *flags) explain(err error, s *scenario.Scenario, file string) error {
	var failure *replicate.Error
	switch {
	case errors.Is(err, context.Canceled):
		return &exit{interrupted, errors.New("interrupted before the first replication was finished; nothing is kept")}
	case errors.As(err, &failure):
		return fmt.Errorf("seed %d, %w\nsee it again: %s --workers 1", s.Spec.Run.Seed, err, f.repeats(s, file))
	}
	return err
}

// show prints the result and turns it into an exit.
func (f *flags) show(command *cobra.Command, r *result.Result, o text.Options) error {
	if f.json {
		if err := r.Encode(command.OutOrStdout()); err != nil {
			return err
		}
	} else if !f.quiet {
		o.Width, o.Color = terminal()
		if err := text.Summary(command.OutOrStdout(), r, o); err != nil {
			return err
		}
	}
	if r.Replications == r.Planned {
		return verdict(r)
	}
	kept := fmt.Sprintf("interrupted after %d of %d replications", r.Replications, r.Planned)
	if o.Folder != "" {
		kept += fmt.Sprintf("; they are kept in %s, and the same command with --out %s goes on", o.Folder, o.Folder)
	}
	return &exit{interrupted, errors.New(kept)}
}

func pathOf(into *folder.Folder) string {
	if into == nil {
		return ""
	}
	return into.Path
}

// note says on stderr what is not a result.
func (f *flags) note(command *cobra.Command, format string, args ...any) {
	if !f.quiet {
		fmt.Fprintf(command.ErrOrStderr(), format, args...)
	}
}

// repeats is the command that gives the same result: without folders, and without
// what changes nothing.
func (f *flags) repeats(s *scenario.Scenario, file string) string {
	return f.line("run", file, "--seed", fmt.Sprint(s.Spec.Run.Seed), "--replications", fmt.Sprint(s.Spec.Run.Replications))
}

// repeat is the same of a command whose seeds and replications the file says,
// unless a flag does.
func (f *flags) repeat(command *cobra.Command, verb, file string, said ...string) string {
	for i, word := range said {
		said[i] = quote(filepath.Base(word))
	}
	return f.line(verb, file, append(said, luck(command)...)...)
}

// luck repeats the flags that say which luck and how much of it.
func luck(command *cobra.Command) (words []string) {
	for _, flag := range []string{"seed", "replications"} {
		if given := command.Flags().Lookup(flag); given.Changed {
			words = append(words, "--"+flag, given.Value.String())
		}
	}
	return words
}

func (f *flags) line(verb, file string, said ...string) string {
	words := append([]string{"herdcast", verb, quote(filepath.Base(file))}, said...)
	for _, set := range f.set {
		words = append(words, "--set", quote(set))
	}
	return strings.Join(words, " ")
}

// quote makes one word of a shell's.
func quote(word string) string {
	if strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=:,%@+", r))
	}) {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
