package agent

import (
	"herdcast/models/client"
	"herdcast/models/fact"
	"herdcast/policies"
	"herdcast/sim"
)

// react lets the model react to each failed call of a turn that has ended. Calls
// to be made again stay in the list for one inserted turn, all others are let
// go. It tells whether the model abandons the task.
func (f *Fleet) react(now sim.Time, id uint32) (abandons bool) {
	r := &f.rows[id]
	c := &f.cohorts[r.cohort]
	first, last := uint32(0), uint32(0)
	r.flags |= repeats
	for call := r.calls; call != 0; {
		p := f.wrapper.Call(call - 1)
		next := p.Next
		choice := f.reaction(c, p)
		switch choice {
		case reissue:
			f.again(c, p, fact.Reissued)
		case adapt:
			f.again(c, p, fact.Adapted)
			r.flags &^= repeats
		case verify:
			f.again(c, p, fact.Verifying)
			r.flags &^= repeats
		case degrade:
			r.flags |= degraded
		case abandon:
			abandons = true
		}
		if choice <= verify {
			p.Next = 0
			if last == 0 {
				first = call
			} else {
				f.wrapper.Call(last - 1).Next = call
			}
			last = call
		} else {
			if p.Intent != 0 {
				f.ledger.Release(now, p.Intent)
			}
			f.wrapper.Release(call - 1)
		}
		call = next
	}
	if r.calls = first; first == 0 {
		r.flags &^= repeats
	}
	return abandons
}

// done is the reaction to a call that needs none.
const done reaction = abandon + 1

// reaction gives what the model does about a call that has ended.
func (f *Fleet) reaction(c *cohort, p *client.Call) reaction {
	class := p.Class
	if p.Origin == fact.Verifying {
		switch {
		case p.Outcome == policies.OK && p.Truth:
			return done // it has landed, so it is not lost
		case p.Outcome == policies.OK:
			return c.limited(p, reissue)
		}
		class = fact.ClassExhausted
	} else if p.Outcome == policies.OK {
		return done
	}
	if p.Origin == fact.Reissued && int64(p.Repeats) >= c.repeats || p.Origin == fact.Adapted && int64(p.Adapts) >= c.adapts {
		return c.then
	}
	if !c.told {
		class = 0
	}
	chances := &c.reactions[class]
	choice := chances.draw(p.Draws, p.Origin)
	verifiable := f.tools[p.Wanted].verifies && p.Origin != fact.Verifying
	switch {
	case choice == reissue && chances.whereVerifiable && verifiable:
		return verify
	case choice == verify && !verifiable:
		return degrade
	}
	return c.limited(p, choice)
}

// limited replaces what the model may do no more.
func (c *cohort) limited(p *client.Call, choice reaction) reaction {
	if choice == reissue && int64(p.Repeats) >= c.repeats || choice == adapt && int64(p.Adapts) >= c.adapts {
		return c.then
	}
	return choice
}

// intent gives the address of what a call is for.
func (f *Fleet) intent(p *client.Call) sim.Key {
	return f.rows[p.Row].taskKey().Child(uint64(p.Turn)).Child(uint64(p.Place))
}

// again turns an ended call into the next one for the same intent.
func (f *Fleet) again(c *cohort, p *client.Call, origin fact.Origin) {
	p.Tool = p.Wanted
	switch origin {
	case fact.Reissued:
		p.Repeats++
	case fact.Adapted:
		p.Adapts++
		p.Meaning = f.intent(p).Child(uint64(p.Adapts))
	case fact.Verifying:
		p.Tool = f.tools[p.Wanted].verifyBy
	}
	p.Origin, p.Policy = origin, c.policy[p.Tool]
	own := p.Meaning
	if c.sameArgs > 0 { // else the arguments are the call's own
		own = f.intent(p).Child(uint64(p.Adapts))
	}
	p.Draws = own.Child(uint64(p.Repeats))
	if origin == fact.Verifying {
		p.Draws = p.Draws.Child(0)
	}
}
