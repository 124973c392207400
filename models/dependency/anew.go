package dependency

import "herdcast/sim"

// DrawAnew gives requests that wait for a server other service times: no order of a queue
// goes by those they had. All else that they draw is their call's, which may have looked
// at it before, in an earlier attempt.
func (d *Dependency) DrawAnew(salt uint64) {
	for id := range d.requests {
		if r := &d.requests[id]; r.state == waiting {
			r.service = d.tools[r.Tool].service.Duration(r.Draws^sim.Key(salt), sim.PurposeService, uint64(r.Number))
		}
	}
}
