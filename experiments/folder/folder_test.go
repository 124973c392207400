package folder

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"herdcast/experiments/result"
	"herdcast/models/metric"
)

var storm = Experiment{Digest: "abc", Seed: 7, Replications: 3, Herdcast: "v1"}

func resultOf(e Experiment, replications int) *result.Result {
	return &result.Result{Format: result.Format, Digest: e.Digest, Seed: e.Seed, Planned: e.Replications, Herdcast: e.Herdcast, Replications: replications, Scenario: []byte("{}")}
}

// open takes a folder as a process does that ends before the next one starts.
func open(t *testing.T, path string, experiment Experiment, fresh bool) (*Folder, *result.Result, error) {
	t.Helper()
	f, held, err := Open(path, experiment, fresh)
	if err == nil {
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return f, held, err
}

func names(t *testing.T, path string) []string {
	t.Helper()
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func report(directory string) error {
	if err := os.Mkdir(filepath.Join(directory, "plots"), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(directory, "plots", "herd.svg"), nil, 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(directory, "report.md"), []byte("# report"), 0o666)
}

func TestCreateTakesTheFirstFreeNumber(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, want := range []string{"storm-1", "storm-2"} {
		f, err := Create("storm", storm)
		if err != nil || f.Path != want {
			t.Fatalf("got %v, %v", f, err)
		}
	}
	f, _ := Create("storm", storm)
	f.Abandon()
	if got := names(t, "."); !slices.Equal(got, []string{"storm-1", "storm-2"}) {
		t.Errorf("an abandoned folder stays: %v", got)
	}
}

func TestANameWithSlashesStaysHere(t *testing.T) {
	t.Chdir(t.TempDir())
	if f, err := Create("../a/b", storm); err != nil || f.Path != "..-a-b-1" {
		t.Errorf("got %v, %v", f, err)
	}
}

func TestAWholeRunLeavesOnlyItsFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out")
	f, held, err := open(t, path, storm, false)
	if err != nil || held != nil {
		t.Fatal(held, err)
	}
	if err := f.Save(0, metric.Observation{Events: 5}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time over the first's files
		if err := f.Write(resultOf(storm, 3), report); err != nil {
			t.Fatal(err)
		}
		if got := names(t, path); !slices.Equal(got, []string{"plots", "report.md", "result.json"}) {
			t.Errorf("got %v", got)
		}
	}
	_, held, err = open(t, path, storm, false)
	if err != nil || held == nil || held.Replications != 3 {
		t.Errorf("got %v, %v", held, err)
	}
}

func TestAnUnfinishedRunIsGoneOnWith(t *testing.T) {
	path := t.TempDir()
	f, _, err := open(t, path, storm, false)
	if err != nil {
		t.Fatal(err)
	}
	before := metric.Observation{Events: 5, Values: []metric.Value{{Name: "attempts", Part: metric.Whole, Value: 0.1}}}
	if err := f.Save(1, before); err != nil {
		t.Fatal(err)
	}

	again, held, err := open(t, path, storm, false)
	if err != nil || held != nil {
		t.Fatal(held, err)
	}
	if after, kept, err := again.Load(1); !kept || err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("got %v, %v, %v", after, kept, err)
	}
	if _, kept, err := again.Load(0); kept || err != nil {
		t.Errorf("replication 0 was never saved: %v, %v", kept, err)
	}

	// A result that lacks replications leaves them there.
	if err := again.Write(resultOf(storm, 1), report); err != nil {
		t.Fatal(err)
	}
	if _, kept, _ := again.Load(1); !kept {
		t.Error("the kept replication is gone")
	}
	again.Abandon()
	if _, kept, _ := again.Load(1); !kept {
		t.Error("a folder that keeps something was abandoned")
	}
}

func TestAnotherExperimentIsRefusedUnlessFresh(t *testing.T) {
	other := storm
	other.Digest = "def"
	for what, prepare := range map[string]func(path string){
		"result": func(path string) {
			f, _, _ := open(t, path, other, false)
			f.Write(resultOf(other, 3), report)
		},
		"unfinished run": func(path string) { open(t, path, other, false) },
		"somebody's files": func(path string) {
			os.WriteFile(filepath.Join(path, "thesis.txt"), nil, 0o666)
		},
	} {
		path := t.TempDir()
		prepare(path)
		if _, _, err := open(t, path, storm, false); !errors.Is(err, ErrOther) {
			t.Errorf("%s: got %v", what, err)
		}
		if _, held, err := open(t, path, storm, true); err != nil || held != nil {
			t.Errorf("%s, fresh: got %v, %v", what, held, err)
		}
		if _, err := os.Stat(filepath.Join(path, "thesis.txt")); what == "somebody's files" && err != nil {
			t.Error("fresh removed a file of somebody else")
		}
	}
}

func TestNothingIsLeftHalfWritten(t *testing.T) {
	path := t.TempDir()
	f, _, err := open(t, path, storm, false)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left on device")
	err = f.Write(resultOf(storm, 3), func(directory string) error {
		report(directory)
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
	if got := names(t, path); !slices.Equal(got, []string{"unfinished"}) {
		t.Errorf("got %v", got)
	}
}

// A process may be killed at any instant; the next one takes what it left.
func TestAKilledProcessLeavesNothingInTheWay(t *testing.T) {
	for what, prepare := range map[string]func(path string) error{
		"before the experiment's file": func(path string) error {
			return os.Mkdir(filepath.Join(path, unfinished), 0o777)
		},
		"within the experiment's file": func(path string) error {
			os.Mkdir(filepath.Join(path, unfinished), 0o777)
			return os.WriteFile(filepath.Join(path, unfinished, "experiment.json.part"), []byte(`{"dig`), 0o666)
		},
		"within a replication's file": func(path string) error {
			_, _, err := open(t, path, storm, false)
			return errors.Join(err, os.WriteFile(filepath.Join(path, unfinished, "replication-0001.json.part"), []byte(`{`), 0o666))
		},
		"with a replication not yet on the disk": func(path string) error {
			_, _, err := open(t, path, storm, false)
			return errors.Join(err, os.WriteFile(filepath.Join(path, unfinished, "replication-0001.json"), nil, 0o666))
		},
	} {
		path := t.TempDir()
		if err := prepare(path); err != nil {
			t.Fatal(err)
		}
		f, held, err := open(t, path, storm, false)
		if err != nil || held != nil {
			t.Errorf("%s: got %v, %v", what, held, err)
			continue
		}
		if _, kept, err := f.Load(0); kept || err != nil {
			t.Errorf("%s: replication 1 was not finished: %v, %v", what, kept, err)
		}
		if err := f.Save(0, metric.Observation{Events: 5}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestAProcessKilledAfterItsResultIsTidiedUp(t *testing.T) {
	path := t.TempDir()
	f, _, _ := open(t, path, storm, false)
	if err := f.Write(resultOf(storm, 3), report); err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{unfinished, Aside} {
		if err := os.Mkdir(filepath.Join(path, left), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if _, held, err := open(t, path, storm, false); err != nil || held == nil {
		t.Errorf("got %v, %v", held, err)
	}
	if got := names(t, path); !slices.Equal(got, []string{"plots", "report.md", "result.json"}) {
		t.Errorf("got %v", got)
	}
}
