package experiment

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"herdcast/reports/html"
	"herdcast/reports/markdown"
	"herdcast/reports/review"
	"herdcast/reports/text"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// form is a decision in the forms that it takes.
type form struct {
	name   string
	review *review.Review
	text   func(w io.Writer, width int) error
}

func forms() []form {
	options := func(width int) text.Options { return text.Options{Width: width, Folder: "kept"} }
	return []form{
		{"sweep", sweepReview(swept()), func(w io.Writer, width int) error { return SweepText(w, swept(), width) }},
		{"sensitivity", sweepReview(influenced()), func(w io.Writer, width int) error { return SweepText(w, influenced(), width) }},
		{"comparison", comparisonReview(comparison()), func(w io.Writer, width int) error { return ComparisonText(w, comparison(), width) }},
		{"size", sizeReview(sized()), func(w io.Writer, width int) error { return text.Size(w, sized(), options(width)) }},
		{"size-of-two", sizeReview(sizedTwo()), func(w io.Writer, width int) error { return text.Size(w, sizedTwo(), options(width)) }},
		{"recommendation", recommendationReview(wrapper()), func(w io.Writer, width int) error { return text.Recommendation(w, wrapper(), options(width)) }},
		{"map", mapReview(phases()), func(w io.Writer, width int) error { return text.Map(w, phases(), options(width)) }},
		{"rare", rareReview(seldom()), func(w io.Writer, width int) error { return text.Rare(w, seldom(), options(width)) }},
	}
}

// golden compares with what a file holds, or rewrites it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is another; look at both, then run the test with -update. Got\n%s", path, got)
	}
}

// picture is one inside a page; those are files of their own.
var picture = regexp.MustCompile(`(?s)<svg xmlns=.*?</svg>`)

func TestDecisionsAreAsTheyWereInEveryForm(t *testing.T) {
	for _, f := range forms() {
		var terminal, page, document bytes.Buffer
		if err := f.text(&terminal, 0); err != nil {
			t.Fatal(err)
		}
		if err := markdown.Write(&page, f.review); err != nil {
			t.Fatal(err)
		}
		if err := html.Write(&document, f.review); err != nil {
			t.Fatal(err)
		}
		golden(t, f.name+".txt", terminal.Bytes())
		golden(t, f.name+".md", page.Bytes())
		golden(t, f.name+".html", picture.ReplaceAll(document.Bytes(), []byte("<svg></svg>")))
		if inside, figures := len(picture.FindAll(document.Bytes(), -1)), len(f.review.Figures()); inside != figures || figures == 0 {
			t.Errorf("%s: %d pictures inside the page of %d", f.name, inside, figures)
		}
		for _, each := range f.review.Figures() {
			golden(t, fmt.Sprintf("plots/%s-%s.svg", f.name, each.Name), each.SVG())
			data, err := each.PNG()
			if err != nil {
				t.Fatal(err)
			}
			config, err := png.DecodeConfig(bytes.NewReader(data))
			if err != nil || config.Width != 2*760 || config.Height < 200 {
				t.Errorf("%s-%s.png: %d by %d, %v", f.name, each.Name, config.Width, config.Height, err)
			}
		}
	}
}

// No line is longer than the terminal is wide; code to paste is kept as it is.
func TestDecisionsFitTheTerminal(t *testing.T) {
	for _, f := range forms() {
		for _, width := range []int{60, 80, 120} {
			var b bytes.Buffer
			if err := f.text(&b, width); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > width {
					t.Errorf("%s at %d columns: %d in %q", f.name, width, utf8.RuneCountInString(line), line)
				}
			}
		}
	}
}
