package event

import (
	"testing"

	"herdcast/sim"
)

// At one instant the world changes first, then replies come, then timeouts fire, then
// work starts; every kind of event has its place in that.
func TestRanks(t *testing.T) {
	for rank, kinds := range [][]sim.Kind{
		sim.RankWorld:   {FaultTurns, KeyExpires, LeaseEnds, ScalingLooks, ServersCome, BreakerDue, PathBranches},
		sim.RankReply:   {ServiceEnds, HopReturns, EffectLands, AnswerComes, ChildrenEnd},
		sim.RankTimeout: {TimeoutFires, PatienceEnds, BudgetEnds},
		sim.RankStart:   {AgentStarts, AgentArrives, ThinkingEnds, BackoffEnds, PermitGranted, TurnComes, HopPasses, HedgeDue, RequestArrives},
	} {
		for i, kind := range kinds {
			if kind.Rank() != sim.Rank(rank) {
				t.Errorf("kind %d of rank %d has rank %d", i, rank, kind.Rank())
			}
		}
	}
}
