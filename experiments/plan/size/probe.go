package size

import (
	"context"
	"fmt"
	"math"

	"herdcast/experiments/result"
)

// search is a question with what has been asked so far.
type search struct {
	Question
	ctx      context.Context
	evaluate Evaluate
	progress func(spent, most int)
	foresee  Foresee
	looks    []int // numbers of replications after which a probe is judged
	grid     int   // replications of a grid of the same resolution
	most     int   // replications that may be spent
	spent    int
	short    bool // a look was left out because they were
	probes   []*probe
	at       map[string]*probe
}

// probe is one point of the search. Its place counts steps from the end where
// objectives hold most easily: the lower end where the largest value is asked for.
type probe struct {
	place        []int
	settings     []Setting
	replications int
	sample       Sample
	verdict      string
	objectives   []result.ProbeObjective
}

// shareOfGrid is what a search may cost at most of a grid of the same resolution,
// which would simulate every value with the scenario's replications.
const shareOfGrid = 5

// leastReplications is what a search may always spend, in units of the
// scenario's replications: enough for a few values that are hard to tell.
const leastReplications = 10

func newSearch(ctx context.Context, q Question, evaluate Evaluate, options Options) *search {
	s := &search{Question: q, ctx: ctx, evaluate: evaluate, progress: options.Progress, foresee: options.Foresee, looks: looks(q.Replications), at: map[string]*probe{}}
	values := 1
	for _, p := range q.Of {
		values = min(values*(p.Scale.Steps()+1), math.MaxInt32)
	}
	s.grid = q.Replications * values
	s.most = q.Replications * max(leastReplications, values/shareOfGrid)
	if s.progress == nil {
		s.progress = func(int, int) {}
	}
	return s
}

// looks doubles from a quarter of the replications to four times as many. One
// replication is its own interval, and more are never asked for.
func looks(replications int) []int {
	if replications == 1 {
		return []int{1}
	}
	var all []int
	for n := max(2, (replications+3)/4); n < 4*replications; n *= 2 {
		all = append(all, n)
	}
	return append(all, 4*replications)
}

// probeAt gives the point at a place, asked or not.
func (s *search) probeAt(place []int) *probe {
	key := fmt.Sprint(place)
	p := s.at[key]
	if p == nil {
		p = &probe{place: append([]int(nil), place...), verdict: result.Unclear}
		for i, parameter := range s.Of {
			p.settings = append(p.settings, Setting{parameter.Path, parameter.Scale.at(s.step(i, place[i]))})
		}
		s.at[key] = p
	}
	return p
}

// step turns a place into steps of the scale.
func (s *search) step(parameter, place int) int {
	if s.Smallest {
		return s.Of[parameter].Scale.Steps() - place
	}
	return place
}

// ask looks at a point until it can be told whether everything holds there, over
// at least so many replications. All its looks together are wrong on one side with
// at most the given risk: the last may spend half of it, each earlier one half of
// the next.
func (s *search) ask(place []int, risk float64, least int) (string, error) {
	p := s.probeAt(place)
	if p.verdict != result.Unclear && p.replications >= least {
		return p.verdict, nil
	}
	for i, n := range s.looks {
		if n < p.replications {
			continue
		}
		if n > p.replications {
			if p.replications >= least && s.spent+n-p.replications > s.most {
				s.short = true
				break
			}
			if err := s.grow(p, n); err != nil {
				return "", err
			}
		}
		if n < least {
			continue
		}
		hopeless, err := s.judge(p, math.Ldexp(risk, i-len(s.looks)))
		if err != nil {
			return "", err
		}
		if p.verdict != result.Unclear || hopeless {
			break
		}
	}
	return p.verdict, nil
}

func (s *search) grow(p *probe, replications int) error {
	sample, err := s.evaluate(s.ctx, p.settings, replications)
	if err != nil {
		return err
	}
	if p.replications == 0 {
		s.probes = append(s.probes, p)
	}
	s.spent += replications - p.replications
	p.sample, p.replications = sample, replications
	s.progress(s.spent, s.most)
	return nil
}

// judge gives the point its verdict. It holds where every objective does: if one
// in truth does not, that one would have to be misjudged. It fails where any
// objective does, which each of them could by mistake, so they share the risk.
// Hopeless is a point where a measure has no value: more replications will not help.
func (s *search) judge(p *probe, risk float64) (hopeless bool, err error) {
	good, err := p.sample.Judge(1 - risk)
	if err != nil {
		return false, err
	}
	sides := 0
	for _, o := range good {
		if sides++; o.Sign == "in" {
			sides++
		}
	}
	bad, err := p.sample.Judge(1 - risk/float64(sides))
	if err != nil {
		return false, err
	}
	p.verdict, p.objectives = result.Holds, good
	for i := range good {
		if bad[i].Verdict == result.Fails {
			p.objectives = bad
			p.verdict = result.Fails
			return false, nil
		}
		if good[i].Verdict != result.Holds {
			p.verdict = result.Unclear
			hopeless = hopeless || good[i].Value == nil
		}
	}
	// Between the two risks an objective may look failed: not surely enough.
	for i := range good {
		if good[i].Verdict == result.Fails {
			good[i].Verdict = result.Unclear
		}
	}
	return hopeless, nil
}
