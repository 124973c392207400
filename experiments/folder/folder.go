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

// Folder is one experiment's folder, held by one process at a time.
type Folder struct {
	Path       string
	experiment Experiment
	lock       *os.File
}

// Names inside a folder. What is written aside and what is kept of an unfinished
// run is gone once a run is whole.
const (
	resultFile     = "result.json"
	unfinished     = "unfinished"
	experimentFile = "experiment.json"
)

// ErrOther says that a folder belongs to something else.
var ErrOther = errors.New("holds another experiment; name another folder, or say --fresh to begin anew in this one")

// ErrInUse says that another process writes into a folder.
var ErrInUse = errors.New("is written to by another herdcast; wait for its end or name another folder")

// Create makes a folder with a name that Next gives.
func Create(name string, experiment Experiment) (*Folder, error) {
	path, err := Next(name)
	if err != nil {
		return nil, err
	}
	return create(path, experiment)
}

// Next makes an empty folder in the current directory called after an experiment and
// the first free number: name-1, name-2, ….
func Next(name string) (string, error) {
	name = strings.NewReplacer("/", "-", `\`, "-").Replace(name)
	for number := 1; ; number++ {
		path := fmt.Sprintf("%s-%d", name, number)
		if err := os.Mkdir(path, 0o777); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
}

func create(path string, experiment Experiment) (*Folder, error) {
	f, err := take(path, experiment)
	if err != nil {
		return nil, err
	}
	if err := f.begin(); err != nil {
		f.Abandon()
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// Open takes the folder at path, making it if it is not there. A folder of the
// same experiment is gone on with: the result is what it already holds, nil if
// nothing was written yet. A folder that holds anything else is refused with
// ErrOther unless fresh: then what this program wrote there is removed. One that
// another process works in is refused with ErrInUse.
func Open(path string, experiment Experiment, fresh bool) (*Folder, *result.Result, error) {
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, nil, err
	}
	f, err := take(path, experiment)
	if err != nil {
		return nil, nil, err
	}
	held, err := f.resume(fresh)
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, held, nil
}

func take(path string, experiment Experiment) (*Folder, error) {
	lock, err := Hold(path)
	if err != nil {
		return nil, err
	}
	return &Folder{path, experiment, lock}, nil
}

// Close lets other processes have the folder.
func (f *Folder) Close() error { return f.lock.Close() }

// resume gives the result of the same experiment, or begins it if there is none.
func (f *Folder) resume(fresh bool) (*result.Result, error) {
	if fresh {
		if err := clear(f.Path); err != nil {
			return nil, err
		}
		return nil, f.begin()
	}
	held, err := read(f.Path)
	if err != nil {
		return nil, err
	}
	if held != nil && of(held) == f.experiment {
		if held.Replications == held.Planned {
			f.tidy()
		}
		return held, nil
	}
	data, err := os.ReadFile(filepath.Join(f.Path, unfinished, experimentFile))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var started Experiment
	if held == nil && json.Unmarshal(data, &started) == nil && started == f.experiment {
		return nil, nil
	}
	blank, err := f.blank()
	if err != nil {
		return nil, err
	}
	if !blank {
		return nil, fmt.Errorf("%s %w", f.Path, ErrOther)
	}
	return nil, f.begin()
}

// tidy removes what a process leaves that was killed between its last file and its
// end; where that cannot be done, it does no harm.
func (f *Folder) tidy() {
	os.RemoveAll(filepath.Join(f.Path, Aside))
	os.RemoveAll(filepath.Join(f.Path, unfinished))
}

// blank says whether nothing is in the folder, or only what a process leaves that
// was killed before it had written which experiment it begins.
func (f *Folder) blank() (bool, error) {
	entries, err := os.ReadDir(f.Path)
	if err != nil || len(entries) == 0 {
		return err == nil, err
	}
	if len(entries) > 1 || entries[0].Name() != unfinished {
		return false, nil
	}
	entries, err = os.ReadDir(filepath.Join(f.Path, unfinished))
	return err == nil && (len(entries) == 0 || len(entries) == 1 && entries[0].Name() == experimentFile+part), err
}

// Load gives a replication that an earlier run finished; false if none did, or if
// what it kept was damaged since.
func (f *Folder) Load(replication int) (metric.Observation, bool, error) {
	data, err := os.ReadFile(f.kept(replication))
	if errors.Is(err, fs.ErrNotExist) {
		return metric.Observation{}, false, nil
	}
	if err != nil {
		return metric.Observation{}, false, err
	}
	var o metric.Observation
	if json.Unmarshal(data, &o) != nil {
		return metric.Observation{}, false, nil
	}
	return o, true, nil
}

// Save keeps a finished replication until the run is whole.
func (f *Folder) Save(replication int, o metric.Observation) error {
	data, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return Replace(f.kept(replication), data)
}

// Write puts the files of a result in place: make fills a directory Aside, then
// each of its entries takes its place, the result itself last. Replications are
// kept as long as the result lacks some.
func (f *Folder) Write(r *result.Result, make func(directory string) error) error {
	err := Arrange(f.Path, resultFile, func(directory string) error {
		if err := make(directory); err != nil {
			return err
		}
		return writeResult(filepath.Join(directory, resultFile), r)
	})
	if err != nil || r.Replications < r.Planned {
		return err
	}
	return os.RemoveAll(filepath.Join(f.Path, unfinished))
}

// Abandon removes a folder in which nothing was kept.
func (f *Folder) Abandon() {
	entries, _ := os.ReadDir(filepath.Join(f.Path, unfinished))
	if len(entries) > 1 {
		return
	}
	os.RemoveAll(filepath.Join(f.Path, unfinished))
	os.Remove(f.Path) // fails, as it should, if there is anything in it
}

func (f *Folder) kept(replication int) string {
	return filepath.Join(f.Path, unfinished, fmt.Sprintf("replication-%04d.json", replication+1))
}

func (f *Folder) begin() error {
	if err := os.MkdirAll(filepath.Join(f.Path, unfinished), 0o777); err != nil {
		return err
	}
	data, err := json.Marshal(f.experiment)
	if err != nil {
		return err
	}
	return Replace(filepath.Join(f.Path, unfinished, experimentFile), data)
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
		return nil, fmt.Errorf("%s %w (its %s is %v)", path, ErrOther, resultFile, err)
	}
	return r, nil
}

func of(r *result.Result) Experiment {
	asked := r.Planned
	if r.Precision != nil {
		asked = r.Precision.From
	}
	return Experiment{r.Digest, r.Seed, asked, r.Herdcast}
}

// clear removes what this program writes and leaves the rest alone.
func clear(path string) error {
	for _, name := range []string{resultFile, unfinished, Aside, "report.html", "report.md", "plots", "measures.csv"} {
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

// part ends the name of a file that is not whole yet.
const part = ".part"

// Replace writes a file aside and puts it in place at once.
func Replace(path string, data []byte) error {
	if err := os.WriteFile(path+part, data, 0o666); err != nil {
		os.Remove(path + part)
		return err
	}
	return os.Rename(path+part, path)
}
