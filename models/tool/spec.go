// Package tool describes what agents call.
package tool

import (
	"math"

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
	Spawns           *Spawns        `key:"spawns" doc:"agents that a call starts and waits for, in place of a request"`
}

// Spawns is what a call starts: agents of a cohort, each with one task.
type Spawns struct {
	Cohort string    `key:"cohort" doc:"a cohort without agents or arrivals of its own" required:"true"`
	Count  dist.Spec `key:"count" doc:"how many start" unit:"count" min:"1"`
	Needs  Needs     `key:"needs" doc:"which of their tasks must succeed: all, any (the first success cuts the others) or a share"`
}

// MostSpawned bounds the agents that one call starts.
const MostSpawned = 1_000_000

// SetDefaults fills in what a written spawning leaves out.
func (s *Spawns) SetDefaults() { s.Count, s.Needs = dist.Of(1), Needs{Word: "all"} }

// Needs is the word all or any, or a share.
type Needs struct {
	Word  string
	Share *quantity.Share `key:",bare" max:"1"`
}

// Words lists the bare words.
func (*Needs) Words() []string { return []string{"all", "any"} }

// SetWord takes a bare word.
func (n *Needs) SetWord(word string) { *n = Needs{Word: word} }

// Of gives how many of count children must succeed: for a share the least number
// that makes it.
func (n *Needs) Of(count int64) int64 {
	switch {
	case n.Share != nil:
		return int64(math.Ceil(float64(float64(*n.Share)*float64(count)) - 1e-9))
	case n.Word == "any":
		return 1
	}
	return count
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
