package client

import (
	"testing"

	"herdcast/sim"
)

func TestAgentsThatLetNoTimePassAreStopped(t *testing.T) {
	// Agents are told apart once 100,000 starts have been seen, and each may then
	// make as many; all together may make 1,000,000 and 1,000 an agent.
	for agents, want := range map[uint32]int{1: 200_000, 2: 300_000, 300: 1_300_000} {
		g := Guard{Agents: int64(agents)}
		passed := 0
		for {
			g.Start(1, uint32(passed)%agents)
			if g.Stuck {
				break
			}
			passed++
		}
		if passed != want {
			t.Errorf("%d agents: stopped after %d starts, want %d", agents, passed, want)
		}
	}
}

func TestWhatEndsByItselfIsNotStopped(t *testing.T) {
	const agents = 100
	g := Guard{Agents: agents}
	for row := range uint32(agents) {
		for range 10_000 { // three layers of ten attempts under ten calls at once
			g.Start(1, row)
		}
	}
	if g.Stuck {
		t.Error("stopped")
	}
}

func TestCountsBeginAnewWithEachInstant(t *testing.T) {
	g := Guard{Agents: 1}
	for now := range sim.Time(10) {
		for range 150_000 {
			g.Start(now, 0)
		}
	}
	if g.Stuck {
		t.Error("stopped although time passes")
	}
}
