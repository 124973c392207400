package reports

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herdcast/reports/reporttest"
)

func files(t *testing.T, directory string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(directory, path)
		if err != nil {
			return err
		}
		all[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWritePutsEveryFileInPlaceTwiceTheSame(t *testing.T) {
	directory := filepath.Join(t.TempDir(), "not", "there", "yet")
	var before map[string][]byte
	for range 2 {
		if err := Write(directory, reporttest.Brownout(), []byte("version: 1\n")); err != nil {
			t.Fatal(err)
		}
		now := files(t, directory)
		for name, data := range now {
			if before != nil && !bytes.Equal(before[name], data) {
				t.Errorf("%s differs when written again", name)
			}
		}
		before = now
	}
	var names []string
	for name := range before {
		names = append(names, name)
	}
	slices.Sort(names)
	want := "measures.csv plots/arrivals.png plots/arrivals.svg plots/budget.png plots/budget.svg plots/effects.png plots/effects.svg plots/goodput.png plots/goodput.svg plots/queue.png plots/queue.svg plots/time.png plots/time.svg report.html report.md"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, link := range regexp.MustCompile(`\]\((plots/[^)]+)\)`).FindAllStringSubmatch(string(before["report.md"]), -1) {
		if before[link[1]] == nil {
			t.Errorf("report.md links %s, which is not there", link[1])
		}
	}
}

func TestWriteTellsWhatIsInTheWay(t *testing.T) {
	directory := t.TempDir()
	if err := os.WriteFile(filepath.Join(directory, "plots"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(directory, reporttest.Brownout(), nil); err == nil {
		t.Error("a file in place of the folder is no error")
	}
	directory = t.TempDir()
	if err := os.MkdirAll(filepath.Join(directory, "report.md", "inside"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := Write(directory, reporttest.Calm(), nil); err == nil {
		t.Error("a folder in place of a file is no error")
	}
}
