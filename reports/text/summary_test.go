package text

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"herdcast/experiments/result"
	"herdcast/reports/reporttest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

var results = map[string]func() *result.Result{
	"brownout": reporttest.Brownout, "calm": reporttest.Calm, "crowd": reporttest.Crowd, "empty": reporttest.Empty, "interrupted": reporttest.Interrupted,
}

func summary(t *testing.T, r *result.Result, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Summary(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestSummariesAreAsTheyWere(t *testing.T) {
	for name, r := range results {
		got := summary(t, r(), Options{File: "paging-brownout.yaml", Folder: "paging-brownout-1", Took: 1600 * time.Millisecond})
		path := filepath.Join("testdata", name+".txt")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// No line is longer than the terminal is wide, whatever the names.
func TestLinesFit(t *testing.T) {
	for name, r := range results {
		for _, width := range []int{40, 60, 80, 120} {
			for line := range strings.Lines(summary(t, r(), Options{Width: width})) {
				if line = strings.TrimRight(line, "\n"); columns(line) > width {
					t.Errorf("%s at %d columns: %d in %q", name, width, columns(line), line)
				}
			}
		}
	}
}

// A run in which nothing starts still has names over their counts.
func TestChainOfNothingKeepsItsColumns(t *testing.T) {
	r := reporttest.Calm()
	none := 0.0
	for _, name := range []string{"tasks.started", "turns", "calls", "attempts"} {
		r.Measures[name] = result.Measure{Value: &none}
	}
	if got, want := summary(t, r, Options{}), "\n  tasks turns calls attempts\n  0     0     0     0\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
}

// Of 1,000 s of task time half a second is no news, a second is.
func TestSmallSharesOfTimeAreLeftOut(t *testing.T) {
	r := reporttest.Calm()
	for name, value := range map[string]float64{"time.think": 0.998, "time.service": 0, "time.network": 0, "time.queue": 0.0005, "time.backoff": 0.001, "time.failed_attempts": 0, "time.wasted_turns": 0} {
		r.Measures[name] = result.Measure{Value: &value, Unit: "share"}
	}
	if got, want := summary(t, r, Options{}), "  Time       99.8 % thinking · 0.1 % backing off\n"; !strings.Contains(got, want) {
		t.Errorf("got\n%s", got)
	}
}

func TestNarrowTerminalsLoseNoWord(t *testing.T) {
	words := func(width int) string {
		return strings.Join(strings.Fields(summary(t, reporttest.Brownout(), Options{Width: width})), " ")
	}
	narrow := words(40)
	for _, want := range []string{"effects.duplicates_per_1000", "0.79 ± 0.12 ≤ 0.1", "39,863 of 44,051 wanted landed", "24,469 tasks ×4.8 116,367 turns"} {
		if !strings.Contains(narrow, want) {
			t.Errorf("%q is missing in %s", want, narrow)
		}
	}
}

func TestColourChangesNoText(t *testing.T) {
	for name, r := range results {
		colored, plain := summary(t, r(), Options{Color: true}), summary(t, r(), Options{})
		if strings.Contains(plain, "\x1b") {
			t.Errorf("%s: colour although none was asked for", name)
		}
		if stripped := regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(colored, ""); stripped != plain {
			t.Errorf("%s: got\n%s\nwant\n%s", name, stripped, plain)
		}
	}
	if colored := summary(t, reporttest.Brownout(), Options{Color: true}); !strings.Contains(colored, "\x1b[32m✓\x1b[0m amplification") {
		t.Errorf("signs are not coloured: %q", colored)
	}
}

func TestNamesMoveNoCursor(t *testing.T) {
	r := reporttest.Brownout()
	r.Name = "a\x1b[2Jb\rc"
	r.Objectives[0].Measure = "x\x1b[1m"
	if text := summary(t, r, Options{File: "f\x07", Folder: "d\x1b"}); strings.ContainsAny(text, "\x1b\x07\r") {
		t.Errorf("got %q", text)
	}
}

func TestEmptyResultIsNoAccident(t *testing.T) {
	if text := summary(t, &result.Result{}, Options{}); !strings.Contains(text, "No objective was set") {
		t.Errorf("got %q", text)
	}
}

func TestValuesStandUnderEachOtherAtTheDecimal(t *testing.T) {
	var points []int
	for line := range strings.Lines(summary(t, reporttest.Brownout(), Options{})) {
		for _, value := range []string{"0.903", "100 %", "0.79", "17 s"} {
			if at := strings.Index(line, value+" "); at > 0 && strings.Contains(line, "≤") {
				whole, _ := split(line[at:])
				points = append(points, columns(line[:at]+whole))
			}
		}
	}
	if len(points) != 4 {
		t.Fatalf("%d rows, want 4", len(points))
	}
	for _, at := range points {
		if at != points[0] {
			t.Errorf("decimals at %v", points)
		}
	}
}

func TestWrapBreaksAtSpacesAndNotBeforeUnits(t *testing.T) {
	for _, row := range []struct {
		text string
		room int
		want string
	}{
		{"one two three", 8, "one two|three"},
		{"about 11 % of it", 8, "about|11 % of|it"},
		{"aaaaaaaaaaaa bb", 8, "aaaaaaaa|aaaa bb"},
		{"東京東京東京", 8, "東京東京|東京"},
		{"exactly8", 8, "exactly8"},
		{"exactly8 more", 8, "exactly8|more"},
		{"", 8, ""},
	} {
		if got := strings.Join(wrap(row.text, row.room), "|"); got != row.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", row.text, row.room, got, row.want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("pipe closed") }

func TestErrorsOfTheWriterAreTold(t *testing.T) {
	if err := Summary(broken{}, reporttest.Brownout(), Options{}); err == nil || err.Error() != "pipe closed" {
		t.Errorf("got %v", err)
	}
}
