package journal_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"herdcast/experiments/folder"
	"herdcast/experiments/journal"
)

const work = "herdcast size x.yaml, version v1"

func open(t testing.TB, path string) *journal.Journal {
	t.Helper()
	j, err := journal.Open(path, work)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// square does a piece of work, and tells whether it was done or had been kept.
func square(t testing.TB, j *journal.Journal, n int) (done bool) {
	t.Helper()
	got, err := journal.Do(j, fmt.Sprint(n), func() (int, error) { done = true; return n * n, nil })
	if err != nil || got != n*n {
		t.Fatalf("the square of %d: %d, %v", n, got, err)
	}
	return done
}

func TestWithoutAJournalNothingIsKept(t *testing.T) {
	for range 2 {
		if !square(t, nil, 3) {
			t.Error("a piece of work was not done")
		}
	}
}

func TestWhatFailsIsNotKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), journal.Name)
	j := open(t, path)
	broken := errors.New("broken")
	if _, err := journal.Do(j, "7", func() (int, error) { return 0, broken }); !errors.Is(err, broken) || j.Kept() != 0 {
		t.Errorf("got %v, %d are kept", err, j.Kept())
	}
	j.Close()
	if j = open(t, path); !square(t, j, 7) || j.Kept() != 1 {
		t.Errorf("%d are kept", j.Kept())
	}
}

// A process is killed again and again, each time at any byte of what it wrote. The
// next one does exactly the pieces whose lines are not whole, and knows the others.
func TestAnyNumberOfProcessesMayBeKilledAtAnyByte(t *testing.T) {
	directory := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		path := filepath.Join(directory, journal.Name)
		os.Remove(path)
		held := map[int]bool{}
		for range rapid.IntRange(1, 6).Draw(r, "processes") {
			j := open(t, path)
			if j.Kept() != len(held) {
				r.Fatalf("%d pieces are kept, want %d", j.Kept(), len(held))
			}
			for _, n := range rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 0, 9, rapid.ID[int]).Draw(r, "asked") {
				if done := square(t, j, n); done == held[n] {
					r.Fatalf("%d: done %t, held %t", n, done, held[n])
				}
			}
			j.Close()
			whole, err := os.ReadFile(path)
			if err != nil {
				r.Fatal(err)
			}
			left := whole[:rapid.IntRange(0, len(whole)).Draw(r, "killed after")]
			if err := os.WriteFile(path, left, 0o666); err != nil {
				r.Fatal(err)
			}
			held = map[int]bool{}
			for _, line := range strings.SplitAfter(string(left), "\n") {
				var n int
				if _, rest, ok := strings.Cut(line, `"key":"`); ok && strings.HasSuffix(line, "\n") {
					if _, err := fmt.Sscanf(rest, `%d"`, &n); err == nil {
						held[n] = true
					}
				}
			}
		}
	})
}

// Whatever byte of a whole line is changed, nobody goes on with it: the line is named,
// and without it the others are gone on with. A line is {"sum":…,"key":"…","value":…}.
func TestADamagedLineIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), journal.Name)
	j := open(t, path)
	for n := range 4 {
		square(t, j, n)
	}
	j.Close()
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(sound, []byte("\n"))
	begin := len(lines[0]) + len(lines[1])
	for at := begin; at < begin+len(lines[2])-1; at++ {
		damaged := bytes.Clone(sound)
		damaged[at] ^= 1
		if err := os.WriteFile(path, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := journal.Open(path, work)
		if want := path + ":3: the line is damaged; delete it to go on with the others, or say --fresh to begin anew"; !errors.Is(err, journal.ErrDamaged) || err.Error() != want {
			t.Fatalf("%q at %d: got %v", damaged[at], at-begin, err)
		}
	}
	os.WriteFile(path, without(lines, 2), 0o666)
	j = open(t, path)
	if j.Kept() != 3 || !square(t, j, 1) || square(t, j, 2) {
		t.Errorf("%d are kept", j.Kept())
	}
}

func without(lines [][]byte, left int) []byte {
	return bytes.Join(append(lines[:left:left], lines[left+1:]...), nil)
}

// What others wrote stays as it is.
func TestFilesOfOthersAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), journal.Name)
	j := open(t, path)
	j.Close()
	theirs, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for text, what := range map[string]string{string(theirs): work, "Of herds": "no journal", "Of herds\nand those who wait\n": "no journal"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := journal.Open(path, "herdcast map x.yaml, version v1")
		if want := path + " (" + what + ") holds another experiment"; !errors.Is(err, folder.ErrOther) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v", text, err)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("%q: %q is left", text, left)
		}
	}
}

// A write that fails, and may have left half a line, is the last: a later one would
// be lost behind it.
func TestNothingIsWrittenBehindATornLine(t *testing.T) {
	j := open(t, filepath.Join(t.TempDir(), journal.Name))
	j.Close() // so that writing fails
	for n := range 2 {
		if _, err := journal.Do(j, fmt.Sprint(n), func() (int, error) { return 0, nil }); !errors.Is(err, os.ErrClosed) {
			t.Errorf("got %v", err)
		}
	}
	if j.Kept() != 0 {
		t.Errorf("%d are kept", j.Kept())
	}
}
