package scenario

import "herdcast/experiments/objective"

// Rare asks how likely an event is within a run: that so many wait, or that a measure
// keeps a bound.
type Rare struct {
	Level *int   `key:"level" doc:"so many waiting at once: requests in the queue, and calls of which no attempt is under way" kind:"rare" min:"1"`
	Event string `key:"event" doc:"a bound that a measure of the run keeps, written as an objective" kind:"rare"`
	Paths int    `key:"paths" doc:"runs of each splitting towards each height on the way" min:"1" max:"1000000"`

	Bound *objective.Objective // Event, read
}

// SetDefaults fills in what a written question leaves out.
func (r *Rare) SetDefaults() { *r = Rare{Paths: 200} }

func (d *decoder) checkRare(e *Experiment, r *Rare) {
	for _, other := range []struct {
		key     string
		written bool
	}{{"vary", e.Vary != nil}, {"design", e.Design != nil}, {"compare", e.Compare != nil}, {"size", e.Size != nil}, {"map", e.Map != nil}, {"measures", e.Measures != nil}, {"precision", e.Precision != nil}} {
		if other.written {
			d.at(other.key, "it cannot stand beside rare, which asks one thing of one scenario")
		}
	}
	if len(e.Scenarios) > 1 {
		d.at("rare", "it takes one scenario, found %d", len(e.Scenarios))
	}
	if r.Event == "" { // the level is asked, or it is no text, and said so
		return
	}
	bound, err := objective.Parse(r.Event)
	if err != nil {
		d.at("rare.event", "%v", err)
		return
	}
	r.Bound = &bound
}
