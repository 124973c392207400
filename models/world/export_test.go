package world

import (
	"reflect"
	"unsafe"

	"herdcast/models/fact"
	"herdcast/models/family"
	"herdcast/models/ledger"
	"herdcast/sim"
)

// What tests break on purpose.

// Lose keeps the first fact of a kind from the measures.
func (w *World) Lose(kind fact.Kind) {
	measures, lost := w.measures.Fold, false
	w.recorder.Into(func(facts []fact.Fact) {
		for i := range facts {
			if facts[i].Kind == kind && !lost {
				lost = true
				measures(facts[:i])
				measures(facts[i+1:])
				return
			}
		}
		measures(facts)
	})
}

// LandUncommitted books an effect that no request has committed.
func (w *World) LandUncommitted() {
	i := w.ledger.Want(0, 0, 0, 0, false, true)
	w.ledger.Land(0, w.ledger.Begin(i, fact.Planned), ledger.Landing{})
}

// CallBehindTheFleet starts a call of which the fleet does not know.
func (w *World) CallBehindTheFleet(policy uint16) {
	id := w.wrapper.Allocate()
	c := w.wrapper.Call(id)
	c.Draws, c.Policy, c.Deadline = sim.NewKey(1, 0), policy, sim.Never
	w.wrapper.Start(0, id)
}

// EndIdleTask ends a task that nobody has started.
func (w *World) EndIdleTask() { w.fleet.BudgetEnds(0, 0) }

// SettleEarly lets a family be settled while a child lives.
func (w *World) SettleEarly() {
	id := w.families.Begin(family.Family{})
	w.families.Next()
	w.families.Family(id).Expect(2, 1, true)
	w.families.Join(id, 1<<16)
	w.families.Join(id, 1<<16+1)
	w.families.Leave(1<<16, true)
	w.families.Next()
}

// Miscount lets the dependency believe in one busy server more than its replicas have.
func (w *World) Miscount() {
	*number(reflect.ValueOf(w.dependency).Elem().FieldByName("busy"))++
}

// Overdraw leaves the first retry budget with fewer tokens than none, once facts come in.
func (w *World) Overdraw() {
	measures := w.measures.Fold
	w.recorder.Into(func(facts []fact.Fact) {
		budgets := reflect.ValueOf(w.wrapper).Elem().FieldByName("budgets").Index(0)
		*number(budgets.FieldByName("states").Index(0).FieldByName("tokens")) = -1 << 40
		measures(facts)
	})
}

// number is a count that another package keeps to itself.
func number(field reflect.Value) *int64 {
	if field.Kind() != reflect.Int64 {
		panic("not a count: " + field.String())
	}
	return (*int64)(unsafe.Pointer(field.UnsafeAddr()))
}
