package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herdcast/policies/preset"
)

const policiesHead = `# Policies of real libraries

Each entry is what a library does with the defaults that it ships, in the layers of the [scenario language](language.md).
Where something must be configured before it does anything, the entry says what was given. Take one into a scenario by
its name:

` + "```yaml" + `
policies:
  mine:
    - preset: PRESET
` + "```" + `

What is peculiar to a library stands in the sentences above its layers. *Waits* are those that it draws itself before each
retry, the least and the most; a wait that a refusal tells (Retry-After) comes in their place where the policy obeys it. The
*retry horizon* is the sum of the longest waits. *Never answered* is the time of a call that nobody answers: every attempt runs
into its timeout and every wait is the longest. *Without bound* means that nothing in the policy ends it.

` + "`herdcast policies show NAME` prints one entry, `herdcast policies diff A B` sets two side by side. This page is written by\na test, from the same data ([CONTRIBUTING.md](../CONTRIBUTING.md)).\n"

// families group libraries by what their users write in.
var families = []struct {
	name  string
	names *regexp.Regexp
}{
	{"Go", regexp.MustCompile(`\bGo\b|client-go`)},
	{"Python", regexp.MustCompile(`\bPython\b|LangGraph`)},
	{"JavaScript and TypeScript", regexp.MustCompile(`\b(JavaScript|TypeScript|Node)\b|Vercel`)},
	{"Java and Scala", regexp.MustCompile(`\b(Java|Scala|Spring)\b`)},
	{".NET", regexp.MustCompile(`\.NET`)},
	{"Several languages, proxies, programs and rules", regexp.MustCompile(``)},
}

// The page of the policies has every preset, with the facts that policies show prints.
func TestPoliciesPage(t *testing.T) {
	var index, entries strings.Builder
	for _, family := range families {
		var members []preset.Preset
		for _, p := range preset.All() {
			if familyOf(p) == family.name {
				members = append(members, p)
			}
		}
		slices.SortStableFunc(members, func(a, b preset.Preset) int {
			return strings.Compare(strings.ToLower(a.Library), strings.ToLower(b.Library))
		})
		fmt.Fprintf(&index, "\n### %s\n\n| library | preset | releases | attempts | retry horizon | never answered |\n|---|---|---|---|---|---|\n", family.name)
		fmt.Fprintf(&entries, "\n## %s\n", inEntries(family.name))
		for _, p := range members {
			c, err := presetCost(p)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&index, "| %s | [%s](#%s) | %s | %s | %s | %s |\n",
				p.Library, p.Name, anchor(p.Name), p.Version, c.attempts(), c.Horizon, c.Time)
			entry(&entries, p, c)
		}
	}
	want := policiesHead + "\n## Index\n" + index.String() + entries.String()
	if *update {
		if err := os.WriteFile(filepath.Join(root, "docs/policies.md"), []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := page(t, "docs/policies.md"); got != want {
		t.Error("docs/policies.md is not what the presets give; go test ./cmd/herdcast ./experiments/scenario -run 'Page|Reference' -update writes it anew")
	}
}

func familyOf(p preset.Preset) string {
	for _, family := range families {
		if family.names.MatchString(p.Library) {
			return family.name
		}
	}
	panic("the last family takes everything")
}

// inEntries keeps the headings of the entries apart from those of the index.
func inEntries(family string) string { return "Entries: " + family }

// entry writes one preset.
func entry(b *strings.Builder, p preset.Preset, c *cost) {
	fmt.Fprintf(b, "\n### %s\n\n**%s**, %s. %s\n", p.Name, p.Library, p.Version, p.About)
	if c.Algorithm != "" {
		fmt.Fprintf(b, "\nRules of its own that no layers can say: `algorithm: %s`.\n", c.Algorithm)
	}
	b.WriteString("\n```yaml\n")
	for line := range strings.Lines(strings.TrimRight(string(p.Layers), "\n") + "\n") {
		b.WriteString(strings.TrimPrefix(line, "  "))
	}
	b.WriteString("```\n\n")
	for i, retry := range c.Retries {
		label := "Waits"
		if len(c.Retries) > 1 {
			label += " of " + retry.Layer
		}
		if waits := c.waits(i); len(waits) > 0 {
			fmt.Fprintf(b, "- %s: %s\n", label, strings.Join(waits, ", "))
		} else {
			fmt.Fprintf(b, "- %s: none\n", label)
		}
	}
	fmt.Fprintf(b, "- At most: attempts %s, waits %s, time of a call that is never answered %s\n- Source: %s\n", c.attempts(), c.Horizon, c.Time, p.Source)
}

// What show prints of a preset stands in its entry too: the page and the two
// commands read one cost.
func TestPoliciesPageSaysWhatShowSays(t *testing.T) {
	text := page(t, "docs/policies.md")
	for _, p := range preset.All() {
		_, after, found := strings.Cut(text, "\n### "+p.Name+"\n")
		if !found {
			t.Errorf("%s has no entry", p.Name)
			continue
		}
		entry, _, _ := strings.Cut(after, "\n### ")
		var stdout, stderr bytes.Buffer
		if status := execute([]string{"policies", "show", p.Name}, strings.NewReader(""), &stdout, &stderr); status != done {
			t.Fatalf("policies show %s ends with %d: %s", p.Name, status, stderr.String())
		}
		values := regexp.MustCompile(`(?m)^(?:.*wait before retry \d+|attempts of a call, at most|waits of a call, at most \(retry horizon\)|time of a call that is never answered)  +(.*)$`)
		shown := values.FindAllStringSubmatch(stdout.String(), -1)
		if len(shown) < 3 {
			t.Fatalf("policies show %s tells %d values", p.Name, len(shown))
		}
		for _, v := range shown {
			if !strings.Contains(entry, v[1]) {
				t.Errorf("%s: show says %q, its entry does not", p.Name, v[0])
			}
		}
	}
}
