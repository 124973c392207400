// Package folder is where a command's output lies: it belongs to one experiment,
// keeps the replications of an interrupted run, and holds files that are whole
// or not there at all.
package folder

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"herdcast/experiments/result"
	"herdcast/models/metric"
)

// Experiment tells one experiment from another.
type Experiment struct {
	Digest       string `json:"digest"` // of the resolved scenario
	Seed         uint64 `json:"seed"`
	Replications int    `json:"replications"`
	Herdcast     string `json:"herdcast"` // version of the program
}

// Folder is one experiment's folder.
type Folder struct {
	Path       string
	experiment Experiment
}

// Names inside a folder. What is written aside and what is kept of an unfinished
// run is gone once a run is whole.
const (
	resultFile     = "result.json"
	aside          = ".writing"
	unfinished     = "unfinished"
	experimentFile = "experiment.json"
)

// ErrOther says that a folder belongs to something else.
var ErrOther = errors.New("holds another experiment; name another folder, or say --fresh to begin anew in this one")

// Create makes a folder in the current directory called after the experiment and
// the first free number: name-1, name-2, ….
func Create(name string, experiment Experiment) (*Folder, error) {
	name = strings.NewReplacer("/", "-", `\`, "-").Replace(name)
	for number := 1; ; number++ {
		path := fmt.Sprintf("%s-%d", name, number)
		err := os.Mkdir(path, 0o777)
		if err == nil {
			return begin(path, experiment)
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
}

// Open takes the folder at path, making it if it is not there. A folder of the
// same experiment is gone on with: the result is what it already holds, nil if
// nothing was written yet. A folder that holds anything else is refused with
// ErrOther unless fresh: then what this program wrote there is removed.
func Open(path string, experiment Experiment, fresh bool) (*Folder, *result.Result, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, nil, err
	}
	if fresh {
		if err := clear(path); err != nil {
			return nil, nil, err
		}
		f, err := begin(path, experiment)
		return f, nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, nil, err
	}
	if len(entries) == 0 {
		f, err := begin(path, experiment)
		return f, nil, err
	}
	held, err := read(path)
	if err != nil {
		return nil, nil, err
	}
	if held != nil && of(held) == experiment {
		return &Folder{path, experiment}, held, nil
	}
	data, err := os.ReadFile(filepath.Join(path, unfinished, experimentFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	var started Experiment
	if held != nil || json.Unmarshal(data, &started) != nil || started != experiment {
		return nil, nil, fmt.Errorf("%s %w", path, ErrOther)
	}
	return &Folder{path, experiment}, nil, nil
}

// Load gives a replication that an earlier run finished; false if none did.
func (f *Folder) Load(replication int) (metric.Observation, bool, error) {
	var o metric.Observation
	data, err := os.ReadFile(f.kept(replication))
	if errors.Is(err, fs.ErrNotExist) {
		return o, false, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	return o, err == nil, err
}

// Save keeps a finished replication until the run is whole.
func (f *Folder) Save(replication int, o metric.Observation) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return replace(f.kept(replication), data)
}

// Write puts the files of a result in place: make fills a directory aside, then
// each of its entries takes its place, the result itself last. Replications are
// kept as long as the result lacks some.
func (f *Folder) Write(r *result.Result, make func(directory string) error) error {
	directory := filepath.Join(f.Path, aside)
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
	if err := writeResult(filepath.Join(directory, resultFile), r); err != nil {
		return err
	}
	entries, err := os.ReadDir(directory)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() != resultFile {
			if err := f.place(entry.Name()); err != nil {
				return err
			}
		}
	}
	if err := f.place(resultFile); err != nil {
		return err
	}
	if r.Replications < r.Planned {
		return nil
	}
	return os.RemoveAll(filepath.Join(f.Path, unfinished))
}

// Abandon removes a folder in which nothing was kept.
func (f *Folder) Abandon() {
	entries, err := os.ReadDir(filepath.Join(f.Path, unfinished))
	if err != nil || len(entries) > 1 {
		return
	}
	os.RemoveAll(filepath.Join(f.Path, unfinished))
	os.Remove(f.Path) // fails, as it should, if there is anything in it
}

func (f *Folder) kept(replication int) string {
	return filepath.Join(f.Path, unfinished, fmt.Sprintf("replication-%04d.json", replication+1))
}

// place moves what was written aside to where it belongs.
func (f *Folder) place(name string) error {
	to := filepath.Join(f.Path, name)
	if info, err := os.Lstat(to); err == nil && info.IsDir() {
		if err := os.RemoveAll(to); err != nil {
			return err
		}
	}
	return os.Rename(filepath.Join(f.Path, aside, name), to)
}

func begin(path string, experiment Experiment) (*Folder, error) {
	if err := os.MkdirAll(filepath.Join(path, unfinished), 0o777); err != nil {
		return nil, err
	}
	data, err := json.Marshal(experiment)
	if err != nil {
		return nil, err
	}
	return &Folder{path, experiment}, replace(filepath.Join(path, unfinished, experimentFile), data)
}

func read(path string) (*result.Result, error) {
	data, err := os.ReadFile(filepath.Join(path, resultFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r, err := result.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(path, resultFile), err)
	}
	return r, nil
}

func of(r *result.Result) Experiment {
	return Experiment{r.Digest, r.Seed, r.Planned, r.Herdcast}
}

// clear removes what this program writes and leaves the rest alone.
func clear(path string) error {
	for _, name := range []string{resultFile, unfinished, aside, "report.html", "report.md", "plots", "measures.csv"} {
		if err := os.RemoveAll(filepath.Join(path, name)); err != nil {
			return err
		}
	}
	return nil
}

func writeResult(path string, r *result.Result) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(r.Encode(file), file.Close())
}

// replace writes a file aside and puts it in place at once.
func replace(path string, data []byte) error {
	if err := os.WriteFile(path+".part", data, 0o666); err != nil {
		os.Remove(path + ".part")
		return err
	}
	return os.Rename(path+".part", path)
}
