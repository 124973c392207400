// Package arrival says when agents start: timetables of persistent agents and
// streams of new ones.
package arrival

import (
	"time"

	"herdcast/sim/quantity"
)

// Start is when persistent agents begin: the word together, or one of the fields.
type Start struct {
	Together bool
	Spread   *time.Duration `key:"spread" kind:"start" doc:"uniformly at random within" min:"0"`
	Stagger  *time.Duration `key:"stagger" kind:"start" doc:"agent i at i·T/N" min:"0"`
	At       *time.Duration `key:"at" kind:"start" doc:"all at this instant" min:"0"`
}

// Words lists the bare words that a start may be.
func (*Start) Words() []string { return []string{"together"} }

// SetWord takes a bare word.
func (s *Start) SetWord(string) { *s = Start{Together: true} }

// Phase is where on its grid a timetable begins.
type Phase string

// Words lists them.
func (Phase) Words() []string { return []string{"together", "even", "random"} }

// Pattern is how a stream's arrivals follow its rate.
type Pattern string

// Words lists them.
func (Pattern) Words() []string { return []string{"poisson", "even"} }

// Stream is a stream of new agents; one of Rate and Trace is set.
type Stream struct {
	Rate    *quantity.Rate
	Pattern Pattern
	Trace   *Trace
}

// Trace replays the arrival times of a log.
type Trace struct {
	File  string          `key:"file" doc:"a CSV file with a header" required:"true"`
	Time  string          `key:"time" doc:"the column with the arrival times" required:"true"`
	Unit  string          `key:"unit" doc:"unit of numbers in that column: ns, us, ms, s, m, h; left out for date-times" words:"ns,us,ms,s,m,h"`
	Speed quantity.Factor `key:"speed" doc:"how much faster than recorded" above:"0"`
	// At holds the offsets from the earliest row, sorted; read by whoever reads the scenario.
	At []time.Duration
}

// SetDefaults fills in what a written trace leaves out.
func (t *Trace) SetDefaults() { t.Speed = 1 }
