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

// Stream is a stream of new agents; one of Rate, Profile, Trace and At is set.
type Stream struct {
	Rate    *quantity.Rate
	Profile []Step
	Pattern Pattern // of Rate and Profile
	Trace   *Trace
	At      []Moment
}

// Step is one entry of a profile, which holds until the next. Before the first,
// nobody comes.
type Step struct {
	From time.Duration `key:"from" doc:"when the rate is this, and from when on" required:"true" min:"0"`
	Rate quantity.Rate `key:"rate" doc:"arrivals" required:"true"`
	Ramp bool          `key:"ramp" doc:"go there in a straight line, from the rate and the time of the entry before"`
}

// Moment is an exact arrival time.
type Moment struct {
	Time  time.Duration `key:"time,bare" doc:"when they come" required:"true" min:"0"`
	Count int           `key:"count" doc:"how many come" min:"1" max:"10000000"`
}

// SetDefaults fills in what a written moment leaves out.
func (m *Moment) SetDefaults() { m.Count = 1 }

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
