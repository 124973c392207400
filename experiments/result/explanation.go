package result

// ExplanationFormat is the version of the JSON form of an explanation: raised by
// one when a reader of the last one would misread it.
const ExplanationFormat = 1

// Explanation is what can be said of a scenario without simulating it. Spans are
// in seconds, rates per second; null stands for "without bound".
type Explanation struct {
	Format    int         `json:"format"`
	Herdcast  string      `json:"herdcast"` // version of the program
	Kind      string      `json:"kind"`     // "explain"
	Name      string      `json:"name"`
	Digest    string      `json:"digest"`
	Findings  []Finding   `json:"findings"` // the worst first
	Chain     []Chain     `json:"chain"`
	Deadlines []Nest      `json:"deadlines"`
	Budgets   []Allowance `json:"budgets"`
	Load      Load        `json:"load"`
	Quick     Quick       `json:"quick"`
}

// Expected is a number as it is on average while nothing goes wrong beyond the
// network's usual losses, and the most that it can be.
type Expected struct {
	Mean *float64 `json:"mean"`
	Most *float64 `json:"most"`
}

// Chain is what one task of a cohort becomes.
type Chain struct {
	Cohort  string      `json:"cohort"`
	Turns   Expected    `json:"turns"`   // planned
	Intents Expected    `json:"intents"` // planned calls of a task
	Calls   Expected    `json:"calls"`   // of one intent: the model may call again
	Tools   []ToolChain `json:"tools"`
	Total   Expected    `json:"attempts"` // of a task
}

// ToolChain is what one call of a tool becomes.
type ToolChain struct {
	Tool     string   `json:"tool"`
	Share    float64  `json:"share"` // of the planned calls
	Policy   string   `json:"policy"`
	Factors  []Factor `json:"factors"`  // outermost first; their product is the most attempts of a call
	Attempts Expected `json:"attempts"` // of a call
	Horizon  *float64 `json:"retry_horizon"`
	Time     *float64 `json:"time"` // of a call that is never answered
}

// Factor is what one layer multiplies by at worst.
type Factor struct {
	Path   string   `json:"path"`
	Factor *float64 `json:"factor"`
}

// Nest is how the deadlines of a cohort's calls of some tools nest, outermost
// first.
type Nest struct {
	Cohort string   `json:"cohort"`
	Policy string   `json:"policy"`
	Tools  []string `json:"tools"`
	Steps  []Step   `json:"steps"`
}

// Step is one bound in time, or one layer that takes time, and what lies below it.
type Step struct {
	Path  string   `json:"path"`
	Line  int      `json:"line"`
	What  string   `json:"what"`  // wall clock, timeout, retry, hedge, service
	Limit *float64 `json:"limit"` // null: it sets none
	Needs *float64 `json:"needs"` // at most what is below takes; of service its mean
}

// Allowance is a limit, breaker, budget or quota, and what it comes to over the
// whole fleet.
type Allowance struct {
	Path   string   `json:"path"`
	Line   int      `json:"line"`
	Kind   string   `json:"kind"`            // limit, breaker, budget, quota
	Scope  string   `json:"scope"`           // who shares one
	Owners *float64 `json:"owners"`          // how many of them there are
	Each   *float64 `json:"each"`            // allowed to each
	Fleet  *float64 `json:"fleet"`           // allowed to all together
	Unit   string   `json:"unit"`            // of each and fleet
	Share  *float64 `json:"share,omitempty"` // of first tries that it grants beside that, in the same unit
	Of     *float64 `json:"of,omitempty"`    // those first tries: per second over the fleet while all is well
	Also   string   `json:"also,omitempty"`
}

// Load is what is asked for and what can be served.
type Load struct {
	Cohorts []Demand `json:"cohorts"`
	Phases  []Phase  `json:"phases"` // in their order
}

// Demand is what one cohort asks for while all is well.
type Demand struct {
	Cohort     string   `json:"cohort"`
	Tasks      *float64 `json:"tasks"`       // started per second
	FirstTries *float64 `json:"first_tries"` // per second
	AtOnce     *float64 `json:"at_once"`     // most calls under way
	Ends       *float64 `json:"ends"`        // when its agents have done their tasks
}

// Phase is a span of the run with the same faults.
type Phase struct {
	Name       string   `json:"name"`
	From       float64  `json:"from"`
	To         float64  `json:"to"`
	Servers    *float64 `json:"servers"`     // that may start work
	Service    *float64 `json:"service"`     // mean of a request
	Capacity   *float64 `json:"capacity"`    // requests per second: servers / service, and not more than quotas admit
	FirstTries *float64 `json:"first_tries"` // per second
	Busy       *float64 `json:"busy"`        // servers that first tries keep busy: first_tries × service
	Attempts   *float64 `json:"attempts"`    // per second, if every attempt times out
	Refused    *float64 `json:"refused"`     // attempts per second, if every one is refused at once
	Verdict    string   `json:"verdict"`     // fits, retries_exceed, exceeds, unserved
}

// Quick is what a fluid without luck says of the queue, as docs/quick-look.md has it.
type Quick struct {
	Unseen       []string `json:"unseen"`        // keys for which it has no answer
	UnseenFaults []string `json:"unseen_faults"` // faults for which it has no way through the run
	States       []State  `json:"states"`        // in which the queue can stay, the shortest first
	Drift        []Drift  `json:"drift"`
	Way          *Way     `json:"way"` // null: of unseen faults, or of a run too long for short steps
}

// State is one in which the queue can stay; null stands for a queue that grows
// without end.
type State struct {
	Stable   bool     `json:"stable"`
	Wait     *float64 `json:"wait"`     // for a server
	Queue    *float64 `json:"queue"`    // requests that wait
	Calls    float64  `json:"calls"`    // per second
	Attempts float64  `json:"attempts"` // per second
	PerCall  float64  `json:"per_call"`
	Failed   float64  `json:"failed"`  // share of attempts that time out or are refused
	Refused  float64  `json:"refused"` // share of attempts
	Growth   float64  `json:"growth"`  // of the queue, per second
}

// Drift is how fast a queue of a certain length grows.
type Drift struct {
	Wait  float64 `json:"wait"`
	Queue float64 `json:"queue"`
	Drift float64 `json:"drift"` // requests per second
}

// Way is how the queue goes through the faults of the run, sampled at the end of
// each step.
type Way struct {
	Step     float64   `json:"step"`
	Queue    []float64 `json:"queue"`
	Attempts []float64 `json:"attempts"` // per second
	Troubled *float64  `json:"troubled"` // when the last attempt failed; null: they do to the end
}

// QuickLook is what the fluid of docs/quick-look.md says of a run, beside what was
// simulated.
type QuickLook struct {
	Unseen []string    `json:"unseen"`        // keys for which it has no answer
	Why    string      `json:"why,omitempty"` // why it has none although it knows of every key
	Spans  []QuickSpan `json:"spans"`         // from warm-up on; none where there is no answer
}

// QuickSpan is the whole bins of the series between two faults, or in one.
type QuickSpan struct {
	Name     string      `json:"name"`
	From     float64     `json:"from"`
	To       float64     `json:"to"`
	Measures []Predicted `json:"measures"`
}

// Predicted is a measure of a span; null where nothing happens that it is a measure of.
type Predicted struct {
	Measure   string   `json:"measure"` // goodput, offered, amplification, latency
	Unit      string   `json:"unit"`
	Fluid     *float64 `json:"fluid"`
	Simulated *float64 `json:"simulated"` // mean over replications
	Apart     *float64 `json:"apart"`     // fluid / simulated − 1; null where only the latter is 0
}
