package dependency

// line is the queue for servers in the order of coming. It holds numbers in a
// row of their own, so that the requests about to be served can be read ahead
// without following one to the next.
type line struct {
	ids   []uint32
	taken int // ids before this one have left
}

func (l *line) push(id uint32) {
	if len(l.ids) == cap(l.ids) && 2*l.taken >= len(l.ids) {
		l.ids = l.ids[:copy(l.ids, l.ids[l.taken:])]
		l.taken = 0
	}
	l.ids = append(l.ids, id)
}

func (l *line) pop() (id uint32, some bool) {
	if l.taken == len(l.ids) {
		return 0, false
	}
	l.taken++
	return l.ids[l.taken-1], true
}

// popLast takes the newest.
func (l *line) popLast() (id uint32, some bool) {
	last := len(l.ids) - 1
	if l.taken > last {
		return 0, false
	}
	id = l.ids[last]
	l.ids = l.ids[:last]
	return id, true
}

// remove takes out those that leave, in the order of the line.
func (l *line) remove(leaves func(uint32) bool) {
	kept := l.ids[:0]
	for _, id := range l.ids[l.taken:] {
		if !leaves(id) {
			kept = append(kept, id)
		}
	}
	l.ids, l.taken = kept, 0
}
