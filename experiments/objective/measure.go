package objective

import (
	"fmt"
	"slices"
	"strings"
)

// Measure is what an objective may bound: its name, the unit of its values and
// the parts it can be asked for.
type Measure struct {
	Name  string
	Unit  string // "" counts, "s", "1/s", "share", "ratio", "tokens", "server seconds"
	Parts []string
}

// family is measures that share a stem, a unit and parts: "attempts.|retries".
type family struct {
	unit  string
	parts []string
	stem  string
	names string // separated by spaces; "." is the stem itself
}

var (
	whole    []string
	byCohort = []string{"cohort"}
	byTool   = []string{"cohort", "tool"}
	byTry    = []string{"cohort", "tool", "attempt"}
	byCause  = []string{"cohort", "tool", "cause"}
	byLayer  = []string{"cohort", "tool", "layer"}
	ofLayer  = []string{"layer"} // of what cohorts share
)

// causes are what makes an effect land twice.
var causes = []string{"retry", "hedge", "reissue", "adapt", "key_expired", "stored_late", "lease"}

const quantiles = "mean p50 p90 p95 p99 p999 max"

var families = []family{
	{"", byCohort, "tasks", "started succeeded degraded failed out_of_time out_of_tokens out_of_turns unfinished"},
	{"share", byCohort, "tasks", "success"},
	{"s", byCohort, "tasks.duration", quantiles},
	{"", byCohort, "turns", ". inserted"},
	{"", byTool, "intents", "."},
	{"", byTool, "calls", ". reissued succeeded failed rejected unfinished"},
	{"share", byTool, "calls", "success"},
	{"", byLayer, "rejections", "."},
	{"", byTry, "attempts", ". first retries hedges ok semantic throttled unavailable server_error reset refused conflict timeout abandoned unfinished"},
	{"ratio", byTool, "amplification", ". peak intent"},
	{"", byTry, "herd", "peak peak_sliding retry_peak return_peak"},
	{"ratio", byTry, "herd", "peak_to_baseline dispersion"},
	{"1/s", byTool, "", "goodput"},
	{"1/s", byTry, "", "offered"},
	{"share", byTool, "", "load utilisation"},
	{"server seconds", byTool, "work", "wasted"},
	{"share", byTool, "work", "wasted_share"},
	{"", whole, "queue", "mean max"},
	{"1/s", whole, "queue", "slope"},
	{"", ofLayer, "limit", "waiting"},
	{"", byTool, "quota", "refused"},
	{"share", ofLayer, "breaker", "open_time"},
	{"", byLayer, "retry_budget", "denied"},
	{"s", byTool, "latency", quantiles},
	{"s", byTool, "latency.ok", quantiles},
	{"s", byTool, "wait", quantiles},
	{"share", byTool, "recovery", "recovered relapsed"},
	{"s", byTool, "recovery", "time"},
	{"share", byCohort, "wall_clock", "used.p50 used.p95 used.p99 exhausted"},
	{"share", byCohort, "tokens", "used.p50 used.p95 used.p99 repeated_share"},
	{"share", byCohort, "time", "think service queue network backoff limit failed_attempts wasted_turns children"},
	{"", byTool, "effects", "wanted landed lost missed false_failures unknown"},
	{"", byCause, "effects", "duplicates"},
	{"ratio", byCause, "effects", "duplicates_per_1000"},
	{"share", byTool, "effects", "unknown.landed false_failure_share"},
	{"tokens", byCohort, "tokens", "."},
	{"", byCohort, "", "cost"},
}

// Measures lists what an objective may bound, in the order of their families.
// Beside them there is layers.NAME for each retry layer.
var Measures = func() []Measure {
	var all []Measure
	for _, f := range families {
		for name := range strings.FieldsSeq(f.names) {
			m := Measure{Name: strings.TrimPrefix(f.stem+"."+name, "."), Unit: f.unit, Parts: f.parts}
			if name == "." {
				m.Name = f.stem
			}
			all = append(all, m)
		}
	}
	return all
}()

// find looks a measure up by its name.
func find(name string) (Measure, error) {
	if layer, ok := strings.CutPrefix(name, "layers."); ok && layer != "" {
		return Measure{Name: name, Unit: "ratio", Parts: byTool}, nil
	}
	i := slices.IndexFunc(Measures, func(m Measure) bool { return m.Name == name })
	if i >= 0 {
		return Measures[i], nil
	}
	names := make([]string, len(Measures))
	var stem []string
	for i, m := range Measures {
		names[i] = m.Name
		if strings.HasPrefix(m.Name, name+".") {
			stem = append(stem, m.Name)
		}
	}
	if len(stem) > 0 {
		return Measure{}, fmt.Errorf("%s is no measure by itself (there are: %s)", name, strings.Join(stem, ", "))
	}
	return Measure{}, fmt.Errorf("found %s, which is no measure%s", quoted(name), suggest(name, names))
}

// Layer gives the name after layers., the retry layer that the measure is of.
func (q Query) Layer() (name string, ok bool) {
	return strings.CutPrefix(q.Measure, "layers.")
}
