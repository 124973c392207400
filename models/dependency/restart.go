package dependency

import (
	"cmp"
	"slices"

	"herdcast/models/dependency/fault"
	"herdcast/policies"
	"herdcast/sim"
)

// restart ends what is inside as reset, at once: in service by its start, then the
// queue as it came (replica after replica), then those that wait for a running key. Nothing of it commits
// later. What is kept goes on.
func (d *Dependency) restart(now sim.Time, lost fault.Loss) {
	killed := d.inService(lost)
	for _, id := range killed {
		if !d.instant {
			d.requests[id].left = now
		}
		d.stop(now, d.replicaOf(&d.requests[id]), id)
	}
	if !lost.KeepsLine {
		for i := range d.replicas {
			killed = append(killed, d.leaveQueue(now, &d.replicas[i], lost)...)
		}
	}
	waiters := d.leaveKeys(lost)
	for _, id := range killed {
		if d.keyed {
			d.losesKey(now, id, lost.KeepsKeys)
		}
	}
	if !lost.KeepsKeys {
		d.forgetKeys(now, lost)
	}
	for _, id := range append(killed, waiters...) {
		r := &d.requests[id]
		r.Outcome = policies.Reset
		r.tell(0)
		d.reply(now, id)
	}
}

func (d *Dependency) hits(lost fault.Loss, id uint32) bool {
	asked := d.asked(&d.requests[id])
	return lost.Hits(&asked)
}

func (d *Dependency) inService(lost fault.Loss) (ids []uint32) {
	for id := range d.requests {
		if d.requests[id].state == serving && d.hits(lost, uint32(id)) {
			ids = append(ids, uint32(id))
		}
	}
	slices.SortFunc(ids, func(a, b uint32) int { return cmp.Compare(d.requests[a].next, d.requests[b].next) })
	return ids
}

// leaveQueue takes the lost ones out of the queue of a replica.
func (d *Dependency) leaveQueue(now sim.Time, at *replica, lost fault.Loss) (ids []uint32) {
	leaves := func(id uint32) bool {
		if d.requests[id].state != waiting || !d.hits(lost, id) {
			return false
		}
		ids = append(ids, id)
		return true
	}
	at.queue.remove(leaves)
	at.ranked.remove(leaves)
	if len(ids) > 0 {
		d.queueGrows(now, at, -int64(len(ids)))
	}
	return ids
}

// leaveKeys takes the lost ones out of the lists of those that wait for a running
// key.
func (d *Dependency) leaveKeys(lost fault.Loss) (ids []uint32) {
	for _, e := range d.keys.table {
		if e == 0 {
			continue
		}
		waiters := &d.keys.entries[e-1].waiters
		var stay list
		for {
			id, some := d.popFront(waiters)
			if !some {
				break
			}
			if d.hits(lost, id) {
				ids = append(ids, id)
			} else {
				d.pushBack(&stay, id)
			}
		}
		*waiters = stay
	}
	slices.SortFunc(ids, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(d.requests[a].arrived, d.requests[b].arrived), cmp.Compare(a, b))
	})
	return ids
}

// losesKey is what becomes of the key that a killed execution holds. A store that is
// kept goes on holding it: nobody is left to free it, only its lease ends it.
func (d *Dependency) losesKey(now sim.Time, id uint32, kept bool) {
	r := &d.requests[id]
	if r.entry == 0 || !kept || r.flags&stored != 0 {
		d.settleKey(now, id)
		return
	}
	if entry := &d.keys.entries[r.entry-1]; entry.owner == id+1 {
		entry.owner = 0
	}
	r.entry = 0
}

// forgetKeys empties the store of what is lost; who executes goes on without its key.
func (d *Dependency) forgetKeys(now sim.Time, lost fault.Loss) {
	var gone []uint32
	for _, e := range d.keys.table {
		if e == 0 {
			continue
		}
		if entry := &d.keys.entries[e-1]; entry.owner == 0 && lost.HitsKey(entry.key, entry.tool) ||
			entry.owner != 0 && d.hits(lost, entry.owner-1) {
			gone = append(gone, e-1)
		}
	}
	for _, e := range gone {
		if owner := d.keys.entries[e].owner; owner != 0 {
			d.requests[owner-1].entry = 0
		}
		d.dropEntry(e)
		d.nextWaiter(now, e)
	}
}
