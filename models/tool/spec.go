// Package tool describes what agents call.
package tool

import (
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Spec is one tool as people write it.
type Spec struct {
	Name             string         `key:",name"`
	Service          *dist.Spec     `key:"service" doc:"service time; the dependency's if left out" unit:"duration"`
	Effect           bool           `key:"effect" doc:"whether a call changes something outside"`
	Lands            Lands          `key:"lands" doc:"when in its processing the effect lands: start, end or a share"`
	Key              Key            `key:"key" doc:"what carries the idempotency key"`
	Natural          bool           `key:"natural" doc:"repeating it is harmless by nature"`
	Optimistic       string         `key:"optimistic" doc:"the row it changes; answers conflict if another effect has landed on it since its service began"`
	VerifyBy         string         `key:"verify_by" doc:"the tool that tells whether the effect has landed"`
	SemanticFailures quantity.Share `key:"semantic_failures" doc:"share of calls that fail for what they ask" min:"0" max:"1"`
	Tokens           *int64         `key:"tokens" doc:"tokens of its result, in place of the task's per_result" min:"0"`
	Weight           int64          `key:"weight" doc:"quota units that a request takes" min:"0"`
	Policy           string         `key:"policy" doc:"in place of the cohort's policy"`
}

// Lands is the point of the service at which an effect lands: 0 at its start, 1 at its end.
type Lands float64

// Key says what carries the idempotency key.
type Key string

const (
	KeyNone       Key = "none"
	KeyPerAttempt Key = "per_attempt"
	KeyPerCall    Key = "per_call"
	KeyPerIntent  Key = "per_intent"
)

// Words lists them.
func (Key) Words() []string { return []string{"none", "per_attempt", "per_call", "per_intent"} }

// SetDefaults fills in what a written tool leaves out.
func (s *Spec) SetDefaults() { s.Lands, s.Key, s.Weight = 1, KeyNone, 1 }

// TokensOr gives the tokens of a result, or what holds for tools that say none.
func (s *Spec) TokensOr(usual int64) int64 {
	if s.Tokens != nil {
		return *s.Tokens
	}
	return usual
}
