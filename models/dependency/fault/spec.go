// Package fault is what goes wrong, and when.
package fault

import (
	"slices"
	"time"

	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Spec is one fault as people write it: a span and exactly one kind.
type Spec struct {
	At       time.Duration   `key:"at" doc:"when it begins" required:"true" min:"0"`
	For      *time.Duration  `key:"for" doc:"how long it lasts" min:"0"`
	Until    *time.Duration  `key:"until" doc:"when it ends, in place of for" min:"0"`
	Name     string          `key:"name" doc:"name in paths and pictures; its kind if left out"`
	Tools    []string        `key:"tools" doc:"only requests of these tools" min:"1"`
	Replicas *int            `key:"replicas" doc:"only so many of the replicas, the first" min:"1"`
	Share    *quantity.Share `key:"share" doc:"only this share of requests" min:"0" max:"1"`
	Sticky   Sticky          `key:"sticky" doc:"who draws the share once and for all; none: each attempt draws"`
	Repeat   *Repeat         `key:"repeat" doc:"it comes again and again"`

	Down         *Down            `key:"down" kind:"fault" doc:"nothing gets in: refuse, reset, hang or unavailable"`
	Closed       *Closed          `key:"closed" kind:"fault" doc:"arrivals are refused with a status"`
	Errors       *Errors          `key:"errors" kind:"fault" doc:"a share of requests is answered with an error"`
	Slow         *Slow            `key:"slow" kind:"fault" doc:"service takes longer"`
	Capacity     *quantity.Share  `key:"capacity" kind:"fault" doc:"share of servers that may start work" min:"0" max:"1"`
	Quota        *quantity.Share  `key:"quota" kind:"fault" doc:"share of each quota that is left" min:"0" max:"1"`
	Restart      *Restart         `key:"restart" kind:"fault" doc:"what is inside ends as reset, and what is not kept is lost; for: it is down so long"`
	Flap         *Flap            `key:"flap" kind:"fault" doc:"down and up in turn, down first"`
	LoseReplies  *quantity.Share  `key:"lose_replies" kind:"fault" doc:"share of answers that never arrive" min:"0" max:"1"`
	LoseRequests *quantity.Share  `key:"lose_requests" kind:"fault" doc:"share of requests that never arrive" min:"0" max:"1"`
	Load         *quantity.Factor `key:"load" kind:"fault" doc:"arrival streams run so much faster" above:"0"`
	Mark         string           `key:"mark" kind:"fault" doc:"does nothing; shaded, and counts as a fault for recovery"`
}

// Sticky says who draws the share of a fault once.
type Sticky string

// Words lists them.
func (Sticky) Words() []string { return []string{"none", "call", "agent", "process"} }

// Repeat makes a fault come again.
type Repeat struct {
	Every time.Duration  `key:"every" doc:"from one beginning to the next" required:"true" above:"0"`
	Times quantity.Limit `key:"times" doc:"how often in all; unlimited: to the end of the run" min:"1" words:"unlimited"`
}

// SetDefaults fills in what a written repetition leaves out.
func (r *Repeat) SetDefaults() { r.Times = quantity.Unlimited }

// Restart is a process that dies and comes back.
type Restart struct {
	Keeps []Kept `key:"keeps" doc:"what survives: keys, queue"`
}

// SetDefaults fills in what a written restart leaves out.
func (r *Restart) SetDefaults() { r.Keeps = []Kept{} }

func (r *Restart) keeps(what Kept) bool { return slices.Contains(r.Keeps, what) }

// Kept is something that may survive a restart.
type Kept string

// Words lists them.
func (Kept) Words() []string { return []string{"keys", "queue"} }

// Flap is a dependency that goes down and comes up in turn.
type Flap struct {
	Up   time.Duration `key:"up" doc:"how long it is up each time" required:"true" above:"0"`
	Down time.Duration `key:"down" doc:"how long it is down each time" required:"true" above:"0"`
	As   Down          `key:"as" doc:"how it answers while it is down"`
}

// SetDefaults fills in what a written flapping leaves out.
func (f *Flap) SetDefaults() { f.As = "refuse" }

// Down is how a dependency that is down answers.
type Down string

// Words lists them.
func (Down) Words() []string { return []string{"refuse", "reset", "hang", "unavailable"} }

// Closed is the refusal of a closed door.
type Closed struct {
	Status string `key:"status" doc:"outcome that the caller sees" words:"throttled,unavailable,server_error,reset,refused,conflict,semantic"`
	Hint   Hint   `key:"hint" doc:"wait that a refusal tells"`
}

// Hint is the wait that a refusal tells: a word or a constant.
type Hint struct {
	Word  string         // none or remaining; empty when Fixed is set
	Fixed *time.Duration `key:",bare" min:"0"` // 0 tells nothing
}

// Words lists the bare words that a hint may be.
func (*Hint) Words() []string { return []string{"none", "remaining"} }

// SetWord takes a bare word.
func (h *Hint) SetWord(word string) { *h = Hint{Word: word} }

// Errors is a share of requests that is answered with an error.
type Errors struct {
	Share  quantity.Share `key:"share" doc:"share of requests" min:"0" max:"1"`
	Status string         `key:"status" doc:"outcome that the caller sees" words:"throttled,unavailable,server_error,reset,refused,conflict,semantic"`
	Effect string         `key:"effect" doc:"whether the effect lands all the same" words:"none,landed"`
}

// Slow makes service longer: a factor, or one of the fields.
type Slow struct {
	Factor *quantity.Factor `key:",bare" kind:"slow" above:"0"`
	Add    *time.Duration   `key:"add" kind:"slow" doc:"so much longer" min:"0"`
	To     *dist.Spec       `key:"to" kind:"slow" doc:"in place of the service time" unit:"duration"`
}

// SetDefaults fills in what a written fault leaves out.
func (s *Spec) SetDefaults() { s.Sticky = "none" }

// SetDefaults fills in what a written error fault leaves out.
func (e *Errors) SetDefaults() { e.Share, e.Status, e.Effect = 1, "server_error", "none" }

// SetDefaults fills in what a written closed door leaves out.
func (c *Closed) SetDefaults() { c.Status, c.Hint = "throttled", Hint{Word: "none"} }
