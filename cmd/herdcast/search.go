package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"herdcast/experiments/folder"
	"herdcast/experiments/journal"
	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
)

// search finds an answer, which the command names, and gives it. In a folder (--out)
// it goes on from an interruption; without one nothing is kept.
func (f *flags) search(command *cobra.Command, repeats string, find func(ctx context.Context, kept *journal.Journal, p *progress) (answer, error)) error {
	var into *journal.Folder
	var kept *journal.Journal
	if f.out != "" {
		var err error
		if into, err = journal.Take(f.out, repeats, version(), f.fresh); err != nil {
			return unopened(err)
		}
		defer into.Close()
		kept = into.Journal
	}
	ctx, stop := interruptible()
	defer stop()
	p := newProgress(command.ErrOrStderr(), f.quiet)
	a, err := find(ctx, kept, p)
	p.end()
	if err != nil {
		return unfound(err, into)
	}
	if err := f.give(command, a); err != nil || into == nil {
		return err
	}
	return into.Finish()
}

// unopened says whose fault it is that a folder cannot be taken.
func unopened(err error) error {
	if errors.Is(err, folder.ErrOther) || errors.Is(err, journal.ErrDamaged) {
		return &exit{badInput, err}
	}
	return err
}

// unfound says why a search came to nothing, and how it is gone on with.
func unfound(err error, into *journal.Folder) error {
	var problems scenario.Problems
	var failure *replicate.Error
	switch {
	case errors.Is(err, context.Canceled) && into == nil:
		return &exit{interrupted, errors.New("interrupted before the search was finished; nothing is kept, but with --out DIR it would be")}
	case errors.Is(err, context.Canceled) && into.Journal.Kept() == 0:
		return &exit{interrupted, errors.New("interrupted before the first simulation was finished; nothing is kept")}
	case errors.Is(err, context.Canceled):
		return &exit{interrupted, fmt.Errorf("interrupted after %s; what is finished is kept in %s, and the same command with --out %s goes on", count(into.Journal.Kept(), "simulation"), into.Path, into.Path)}
	case errors.As(err, &problems):
		return &exit{badInput, problems}
	case errors.As(err, &failure):
		return fmt.Errorf("%w\nsee it again: herdcast run of that scenario, with these --set and --workers 1", err)
	}
	return err
}
