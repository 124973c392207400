package replicate

import (
	"reflect"
	"testing"
	"time"

	"herdcast/experiments/objective"
	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/models/dependency/fault"
	"herdcast/models/metric"
	"herdcast/models/tool"
	"herdcast/models/world"
	"herdcast/sim/quantity"
)

func pointer[T any](v T) *T { return &v }

var storm = world.Spec{
	Name:  "storm",
	Run:   world.Run{Duration: 10 * time.Minute, Warmup: time.Minute, Series: time.Second, HerdBin: 100 * time.Millisecond, Replications: 1},
	Tools: []tool.Spec{{Name: "lookup"}, {Name: "page"}},
	Fleet: []agent.Spec{
		{Name: "a", Agents: pointer(100), Processes: pointer(4), Task: agent.Task{Budget: agent.Budget{WallClock: pointer(2 * time.Minute)}}},
		{Name: "b", Agents: pointer(30), Task: agent.Task{Budget: agent.Budget{WallClock: pointer(2 * time.Minute)}}},
		{Name: "c", Arrivals: &quantity.Rate{Count: 5, Per: time.Second}, Task: agent.Task{Budget: agent.Budget{WallClock: pointer(2 * time.Minute)}}},
	},
	Faults: []fault.Spec{
		{At: 3 * time.Minute, For: pointer(time.Minute), Capacity: pointer(quantity.Share(0.25))},
		{At: 4 * time.Minute, Until: pointer(20 * time.Minute), Name: "crawl", Slow: &fault.Slow{Factor: pointer(quantity.Factor(4))}},
		{At: 5 * time.Minute, Mark: "burst"},
		{At: 6 * time.Minute, Down: pointer(fault.Down("hang"))},
	},
}

func TestFactsTellWhatPicturesNeed(t *testing.T) {
	storm := storm
	storm.Dependency.Servers = 64
	got := facts(&storm)
	want := result.Facts{
		Duration: 600, Warmup: 60, SeriesBin: 1, HerdBin: 0.1,
		Agents: 130, Streams: 1, Processes: 34, Servers: pointer(int64(64)),
		Faults: []result.Fault{
			{Name: "capacity", Kind: "capacity", Begin: 180, End: pointer(240.0), Capacity: 0.25, Slow: 1},
			{Name: "crawl", Kind: "slow", Begin: 240, Capacity: 1, Slow: 4},
			{Name: "mark", Kind: "mark", Begin: 300, End: pointer(300.0), Capacity: 1, Slow: 1},
			{Name: "down", Kind: "down", Begin: 360, Capacity: 1, Slow: 1},
		},
		Cohorts: []string{"a", "b", "c"}, Tools: []string{"lookup", "page"}, WallClock: pointer(120.0),
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestAWallClockThatNotAllShareIsNotTold(t *testing.T) {
	storm := storm
	storm.Fleet = append([]agent.Spec{}, storm.Fleet...)
	storm.Fleet[1].Task.Budget.WallClock = nil
	if got := facts(&storm).WallClock; got != nil {
		t.Errorf("got %v", *got)
	}
	storm.Fleet[1].Task.Budget.WallClock = pointer(time.Minute)
	if got := facts(&storm).WallClock; got != nil {
		t.Errorf("got %v", *got)
	}
	storm.Dependency.Servers = quantity.Unlimited
	if got := facts(&storm); got.Servers != nil {
		t.Errorf("unlimited servers are counted: %d", *got.Servers)
	}
}

func TestMeasuresAreFoundUnderTheirPart(t *testing.T) {
	objectives := []objective.Objective{
		{Text: "attempts <= 10", Query: objective.Query{Measure: "attempts"}, Sign: "<=", Bound: 10},
		{Text: "attempts(cohort=b) <= 10", Query: objective.Query{Measure: "attempts", Part: objective.Part{Cohort: "b"}}, Sign: "<=", Bound: 10},
		{Text: "attempts(tool=page, cohort=a) == 3", Query: objective.Query{Measure: "attempts", Part: objective.Part{Tool: "page", Cohort: "a"}}, Sign: "==", Bound: 3},
		{Text: "attempts(attempt=2) == 4", Query: objective.Query{Measure: "attempts", Part: objective.Part{Attempt: 2}}, Sign: "==", Bound: 4},
		{Text: "rejections(layer=breaker) <= 0", Query: objective.Query{Measure: "rejections", Part: objective.Part{Layer: "breaker"}}, Sign: "<=", Bound: 0},
	}
	parts, err := partsOf(objectives, &storm)
	asked := []metric.Part{
		{Cohort: 0, Tool: 1, Attempt: -1},
		{Cohort: -1, Tool: -1, Attempt: 2},
		{Cohort: -1, Tool: -1, Attempt: -1, Layer: "breaker"},
	}
	if err != nil || !reflect.DeepEqual(parts, asked) {
		t.Fatalf("parts %v, %v", parts, err)
	}

	value := func(part metric.Part, v float64) metric.Value {
		return metric.Value{Name: "attempts", Part: part, Value: v}
	}
	table, err := estimates([]metric.Observation{{Values: []metric.Value{
		value(metric.Whole, 10),
		value(metric.Part{Cohort: 1, Tool: -1, Attempt: -1}, 11),
		value(metric.Part{Cohort: -1, Tool: 1, Attempt: -1}, 12),
		value(asked[0], 3), value(asked[1], 5),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	r := &result.Result{}
	place(r, table, &storm)
	if err := judge(r, table, objectives, &storm); err != nil {
		t.Fatal(err)
	}
	if *r.Measures["attempts"].Value != 10 || *r.ByCohort["b"]["attempts"].Value != 11 || *r.ByTool["page"]["attempts"].Value != 12 {
		t.Errorf("got %v, %v, %v", r.Measures, r.ByCohort, r.ByTool)
	}
	if len(r.Parts) != 2 || *r.Parts["attempts(tool=page, cohort=a)"].Value != 3 || *r.Parts["attempts(attempt=2)"].Value != 5 {
		t.Errorf("parts: %v", r.Parts)
	}
	var verdicts []string
	for _, o := range r.Objectives {
		verdicts = append(verdicts, o.Verdict)
	}
	if want := []string{result.Holds, result.Fails, result.Holds, result.Fails, result.Unclear}; !reflect.DeepEqual(verdicts, want) {
		t.Errorf("got %v, want %v", verdicts, want)
	}
	if got := r.Objectives[4].Why; got != "this scenario has no such measure" {
		t.Errorf("got %q", got)
	}
}

func TestAPartThatNothingDefinesIsAnError(t *testing.T) {
	for want, part := range map[string]objective.Part{
		`no cohort is named "x"`: {Cohort: "x"},
		`no tool is named "x"`:   {Tool: "x"},
	} {
		if _, err := partOf(objective.Query{Part: part}, &storm); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// Where effects can land, each of the seven causes is observed, once.
func TestCausesAreObservedWhereEffectsCanLand(t *testing.T) {
	storm := storm
	storm.Tools = []tool.Spec{{Name: "lookup"}, {Name: "page", Effect: true}}
	asked := []objective.Objective{{Query: objective.Query{Measure: "effects.duplicates", Part: objective.Part{Cause: "reissue"}}}}
	parts, err := partsOf(asked, &storm)
	if err != nil || len(parts) != 7 || parts[0].Cause != "reissue" || parts[1].Cause != "retry" {
		t.Fatalf("parts %v, %v", parts, err)
	}
	r := &result.Result{}
	placeCauses(r, map[address]estimate{
		{duplicates, parts[0]}: {measure: result.Measure{Value: pointer(3.0)}},
		{duplicates, parts[1]}: {measure: result.Measure{Value: pointer(0.0)}},
	})
	if want := map[string]result.Measure{"effects.duplicates(cause=reissue)": {Value: pointer(3.0)}}; !reflect.DeepEqual(r.Parts, want) {
		t.Errorf("got %v", r.Parts)
	}
}
