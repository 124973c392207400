//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package folder

import (
	"errors"
	"testing"
)

func TestAFolderBelongsToOneProcess(t *testing.T) {
	path := t.TempDir()
	f, _, err := Open(path, storm, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, fresh := range []bool{false, true} {
		if _, _, err := Open(path, storm, fresh); !errors.Is(err, ErrInUse) {
			t.Errorf("fresh %v: got %v", fresh, err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(t, path, storm, false); err != nil {
		t.Errorf("the folder is free again: %v", err)
	}
}
