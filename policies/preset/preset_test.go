package preset

import (
	"fmt"
	"strings"
	"testing"
)

func Example() {
	breaker, _ := Named("gobreaker")
	fmt.Print(string(breaker.Layers))
	// Output:
	//   - breaker:
	//       trip: {consecutive: 6}
	//       open: 60000000001ns # a call at 60 s exactly still comes too early
	//       probes: 1
	//       close_after: 1
	//       failures: [throttled, unavailable, server_error, reset, refused, timeout, conflict, semantic, rejected]
	//       stale: ignore
}

func TestFilesAreNamedAfterTheirPresets(t *testing.T) {
	for _, p := range All() {
		if _, err := files.ReadFile(p.Name + ".yaml"); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
}

func TestAllHandsOutACopy(t *testing.T) {
	All()[0] = Preset{}
	if All()[0].Name == "" {
		t.Error("changing the list changed the presets")
	}
}

func TestAllIsSortedByName(t *testing.T) {
	all := All()
	for i := 1; i < len(all); i++ {
		if all[i-1].Name >= all[i].Name {
			t.Errorf("%s comes before %s", all[i-1].Name, all[i].Name)
		}
	}
}

func TestNamedKnowsNoOther(t *testing.T) {
	if p, ok := Named("gobreaker.yaml"); ok {
		t.Errorf("found %v", p)
	}
}

func TestBrokenFilesAreNamed(t *testing.T) {
	good := "name: a\nlibrary: b\nversion: c\nsource: d\nabout: e\nlayers:\n  - timeout: 1s\n"
	p, err := parse(good)
	if err != nil || p.Name != "a" || p.Library != "b" || p.Version != "c" || p.Source != "d" || p.About != "e" || string(p.Layers) != "  - timeout: 1s\n" {
		t.Fatalf("got %+v, %v", p, err)
	}
	for change, want := range map[[2]string]string{
		{"layers:", "layer:"}:              "no line says layers: and nothing else",
		{"version: c\n", ""}:               "found 4 lines before layers:, but there must be 5",
		{"source: d", "sources: d"}:        `line 4: found "sources: d", but it must begin with "source: " and say something`,
		{"about: e", "about: "}:            `line 5: found "about: ", but it must begin with "about: " and say something`,
		{"name: a\n", "library: b\n"}:      `line 1: found "library: b", but it must begin with "name: " and say something`,
		{"about: e\n", "about: e\nf: g\n"}: "found 6 lines before layers:, but there must be 5",
	} {
		_, err := parse(strings.Replace(good, change[0], change[1], 1))
		if err == nil || err.Error() != want {
			t.Errorf("%q for %q: got %v, want %s", change[1], change[0], err, want)
		}
	}
}
