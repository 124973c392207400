package agent

import "herdcast/sim"

// DrawAnew moves the fleet to other addresses, so that all that its agents and streams
// draw from now on differs. Calls under way keep theirs: their idempotency keys are
// made of them.
func (f *Fleet) DrawAnew(salt uint64) {
	for i := range f.cohorts {
		c := &f.cohorts[i]
		c.key ^= sim.Key(salt)
		c.anew ^= salt
		if c.flow != nil {
			c.flow.DrawAnew(salt)
		}
	}
	for i := range f.rows {
		f.rows[i].key ^= sim.Key(salt)
	}
}
