package markdown

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"

	"herdcast/reports/reporttest"
	"herdcast/reports/review"
)

var update = flag.Bool("update", false, "rewrite the golden file")

const scenario = "version: 1\nname: paging-brownout\n"

func TestReportIsAsItWas(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, review.Of(reporttest.Brownout(), []byte(scenario))); err != nil {
		t.Fatal(err)
	}
	const path = "testdata/brownout.md"
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("got\n%s\nwant\n%s", b.Bytes(), want)
	}
}

// cells counts what a row of a table holds: bars that are not escaped, less one.
func cells(line string) int {
	return strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") - 1
}

func TestTablesKeepTheirColumnsWhateverTheNames(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, review.Of(reporttest.Crowd(), []byte("a: '```'\n"))); err != nil {
		t.Fatal(err)
	}
	columns, tables := 0, 0
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "|") {
			columns = 0
			continue
		}
		if columns == 0 {
			columns = cells(line)
			tables++
		}
		if cells(line) != columns {
			t.Errorf("%d cells in a table of %d: %s", cells(line), columns, line)
		}
	}
	if tables < 10 {
		t.Errorf("%d tables, want at least 10", tables)
	}
	for _, raw := range []string{"<b>bold", "<script", "\n```\na: '```'"} {
		if strings.Contains(strings.ReplaceAll(b.String(), "\\<", ""), raw) {
			t.Errorf("%q is not escaped", raw)
		}
	}
	if !strings.Contains(b.String(), "````\na: '```'\n````") {
		t.Error("the fence does not outlast the scenario's")
	}
}

func TestEscapeLeavesNoMarkup(t *testing.T) {
	for text, want := range map[string]string{
		"wall_clock.used":   "wall_clock.used",
		"_a_ b_c *d* `e`":   `\_a\_ b_c \*d\* \` + "`e\\`",
		"a|b <i> [x](y) #1": `a\|b \<i\> \[x\](y) \#1`,
		"two\nlines":        "two lines",
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestErrorsOfTheWriterAreTold(t *testing.T) {
	if err := Write(broken{}, &review.Review{}); err == nil || err.Error() != "disk full" {
		t.Errorf("got %v", err)
	}
}
