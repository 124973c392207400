package sweep

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"herdcast/experiments/folder"
	"herdcast/experiments/journal"
	"herdcast/experiments/plan"
	"herdcast/experiments/replicate"
	"herdcast/experiments/scenario"
)

const storm = `
version: 1
name: storm
scenario:
  version: 1
  run: {duration: 40s, replications: 3}
  tools: {post: {effect: true}}
  fleet: [{name: a, agents: 5, rest: {exponential: 1s}, policy: p}]
  policies: {p: [{retry: {}}, {timeout: 1s}]}
  faults: [{at: 20s, for: 5s, down: refuse}]
  objectives: ["attempts(attempt=2) >= 0", goodput >= 100/s]
vary: {fleet.a.agents: [5, 20], policies.p.retry.attempts: [2, 3]}
`

func planned(t *testing.T, text string) *plan.Plan {
	t.Helper()
	e, err := scenario.ReadExperiment("storm.yaml", []byte(text), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Of(e)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// swept simulates a shard into a folder and gives the bytes of its files.
func swept(t *testing.T, p *plan.Plan, path string, shard Shard, workers int) map[string][]byte {
	t.Helper()
	m := NewManifest(p, "v1", "herdcast sweep storm.yaml")
	store, err := Open(path, m, shard, false)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	rows, err := Run(context.Background(), p, Options{Shard: shard, Workers: workers, Store: store})
	if err != nil {
		t.Fatal(err)
	}
	put(t, store, m, rows, shard.Whole())
	return files(t, store.Path)
}

func put(t *testing.T, store *Store, m *Manifest, rows [][]replicate.Row, whole bool) {
	t.Helper()
	if !whole {
		if err := store.Write(rows, nil, nil); err != nil {
			t.Fatal(err)
		}
		return
	}
	r, err := m.Result(rows)
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Write(rows, r.Encode, func(string) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

func files(t *testing.T, path string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(path, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = data
	}
	return all
}

func same(t *testing.T, what string, got, want map[string][]byte) {
	t.Helper()
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(got) != len(want) || len(want) != 3 {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
}

func TestWorkersAndShardsChangeNoByte(t *testing.T) {
	for name, text := range map[string]string{"plain": storm, "precise": storm + "precision: {measure: attempts, within: 2%, max: 9}\n", "few": storm + "measures: [goodput, attempts(cohort=a)]\n"} {
		p := planned(t, text)
		one := swept(t, p, t.TempDir(), All, 1)
		same(t, name+", three workers", swept(t, p, t.TempDir(), All, 3), one)
		parts := t.TempDir()
		for _, shard := range []Shard{{2, 3}, {0, 3}, {1, 3}} {
			swept(t, p, parts, shard, 2)
		}
		m, rows, err := Merge([]string{parts})
		if err != nil {
			t.Fatal(err)
		}
		merged := t.TempDir()
		store, err := Open(merged, m, All, false)
		if err != nil {
			t.Fatal(err)
		}
		put(t, store, m, rows, true)
		store.Close()
		same(t, name+", merged", files(t, merged), one)
	}
}

// A cell is what a run of the same scenario gives.
func TestACellIsARun(t *testing.T) {
	p := planned(t, storm)
	rows, err := Run(context.Background(), p, Options{Shard: All, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewManifest(p, "v1", "").Result(rows)
	if err != nil {
		t.Fatal(err)
	}
	run, err := replicate.Run(context.Background(), p.Cells[2].Scenario, replicate.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range run.Measures {
		if got := s.Cells[2].Measures[name]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if !reflect.DeepEqual(s.Cells[2].Objectives, run.Objectives) {
		t.Errorf("got %+v, want %+v", s.Cells[2].Objectives, run.Objectives)
	}
}

func TestPrecisionEndsEachCellByItself(t *testing.T) {
	p := planned(t, storm+"precision: {measure: attempts, within: 6%, max: 40}\n")
	rows, err := Run(context.Background(), p, Options{Shard: All, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewManifest(p, "v1", "").Result(rows)
	if err != nil {
		t.Fatal(err)
	}
	// Four times the agents: half the relative spread, so it ends no later.
	few, many := s.Cells[0], s.Cells[2]
	if few.Replications <= many.Replications || !few.Precision.Reached || !many.Precision.Reached {
		t.Errorf("%d and %d replications, %+v, %+v", few.Replications, many.Replications, few.Precision, many.Precision)
	}
}

// A process may be killed at any instant: whatever it wrote of the journal, the next
// one goes on with it and ends with the same bytes.
func TestAKilledSweepIsGoneOnWith(t *testing.T) {
	p := planned(t, storm)
	want := swept(t, p, t.TempDir(), All, 1)
	m := NewManifest(p, "v1", "herdcast sweep storm.yaml")
	path := t.TempDir()
	store, err := Open(path, m, All, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), p, Options{Shard: All, Workers: 1, Store: store}); err != nil {
		t.Fatal(err)
	}
	store.Close()
	kept, err := os.ReadFile(filepath.Join(path, journal.Name))
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(kept, []byte("\n"))
	first := len(lines[0]) + len(lines[1]) // says of what, and the first replication
	for _, cut := range []int{0, 1, len(lines[0]) - 1, len(lines[0]), first / 2, first, len(kept) / 3, len(kept) - 1, len(kept)} {
		again := t.TempDir()
		for name, data := range map[string][]byte{manifestFile: m.encode(), journal.Name: kept[:cut]} {
			if err := os.WriteFile(filepath.Join(again, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		store, err := Open(again, m, All, false)
		if err != nil {
			t.Fatal(err)
		}
		if want := max(0, bytes.Count(kept[:cut], []byte("\n"))-1); store.journal.Kept() != want {
			t.Errorf("cut at %d: %d replications are gone on with, want %d", cut, store.journal.Kept(), want)
		}
		store.Close()
		same(t, "gone on with", swept(t, p, again, All, 2), want)
	}
	damaged := filepath.Join(path, journal.Name)
	kept[len(kept)/2] ^= 1
	if err := os.WriteFile(damaged, kept, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, m, All, false); !errors.Is(err, journal.ErrDamaged) {
		t.Errorf("damaged: got %v", err)
	}
	store, err = Open(path, m, All, true)
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
}

// One that is killed in its last steps leaves what the next one tidies up.
func TestASweepKilledAtItsEndIsTidiedUp(t *testing.T) {
	p := planned(t, storm)
	path := t.TempDir()
	want := swept(t, p, path, All, 1)
	for _, left := range []string{journal.Name, filepath.Join(folder.Aside, resultFile)} {
		os.MkdirAll(filepath.Join(path, folder.Aside), 0o777)
		if err := os.WriteFile(filepath.Join(path, left), []byte("{"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	store, err := Open(path, NewManifest(p, "v1", "herdcast sweep storm.yaml"), All, false)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if rows, err := store.Rows(); err != nil || len(rows) != 4 {
		t.Errorf("got %d cells, %v", len(rows), err)
	}
	same(t, "tidied up", files(t, path), want)
}

func TestAnInterruptKeepsWhatIsFinished(t *testing.T) {
	p := planned(t, storm)
	want := swept(t, p, t.TempDir(), All, 1)
	path := t.TempDir()
	store, err := Open(path, NewManifest(p, "v1", "herdcast sweep storm.yaml"), All, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	_, err = Run(ctx, p, Options{Shard: All, Workers: 1, Store: store, Progress: func(finished, _ int) {
		if finished == 5 {
			stop()
		}
	}})
	var unfinished *Unfinished
	if !errors.As(err, &unfinished) || unfinished.Finished != 5 || unfinished.Planned != 12 {
		t.Fatalf("got %v", err)
	}
	store.Close()
	same(t, "after an interrupt", swept(t, p, path, All, 2), want)
}

func TestFoldersOfAnotherSweepAreRefused(t *testing.T) {
	p := planned(t, storm)
	m := NewManifest(p, "v1", "")
	path := t.TempDir()
	store, err := Open(path, m, All, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path, m, All, false); !errors.Is(err, folder.ErrInUse) {
		t.Errorf("two at once: %v", err)
	}
	store.Close()
	other := NewManifest(p, "v2", "")
	if _, err := Open(path, other, All, false); !errors.Is(err, folder.ErrOther) {
		t.Errorf("another sweep: %v", err)
	}
	store, err = Open(path, other, All, true)
	if err != nil {
		t.Fatalf("fresh: %v", err)
	}
	store.Close()
	theirs := t.TempDir()
	os.WriteFile(filepath.Join(theirs, "thesis.txt"), nil, 0o666)
	if _, err := Open(theirs, m, All, false); !errors.Is(err, folder.ErrOther) {
		t.Errorf("somebody's files: %v", err)
	}
}

func TestMergeRefusesWhatDoesNotBelongTogether(t *testing.T) {
	p := planned(t, storm)
	parts, others := t.TempDir(), t.TempDir()
	swept(t, p, parts, Shard{0, 2}, 2)
	if _, _, err := Merge([]string{parts}); !errors.Is(err, ErrMissing) {
		t.Errorf("a missing shard: %v", err)
	}
	swept(t, planned(t, storm+"measures: [attempts]\n"), others, Shard{1, 2}, 2)
	if _, _, err := Merge([]string{parts, others}); !errors.Is(err, ErrForeign) {
		t.Errorf("a shard of another sweep: %v", err)
	}
	if _, _, err := Merge([]string{t.TempDir()}); !errors.Is(err, ErrForeign) {
		t.Errorf("an empty folder: %v", err)
	}
	store, err := Open(parts, NewManifest(p, "v1", "herdcast sweep storm.yaml"), Shard{1, 2}, false)
	if err != nil {
		t.Fatal(err)
	}
	store.Close()
	if _, _, err := Merge([]string{parts}); !errors.Is(err, ErrMissing) {
		t.Errorf("an unfinished shard: %v", err)
	}
	swept(t, p, parts, Shard{1, 2}, 2)
	if _, _, err := Merge([]string{parts}); err != nil {
		t.Errorf("both: %v", err)
	}
	os.WriteFile(filepath.Join(parts, Shard{1, 2}.folder(), tableFile), []byte("PAR1 damaged PAR1"), 0o666)
	if _, _, err := Merge([]string{parts}); err == nil {
		t.Error("a damaged table is taken")
	}
}

func TestShardsAreNamedFromNoughtOrFromOne(t *testing.T) {
	for text, want := range map[string]Shard{"0/3": {0, 3}, "1/3": {1, 3}, "3/3": {0, 3}, "1/1": {0, 1}} {
		if got, err := ParseShard(text); err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "3", "4/3", "-1/3", "1/0", "a/b", "1/2/3"} {
		if got, err := ParseShard(text); err == nil {
			t.Errorf("%s: got %v", text, got)
		}
	}
	for _, row := range []struct {
		environment map[string]string
		want        Shard
		wrong       bool
	}{
		{map[string]string{}, All, false},
		{map[string]string{"HERDCAST_SHARDS": "4"}, All, false},
		{map[string]string{"JOB_COMPLETION_INDEX": "0", "HERDCAST_SHARDS": "4"}, Shard{0, 4}, false},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_COUNT": "4"}, Shard{0, 4}, false},
		{map[string]string{"JOB_COMPLETION_INDEX": "0"}, Shard{}, true},
		{map[string]string{"SLURM_ARRAY_TASK_ID": "7", "HERDCAST_SHARDS": "4"}, Shard{}, true},
	} {
		got, err := ShardOf(func(name string) string { return row.environment[name] })
		if got != row.want || (err != nil) != row.wrong {
			t.Errorf("%v: got %v, %v", row.environment, got, err)
		}
	}
}

// Every cell belongs to exactly one shard.
func TestShardsDivideTheCells(t *testing.T) {
	for of := 1; of < 6; of++ {
		for cell := range 20 {
			owners := 0
			for i := 1; i <= of; i++ {
				if (Shard{i % of, of}).has(cell) {
					owners++
				}
			}
			if owners != 1 {
				t.Errorf("cell %d of %d shards has %d owners", cell, of, owners)
			}
		}
	}
}

// More agents make more attempts; the bin in which herds are counted changes none.
// Sixteen points: without any influence |r| is below 0.74 in 99.9 % of cases.
func TestDesignsTellWhatMatters(t *testing.T) {
	p := planned(t, strings.Replace(storm, "vary: {fleet.a.agents: [5, 20], policies.p.retry.attempts: [2, 3]}",
		"vary: {fleet.a.agents: {between: [5, 80]}, run.herd_bin: {between: [50ms, 500ms]}}\ndesign: {sobol: 16}\nmeasures: [attempts]", 1))
	rows, err := Run(context.Background(), p, Options{Shard: All, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewManifest(p, "v1", "").Result(rows)
	if err != nil || len(s.Matters) != 2 {
		t.Fatalf("got %+v, %v", s.Matters, err)
	}
	if agents, bin := s.Matters[0], s.Matters[1]; agents.RankCorrelation < 0.95 || bin.Path != "run.herd_bin" || math.Abs(bin.RankCorrelation) > 0.74 {
		t.Errorf("got %+v", s.Matters)
	}
}
