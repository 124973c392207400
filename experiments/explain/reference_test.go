package explain

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

const reference = "../../docs/explain.md"

var update = flag.Bool("update", false, "write anew what the reference says of its examples")

var section = regexp.MustCompile("(?s)#### `([a-z-]+)`\n\n\\*\\*(\\w+)\\*\\* .*?```yaml\n(.*?)```\n\n```text\n(.*?)```\n\n.*?Gone with `--set '([^`]*)'`")

func read(t *testing.T, text string, set ...string) *scenario.Scenario {
	t.Helper()
	s, err := scenario.Read("example.yaml", []byte(text), scenario.Options{Set: set})
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return s
}

func of(findings []result.Finding, name string) []result.Finding {
	var all []result.Finding
	for _, f := range findings {
		if f.Name == name {
			all = append(all, f)
		}
	}
	return all
}

// The reference holds for every finding an example that shows it, word for word what
// is said, the working by hand, and a change with which it is gone.
func TestReferenceShowsEveryFinding(t *testing.T) {
	page, err := os.ReadFile(reference)
	if err != nil {
		t.Fatal(err)
	}
	severities := map[string]string{"no-time-passes": result.Error, "key-without-effect": result.Warning, "fault-after-the-end": result.Warning}
	for _, rule := range Rules() {
		severities[rule.Name] = rule.Severity
	}
	text := string(page)
	var shown []string
	for _, part := range section.FindAllStringSubmatch(text, -1) {
		name, severity, example, said, change := part[1], part[2], part[3], part[4], part[5]
		shown = append(shown, name)
		if severities[name] != severity {
			t.Errorf("%s: the page says %s, the code %q", name, severity, severities[name])
		}
		there := of(Of(read(t, example)).Findings, name)
		if len(there) != 1 {
			t.Errorf("%s: found %d times in its example, not once", name, len(there))
			continue
		}
		says := fmt.Sprintf("%s, line %d\n%s\n", there[0].Path, there[0].Line, there[0].Message)
		if there[0].Advice != "" {
			says += there[0].Advice + "\n"
		}
		if *update {
			text = strings.Replace(text, example+"```\n\n```text\n"+said, example+"```\n\n```text\n"+says, 1)
		} else if says != said {
			t.Errorf("%s: got\n%s\nwant\n%s", name, says, said)
		}
		if gone := of(Of(read(t, example, change)).Findings, name); len(gone) > 0 {
			t.Errorf("%s is still there with --set %s: %v", name, change, gone)
		}
	}
	for name := range severities {
		if !slices.Contains(shown, name) {
			t.Errorf("%s is missing on the page", name)
		}
	}
	if *update {
		if err := os.WriteFile(reference, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
