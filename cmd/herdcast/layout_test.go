package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// within is one rule: packages under `of` import only packages of this module
// that are under one of `only`. The rule of the longest `of` counts.
var within = []struct {
	of   string
	only []string
	why  string
}{
	{"sim", []string{"sim"}, "the engine knows nothing of what it drives"},
	{"policies", []string{"policies", "sim"}, "policies run in real tool wrappers too, without a world around them"},
	{"models", []string{"models", "policies", "sim"}, "a model knows no file, no replication and no report"},
	{"models/fact", []string{"policies", "sim"}, "what happened is told in words that all models share"},
	{"models/metric", []string{"models/fact", "policies", "sim"}, "measures fold facts and know no model"},
	{"models/agent", modelsButMeasures, "models say what happened and know no measure"},
	{"models/arrival", modelsButMeasures, "models say what happened and know no measure"},
	{"models/client", modelsButMeasures, "models say what happened and know no measure"},
	{"models/dependency", modelsButMeasures, "models say what happened and know no measure"},
	{"models/event", modelsButMeasures, "models say what happened and know no measure"},
	{"models/family", []string{"sim"}, "who waits for whom hangs on nothing that they do"},
	{"models/ledger", modelsButMeasures, "models say what happened and know no measure"},
	{"models/tool", modelsButMeasures, "models say what happened and know no measure"},
	{"experiments", []string{"experiments", "models", "policies", "sim"}, "experiments run worlds and know no report"},
	{"experiments/result", nil, "results are plain data that anybody can read"},
	{"experiments/validate/theory", nil, "references know nothing of what is held against them"},
	{"experiments/stats", []string{"experiments/result"}, "statistics are about numbers, wherever they come from"},
	{"reports", []string{"reports", "experiments/result", "experiments/stats"}, "a report is made from a stored result, without the world that gave it"},
	{"cmd", []string{"experiments", "reports", "policies", "sim/quantity"}, "a command joins experiments and reports and has no logic of its own"},
}

var modelsButMeasures = []string{
	"models/agent", "models/arrival", "models/client", "models/dependency", "models/event", "models/fact", "models/family", "models/ledger", "models/tool",
	"policies", "sim",
}

// doors says which package alone may use a library, tests aside.
var doors = []struct {
	library string
	only    []string
	why     string
}{
	{"gopkg.in/yaml.v3", []string{"experiments/scenario"}, "files become specs at one place, with positions in every message"},
	{"gonum.org/v1/plot", []string{"reports/figure"}, "all pictures share one look"},
	{"gonum.org/v1/gonum", []string{"experiments/stats", "sim/dist", "experiments/plan", "experiments/calibrate", "experiments/validate/theory"}, "its functions differ in the last bits between processors and are rounded there"},
	{"github.com/parquet-go/parquet-go", []string{"experiments/plan/sweep"}, "one table holds the replications of a sweep, and is read where it is written"},
	{"github.com/spf13/cobra", []string{"cmd"}, "verbs and flags are the command's business"},
	{"github.com/spf13/pflag", []string{"cmd"}, "part of cobra, which says there why a flag cannot be read"},
	{"golang.org/x/term", []string{"cmd"}, "only the command talks to a terminal"},
	{"golang.org/x/image", []string{"reports/figure"}, "fonts are part of the pictures"},
}

type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	Imports         []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	command := exec.Command("go", "list", "-pgo=off", "-e", "-json=ImportPath,Dir,GoFiles,Imports", "herdcast/...")
	text, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for decoder := json.NewDecoder(strings.NewReader(string(text))); ; {
		var p listed
		if err := decoder.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if len(all) < 10 {
		t.Fatalf("only %d packages are listed", len(all))
	}
	return all
}

func under(path, directory string) bool {
	return path == directory || strings.HasPrefix(path, directory+"/")
}

func underAny(path string, directories []string) bool {
	for _, d := range directories {
		if under(path, d) {
			return true
		}
	}
	return false
}

func TestImportsGoOneWay(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "herdcast/")
		rule := -1
		for i, r := range within {
			if under(path, r.of) && (rule < 0 || len(r.of) > len(within[rule].of)) {
				rule = i
			}
		}
		if rule < 0 {
			t.Errorf("%s: no rule says what it may import", path)
			continue
		}
		for _, imported := range p.Imports {
			ours, ok := strings.CutPrefix(imported, "herdcast/")
			if ok && !underAny(ours, within[rule].only) {
				t.Errorf("%s imports %s, but %s", path, ours, within[rule].why)
			}
		}
	}
}

func TestEveryLibraryHasItsDoor(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "herdcast/")
		for _, imported := range p.Imports {
			if !strings.Contains(strings.Split(imported, "/")[0], ".") {
				continue // of the standard library or ours
			}
			known := false
			for _, door := range doors {
				if !under(imported, door.library) {
					continue
				}
				known = true
				if !underAny(path, door.only) {
					t.Errorf("%s imports %s, but %s", path, imported, door.why)
				}
			}
			if !known {
				t.Errorf("%s imports %s, which no door lets in", path, imported)
			}
		}
	}
}

// onTheClock is what meets users and real systems, and so lives in real time.
var onTheClock = []string{"cmd", "policies/roundtrip", "experiments/emulate", "experiments/live"}

// drawsReferences is where references are drawn that no formula gives. They come from
// seeded generators that the simulator knows nothing of, so that a fault in its own
// draws is not in both.
const drawsReferences = "experiments/validate"

// Simulated time is handed to whoever needs it and draws have addresses: the
// machine's clock and free generators would make runs differ.
func TestNoClockAndNoFreeRandomness(t *testing.T) {
	for _, p := range packages(t) {
		path := strings.TrimPrefix(p.ImportPath, "herdcast/")
		seeded := under(path, drawsReferences)
		for _, imported := range p.Imports {
			if under(imported, "math/rand") && !(seeded && imported == "math/rand/v2") || imported == "crypto/rand" {
				t.Errorf("%s imports %s", path, imported)
			}
		}
		timed := underAny(path, onTheClock)
		for _, name := range p.GoFiles {
			set := token.NewFileSet()
			file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				used, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				of, ok := used.X.(*ast.Ident)
				switch {
				case !ok:
				case of.Name == "time" && readsClock[used.Sel.Name] && !timed:
					t.Errorf("%s reads the machine's clock: time.%s", set.Position(n.Pos()), used.Sel.Name)
				case of.Name == "rand" && of.Obj == nil && !ofSeeds[used.Sel.Name]:
					t.Errorf("%s draws from no seed: rand.%s", set.Position(n.Pos()), used.Sel.Name)
				}
				return true
			})
		}
	}
}

// ofSeeds is what math/rand/v2 has that needs no luck of its own.
var ofSeeds = map[string]bool{"New": true, "NewPCG": true, "Rand": true}

var readsClock = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true,
	"Tick": true, "NewTimer": true, "NewTicker": true,
}
