package library

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the corpus of results anew")

const corpus = "testdata/corpus.txt"

// shown are the measures that the corpus spells out, so that a difference tells what
// has moved.
var shown = []string{"tasks.success", "calls", "attempts", "amplification", "herd.peak", "latency.p99", "effects.landed", "work.wasted_share"}

// Every number of every shipped scenario stays what it was, to the last bit: the digest
// is that of all that a run leaves behind but the scenario. It holds on every processor and for every
// number of workers. A change that is meant to move numbers writes the corpus anew
// (-update), and its message says why; the lines that differ show what moved.
func TestNumbersStayWhatTheyWere(t *testing.T) {
	var lines []string
	for _, entry := range All() {
		r := simulate(t, entry.Name, 1)
		r.Scenario, r.Digest = nil, "" // what was asked is not what came of it
		var text bytes.Buffer
		if err := r.Encode(&text); err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %x", entry.Name, sha256.Sum256(text.Bytes()))
		for _, name := range shown {
			line += " " + name + "=" + number(r.Measures[name].Value)
		}
		lines = append(lines, line)
	}
	if *update {
		if err := os.WriteFile(corpus, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := os.ReadFile(corpus)
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]string{}
	for line := range strings.Lines(string(kept)) {
		name, _, _ := strings.Cut(line, " ")
		before[name] = strings.TrimSpace(line)
	}
	for _, line := range lines {
		name, _, _ := strings.Cut(line, " ")
		if before[name] != line {
			t.Errorf("numbers have moved\nwas %s\nis  %s", before[name], line)
		}
		delete(before, name)
	}
	for name := range before {
		t.Errorf("%s ships no more", name)
	}
}
