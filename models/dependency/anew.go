package dependency

import "herdcast/sim"

// DrawAnew gives requests that wait for a server other draws from now on, their service
// times among them. Nothing has looked at these yet: no order of a queue goes by them.
func (d *Dependency) DrawAnew(salt uint64) {
	for id := range d.requests {
		if r := &d.requests[id]; salt != 0 && r.state == waiting {
			r.Draws ^= sim.Key(salt)
			r.service = d.tools[r.Tool].service.Duration(r.Draws, sim.PurposeService, uint64(r.Number))
		}
	}
}
