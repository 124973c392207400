package client

import "testing"

func TestOneAgentMayStartAThousandAtOneInstant(t *testing.T) {
	g := Guard{Agents: 1}
	for range 1000 {
		g.Start(1, 7)
	}
	for range 1000 { // a later instant counts anew
		g.Start(2, 7)
	}
	if g.Stuck {
		t.Error("stopped although a thousand are allowed")
	}
	if g.Start(2, 7); !g.Stuck || g.Row != 7 || g.Starts() != 1001 {
		t.Errorf("stuck %v, row %d, %d starts", g.Stuck, g.Row, g.Starts())
	}
}

func TestAWorldMayStartTenThousandAndAThousandAnAgent(t *testing.T) {
	// 30 agents of which 5 have ended at this instant before they started: of 30
	// that lived at some moment, each made at most 1,000; 40,000 need rows 30…39 too.
	g := Guard{Agents: 30}
	g.Start(1, 0)
	for range 5 {
		g.End(1, 99)
	}
	for n := 1; n < 40_000; n++ {
		g.Start(1, uint32(n)%40)
	}
	if g.Stuck {
		t.Error("stopped although 10,000 + 30·1,000 are allowed")
	}
	if g.Start(1, 40); !g.Stuck {
		t.Error("not stopped at 40,001")
	}
}

// 50,000 agents arrive at one instant, are refused twice and leave, one after the
// other in the same row.
func TestABurstOfShortLivesIsNoStandstill(t *testing.T) {
	var g Guard
	for range 50_000 {
		g.Agents++
		g.Start(1, 3)
		g.Start(1, 3)
		g.End(1, 3)
	}
	if g.Stuck {
		t.Error("stopped although each agent started twice")
	}
}
