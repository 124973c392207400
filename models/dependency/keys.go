package dependency

import (
	"herdcast/models/event"
	"herdcast/models/ledger"
	"herdcast/sim"
)

// keyStore is the idempotency store: a hash table with open addressing from key
// to entry, so that a million keys cost no garbage.
type keyStore struct {
	table   []uint32 // entry + 1; 0: empty; the table's length is a power of two
	entries []keyEntry
	free    []uint32
	used    int
}

type keyEntry struct {
	key     uint64
	intent  ledger.Number // whose effect is stored, 0 if the tool has none
	owner   uint32        // request that executes, + 1
	tool    uint16        // of the request that it was first seen with
	waiters list          // requests that wait for the running key
	timer   sim.Timer     // expiry or lease
	done    bool
}

func (s *keyStore) find(key uint64) (uint32, bool) {
	if len(s.table) == 0 {
		return 0, false
	}
	mask := uint64(len(s.table) - 1)
	for at := key & mask; s.table[at] != 0; at = (at + 1) & mask {
		if e := s.table[at] - 1; s.entries[e].key == key {
			return e, true
		}
	}
	return 0, false
}

func (s *keyStore) insert(key uint64, tool uint16) uint32 {
	if 2*(s.used+1) > len(s.table) {
		s.grow()
	}
	var e uint32
	if n := len(s.free); n > 0 {
		e, s.free = s.free[n-1], s.free[:n-1]
	} else {
		s.entries = append(s.entries, keyEntry{})
		e = uint32(len(s.entries) - 1)
	}
	s.entries[e] = keyEntry{key: key, tool: tool}
	s.place(e)
	s.used++
	return e
}

func (s *keyStore) place(e uint32) {
	mask := uint64(len(s.table) - 1)
	at := s.entries[e].key & mask
	for s.table[at] != 0 {
		at = (at + 1) & mask
	}
	s.table[at] = e + 1
}

func (s *keyStore) grow() {
	old := s.table
	s.table = make([]uint32, max(16, 2*len(old)))
	for _, e := range old {
		if e != 0 {
			s.place(e - 1)
		}
	}
}

// remove takes an entry out and moves later ones of its run back (Knuth 6.4 R).
func (s *keyStore) remove(e uint32) {
	mask := uint64(len(s.table) - 1)
	hole := s.entries[e].key & mask
	for s.table[hole] != e+1 {
		hole = (hole + 1) & mask
	}
	for at := (hole + 1) & mask; s.table[at] != 0; at = (at + 1) & mask {
		home := s.entries[s.table[at]-1].key & mask
		if (at-home)&mask >= (at-hole)&mask {
			s.table[hole] = s.table[at]
			hole = at
		}
	}
	s.table[hole] = 0
	s.free = append(s.free, e)
	s.used--
}

// lookUp is what a server (or the door) does with a keyed request. It answers
// true when the request goes on to be served.
func (d *Dependency) lookUp(now sim.Time, id uint32) bool {
	r := &d.requests[id]
	e, known := d.keys.find(r.Key)
	if !known {
		if !d.reserveAtEnd {
			d.reserve(d.keys.insert(r.Key, r.Tool), id)
		}
		return true
	}
	entry := &d.keys.entries[e]
	switch {
	case entry.done && d.doneConflicts, !entry.done && !d.progressWaits:
		d.answerAtOnce(now, id, conflict)
	case entry.done:
		if r.Book != 0 && entry.intent != 0 {
			d.ledger.Replay(r.Book, entry.intent)
		}
		r.flags |= replayed
		d.answerAtOnce(now, id, answered)
	default:
		r.state = waitingForKey
		d.pushBack(&entry.waiters, id)
	}
	return false
}

func (d *Dependency) reserve(e, id uint32) {
	entry := &d.keys.entries[e]
	entry.owner = id + 1
	d.requests[id].entry = e + 1
	if d.leases {
		entry.timer = d.engine.Along(d.leaseLane, event.LeaseEnds, e)
	}
}

// keep stores a commit under its key.
func (d *Dependency) keep(id uint32) {
	r := &d.requests[id]
	if r.Key == 0 {
		return
	}
	if r.entry == 0 {
		if !d.reserveAtEnd {
			return // its lease has ended; another execution holds the key
		}
		if _, known := d.keys.find(r.Key); known {
			return // stored by another execution; that one's answer stays
		}
		r.entry = d.keys.insert(r.Key, r.Tool) + 1
		d.keys.entries[r.entry-1].owner = id + 1
	}
	entry := &d.keys.entries[r.entry-1]
	if r.Book != 0 {
		entry.intent = d.ledger.IntentOf(r.Book)
	}
	if entry.timer != 0 {
		d.engine.Forget()
	}
	entry.timer = d.engine.Along(d.retentionLane, event.KeyExpires, r.entry-1)
	r.flags |= stored
}

// settleKey ends an execution's hold on its key: done if something is stored,
// else free, and the oldest waiter goes on.
func (d *Dependency) settleKey(now sim.Time, id uint32) {
	r := &d.requests[id]
	if r.entry == 0 {
		return
	}
	e := r.entry - 1
	r.entry = 0
	entry := &d.keys.entries[e]
	if entry.owner != id+1 {
		return
	}
	entry.owner = 0
	if r.flags&stored != 0 {
		entry.done = true
		for {
			w, some := d.popFront(&d.keys.entries[e].waiters)
			if !some {
				return
			}
			d.lookUpAgain(now, w)
		}
	}
	d.dropEntry(e)
	d.nextWaiter(now, e)
}

func (d *Dependency) dropEntry(e uint32) {
	if entry := &d.keys.entries[e]; entry.timer != 0 {
		entry.timer = 0
		d.engine.Forget()
	}
	d.keys.remove(e)
}
