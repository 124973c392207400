package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/library"
)

var update = flag.Bool("update", false, "show the README's run anew")

const root = "../.."

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The summary and the picture in the README are those of its first command, but
// for how long that took.
func TestReadmeShowsARealRun(t *testing.T) {
	readme := page(t, "README.md")
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var stdout, stderr bytes.Buffer
	if status := execute([]string{"run", "brownout-with-writes"}, strings.NewReader(""), &stdout, &stderr); status != done {
		t.Fatalf("status %d: %s", status, stderr.String())
	}
	picture, err := os.ReadFile("brownout-with-writes-1/plots/arrivals.svg")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(back)

	block := regexp.MustCompile("(?s)## How to read the summary\n\n```\n(.*?)```")
	shown := block.FindStringSubmatchIndex(readme)
	if shown == nil {
		t.Fatal("the README shows no summary")
	}
	if *update {
		readme = readme[:shown[2]] + stdout.String() + readme[shown[3]:]
		for name, data := range map[string][]byte{"README.md": []byte(readme), "docs/herd.svg": picture} {
			if err := os.WriteFile(filepath.Join(root, name), data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if got, want := timeless(stdout.String()), timeless(readme[shown[2]:shown[3]]); got != want {
		t.Errorf("the README's summary is another; -update shows it anew. Got\n%s", got)
	}
	if string(picture) != page(t, "docs/herd.svg") {
		t.Error("the README's picture is another; -update draws it anew")
	}
}

// timeless leaves out the line that says how long a run took.
func timeless(summary string) string {
	var kept []string
	for line := range strings.Lines(summary) {
		if !strings.HasPrefix(line, "  report ") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

func TestReadmeBeginsWithTwoCommands(t *testing.T) {
	_, after, _ := strings.Cut(page(t, "README.md"), "```\n")
	block, _, _ := strings.Cut(after, "```")
	if want := "go run ./cmd/herdcast run brownout-with-writes\ngo test ./...\n"; block != want {
		t.Errorf("its first block is\n%s", block)
	}
}

func TestReadmeNamesTheShippedScenarios(t *testing.T) {
	readme := page(t, "README.md")
	for _, entry := range append(library.All(), library.Experiments()...) {
		if !entry.Case && !strings.Contains(readme, "`"+entry.Name+"`") {
			t.Errorf("%s is missing", entry.Name)
		}
	}
}

// anchors gives what links to the headings of a page say.
func anchors(page string) (all []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		all = append(all, "#"+anchor(heading[1]))
	}
	return all
}

// anchor is how a heading is linked to: small letters, hyphens for spaces, no other signs.
func anchor(heading string) string {
	plain := regexp.MustCompile(`[^\pL\pN_ -]`).ReplaceAllString(strings.ToLower(heading), "")
	return strings.ReplaceAll(plain, " ", "-")
}

func TestLinksLeadSomewhere(t *testing.T) {
	pages, err := filepath.Glob(root + "/docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages = append(pages, root+"/README.md", root+"/CONTRIBUTING.md")
	link := regexp.MustCompile(`\]\(([^)#]*)(#[^)]*)?\)`)
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(found[1], "://") {
				continue
			}
			to := name
			if found[1] != "" {
				to = filepath.Join(filepath.Dir(name), found[1])
			}
			target, err := os.ReadFile(to)
			if _, missing := os.Stat(to); missing != nil {
				t.Errorf("%s leads to %s, which is not there", filepath.Base(name), found[1])
			} else if err == nil && found[2] != "" && !slices.Contains(anchors(string(target)), found[2]) {
				t.Errorf("%s leads to %s%s, where no heading is called so", filepath.Base(name), found[1], found[2])
			}
		}
	}
}
