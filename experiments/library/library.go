// Package library is the scenarios that ship with the program: examples to run
// and change, cases with a known answer, and experiments over them.
package library

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:generate go run ./trace/generate trace/bursty.csv
//go:embed *.yaml cases/*.yaml experiments/*.yaml starter/starter.yaml trace/*.csv
var files embed.FS

// Files gives what ships, so that scenarios find the files that they name.
func Files() fs.FS { return files }

// Entry is one shipped scenario.
type Entry struct {
	Name  string `json:"name"`  // what commands take in place of a path
	Title string `json:"title"` // its first comment line
	Case  bool   `json:"case"`  // has a known answer, which its objectives state
}

// All lists the shipped scenarios by name, cases last.
func All() []Entry {
	return append(entries(".", false), entries("cases", true)...)
}

// Experiments lists the shipped experiments by name.
func Experiments() []Entry { return entries("experiments", false) }

// Named gives the text of a shipped scenario or experiment.
func Named(name string) ([]byte, bool) {
	for _, directory := range []string{".", "cases", "experiments"} {
		for _, entry := range entries(directory, false) {
			if entry.Name == name {
				data, err := files.ReadFile(path.Join(directory, name+".yaml"))
				return data, err == nil
			}
		}
	}
	return nil, false
}

// Starter gives a commented scenario to begin with, under the given name.
func Starter(name string) []byte {
	data, err := files.ReadFile("starter/starter.yaml")
	if err != nil {
		panic("library: " + err.Error()) // embedded: it is there
	}
	return bytes.Replace(data, []byte("name: starter"), []byte("name: "+name), 1)
}

func entries(directory string, cases bool) []Entry {
	listed, err := files.ReadDir(directory)
	if err != nil {
		panic("library: " + err.Error()) // embedded: it is there
	}
	var all []Entry
	for _, file := range listed {
		name, ok := strings.CutSuffix(file.Name(), ".yaml")
		if !ok {
			continue
		}
		data, err := files.ReadFile(path.Join(directory, file.Name()))
		if err != nil {
			panic("library: " + err.Error())
		}
		all = append(all, Entry{name, title(data), cases})
	}
	return all
}

// title is the first comment line.
func title(data []byte) string {
	for line := range strings.Lines(string(data)) {
		if text, ok := strings.CutPrefix(line, "#"); ok {
			return strings.TrimSpace(text)
		}
	}
	return ""
}
