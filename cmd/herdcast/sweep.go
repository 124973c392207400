package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"herdcast/experiments/folder"
	"herdcast/experiments/plan"
	"herdcast/experiments/plan/sweep"
	"herdcast/experiments/replicate"
	"herdcast/reports/experiment"
)

func newSweep(f *flags) *cobra.Command {
	var o sweepFlags
	command := &cobra.Command{
		Use:   "sweep FILE",
		Short: "Simulate every cell of an experiment",
		Long: `Simulates each combination of what an experiment varies, all with the same luck, and
shows the measures of each. A folder holds every replication as Parquet.

A sweep can be cut into shards for several machines: --shard 1/3, 2/3 and 3/3, each
with the same FILE, and herdcast merge puts them together. In an Indexed Job of
Kubernetes or an array of Slurm the index comes from the environment, and the number
of shards from HERDCAST_SHARDS.`,
		Args: exactly("FILE"),
		RunE: verb(func(command *cobra.Command, args []string) error {
			shard, err := o.shardOf()
			if err != nil {
				return &exit{badInput, err}
			}
			p, err := f.plan(command, args[0])
			if err != nil {
				return err
			}
			if o.dry {
				return f.estimate(command, p, shard)
			}
			if !shard.Whole() && f.out == "" {
				return refuse("a shard needs --out: the folder that merge reads")
			}
			return f.sweep(command, p, args[0], shard, o.csv)
		}),
	}
	command.Flags().BoolVar(&o.dry, "dry-run", false, "say what would be simulated, and about how long it takes")
	command.Flags().StringVar(&o.shard, "shard", "", "`i/n`: only this part of the cells")
	command.Flags().BoolVar(&o.csv, "csv", false, "cells.csv too: the measures of each cell as a table")
	return command
}

type sweepFlags struct {
	dry, csv bool
	shard    string
}

func (o *sweepFlags) shardOf() (sweep.Shard, error) {
	if o.shard != "" {
		return sweep.ParseShard(o.shard)
	}
	return sweep.ShardOf(os.Getenv)
}

// sweep simulates a shard of a plan and shows it.
func (f *flags) sweep(command *cobra.Command, p *plan.Plan, file string, shard sweep.Shard, csv bool) error {
	m := sweep.NewManifest(p, version(), f.repeat(command, "sweep", file))
	store, created, err := f.store(p, m, shard)
	if err != nil {
		return err
	}
	if store != nil {
		defer store.Close()
	}
	rows, err := f.rows(command, p, shard, store)
	if err != nil {
		if created && store.Empty() {
			store.Abandon()
		}
		return err
	}
	if !shard.Whole() {
		if err := store.Write(rows, nil, nil); err != nil {
			return err
		}
		f.note(command, "shard finished: %s\n", store.Path)
		return nil
	}
	return f.finish(command, m, rows, store, csv)
}

// store opens the folder: --out, else a fresh one named after the experiment, else
// (--json) none.
func (f *flags) store(p *plan.Plan, m *sweep.Manifest, shard sweep.Shard) (store *sweep.Store, created bool, err error) {
	switch {
	case f.out != "":
		store, err = sweep.Open(f.out, m, shard, f.fresh)
	case !f.json:
		var path string
		if path, err = folder.Next(p.Experiment.Name); err == nil {
			created = true
			store, err = sweep.Open(path, m, shard, false)
		}
	}
	return store, created, unopened(err)
}

// rows simulates what is not there yet.
func (f *flags) rows(command *cobra.Command, p *plan.Plan, shard sweep.Shard, store *sweep.Store) ([][]replicate.Row, error) {
	if store != nil {
		if rows, err := store.Rows(); rows != nil || err != nil {
			f.note(command, "%s holds all of this already; nothing was simulated\n", store.Path)
			return rows, err
		}
	}
	ctx, stop := interruptible()
	defer stop()
	progress := newProgress(command.ErrOrStderr(), f.quiet)
	rows, err := sweep.Run(ctx, p, sweep.Options{Shard: shard, Workers: f.workers, Progress: progress.tell, Store: store})
	progress.end()
	var unfinished *sweep.Unfinished
	if errors.As(err, &unfinished) {
		kept := "; nothing is kept"
		if store != nil && unfinished.Finished > 0 {
			kept = fmt.Sprintf("; they are kept in %s, and the same command with --out %s goes on", store.Path, store.Path)
		}
		return nil, &exit{interrupted, fmt.Errorf("%w%s", err, kept)}
	}
	return rows, err
}

// finish writes the result of a whole sweep and shows it.
func (f *flags) finish(command *cobra.Command, m *sweep.Manifest, rows [][]replicate.Row, store *sweep.Store, csv bool) error {
	r, err := m.Result(rows)
	if err != nil {
		return err
	}
	if store != nil {
		if err := store.Write(rows, r.Encode, func(directory string) error { return experiment.WriteSweep(directory, r, csv) }); err != nil {
			return err
		}
	}
	if f.json {
		return r.Encode(command.OutOrStdout())
	}
	if f.quiet {
		return nil
	}
	width, _ := terminal()
	if err := experiment.SweepText(command.OutOrStdout(), r, width); err != nil {
		return err
	}
	_, err = fmt.Fprintf(command.OutOrStdout(), "\n  report %s\n", filepath.Join(store.Path, experiment.Page))
	return err
}

// estimate says what a sweep would simulate. Time and memory are those of one
// replication of up to three cells, simulated for that.
func (f *flags) estimate(command *cobra.Command, p *plan.Plan, shard sweep.Shard) error {
	ctx, stop := interruptible()
	defer stop()
	planned := sweep.Planned(p, shard)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	probed, err := sweep.Probe(ctx, p, shard)
	took := time.Since(began)
	if err != nil {
		return err
	}
	runtime.ReadMemStats(&after)
	each := took / time.Duration(max(probed, 1))
	workers := min(f.workers, max(planned.Replications, 1))
	total := each * time.Duration(planned.Replications) / time.Duration(min(workers, runtime.NumCPU()))
	memory := int64(before.Sys) + int64(workers)*max(int64(after.HeapSys)-int64(before.HeapSys), 1<<20) + planned.Bytes
	if f.json {
		return writeJSON(command.OutOrStdout(), map[string]any{
			"cells": planned.Cells, "replications": planned.Replications, "sequential": planned.Sequential,
			"seconds": total.Seconds(), "bytes": memory, "measured_replications": probed,
		})
	}
	text := fmt.Sprintf("%s: %s, %s", p.Experiment.Name, count(planned.Cells, "cell"), count(planned.Replications, "replication"))
	if planned.Sequential {
		text += " at least (a precision may ask for more)"
	}
	text += fmt.Sprintf("\nabout %s and %d MB with %s\n", rounded(total), (memory+1<<20-1)>>20, count(workers, "worker"))
	text += fmt.Sprintf("measured: %s here and now, %s each; other cells may take longer\n", count(probed, "replication"), rounded(each))
	for i, path := range p.Paths {
		text += fmt.Sprintf("  %s: %s\n", path, p.Said(i))
	}
	_, err = fmt.Fprint(command.OutOrStdout(), text)
	return err
}

func rounded(d time.Duration) time.Duration {
	switch {
	case d > 10*time.Second:
		return d.Round(time.Second)
	case d > time.Second:
		return d.Round(100 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
