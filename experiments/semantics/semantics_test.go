package semantics

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

// simulate runs a scenario; files that it names are looked for beside path.
func simulate(t *testing.T, path, text string, set ...string) *result.Result {
	t.Helper()
	s, err := scenario.Read(path, []byte(text), scenario.Options{Directory: filepath.Dir(path), Set: set})
	if err != nil {
		t.Fatal(err)
	}
	r, err := replicate.Run(context.Background(), s, replicate.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Every scenario states what its rule makes of it, and all of that holds.
func TestRules(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("no scenario in testdata")
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".yaml"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			r := simulate(t, path, string(text))
			if len(r.Objectives) == 0 {
				t.Error("no objectives")
			}
			for _, o := range r.Objectives {
				if o.Verdict == result.Holds {
					continue
				}
				if o.Value == nil {
					t.Errorf("%s: %s, no value: %s", o.Text, o.Verdict, o.Why)
					continue
				}
				t.Errorf("%s: %s, found %v", o.Text, o.Verdict, *o.Value)
			}
		})
	}
}
