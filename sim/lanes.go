package sim

import "time"

// Lane names a constant delay that was announced with Engine.Lane: events that
// are scheduled through it are in order already and cost less.
type Lane int

// lane is a constant delay with the events that wait for it. They come due in
// the order in which they were scheduled.
type lane struct {
	delay   time.Duration
	waiting chain
}

// head is the first event of a lane.
type head struct {
	Event
	lane Lane
}

// lanes are all constant delays of a run. Only their heads are compared with
// the rest of the queue.
type lanes struct {
	all   []lane
	heads []head // of the lanes with events, in order
}

func (l *lanes) find(delay time.Duration) Lane {
	for i := range l.all {
		if l.all[i].delay == delay {
			return Lane(i)
		}
	}
	l.all = append(l.all, lane{delay: delay})
	return Lane(len(l.all) - 1)
}

// push adds an event to its lane. It refuses one that would come before the
// lane's last: a smaller rank at the same instant.
func (l *lanes) push(name Lane, ev Event, p *pool) bool {
	waiting := &l.all[name].waiting
	if waiting.empty() {
		*waiting.room(p) = ev
		l.heads = append(l.heads, head{})
		l.raise(len(l.heads)-1, head{ev, name})
		return true
	}
	if ev.Before(waiting.last()) {
		return false
	}
	*waiting.room(p) = ev
	return true
}

// raise puts a head into the hole at i, or before it.
func (l *lanes) raise(i int, h head) {
	for ; i > 0 && h.Before(&l.heads[i-1].Event); i-- {
		l.heads[i] = l.heads[i-1]
	}
	l.heads[i] = h
}

// drop removes the least head. If that opened a new chunk of the lane, it gives
// the chunk's events.
func (l *lanes) drop(p *pool) (opened []Event) {
	heads := l.heads
	name := heads[0].lane
	waiting := &l.all[name].waiting
	if waiting.drop(p) {
		opened = waiting.opening()
	}
	if waiting.empty() {
		l.heads = heads[:copy(heads, heads[1:])]
		return nil
	}
	next := head{*waiting.first(), name}
	i := 1
	for ; i < len(heads) && heads[i].Before(&next.Event); i++ {
		heads[i-1] = heads[i]
	}
	heads[i-1] = next
	return opened
}

// keep removes the events that are not live and gives the number of the others.
func (l *lanes) keep(p *pool, live func(Event) bool) (kept int) {
	l.heads = l.heads[:0]
	for i := range l.all {
		waiting := &l.all[i].waiting
		left := waiting.keep(p, live)
		if left > 0 {
			l.heads = append(l.heads, head{})
			l.raise(len(l.heads)-1, head{*waiting.first(), Lane(i)})
		}
		kept += left
	}
	return kept
}
