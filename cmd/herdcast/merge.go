package main

import (
	"errors"

	"github.com/spf13/cobra"

	"herdcast/experiments/folder"
	"herdcast/experiments/plan/sweep"
)

func newMerge(f *flags) *cobra.Command {
	var csv bool
	command := &cobra.Command{
		Use:   "merge DIR…",
		Short: "Put the shards of a sweep together",
		Long: `Puts shards together into what one machine would have written, byte by byte. DIR is
the folder of a shard, or one that holds several. Where one is missing, the status is 4.`,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) == 0 {
				return refuse("herdcast merge takes one DIR or several, got 0")
			}
			return nil
		},
		RunE: verb(func(command *cobra.Command, args []string) error {
			m, rows, err := sweep.Merge(args)
			if errors.Is(err, sweep.ErrForeign) {
				return &exit{badInput, err}
			}
			if err != nil {
				return err
			}
			store, err := f.merged(m)
			if err != nil {
				return err
			}
			if store != nil {
				defer store.Close()
			}
			return f.finish(command, m, rows, store, csv)
		}),
	}
	command.Flags().BoolVar(&csv, "csv", false, "cells.csv too: the measures of each cell as a table")
	return command
}

// merged opens the folder for what was put together, as sweep does.
func (f *flags) merged(m *sweep.Manifest) (*sweep.Store, error) {
	path := f.out
	switch {
	case path == "" && f.json:
		return nil, nil
	case path == "":
		var err error
		if path, err = folder.Next(m.Name); err != nil {
			return nil, err
		}
	}
	store, err := sweep.Open(path, m, sweep.All, f.fresh)
	return store, unopened(err)
}
