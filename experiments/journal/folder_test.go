package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herdcast/experiments/folder"
	"herdcast/experiments/journal"
)

func take(t *testing.T, path, command string, fresh bool) *journal.Folder {
	t.Helper()
	f, err := journal.Take(path, command, "v1", fresh)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAFolderInWhichNothingWasKeptIsGone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	take(t, path, "herdcast map x.yaml", false).Close()
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it is left: %v", err)
	}
	theirs := t.TempDir()
	take(t, theirs, "herdcast map x.yaml", false).Close()
	if left, err := os.ReadDir(theirs); err != nil || len(left) > 0 {
		t.Errorf("somebody's folder holds %v, %v", left, err)
	}
}

func TestFilesOfOthersAreNotMixedWith(t *testing.T) {
	path := t.TempDir()
	thesis := filepath.Join(path, "thesis.txt")
	if err := os.WriteFile(thesis, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := journal.Take(path, "herdcast map x.yaml", "v1", false); !errors.Is(err, folder.ErrOther) || !strings.HasPrefix(err.Error(), path+" (thesis.txt) holds another experiment") {
		t.Errorf("got %v", err)
	}
	f := take(t, path, "herdcast map x.yaml", true)
	square(t, f.Journal, 3)
	f.Close()
	f = take(t, path, "herdcast map x.yaml", false)
	defer f.Close()
	if _, err := os.Stat(thesis); err != nil || square(t, f.Journal, 3) {
		t.Errorf("begun anew and gone on with: %v", err)
	}
}

func TestAFolderIsOfOneCommandAtATime(t *testing.T) {
	path := t.TempDir()
	f := take(t, path, "herdcast map x.yaml", false)
	square(t, f.Journal, 3)
	if _, err := journal.Take(path, "herdcast map x.yaml", "v1", true); !errors.Is(err, folder.ErrInUse) {
		t.Errorf("two at once: %v", err)
	}
	f.Close()
	refused := func(what, command, version string) {
		t.Helper()
		if _, err := journal.Take(path, command, version, false); !errors.Is(err, folder.ErrOther) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("unfinished, another command", "herdcast map x.yaml --seed 2", "v1")
	refused("unfinished, another version", "herdcast map x.yaml", "v2")

	f = take(t, path, "herdcast map x.yaml", false)
	if square(t, f.Journal, 3) {
		t.Error("done again")
	}
	if err := os.WriteFile(filepath.Join(path, "result.json"), []byte(`{"command":"herdcast map x.yaml"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	refused("finished, another command", "herdcast size x.yaml", "v1")
	f = take(t, path, "herdcast size x.yaml", true)
	defer f.Close()
	if left, err := os.ReadDir(path); err != nil || len(left) != 1 || left[0].Name() != journal.Name || !square(t, f.Journal, 3) {
		t.Errorf("begun anew, it holds %v, %v", left, err)
	}
}
