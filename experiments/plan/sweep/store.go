package sweep

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"herdcast/experiments/folder"
	"herdcast/experiments/journal"
	"herdcast/experiments/replicate"
)

// Names in a sweep's folder. The journal is gone once the table is whole; a shard
// has no result.
const (
	manifestFile = "plan.json"
	tableFile    = "replications.parquet"
	resultFile   = "result.json"
)

// Store is a sweep's folder, held by one process at a time.
type Store struct {
	Path     string
	manifest *Manifest
	journal  *journal.Journal
	lock     *os.File
}

// Open takes the folder at path, or the shard's below it, making it if it is not
// there. A folder of the same sweep is gone on with; one that holds anything else
// is refused with folder.ErrOther unless fresh, and one in which another process
// works with folder.ErrInUse.
func Open(path string, m *Manifest, shard Shard, fresh bool) (*Store, error) {
	if !shard.Whole() {
		path = filepath.Join(path, shard.folder())
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	lock, err := folder.Hold(path)
	if err != nil {
		return nil, err
	}
	s := &Store{Path: path, manifest: m, lock: lock}
	if err := s.begin(fresh); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return s, nil
}

func (s *Store) begin(fresh bool) error {
	if fresh {
		if err := s.clear(); err != nil {
			return err
		}
	}
	held, err := os.ReadFile(s.in(manifestFile))
	switch {
	case err == nil && !bytes.Equal(held, s.manifest.encode()):
		return fmt.Errorf("%s %w", s.Path, folder.ErrOther)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil:
		entries, err := os.ReadDir(s.Path)
		if err != nil {
			return err
		}
		if !fresh && foreign(entries) {
			return fmt.Errorf("%s %w", s.Path, folder.ErrOther)
		}
		if err := folder.Replace(s.in(manifestFile), s.manifest.encode()); err != nil {
			return err
		}
	}
	if s.finished() { // a process killed in its last steps leaves these
		return errors.Join(os.RemoveAll(s.in(journal.Name)), os.RemoveAll(s.in(folder.Aside)))
	}
	s.journal, err = journal.Open(s.in(journal.Name), s.manifest.Digest())
	return err
}

// foreign tells whether a folder holds anything beside shards and what a process
// leaves that was killed before it had written its plan.
func foreign(entries []os.DirEntry) bool {
	for _, e := range entries {
		var shard Shard
		_, err := fmt.Sscanf(e.Name(), "shard-%d-of-%d", &shard.Index, &shard.Of)
		if err != nil && e.Name() != manifestFile+".part" {
			return true
		}
	}
	return false
}

// clear removes what this program writes and leaves the rest alone.
func (s *Store) clear() error {
	for _, name := range []string{manifestFile, journal.Name, tableFile, resultFile, folder.Aside, "report.html", "report.md", "plots", "cells.csv", "measures.csv", "unfinished"} {
		if err := os.RemoveAll(s.in(name)); err != nil {
			return err
		}
	}
	return nil
}

// finished tells whether everything was simulated before.
func (s *Store) finished() bool {
	_, err := os.Stat(s.in(tableFile))
	return err == nil
}

func (s *Store) in(name string) string { return filepath.Join(s.Path, name) }

// Close lets other processes have the folder.
func (s *Store) Close() error {
	var err error
	if s.journal != nil {
		err = s.journal.Close()
	}
	return errors.Join(err, s.lock.Close())
}

// Rows gives the rows of a finished folder, nil of one that is not.
func (s *Store) Rows() ([][]replicate.Row, error) {
	if !s.finished() {
		return nil, nil
	}
	return tableAt(s.in(tableFile), len(s.manifest.Cells))
}

func tableAt(path string, cells int) ([][]replicate.Row, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	rows, err := readTable(file, info.Size(), cells)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

// Write puts the files of a finished sweep in place, each whole: the result and the
// files of the report (both nil of a shard), and last the table, which says that all
// is there.
func (s *Store) Write(rows [][]replicate.Row, encode func(io.Writer) error, report func(directory string) error) error {
	err := folder.Arrange(s.Path, tableFile, func(directory string) error {
		if encode != nil {
			if err := writeFile(filepath.Join(directory, resultFile), encode); err != nil {
				return err
			}
			if err := report(directory); err != nil {
				return err
			}
		}
		return writeFile(filepath.Join(directory, tableFile), func(w io.Writer) error { return writeTable(w, s.manifest, rows) })
	})
	if err != nil {
		return err
	}
	return os.RemoveAll(s.in(journal.Name))
}

func writeFile(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Sync(), file.Close())
}

// Empty tells whether nothing was kept.
func (s *Store) Empty() bool { return s.journal != nil && s.journal.Kept() == 0 }

// Abandon removes a folder in which nothing was kept.
func (s *Store) Abandon() {
	os.Remove(s.in(journal.Name))
	os.Remove(s.in(manifestFile))
	os.Remove(s.Path) // fails, as it should, if there is anything in it
}
