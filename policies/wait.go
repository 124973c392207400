package policies

import "herdcast/sim/dist"

// Wait is how long a call waits to be let through before it is turned away: a
// span, drawn for each call, or forever.
type Wait struct {
	Forever bool      // the word `forever`
	For     dist.Spec `key:",bare" unit:"duration"`
}

// Words lists the bare words that a wait may be.
func (*Wait) Words() []string { return []string{"forever"} }

// SetWord takes a bare word.
func (w *Wait) SetWord(string) { *w = Wait{Forever: true} }
