// Package event lists what can be scheduled: each kind with its rank and the
// table that its row belongs to.
package event

import "herdcast/sim"

const (
	FaultTurns   = sim.Kind(uint8(sim.RankWorld)<<4 | iota) // an edge of a fault: row in the list of edges
	KeyExpires                                              // a key's retention is over: row in the key store
	LeaseEnds                                               // a reservation is over: row in the key store
	ScalingLooks                                            // a replica is scaled; row: replica
	ServersCome                                             // that a replica ordered; row: replica
	BreakerDue                                              // a breaker judges; row: of its state and setting
	PathBranches                                            // what is drawn from now on differs; row: in the list of branches
)

const (
	ServiceEnds = sim.Kind(uint8(sim.RankReply)<<4 | iota) // row: request
	HopReturns                                             // row: slot of a hop layer
	EffectLands                                            // a commit before the end of service; row: request
	AnswerComes                                            // an answer or refusal reaches its caller; row: request
	ChildrenEnd                                            // a call that spawned has got what it needs, or cannot; row: slot of the wrapper
)

const (
	TimeoutFires = sim.Kind(uint8(sim.RankTimeout)<<4 | iota) // row: slot of a timeout layer
	PatienceEnds                                              // row: slot of a limit layer
	BudgetEnds                                                // the end of a task's wall clock; row: agent
)

const (
	AgentStarts    = sim.Kind(uint8(sim.RankStart)<<4 | iota) // a persistent agent takes up its next task; row: agent
	AgentArrives                                              // row: stream
	ThinkingEnds                                              // row: agent
	BackoffEnds                                               // row: slot of a retry layer
	PermitGranted                                             // row: slot of a limit layer
	TurnComes                                                 // row: slot of a rate layer
	HopPasses                                                 // row: slot of a hop layer
	HedgeDue                                                  // row: slot of a hedge layer
	RequestArrives                                            // row: request
)
