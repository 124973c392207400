package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"herdcast/experiments/plan/size"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
)

func newSize(f *flags) *cobra.Command {
	n := &numbers{}
	command := &cobra.Command{
		Use:   "size FILE | size --agents N --rate R --p50 D --p99 D --capacity N",
		Short: "Find the largest or smallest value that keeps the objectives",
		Long: `Searches for the largest or smallest value of a scenario's keys with which every
objective holds in every scenario, and says how sure that is, which objective keeps
it from going further, and what every value that was tried came to. FILE is an
experiment with the key size, or the name of a shipped one.

Without a file, the numbers at hand make a scenario, and the settings of its wrapper
are recommended one by one: deadlines of attempt and tool, attempts, backoff, retry
budget, concurrency limit. --out DIR takes the files to go on with.

The status is 1 if no value holds. docs/sizing.md says how the search decides.`,
		Args: fileOrNumbers(n),
		RunE: verb(func(command *cobra.Command, args []string) error {
			if f.workers < 1 {
				return refuse("--workers must be at least 1, got %d", f.workers)
			}
			if len(args) == 0 {
				return f.recommend(command, n)
			}
			repeats := f.repeat(command, "size", args[0])
			if err := f.vacant(repeats); err != nil {
				return err
			}
			e, err := f.experiment(command, args[0])
			if err != nil {
				return err
			}
			if e.Size == nil {
				return refuse("%s asks for no size: write size: {find: largest, of: PATH, between: [LOW, HIGH], such_that: [OBJECTIVE, …]} (docs/sizing.md)", args[0])
			}
			ctx, stop := interruptible()
			defer stop()
			p := newProgress(command.ErrOrStderr(), f.quiet)
			s, err := size.Find(ctx, e, size.Options{Workers: f.workers, Progress: p.search})
			p.end()
			if err != nil {
				return unsized(err)
			}
			s.Herdcast, s.Command = version(), repeats
			return f.showSize(command, s)
		}),
	}
	n.add(command)
	return command
}

// vacant refuses a folder that holds what another command gave, unless --fresh.
func (f *flags) vacant(repeats string) error {
	if f.out == "" || f.fresh {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(f.out, "result.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var held struct{ Command string }
	if err := json.Unmarshal(data, &held); err != nil || held.Command != repeats {
		return refuse("%s holds the result of another command (%s); --fresh writes over it", f.out, held.Command)
	}
	return nil
}

// unsized says why a search came to nothing.
func unsized(err error) error {
	var problems scenario.Problems
	var failure *replicate.Error
	switch {
	case errors.Is(err, context.Canceled):
		return &exit{interrupted, errors.New("interrupted before the search was finished; nothing is kept")}
	case errors.As(err, &problems):
		return &exit{badInput, problems}
	case errors.As(err, &failure):
		return fmt.Errorf("%w\nsee it again: herdcast run of that scenario, with these --set and --workers 1", err)
	}
	return err
}

// showSize prints the answer, leaves it in the folder that was asked for, and
// turns it into an exit.
func (f *flags) showSize(command *cobra.Command, s *result.Size) error {
	files := map[string][]byte{}
	if s.Fragment != "" {
		files["fragment.yaml"] = []byte(s.Fragment)
	}
	err := f.give(command, answer{
		encode: s.Encode,
		files:  files,
		report: func(folder string) error { return experiment.WriteSize(folder, s) },
		text:   func(w io.Writer, o text.Options) error { return text.Size(w, s, o) },
	})
	if err == nil && s.Answer == nil {
		return &exit{status: fails}
	}
	return err
}
