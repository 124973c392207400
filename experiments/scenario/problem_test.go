package scenario

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestBadFiles holds every complaint that a user can get to its exact words.
func TestBadFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.yaml")
	if err != nil || len(files) < 60 {
		t.Fatalf("found %d bad files, %v", len(files), err)
	}
	var all strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		_, err = Read(name, data, Options{Directory: "testdata/bad"})
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		all.WriteString("== " + name + "\n" + err.Error() + "\n")
	}
	golden(t, "testdata/bad/golden.txt", all.String())
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(string(data), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("%s, line %d (go test -update writes it anew):\n got %s\nwant %s", file, i+1, line, strings.Join(want[min(i, len(want)):min(i+1, len(want))], ""))
		}
	}
	if lines := strings.Count(got, "\n"); lines != len(want)-1 {
		t.Fatalf("%s: got %d lines, want %d", file, lines, len(want)-1)
	}
}

func TestProblemsComeInTheOrderOfTheFile(t *testing.T) {
	_, err := Read("f.yaml", []byte("version: 2\nfleet: [{agents: 0}]\nrun: {seed: x}\n"), Options{Set: []string{"run.series=0s"}})
	problems, ok := err.(Problems)
	if !ok {
		t.Fatalf("got %T", err)
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.Error())
	}
	want := []string{
		"f.yaml:1:10: version: found 2, but it must be at most 1",
		"f.yaml:2:18: fleet[1].agents: found 0, but it must be at least 1",
		"f.yaml:3:13: run.seed: found x, but a whole number is due, such as 1",
		"--set run.series=0s: run.series: found 0s, but it must be more than 0s",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}

func TestManyProblemsAreCutShort(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: 1\nfleet: [{agents: 1}]\n")
	for i := range 150 {
		b.WriteString("x" + strings.Repeat("y", i) + ": 1\n")
	}
	_, err := Read("f.yaml", []byte(b.String()), Options{})
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 101 || lines[100] != "… and 50 more" {
		t.Errorf("got %d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}
