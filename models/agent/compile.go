package agent

import (
	"time"

	"herdcast/models/arrival"
	"herdcast/models/fact"
	"herdcast/models/tool"
	"herdcast/sim"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// cohort is a compiled Spec.
type cohort struct {
	key       sim.Key
	anew      uint64 // by which its address and those of its agents differ from the first ones
	first     uint32 // first process, over all cohorts
	processes uint32
	agents    int
	row       uint32 // of its first persistent agent
	policy    []uint16
	flow      *arrival.Flow
	born      uint32 // agents of the stream, or children, so far
	start     arrival.Start
	phase     arrival.Phase
	every     time.Duration // 0: no timetable
	rest      dist.Sampler
	tasks     int64
	turns     dist.Sampler
	calls     dist.Sampler
	think     dist.Sampler
	tools     []choice
	script    [][]uint16
	perTurn   int64
	perResult []int64  // by tool
	budget    budget   // of a task, unless it is a child's
	child     bool     // its agents are started by calls
	lane      sim.Lane // of the wall clock
	sameArgs  float64  // share of calls
	told      bool
	reactions [4]chances // by class, and [0] for what is untold
	repeats   int64
	adapts    int64
	then      reaction
}

// choice is one tool with the sum of the shares up to it.
type choice struct {
	tool  uint16
	upTo  float64
	share float64
}

// reaction is what the model does about one failed call.
type reaction uint8

const (
	reissue reaction = iota
	adapt
	verify
	degrade
	abandon
)

// chances are the sums of the shares up to each reaction; whereVerifiable tells
// that tools with verify_by are verified in place of re-issued.
type chances struct {
	upTo            [abandon + 1]float64
	certain         reaction // the only one with a share; done: there are several
	whereVerifiable bool
}

func (r *Reaction) compile() chances {
	c := chances{whereVerifiable: r.VerifyWherePossible, certain: done}
	sum := 0.0
	for i, share := range [...]quantity.Share{r.Reissue, r.Adapt, r.Verify, r.Degrade, r.Abandon} {
		sum += float64(share)
		c.upTo[i] = sum
		if share == 1 {
			c.certain = reaction(i)
		}
	}
	return c
}

// draw draws the reaction to a call. One of share 0 is never drawn; what rounding
// leaves beyond the last sum goes to the last with a share.
func (c *chances) draw(key sim.Key, origin fact.Origin) reaction {
	if c.certain != done {
		return c.certain
	}
	u := key.Uniform(sim.PurposeReaction, uint64(origin))
	last := reissue
	before := 0.0
	for r, upTo := range c.upTo {
		if upTo > before {
			last = reaction(r)
			if u < upTo {
				return last
			}
		}
		before = upTo
	}
	return last
}

// Compile prepares the cohorts; policies are the numbers by name, loads the
// faults that make streams run faster.
func compileCohort(s *Spec, tools []tool.Spec, policies map[string]uint16, loads []arrival.Span, engine *sim.Engine, root sim.Key) cohort {
	c := cohort{
		key: root.Named(s.Name), start: s.Start, phase: s.Phase, rest: s.Rest.Compile(), tasks: int64(s.Tasks),
		turns: s.Task.Turns.Compile(), calls: s.Task.Calls.Compile(), think: s.Task.Think.Compile(),
		perTurn: s.Task.Tokens.PerTurn, sameArgs: float64(s.Task.SameArgs),
		budget: unbounded, told: s.Model.Told,
		repeats: int64(s.Model.MaxRepeats), adapts: int64(s.Model.MaxAdapts), then: abandon, processes: 1,
	}
	if s.Model.Then == "degrade" {
		c.then = degrade
	}
	c.reactions[0] = s.Model.Untold.compile()
	c.reactions[fact.ClassExhausted] = s.Model.Exhausted.compile()
	c.reactions[fact.ClassSemantic] = s.Model.Semantic.compile()
	c.reactions[fact.ClassUnknown] = s.Model.Unknown.compile()
	if s.Processes != nil {
		c.processes = uint32(*s.Processes)
	}
	if s.Every != nil {
		c.every = *s.Every
	}
	if b := s.Task.Budget.WallClock; b != nil {
		c.budget.wallClock, c.lane = *b, engine.Lane(*b)
	}
	if b := s.Task.Budget.Tokens; b != nil {
		c.budget.tokens = *b
	}
	if b := s.Task.Budget.Turns; b != nil {
		c.budget.turns = int64(*b)
	}
	switch {
	case s.Agents != nil:
		c.agents = *s.Agents
	case s.Spawned():
		c.child, c.tasks = true, 1
	default:
		c.tasks = 1
		c.flow = arrival.NewFlow(&arrival.Stream{Rate: s.Arrivals, Profile: s.Profile, Pattern: s.Pattern, Trace: s.Trace, At: s.At}, loads, c.key)
	}
	number := func(name string) uint16 {
		for t := range tools {
			if tools[t].Name == name {
				return uint16(t)
			}
		}
		return 0
	}
	sum := 0.0
	for _, share := range s.Task.Tools {
		sum += float64(share.Share)
		c.tools = append(c.tools, choice{tool: number(share.Tool), upTo: sum, share: float64(share.Share)})
	}
	for _, turn := range s.Task.Script {
		row := []uint16{}
		for _, name := range turn {
			row = append(row, number(name))
		}
		c.script = append(c.script, row)
	}
	for t := range tools {
		c.perResult = append(c.perResult, tools[t].TokensOr(s.Task.Tokens.PerResult))
		name := s.Policy
		if tools[t].Policy != "" {
			name = tools[t].Policy
		}
		c.policy = append(c.policy, policies[name])
	}
	return c
}

// tool draws the tool of the call at a place of a turn.
func (c *cohort) tool(turn sim.Key, place int) uint16 {
	last := c.tools[0].tool
	if len(c.tools) == 1 {
		return last
	}
	u := turn.Uniform(sim.PurposeTool, uint64(place))
	for _, t := range c.tools {
		if t.share > 0 {
			last = t.tool
			if u < t.upTo {
				return last
			}
		}
	}
	return last
}
