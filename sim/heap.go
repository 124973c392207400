package sim

// heap is a four-ary heap of event values (Johnson 1975): the right queue for a
// few hundred events, and the yardstick for all others.
type heap []Event

func (h *heap) push(ev Event) {
	events := append(*h, ev)
	*h = events
	i := len(events) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !ev.Before(&events[parent]) {
			break
		}
		events[i] = events[parent]
		i = parent
	}
	events[i] = ev
}

// pop removes the least event of a heap that is not empty.
func (h *heap) pop() Event {
	events := *h
	least := events[0]
	last := events[len(events)-1]
	events = events[:len(events)-1]
	*h = events
	if len(events) > 0 {
		events.settle(0, last)
	}
	return least
}

// settle puts ev into the hole at i, or below it, so that no child comes before
// its parent.
func (h heap) settle(i int, ev Event) {
	for {
		first := 4*i + 1
		if first >= len(h) {
			break
		}
		least := first
		for child := first + 1; child < min(first+4, len(h)); child++ {
			if h[child].Before(&h[least]) {
				least = child
			}
		}
		if !h[least].Before(&ev) {
			break
		}
		h[i] = h[least]
		i = least
	}
	h[i] = ev
}

// keep removes the events that are not live.
func (h *heap) keep(live func(Event) bool) {
	left := (*h)[:0]
	for _, ev := range *h {
		if live(ev) {
			left = append(left, ev)
		}
	}
	order(left) // what is in order is a heap
	*h = left
}
