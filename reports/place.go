package reports

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Place puts files into a folder, which it makes if need be. Each is written aside
// and renamed, so that none is ever half there.
func Place(directory string, files map[string][]byte) error {
	if err := os.MkdirAll(directory, 0o777); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := place(filepath.Join(directory, name), files[name]); err != nil {
			return err
		}
	}
	return nil
}
