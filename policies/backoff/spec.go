// Package backoff computes the wait before a retry: growth, cap, jitter, floor.
package backoff

import (
	"time"

	"herdcast/policies"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Spec is a backoff as people write it: `none`, {first, factor, …} or {schedule: …}.
type Spec struct {
	None     bool           // the word `none`: at once
	First    First          `key:"first" doc:"wait before the first retry; may go by outcome"`
	Factor   float64        `key:"factor" doc:"exponential growth from one wait to the next" above:"0"`
	Growth   Growth         `key:"growth" doc:"exponential: first·factor^(k-1); linear: first·k"`
	Cap      *time.Duration `key:"cap" doc:"no wait is longer"`
	Floor    *time.Duration `key:"floor" doc:"no wait is shorter"`
	Jitter   Jitter         `key:"jitter" doc:"how the wait is spread"`
	Order    Order          `key:"order" doc:"whether the cap or the jitter comes first"`
	Schedule []dist.Spec    `key:"schedule" doc:"the waits one by one, the last repeats; in place of first, factor and growth" unit:"duration" min:"1"`
}

// First is the wait before the first retry, by the outcome of the failed try.
type First [policies.Outcomes]time.Duration

// Growth says how waits grow.
type Growth string

// Words lists the growths.
func (Growth) Words() []string { return []string{"exponential", "linear"} }

// Order says whether the cap is applied before or after the jitter.
type Order string

// Words lists the orders.
func (Order) Words() []string { return []string{"cap_then_jitter", "jitter_then_cap"} }

// Jitter is one of: a word (none, full, equal, decorrelated, polly) or one of the fields.
type Jitter struct {
	Word      string          // none, full, equal, decorrelated, polly; empty when a field is set
	PlusMinus *quantity.Share `key:"plus_minus" kind:"jitter" doc:"d·U(1-x, 1+x)" min:"0" max:"1"`
	Plus      *quantity.Share `key:"plus" kind:"jitter" doc:"d·U(1, 1+x)" min:"0"`
	Minus     *quantity.Share `key:"minus" kind:"jitter" doc:"d·U(1-x, 1)" min:"0" max:"1"`
	Times     *[2]float64     `key:"times" kind:"jitter" doc:"d·U(a, b)"`
	Add       *time.Duration  `key:"add" kind:"jitter" doc:"d + U(0, x)" min:"0"`
	Scaled    *time.Duration  `key:"scaled" kind:"jitter" doc:"U(d - j, d + j) within first and cap, where j is x for each whole first in d (Spring 7)" min:"0"`
}

// Words lists the bare words that a jitter may be.
func (*Jitter) Words() []string { return []string{"none", "full", "equal", "decorrelated", "polly"} }

// SetWord takes a bare word.
func (j *Jitter) SetWord(word string) { j.Word = word }

// Words lists the bare words that a backoff may be.
func (*Spec) Words() []string { return []string{"none"} }

// SetWord takes a bare word.
func (s *Spec) SetWord(string) { *s = Spec{None: true} }

// SetDefaults fills in what a written backoff leaves out.
func (s *Spec) SetDefaults() {
	for o := range s.First {
		s.First[o] = 500 * time.Millisecond
	}
	s.Factor, s.Growth, s.Order, s.Jitter = 2, "exponential", "cap_then_jitter", Jitter{Word: "none"}
}
