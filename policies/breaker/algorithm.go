package breaker

import (
	"herdcast/policies"
	"herdcast/sim"
)

// Algorithm is a breaker by rules of its own, in place of all that Spec says but
// failures, successes, scope and per_tool: a real library that those keys cannot
// say. One of its fields is set. A new one is a file with its parameters and its
// rules, a field here, a word below and a line in each of the functions.
type Algorithm struct {
	Opossum *Opossum     `key:"opossum" kind:"algorithm" doc:"opossum (Node)"`
	Spring  *SpringRetry `key:"spring_retry" kind:"algorithm" doc:"the circuit breaker of Spring Retry (Java)"`
}

// Words lists the algorithms, which as bare words have the library's defaults.
func (*Algorithm) Words() []string { return []string{"opossum", "spring_retry"} }

// SetWord takes a bare word.
func (a *Algorithm) SetWord(word string) {
	*a = Algorithm{}
	if word == "opossum" {
		a.Opossum = &Opossum{}
		a.Opossum.SetDefaults()
	} else {
		a.Spring = &SpringRetry{}
		a.Spring.SetDefaults()
	}
}

// Name gives the algorithm's name.
func (a *Algorithm) Name() string {
	if a.Opossum != nil {
		return "opossum"
	}
	return "spring_retry"
}

// rules are the code of an algorithm.
type rules uint8

const (
	ownRules rules = iota // those of Breaker
	opossumRules
	springRules
)

// compile replaces the rules of a breaker.
func (a *Algorithm) compile(b *Breaker) {
	if a.Opossum != nil {
		a.Opossum.compile(b)
	} else {
		b.rules, b.spring = springRules, *a.Spring
	}
}

func (b *Breaker) admitsBy(st *State, now sim.Time) bool {
	if b.rules == opossumRules {
		return b.opossumAdmits(st, now)
	}
	return b.springAdmits(st, now)
}

func (b *Breaker) reportsBy(st *State, now sim.Time, pass Pass, o policies.Outcome) {
	if b.rules == opossumRules {
		b.opossumReports(st, now, pass, o)
	} else {
		b.springReports(st, now, o)
	}
}
