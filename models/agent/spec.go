// Package agent is the fleet: cohorts of agents, their tasks and turns, and what
// the model does when a call has failed.
package agent

import (
	"time"

	"herdcast/models/arrival"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Spec is one cohort as people write it.
type Spec struct {
	Name      string           `key:"name" doc:"name of the cohort"`
	Agents    *int             `key:"agents" doc:"persistent agents" min:"1" max:"10000000"`
	Processes *int             `key:"processes" doc:"agent i lives in process i mod P; as many as agents if left out" min:"1"`
	Start     arrival.Start    `key:"start" doc:"when persistent agents begin"`
	Rest      dist.Spec        `key:"rest" doc:"pause between tasks" unit:"duration"`
	Tasks     quantity.Limit   `key:"tasks" doc:"tasks of each agent" min:"1" words:"unlimited"`
	Every     *time.Duration   `key:"every" doc:"fixed timetable in place of rest and start" above:"0"`
	Phase     arrival.Phase    `key:"phase" doc:"where on its grid each agent's timetable begins"`
	Arrivals  *quantity.Rate   `key:"arrivals" doc:"a stream of new agents with one task each"`
	Profile   []arrival.Step   `key:"profile" doc:"a stream whose rate changes" min:"1"`
	Pattern   arrival.Pattern  `key:"pattern" doc:"how arrivals follow the rate"`
	Trace     *arrival.Trace   `key:"trace" doc:"a stream that replays a log"`
	At        []arrival.Moment `key:"at" doc:"a stream by exact arrival times, in any order" min:"1"`
	Policy    string           `key:"policy" doc:"policy of its calls; none: an empty pipeline"`
	Priority  int              `key:"priority" doc:"of its requests in a queue by priority; 9 goes first" min:"0" max:"9"`
	Task      Task             `key:"task" doc:"what a task is"`
	Model     Model            `key:"model" doc:"what the model does when a failed call is surfaced to it"`
}

// Streams gives the keys of the streams of arrivals that are written; a cohort
// can have one.
func (s *Spec) Streams() (keys []string) {
	for _, stream := range []struct {
		key   string
		there bool
	}{{"arrivals", s.Arrivals != nil}, {"profile", s.Profile != nil}, {"trace", s.Trace != nil}, {"at", s.At != nil}} {
		if stream.there {
			keys = append(keys, stream.key)
		}
	}
	return keys
}

// Spawned tells whether the cohort's agents are children that calls start.
func (s *Spec) Spawned() bool { return s.Agents == nil && len(s.Streams()) == 0 }

// Task is what an agent does from start to end.
type Task struct {
	Turns  dist.Spec   `key:"turns" doc:"planned turns" unit:"count" min:"1"`
	Calls  dist.Spec   `key:"calls" doc:"parallel calls of a turn" unit:"count"`
	Tools  []ToolShare `key:"tools" doc:"tools and their shares of calls"`
	Script [][]string  `key:"script" doc:"the tools of each turn, one by one, in place of turns, calls and tools" min:"1"`
	Think  dist.Spec   `key:"think" doc:"the model's time before each turn" unit:"duration"`
	Tokens Tokens      `key:"tokens" doc:"tokens spent"`
	Price  *Price      `key:"price" doc:"what tokens cost, in a money unit of your choice"`
	Budget Budget      `key:"budget" doc:"what a task may spend"`

	SameArgs quantity.Share `key:"same_args" doc:"share of calls whose arguments are those of the tool's last planned call of the task, though a second effect is wanted" max:"1"`
}

// ToolShare is a tool's share of calls.
type ToolShare struct {
	Tool  string         `key:",name"`
	Share quantity.Share `key:",bare"`
}

// Tokens is what turns and results cost.
type Tokens struct {
	PerTurn   int64 `key:"per_turn" doc:"tokens of a turn" min:"0"`
	PerResult int64 `key:"per_result" doc:"tokens of a call's result" min:"0"`
}

// Price is what tokens cost, in a money unit of the user's choice.
type Price struct {
	Tokens quantity.Price `key:"tokens" doc:"price of tokens" required:"true"`
}

// Budget is what a task may spend; nil: no bound.
type Budget struct {
	WallClock *time.Duration `key:"wall_clock" doc:"time from the task's start" above:"0"`
	Tokens    *int64         `key:"tokens" doc:"tokens of turns and results; looked at before each turn" min:"1"`
	Turns     *int           `key:"turns" doc:"turns, inserted ones included" min:"1"`
}

// Model is what the model does when a failed call is surfaced to it.
type Model struct {
	Base       string         `key:"base,bare" doc:"a whole reaction to start from: stop, stubborn, careful" words:"stop,stubborn,careful"`
	Exhausted  *Reaction      `key:"exhausted" doc:"transient failure with retries used up, or turned away locally"`
	Semantic   *Reaction      `key:"semantic" doc:"bad argument, not found, denied"`
	Unknown    *Reaction      `key:"unknown" doc:"an effect may have landed"`
	Untold     *Reaction      `key:"untold" doc:"every failure, when told is false"`
	Told       bool           `key:"told" doc:"whether the result names cause, attempts and the state of the effect"`
	MaxRepeats quantity.Limit `key:"max_repeats" doc:"re-issues of an intent after the first call" min:"0" words:"unlimited"`
	MaxAdapts  quantity.Limit `key:"max_adapts" doc:"changed calls of an intent" min:"0" words:"unlimited"`
	Then       Then           `key:"then" doc:"what it does when the last of them has failed too"`
}

// Reaction holds the shares of the choices; they add up to 1.
type Reaction struct {
	Reissue quantity.Share `key:"reissue" doc:"the identical call again" min:"0" max:"1"`
	Adapt   quantity.Share `key:"adapt" doc:"a changed call for the same purpose" min:"0" max:"1"`
	Verify  quantity.Share `key:"verify" doc:"a call of the tool's verify_by, then act on the truth" min:"0" max:"1"`
	Degrade quantity.Share `key:"degrade" doc:"go on without it" min:"0" max:"1"`
	Abandon quantity.Share `key:"abandon" doc:"end the task as failed" min:"0" max:"1"`
	// VerifyWherePossible lets one reaction serve tools with and without verify_by.
	VerifyWherePossible bool `key:"verify_where_possible" doc:"verify in place of reissue where the tool has verify_by"`
}

// Then is what the model does when the last repeat has failed too.
type Then string

// Words lists them.
func (Then) Words() []string { return []string{"abandon", "degrade"} }

// SetDefaults fills in what a written cohort leaves out.
func (s *Spec) SetDefaults() {
	s.Start.Together, s.Rest, s.Tasks, s.Phase, s.Pattern = true, dist.Of(0), quantity.Unlimited, "random", "poisson"
	s.Priority = 5
	s.Task.SetDefaults()
	s.Model.SetDefaults()
}

// SetDefaults fills in what a written task leaves out.
func (t *Task) SetDefaults() {
	t.Turns, t.Calls, t.Think = dist.Of(1), dist.Of(1), dist.Of(0)
	t.Tokens.SetDefaults()
}

// SetDefaults fills in what written tokens leave out.
func (t *Tokens) SetDefaults() { t.PerTurn, t.PerResult = 1500, 300 }

// SetDefaults fills in what a written model leaves out. The reactions stay nil
// until Complete: nil marks what nobody set, which reports show as assumptions.
func (m *Model) SetDefaults() { m.Told, m.MaxRepeats, m.MaxAdapts, m.Then = true, 3, 3, "abandon" }
