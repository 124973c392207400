package folder

import (
	"os"
	"path/filepath"
)

// Aside is where Arrange has files made, inside of the folder. A process that is
// killed may leave it.
const Aside = ".writing"

// Arrange puts files in place in the folder at path: make fills a directory aside,
// then each of its entries takes its place, last the one of that name, so that it
// tells that all are there.
func Arrange(path, last string, make func(directory string) error) error {
	directory := filepath.Join(path, Aside)
	if err := os.RemoveAll(directory); err != nil {
		return err
	}
	defer os.RemoveAll(directory)
	if err := os.Mkdir(directory, 0o777); err != nil {
		return err
	}
	if err := make(directory); err != nil {
		return err
	}
	entries, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != last {
			if err := place(path, entry.Name()); err != nil {
				return err
			}
		}
	}
	return place(path, last)
}

// place moves what was written aside to where it belongs.
func place(path, name string) error {
	to := filepath.Join(path, name)
	if info, err := os.Lstat(to); err == nil && info.IsDir() {
		if err := os.RemoveAll(to); err != nil {
			return err
		}
	}
	return os.Rename(filepath.Join(path, Aside, name), to)
}
