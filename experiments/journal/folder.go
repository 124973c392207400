package journal

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"herdcast/experiments/folder"
)

// Folder is where a search leaves its answer, held by one process at a time. Its
// journal keeps what was simulated until the answer is there.
type Folder struct {
	Path    string
	Journal *Journal
	lock    *os.File
	made    bool // by this process
}

// Take takes the folder at path for a command, making it if it is not there. One in
// which the same command of the same version was interrupted is gone on with. One
// that holds the answer or the journal of another command, or anything else alone, is
// refused with folder.ErrOther unless fresh. One in which another process works is refused with
// folder.ErrInUse.
func Take(path, command, version string, fresh bool) (*Folder, error) {
	_, err := os.Stat(path)
	f := &Folder{Path: path, made: errors.Is(err, fs.ErrNotExist)}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	if f.lock, err = folder.Hold(path); err != nil {
		return nil, err
	}
	if err := f.begin(command, version, fresh); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func (f *Folder) begin(command, version string, fresh bool) error {
	if fresh {
		for _, path := range []string{f.answer(), f.journal()} {
			if err := os.RemoveAll(path); err != nil {
				return err
			}
		}
	} else if err := f.own(command); err != nil {
		return err
	}
	var err error
	f.Journal, err = Open(f.journal(), command+", version "+version)
	return err
}

// own tells whether what is there already is the command's; its journal is looked at
// when it is opened.
func (f *Folder) own(command string) error {
	data, err := os.ReadFile(f.answer())
	if errors.Is(err, fs.ErrNotExist) {
		return f.begun()
	}
	if err != nil {
		return err
	}
	var held struct{ Command string }
	if err := json.Unmarshal(data, &held); err != nil || held.Command != command {
		return other(f.answer(), cmp.Or(held.Command, "no result"))
	}
	return nil
}

// begun refuses files without a journal.
func (f *Folder) begun() error {
	_, err := os.Stat(f.journal())
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	entries, err := os.ReadDir(f.Path)
	if err == nil && len(entries) > 0 {
		err = other(f.Path, entries[0].Name())
	}
	return err
}

func (f *Folder) answer() string  { return filepath.Join(f.Path, "result.json") }
func (f *Folder) journal() string { return filepath.Join(f.Path, Name) }

// Finish removes the journal: the answer is there.
func (f *Folder) Finish() error { return os.Remove(f.journal()) }

// Close lets other processes have the folder. Where nothing was kept, nothing is left.
func (f *Folder) Close() error {
	var err error
	if f.Journal != nil {
		err = f.Journal.Close()
		if f.Journal.Kept() == 0 {
			os.Remove(f.journal())
		}
	}
	if f.made {
		os.Remove(f.Path) // fails, as it should, if there is anything in it
	}
	return errors.Join(err, f.lock.Close())
}
