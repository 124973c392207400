// Package dependency is the one thing that struggles: its door, queue, servers,
// effects and idempotency keys.
package dependency

import (
	"math"
	"time"

	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Spec is the dependency as people write it.
type Spec struct {
	Servers   quantity.Limit `key:"servers" doc:"requests served at once" min:"1" words:"inf"`
	Sharing   Sharing        `key:"sharing" doc:"a server for each, or all present share the speed of the servers"`
	Queue     Queue          `key:"queue" doc:"requests waiting for a server"`
	Service   dist.Spec      `key:"service" doc:"service time of tools that give none" unit:"duration"`
	Slows     *Slows         `key:"slows" doc:"service takes longer the more are in service"`
	Replicas  *Replicas      `key:"replicas" doc:"equal copies of it; servers and queue are each one's"`
	Autoscale *Autoscale     `key:"autoscale" doc:"servers come and go with how many are busy"`
	WarmUp    *WarmUp        `key:"warm_up" doc:"part of the capacity until it has served some; cold after restart and down"`
	Abandoned Abandoned      `key:"abandoned" doc:"what becomes of work whose caller is gone"`
	Expired   Expired        `key:"expired" doc:"what becomes of a queued request whose propagated deadline has passed"`
	Full      Full           `key:"full" doc:"the answer of a full queue"`
	Quota     []Quota        `key:"quota" doc:"units admitted per span; of several the first is asked first" one:"true"`
	Keys      Keys           `key:"keys" doc:"the idempotency store"`
	Network   Network        `key:"network" doc:"the way there and back"`
}

// Sharing says how servers are shared.
type Sharing string

// Words lists them.
func (Sharing) Words() []string { return []string{"fifo", "processor"} }

// Queue is the waiting room.
type Queue struct {
	Max   quantity.Limit `key:"max" doc:"requests that may wait" min:"0" words:"unlimited"`
	Order QueueOrder     `key:"order" doc:"who is served next"`
}

// Abandoned says what becomes of work whose caller is gone.
type Abandoned string

// Words lists them.
func (Abandoned) Words() []string { return []string{"finish", "cancel"} }

// Expired says what becomes of requests whose propagated deadline has passed.
type Expired string

// Words lists them.
func (Expired) Words() []string { return []string{"serve", "drop"} }

// Full is the answer of a full queue.
type Full struct {
	Status Status `key:"status" doc:"outcome that the caller sees"`
	Hint   Hint   `key:"hint" doc:"wait that it tells"`
}

// Status is the outcome of a refusal or an error.
type Status string

// Words lists them.
func (Status) Words() []string {
	return []string{"throttled", "unavailable", "server_error", "reset", "refused", "conflict", "semantic"}
}

// Hint is the wait that a refusal tells: a word or a constant.
type Hint struct {
	Word  string         // none, remaining, place_in_line; empty when Fixed is set
	Fixed *time.Duration `key:",bare" min:"0"` // 0 tells nothing
}

// Words lists the bare words that a hint may be.
func (*Hint) Words() []string { return []string{"none", "remaining", "place_in_line"} }

// SetWord takes a bare word.
func (h *Hint) SetWord(word string) { *h = Hint{Word: word} }

// Quota admits so many units per span.
type Quota struct {
	Limit         int64         `key:"limit" doc:"units admitted per span" min:"1" required:"true"`
	Per           time.Duration `key:"per" doc:"the span" above:"0"`
	Window        QuotaWindow   `key:"window" doc:"how units are counted"`
	Burst         *int64        `key:"burst" doc:"size of the bucket; the limit if left out" min:"1"`
	CountsRefused bool          `key:"counts_refused" doc:"whether refused requests take units too"`
	Of            QuotaOf       `key:"of" doc:"what is counted: requests by the weight of their tool, or the tokens of their results"`
	Scope         QuotaScope    `key:"scope" doc:"who shares it"`
	Hint          Hint          `key:"hint" doc:"wait that a refusal tells"`
	Status        Status        `key:"status" doc:"outcome of a refusal"`
}

// QuotaWindow says how units are counted.
type QuotaWindow string

// Words lists them.
func (QuotaWindow) Words() []string { return []string{"fixed", "sliding", "bucket"} }

// QuotaOf says what a quota counts.
type QuotaOf string

// Words lists them.
func (QuotaOf) Words() []string { return []string{"requests", "tokens"} }

// QuotaScope says who shares a quota.
type QuotaScope string

// Words lists them.
func (QuotaScope) Words() []string { return []string{"fleet", "cohort", "process", "agent"} }

// Keys is the idempotency store.
type Keys struct {
	Retention  time.Duration  `key:"retention" doc:"how long a key is kept from its commit" above:"0"`
	Reserve    Reserve        `key:"reserve" doc:"whether a key is held from the look-up or stored at the commit"`
	InProgress InProgress     `key:"in_progress" doc:"what a repeat of a running key gets"`
	Done       Done           `key:"done" doc:"what a repeat of a finished key gets"`
	Lease      *time.Duration `key:"lease" doc:"how long a reservation lasts" above:"0" words:"none"`
	At         At             `key:"at" doc:"whether keys are looked up by the server or at the door"`
}

// Reserve says from when a key is held.
type Reserve string

// Words lists them.
func (Reserve) Words() []string { return []string{"start", "end"} }

// InProgress says what a repeat of a running key gets.
type InProgress string

// Words lists them.
func (InProgress) Words() []string { return []string{"conflict", "wait"} }

// Done says what a repeat of a finished key gets.
type Done string

// Words lists them.
func (Done) Words() []string { return []string{"replay", "conflict"} }

// At says where keys are looked up.
type At string

// Words lists them.
func (At) Words() []string { return []string{"service", "door"} }

// Network is the way there and back.
type Network struct {
	Delay        dist.Spec      `key:"delay" doc:"each way, drawn for each" unit:"duration"`
	LoseRequests quantity.Share `key:"lose_requests" doc:"share of requests that never arrive" min:"0" max:"1"`
	LoseReplies  quantity.Share `key:"lose_replies" doc:"share of answers that never arrive" min:"0" max:"1"`
	Reset        quantity.Share `key:"reset" doc:"share of attempts whose connection breaks after the work" min:"0" max:"1"`
}

// Copies tells of how many replicas the dependency is.
func (s *Spec) Copies() int {
	if s.Replicas == nil {
		return 1
	}
	return s.Replicas.Count
}

// AllServers gives the servers of all replicas, unless they are without limit.
func (s *Spec) AllServers() (n int64, limited bool) {
	if s.Servers == quantity.Unlimited {
		return 0, false
	}
	copies := int64(s.Copies())
	return min(int64(s.Servers), math.MaxInt64/copies) * copies, true
}

// SetDefaults fills in what a written dependency leaves out.
func (s *Spec) SetDefaults() {
	s.Servers, s.Service, s.Abandoned = 64, dist.Of(float64(100*time.Millisecond)), "finish"
	s.Sharing, s.Expired = "fifo", "serve"
	s.Queue.SetDefaults()
	s.Full.SetDefaults()
	s.Keys.SetDefaults()
	s.Network.SetDefaults()
}

// SetDefaults fills in what a written queue leaves out.
func (q *Queue) SetDefaults() { q.Max, q.Order = 1024, QueueOrder{Word: "fifo"} }

// SetDefaults fills in what a written answer leaves out.
func (f *Full) SetDefaults() { f.Status, f.Hint = "unavailable", Hint{Word: "none"} }

// SetDefaults fills in what a written quota leaves out.
func (q *Quota) SetDefaults() {
	q.Of = "requests"
	q.Per, q.Window, q.Scope, q.Hint, q.Status = time.Minute, "bucket", "fleet", Hint{Word: "none"}, "throttled"
}

// SetDefaults fills in what a written store leaves out.
func (k *Keys) SetDefaults() {
	k.Retention, k.Reserve, k.InProgress, k.Done, k.At = 24*time.Hour, "start", "conflict", "replay", "service"
}

// SetDefaults fills in what a written network leaves out.
func (n *Network) SetDefaults() { n.Delay = dist.Of(0) }
