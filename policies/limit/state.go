package limit

// Ticket is a waiter's place in the queue.
type Ticket uint32

// State is the permits that are out and the queue for them: a ring of places
// linked both ways, so that a waiter leaves from anywhere in constant time. The
// queue takes memory with the first waiter and keeps what it has taken.
type State struct {
	held     int32
	waiting  int32
	free     uint32    // first of the places to use again, linked by next; 0: none
	estimate *estimate // of an adaptive limit
	places   []place   // places[0] stands between the last waiter and the first
}

type place struct {
	who            uint32
	previous, next uint32
}

// join adds a waiter at the end.
func (st *State) join(who uint32) Ticket {
	if len(st.places) == 0 {
		st.places = append(st.places, place{})
	}
	t := st.free
	if t != 0 {
		st.free = st.places[t].next
	} else {
		t = uint32(len(st.places))
		st.places = append(st.places, place{})
	}
	last := st.places[0].previous
	st.places[t] = place{who: who, previous: last, next: 0}
	st.places[last].next = t
	st.places[0].previous = t
	st.waiting++
	return Ticket(t)
}

// part takes a waiter out.
func (st *State) part(t Ticket) {
	p := &st.places[t]
	st.places[p.previous].next = p.next
	st.places[p.next].previous = p.previous
	p.next = st.free
	st.free = uint32(t)
	st.waiting--
}
