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
	Opossum   *Opossum     `key:"opossum" kind:"algorithm" doc:"opossum (Node)"`
	HystrixGo *HystrixGo   `key:"hystrix_go" kind:"algorithm" doc:"hystrix-go"`
	Spring    *SpringRetry `key:"spring_retry" kind:"algorithm" doc:"the circuit breaker of Spring Retry (Java)"`
}

// Words lists the algorithms, which as bare words have the library's defaults.
func (*Algorithm) Words() []string { return []string{"opossum", "hystrix_go", "spring_retry"} }

// SetWord takes a bare word.
func (a *Algorithm) SetWord(word string) {
	*a = Algorithm{}
	switch word {
	case "opossum":
		a.Opossum = &Opossum{}
		a.Opossum.SetDefaults()
	case "hystrix_go":
		a.HystrixGo = &HystrixGo{}
		a.HystrixGo.SetDefaults()
	default:
		a.Spring = &SpringRetry{}
		a.Spring.SetDefaults()
	}
}

// Name gives the algorithm's name.
func (a *Algorithm) Name() string {
	switch {
	case a.Opossum != nil:
		return "opossum"
	case a.HystrixGo != nil:
		return "hystrix_go"
	}
	return "spring_retry"
}

// rules are the code of an algorithm.
type rules uint8

const (
	ownRules rules = iota // those of Breaker
	opossumRules
	hystrixGoRules
	springRules
)

// compile replaces the rules of a breaker.
func (a *Algorithm) compile(b *Breaker) {
	switch {
	case a.Opossum != nil:
		a.Opossum.compile(b)
	case a.HystrixGo != nil:
		b.rules, b.hystrixGo = hystrixGoRules, *a.HystrixGo
	default:
		b.rules, b.spring = springRules, *a.Spring
	}
}

func (b *Breaker) admitsBy(st *State, now sim.Time) bool {
	switch b.rules {
	case opossumRules:
		return b.opossumAdmits(st, now)
	case hystrixGoRules:
		return b.hystrixGoAdmits(st, now)
	}
	return b.springAdmits(st, now)
}

func (b *Breaker) reportsBy(st *State, now sim.Time, pass Pass, o policies.Outcome) {
	switch b.rules {
	case opossumRules:
		b.opossumReports(st, now, pass, o)
	case hystrixGoRules:
		b.hystrixGoReports(st, now, o)
	default:
		b.springReports(st, now, o)
	}
}
