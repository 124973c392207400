package scenario

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"herdcast/models/agent"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

const folder = "testdata/good"

func read(t *testing.T, text string, set ...string) *Scenario {
	t.Helper()
	s, err := Read("test.yaml", []byte(text), Options{Directory: folder, Set: set})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// good gives the scenarios that use every form of the language.
func good(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(data)
	}
	return texts
}

func TestResolvedReadsBackToTheSame(t *testing.T) {
	for name, text := range good(t) {
		s := read(t, text)
		resolved := s.ResolvedYAML()
		again := read(t, string(resolved))
		if !reflect.DeepEqual(s.Spec, again.Spec) || !reflect.DeepEqual(s.Objectives, again.Objectives) {
			t.Errorf("%s: resolved reads back to another scenario:\n%s", name, resolved)
		}
		if got := again.ResolvedYAML(); !bytes.Equal(got, resolved) {
			t.Errorf("%s: resolved twice gives\n%s\nafter\n%s", name, got, resolved)
		}
		if len(again.Warnings) > 0 || len(again.Assumptions) > 0 {
			t.Errorf("%s: resolved leaves %v and %v", name, again.Warnings, again.Assumptions)
		}
		fromJSON := read(t, string(s.ResolvedJSON())) // JSON is YAML
		if !reflect.DeepEqual(s.Spec, fromJSON.Spec) || s.Digest() != fromJSON.Digest() {
			t.Errorf("%s: its JSON reads back to another scenario", name)
		}
	}
}

func TestSchemaAcceptsWhatReadAccepts(t *testing.T) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("scenario.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("scenario.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(yamlText []byte) error {
		var value any
		if err := yaml.Unmarshal(yamlText, &value); err != nil {
			return err
		}
		plain, err := json.Marshal(value)
		if err != nil {
			return err
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(plain))
		if err != nil {
			return err
		}
		return schema.Validate(instance)
	}
	for name, text := range good(t) {
		if err := valid([]byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := valid(read(t, text).ResolvedYAML()); err != nil {
			t.Errorf("%s, resolved: %v", name, err)
		}
	}
	if err := valid([]byte(jittered)); err != nil {
		t.Errorf("an experiment: %v", err)
	}
	for name, bad := range map[string]string{
		"layer-typo":    "version: 1\nfleet: [{agents: 1}]\npolicies: {p: [{retry: {attemps: 3}}]}",
		"bare-duration": "version: 1\nfleet: [{agents: 1}]\nrun: {duration: 600}",
		"bare-share":    "version: 1\nfleet: [{agents: 1}]\ntools: {a: {semantic_failures: 0.2}}",
		"share-unit":    "version: 1\nfleet: [{agents: 1}]\ntools: {a: {semantic_failures: 20s}}",
		"no-version":    "fleet: [{agents: 1}]",
		"unknown-key":   "version: 1\nfleet: [{agents: 1}]\ndepedency: {}",
		"down-word":     "version: 1\nfleet: [{agents: 1}]\nfaults: [{at: 1s, down: reject}]",
		"empty-fleet":   "version: 1\nfleet: []",
		"vary-bare":     "version: 1\nscenario: a\nvary: {run.seed: 5}",
		"size-typo":     "version: 1\nscenario: a\nsize: {find: biggest, of: run.seed, between: [1, 2]}",
		"octet":         "version: 1\nfleet: [{agents: 2.5}]",
	} {
		if err := valid([]byte(bad)); err == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
	}
}

func TestFormsOfDistributions(t *testing.T) {
	ms := float64(time.Millisecond)
	s := read(t, good(t)["every-distribution.yaml"])
	want := []dist.Spec{
		{A: 3723004 * ms},
		{Kind: dist.Exponential, A: 200 * ms, AtMost: 30000 * ms},
		{Kind: dist.Uniform, A: 1000 * ms, B: 2000 * ms},
		{Kind: dist.Quantiles, Points: []dist.Point{{Q: 0.5, X: 40 * ms}, {Q: 0.99, X: 300 * ms}}},
		{Kind: dist.Quantiles, Points: []dist.Point{{Q: 0.05, X: ms}, {Q: 0.5, X: 40 * ms}, {Q: 0.999, X: 2000 * ms}, {Q: 0.9999, X: 3000 * ms}}},
		{Kind: dist.Lognormal, A: 50 * ms, B: 0.6},
		{Kind: dist.Gamma, A: 50 * ms, B: 0.5},
		{Kind: dist.Normal, A: 10 * ms, B: 2 * ms},
		{Kind: dist.Weibull, A: 50 * ms, B: 0.7},
		{Kind: dist.Pareto, A: 10 * ms, B: 1.5, AtMost: 60000 * ms},
		{Kind: dist.Choice, Choices: []dist.Weighted{
			{Of: dist.Of(100 * ms), Share: 0.95},
			{Of: dist.Spec{Kind: dist.Choice, Choices: []dist.Weighted{{Of: dist.Of(1000 * ms), Share: 0.5}, {Of: dist.Spec{Kind: dist.Exponential, A: 2000 * ms}, Share: 0.5}}}, Share: 0.05},
		}},
		{Kind: dist.Empirical, File: "latencies.csv", Column: "ms", Unit: "ms", Values: []float64{12 * ms, 250.5 * ms}},
	}
	for i, w := range want {
		if got := *s.Spec.Tools[i].Service; !reflect.DeepEqual(got, w) {
			t.Errorf("%s: got %+v, want %+v", s.Spec.Tools[i].Name, got, w)
		}
	}
	task := s.Spec.Fleet[0].Task
	if want := (dist.Spec{Kind: dist.Between, A: 1, B: 3}); !reflect.DeepEqual(task.Turns, want) {
		t.Errorf("turns: got %+v", task.Turns)
	}
	if want := (dist.Spec{Kind: dist.Exponential, A: 2.5, AtMost: 9}); !reflect.DeepEqual(task.Calls, want) {
		t.Errorf("calls: got %+v", task.Calls)
	}
}

func TestFormsOfLayers(t *testing.T) {
	s := read(t, good(t)["every-layer.yaml"])
	layers := s.Spec.Policies[0].Layers
	var names []string
	for _, layer := range layers {
		names = append(names, layer.Name)
	}
	// Named layers count: the retry below sdk is the second.
	if want := []string{"total", "sdk", "retry[2]", "retry[3]", "retry[4]", "breaker", "breaker[2]", "limit", "limit[2]", "limit[3]", "hedge", "timeout[2]", "cached", "fallback[2]", "verdict", "node", "java"}; !slices.Equal(names, want) {
		t.Errorf("names: got %v, want %v", names, want)
	}
	sdk, second := layers[1].Retry, layers[2].Retry
	if sdk.Attempts != quantity.Unlimited || !sdk.Backoff.None || sdk.On != policies.All || sdk.Hint.Use != "ignore" {
		t.Errorf("sdk: %+v", sdk)
	}
	if first := second.Backoff.First; first[policies.Throttled] != time.Second || first[policies.Timeout] != 50*time.Millisecond {
		t.Errorf("first: %v", first)
	}
	if cost := second.Budget.Cost; cost[policies.Throttled] != 5 || cost[policies.Timeout] != 10 || cost[policies.Reset] != 14 || *second.Budget.Timeout != 12 {
		t.Errorf("cost: %v", cost)
	}
	if *second.Backoff.Jitter.PlusMinus != 0.25 || second.Backoff.Jitter.Word != "" || *second.Hint.Jitter.Add != 5*time.Second {
		t.Errorf("jitter: %+v", second.Backoff.Jitter)
	}
	if got := layers[3].Retry.Backoff.Jitter.Times; *got != [2]float64{0.8, 1.3} {
		t.Errorf("times: %v", got)
	}
	if b := layers[4].Retry; len(b.Backoff.Schedule) != 3 || b.Backoff.Schedule[1].Kind != dist.Exponential || b.On != 0 {
		t.Errorf("schedule: %+v", b)
	}
	if w := layers[5].Breaker.Trip.Window; w != (breaker.Window{Calls: 100}) {
		t.Errorf("window: %+v", w)
	}
	if w := layers[6].Breaker.Trip.Window; w != (breaker.Window{Span: 90 * time.Second}) {
		t.Errorf("window: %+v", w)
	}
	if !layers[8].Limit.Wait.Forever || layers[9].Limit.Wait.Forever || layers[9].Limit.Wait.For.A != 0 {
		t.Errorf("wait: %+v, %+v", layers[8].Limit.Wait, layers[9].Limit.Wait)
	}
	if got := *layers[11].Timeout.Max; got != 2*time.Second {
		t.Errorf("timeout: %v", got)
	}
	if s.Spec.Run.Seed != 1<<64-1 {
		t.Errorf("seed: %d", s.Spec.Run.Seed)
	}
}

func TestTracesAreOffsetsFromTheEarliestRow(t *testing.T) {
	s := read(t, good(t)["every-fleet.yaml"])
	want := []time.Duration{0, 7, 1500 * time.Millisecond}
	for _, i := range []int{6, 7} {
		if got := s.Spec.Fleet[i].Trace.At; !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", s.Spec.Fleet[i].Name, got, want)
		}
	}
	if got := s.Spec.Fleet[6].Trace.Speed; got != 2 {
		t.Errorf("speed: %v", got)
	}
}

func TestMergeKeysAreLaidBelow(t *testing.T) {
	fleet := read(t, good(t)["merged.yaml"]).Spec.Fleet
	if *fleet[1].Agents != 7 || fleet[1].Task.Turns.A != 4 || fleet[1].Task.Think.A != 2e9 || fleet[1].Rest.A != 1e9 {
		t.Errorf("second: %+v", fleet[1])
	}
	if fleet[2].Name != "last" || *fleet[2].Agents != 5 || fleet[2].Rest.A != 3e9 { // the first of a list wins
		t.Errorf("third: %+v", fleet[2])
	}
}

func TestModelBases(t *testing.T) {
	fleet := read(t, good(t)["every-fleet.yaml"]).Spec.Fleet
	one := func(m agent.Model) []agent.Reaction {
		return []agent.Reaction{*m.Exhausted, *m.Semantic, *m.Unknown, *m.Untold}
	}
	for i, want := range map[int][]agent.Reaction{
		0: {{Abandon: 1}, {Abandon: 1}, {Abandon: 1}, {Abandon: 1}},
		1: {{Reissue: 1}, {Reissue: 1}, {Reissue: 1}, {Reissue: 1}},
		2: {{Degrade: 1}, {Adapt: 1}, {Verify: 1}, {Degrade: 1}},
		3: {{Abandon: 1}, {Abandon: 1}, {Reissue: 0.5, Abandon: 0.5}, {Abandon: 1}},
	} {
		if got := one(fleet[i].Model); !slices.Equal(got, want) {
			t.Errorf("%s: got %+v, want %+v", fleet[i].Name, got, want)
		}
	}
	if m := fleet[1].Model; m.MaxRepeats != quantity.Unlimited || m.MaxAdapts != quantity.Unlimited {
		t.Errorf("stubborn has limits: %+v", m)
	}
	if m := fleet[3].Model; m.MaxRepeats != quantity.Unlimited || m.Then != "degrade" || m.MaxAdapts != 3 {
		t.Errorf("got %+v", m)
	}
}

func TestAssumptionsAreWhatNobodySet(t *testing.T) {
	list := func(model string) string {
		var lines []string
		for _, a := range read(t, "version: 1\nfleet: [{name: a, agents: 1, rest: 1s, model: "+model+"}]").Assumptions {
			lines = append(lines, a.Path+"="+a.Value)
		}
		return strings.Join(lines, "\n")
	}
	all := `fleet.a.model.told=true
fleet.a.model.exhausted=reissue 20%, degrade 50%, abandon 30%
fleet.a.model.semantic=adapt 70%, degrade 20%, abandon 10%
fleet.a.model.unknown=reissue 50%, degrade 20%, abandon 30%; verify in place of reissue where the tool has verify_by
fleet.a.model.max_repeats=3
fleet.a.model.max_adapts=3
fleet.a.model.then=abandon`
	for model, want := range map[string]string{
		"{}":            all,
		"stop":          "",
		"{told: false}": "fleet.a.model.untold=reissue 60%, degrade 20%, abandon 20%\nfleet.a.model.max_repeats=3\nfleet.a.model.then=abandon",
		"{told: true, exhausted: {abandon: 100%}, semantic: {abandon: 100%}, unknown: {abandon: 100%}}": "",
		"{base: careful, unknown: {reissue: 100%}}":                                                     "",
	} {
		if got := list(model); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", model, got, want)
		}
	}
}

func TestWarnings(t *testing.T) {
	const loop = "fleet.cohort1 would start calls without end at one instant: rest and think take no time, and "
	for text, want := range map[string]string{
		"fleet: [{agents: 1}]\nfaults: [{at: 1s, down: refuse}]":                                                                                      loop + "faults.down refuses at once",
		"fleet: [{agents: 1}]\nfaults: [{at: 1s, closed: {}}]":                                                                                        loop + "faults.closed refuses at once",
		"fleet: [{agents: 1}]\ndependency: {service: 0s}":                                                                                             loop + "the service of its tools takes none",
		"fleet: [{agents: 1, rest: 1s}]\nfaults: [{at: 1s, down: refuse}]":                                                                            "",
		"fleet: [{agents: 1, tasks: 5}]\nfaults: [{at: 1s, down: refuse}]":                                                                            "",
		"fleet: [{agents: 1}]\nfaults: [{at: 1s, down: hang}]":                                                                                        "",
		"fleet: [{agents: 1}]\nfaults: [{at: 1s, down: refuse, share: 50%}]":                                                                          "",
		"fleet: [{agents: 1}]\nfaults: [{at: 1s, down: refuse}]\ndependency: {network: {delay: 1ms}}":                                                 "",
		"fleet: [{agents: 1, policy: p}]\nfaults: [{at: 1s, down: refuse}]\npolicies: {p: [{retry: {}}]}":                                             "",
		"fleet: [{agents: 1, rest: 1s, phase: even}]":                                                                                                 "fleet[1].phase does nothing beside no timetable (every)",
		"fleet: [{agents: 1, rest: 1s}]\ndependency: {quota: {limit: 5, window: fixed, burst: 6}}":                                                    "dependency.quota.burst does nothing beside no bucket",
		"fleet: [{agents: 1, rest: 1s}]\nrun: {duration: 1m}\nfaults: [{at: 2m, slow: 2x}]":                                                           "faults[1] begins at 2m, but the run ends at 1m",
		"fleet: [{agents: 1, rest: 1s, policy: p}]\npolicies: {p: [{breaker: {trip: {consecutive: 3, window: 5s}}}]}":                                 "policies.p[1].breaker.trip.window does nothing beside no count, rate or slow_rate",
		"fleet: [{at: [1s], pattern: even}]":                                                                                                          "fleet[1].pattern does nothing beside no arrivals or profile",
		"tools: {act: {}, split: {spawns: {cohort: b}}}\nfleet: [{agents: 1, rest: 1s}, {name: b}]\nfaults: [{at: 1s, down: refuse, tools: [split]}]": "faults[1] does nothing: its tools spawn agents and send no requests",
		// Children may let time pass, so the loop is not certain.
		"tools: {act: {}, split: {spawns: {cohort: b}}}\nfleet: [{agents: 1, task: {tools: {split: 100%}}}, {name: b}]\nfaults: [{at: 1s, down: refuse}]\ndependency: {service: 0s}": "",
	} {
		var got []string
		for _, w := range read(t, "version: 1\n"+text).Warnings {
			got = append(got, w.Message)
		}
		if strings.Join(got, "\n") != want {
			t.Errorf("%s:\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestDigestNamesWhatIsSimulated(t *testing.T) {
	base := read(t, "version: 1\nname: a\nfleet: [{agents: 1, rest: 1s}]").Digest()
	if len(base) != 64 {
		t.Fatalf("got %q", base)
	}
	for text, same := range map[string]bool{
		"version: 1\nname: a\nfleet:\n  - agents: 1\n    rest: 1000ms\n":                 true, // another way to write it
		"version: 1\nname: a\nfleet: [{agents: 1, rest: 1s}]\ndependency: {servers: 64}": true, // a default written out
		"version: 1\nname: a\nfleet: [{agents: 1, rest: 1s}]\nrun: {seed: 5}":            true,
		"version: 1\nname: a\nfleet: [{agents: 1, rest: 1s}]\nrun: {replications: 5}":    true,
		"version: 1\nname: a\nfleet: [{agents: 1, rest: 1s}]\nrun: {duration: 5m}":       false,
		"version: 1\nname: a\nfleet: [{agents: 2, rest: 1s}]":                            false,
		"version: 1\nname: b\nfleet: [{agents: 1, rest: 1s}]":                            false,
	} {
		if got := read(t, text).Digest(); (got == base) != same {
			t.Errorf("%s: same %v, want %v", text, got == base, same)
		}
	}
	// What a file holds counts, not only what it is called.
	directory := t.TempDir()
	digest := func(rows string) string {
		if err := os.WriteFile(filepath.Join(directory, "a.csv"), []byte(rows), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := Read("x", []byte("version: 1\nfleet: [{agents: 1, rest: {file: a.csv, column: s, unit: s}}]"), Options{Directory: directory})
		if err != nil {
			t.Fatal(err)
		}
		return s.Digest()
	}
	if digest("s\n1\n2\n") == digest("s\n1\n3\n") {
		t.Error("other values, the same digest")
	}
	if digest("s\n1\n2\n") != digest("s\n2\n1\n") {
		t.Error("the order of rows counts")
	}
}

func TestNameIsThatOfTheFile(t *testing.T) {
	for file, want := range map[string]string{"a/b/outage.yaml": "outage", "-": "scenario", "x(1).yaml": "scenario", "hello": "hello"} {
		s, err := Read(file, []byte("version: 1\nfleet: [{agents: 1, rest: 1s}]"), Options{})
		if err != nil || s.Spec.Name != want {
			t.Errorf("%s: got %q, %v", file, s.Spec.Name, err)
		}
	}
}

func TestHugeFilesAreRefused(t *testing.T) {
	_, err := Read("f", bytes.Repeat([]byte("#"), 8<<20+1), Options{})
	if err == nil || err.Error() != "f: the file is larger than 8 MiB" {
		t.Errorf("got %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, pattern := range []string{"testdata/good/*.yaml", "testdata/bad/*.yaml"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, "policies.p.retry.attempts=3")
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, set string) {
		options := Options{Directory: t.TempDir(), Set: []string{set}}
		s, err := Read("f.yaml", data, options)
		if err != nil {
			if len(err.(Problems)) == 0 {
				t.Error("refused without a problem")
			}
			return
		}
		options.Set = nil
		again, err := Read("f.yaml", s.ResolvedYAML(), options)
		if err != nil {
			t.Fatalf("%v\n%s", err, s.ResolvedYAML())
		}
		if !reflect.DeepEqual(s.Spec, again.Spec) {
			t.Errorf("resolved reads back to another scenario:\n%s", s.ResolvedYAML())
		}
	})
}

func TestFilesBesideTheScenarioComeBeforeShippedOnes(t *testing.T) {
	shipped := fstest.MapFS{
		"trace/a.csv": {Data: []byte("s\n0\n1\n2\n")},
		"b.csv":       {Data: []byte("s\n0\n1\n2\n")},
	}
	directory := t.TempDir()
	if err := os.WriteFile(filepath.Join(directory, "b.csv"), []byte("s\n0\n1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, rows := range map[string]int{"trace/a.csv": 3, "b.csv": 2} {
		text := "version: 1\nfleet: [{trace: {file: " + name + ", time: s, unit: s}}]"
		s, err := Read("x", []byte(text), Options{Directory: directory, Shipped: shipped})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(s.Spec.Fleet[0].Trace.At); got != rows {
			t.Errorf("%s: %d rows, want %d", name, got, rows)
		}
	}
	text := "version: 1\nfleet: [{trace: {file: c.csv, time: s, unit: s}}]"
	if _, err := Read("x", []byte(text), Options{Directory: directory, Shipped: shipped}); err == nil {
		t.Error("a file that is nowhere is read")
	}
}

func TestTraceSaysWhatItsColumnIsOf(t *testing.T) {
	shipped := fstest.MapFS{
		"dates.csv":   {Data: []byte("at\r\n2023-11-16 18:17:04.5\r\n2023-11-16 18:17:03.9799600\r\n")},
		"numbers.csv": {Data: []byte("at\n3\n1\n")},
		"words.csv":   {Data: []byte("at\nsoon\n")},
	}
	for trace, want := range map[string]string{
		"{file: dates.csv, time: at}":            "",
		"{file: numbers.csv, time: at, unit: s}": "",
		"{file: dates.csv, time: at, unit: s}":   `dates.csv, row 1 of column at: found "2023-11-16 18:17:04.5", but a number is due; a column of date-times goes without unit`,
		"{file: numbers.csv, time: at}":          "numbers.csv, row 1 of column at: found 3, but a date-time is due (or say the unit of its numbers)",
		"{file: words.csv, time: at, unit: s}":   "words.csv, row 1 of column at: found soon, but a number is due",
	} {
		s, err := Read("x", []byte("version: 1\nfleet: [{trace: "+trace+"}]"), Options{Shipped: shipped})
		if want == "" && (err != nil || len(s.Spec.Fleet[0].Trace.At) != 2) {
			t.Errorf("%s: %v", trace, err)
		}
		if want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%s:\n got %v\nwant %s", trace, err, want)
		}
	}
}
