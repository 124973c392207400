package result

// Precision is what became of a precision that replications went on for.
type Precision struct {
	Measure    string   `json:"measure"`
	Within     float64  `json:"within"`     // half-width asked for, as a share of the value
	Confidence float64  `json:"confidence"` // of all looks together
	From       int      `json:"from"`       // replications to begin with
	Max        int      `json:"max"`
	Looks      int      `json:"looks"`      // how often was looked
	HalfWidth  *float64 `json:"half_width"` // at the last look, as a share of the value; null: cannot be given
	Reached    bool     `json:"reached"`
}
