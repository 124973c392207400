package policies

// Outcome is how a try ended, as its caller sees it.
type Outcome uint8

const (
	OK          Outcome = iota
	Throttled           // 429
	Unavailable         // 503, 529
	ServerError         // 500, 502, 504
	Reset               // the connection broke
	Refused             // no connection
	Timeout             // cut by a timeout below
	Conflict            // 409
	Semantic            // any other 4xx
	Rejected            // refused by a layer below, nothing was sent
	Abandoned           // cut from above
	Unfinished          // the run ended first
	Outcomes            // how many there are
)

var outcomeNames = [Outcomes]string{"ok", "throttled", "unavailable", "server_error", "reset", "refused",
	"timeout", "conflict", "semantic", "rejected", "abandoned", "unfinished"}

// String gives the name that scenarios and results use.
func (o Outcome) String() string { return outcomeNames[o] }

// OutcomeNamed finds an outcome by its name.
func OutcomeNamed(name string) (Outcome, bool) {
	for o, n := range outcomeNames {
		if n == name {
			return Outcome(o), true
		}
	}
	return 0, false
}

// Set is a set of outcomes.
type Set uint16

// SetOf makes a set.
func SetOf(outcomes ...Outcome) Set {
	var s Set
	for _, o := range outcomes {
		s |= 1 << o
	}
	return s
}

// Has tells whether o is in the set.
func (s Set) Has(o Outcome) bool { return s>>o&1 != 0 }

// The defaults of each question that layers ask of an outcome.
var (
	Retryable       = SetOf(Throttled, Unavailable, ServerError, Reset, Refused, Timeout)
	BreakerFailures = SetOf(Unavailable, ServerError, Reset, Refused, Timeout)
	LimitDrops      = SetOf(Throttled, Unavailable, Timeout)
	MayHaveLanded   = SetOf(ServerError, Reset, Timeout, Conflict, Abandoned)
	// Accepted is what the dependency answers otherwise than by turning it away.
	Accepted = SetOf(OK, ServerError, Conflict, Semantic)
	// All is what `all` means in a scenario: every failure but a cut from above.
	All = SetOf(Throttled, Unavailable, ServerError, Reset, Refused, Timeout, Conflict, Semantic, Rejected)
)
