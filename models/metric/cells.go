package metric

import "slices"

// cells lays counts out so that each observation is recorded once: a cell for
// each cohort and tool and, for attempts, each number that some part asks for
// beside all others. Parts are put together from cells at the end.
type cells struct {
	cohorts, tools int
	numbers        []int // attempt numbers asked for; the slot after them is for the rest
}

func newCells(f *Frame) cells {
	c := cells{cohorts: len(f.Cohorts), tools: len(f.Tools)}
	for _, p := range f.Parts {
		if p.Attempt > 0 && !slices.Contains(c.numbers, p.Attempt) {
			c.numbers = append(c.numbers, p.Attempt)
		}
	}
	return c
}

// calls is how many cells there are by cohort and tool, tries how many by
// attempt number too.
func (c *cells) calls() int { return c.cohorts * c.tools }
func (c *cells) tries() int { return c.calls() * (len(c.numbers) + 1) }

func (c *cells) call(cohort, tool uint16) int { return int(cohort)*c.tools + int(tool) }

func (c *cells) try(cohort, tool uint16, number uint32) int {
	if len(c.numbers) == 0 {
		return c.call(cohort, tool)
	}
	return c.numbered(cohort, tool, number)
}

func (c *cells) numbered(cohort, tool uint16, number uint32) int {
	slot := len(c.numbers)
	for i, n := range c.numbers {
		if uint32(n) == number {
			slot = i
		}
	}
	return c.call(cohort, tool)*(len(c.numbers)+1) + slot
}

// hasCall tells whether a cell of cohort and tool belongs to a part, hasTry
// whether one by attempt number does.
func (c *cells) hasCall(p Part, cell int) bool {
	return (p.Cohort < 0 || p.Cohort == cell/c.tools) && (p.Tool < 0 || p.Tool == cell%c.tools)
}

func (c *cells) hasTry(p Part, cell int) bool {
	slots := len(c.numbers) + 1
	if !c.hasCall(p, cell/slots) {
		return false
	}
	slot := cell % slots
	return p.Attempt <= 0 || slot < len(c.numbers) && c.numbers[slot] == p.Attempt
}

// ofCalls lists the cells of cohort and tool that belong to a part.
func (c *cells) ofCalls(p Part) (cells []int) {
	for cell := range c.calls() {
		if c.hasCall(p, cell) {
			cells = append(cells, cell)
		}
	}
	return cells
}

// sumCalls and sumTries add up what the cells of a part hold.
func (c *cells) sumCalls(p Part, value func(cell int) int64) (sum int64) {
	for cell := range c.calls() {
		if c.hasCall(p, cell) {
			sum += value(cell)
		}
	}
	return sum
}

func (c *cells) sumTries(p Part, value func(cell int) int64) (sum int64) {
	for cell := range c.tries() {
		if c.hasTry(p, cell) {
			sum += value(cell)
		}
	}
	return sum
}
