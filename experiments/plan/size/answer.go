package size

import (
	"fmt"

	"herdcast/experiments/result"
)

// answer is what a search came to, before it is told.
type answer struct {
	*search
	place    []int // that holds; nil where none does
	fails    []int // for each key the first place beyond that fails, with the others as they are
	monotone bool
	line     *line // of a search for one key
	note     string
}

// size tells the answer as plain data.
func (a *answer) size() *result.Size {
	r := &result.Size{
		Format: result.Format, Kind: "size", Find: "largest", Confidence: a.Confidence,
		Monotone: a.monotone, Replications: a.spent, Simulations: a.spent * a.Scenarios, Grid: a.grid * a.Scenarios, Sensitivity: []result.Sensitivity{},
	}
	if a.Smallest {
		r.Find = "smallest"
	}
	for _, p := range a.probes {
		r.Probes = append(r.Probes, a.told(p))
	}
	if a.line != nil && a.line.foreseen != nil {
		b, scale := a.line.foreseen[len(a.line.foreseen)-1], a.Of[0].Scale
		low, high := a.step(0, b.low), a.step(0, b.high)
		r.Bracket = &result.Bracket{Low: scale.at(min(low, high)).Text(), High: scale.at(max(low, high)).Text(), Confirmed: a.line.confirmed}
	}
	if a.place == nil {
		r.Why = a.sentence(a.whyNone(r))
		return r
	}
	r.Answer = map[string]result.Sized{}
	for i, parameter := range a.Of {
		r.Answer[parameter.Path] = a.sized(i)
	}
	at := a.probeAt(a.place)
	limit, beyond := a.limit()
	worst, _ := limit.worst()
	o := limit.objectives[worst]
	r.Binds = &result.Binding{Objective: o.Text, Scenario: o.Scenario}
	if left, ok := room(at.objectives[worst].Objective); ok {
		r.Margin = &left
	}
	for i := range a.Of {
		if change, ok := a.sensitivity(i, worst); ok {
			r.Sensitivity = append(r.Sensitivity, change)
		}
	}
	if r.Indifferent = !beyond && a.indifferent(); r.Indifferent {
		r.Why = a.sentence(a.whyAny())
		return r
	}
	r.Why = a.sentence(a.why(limit, worst, beyond))
	return r
}

func (a *answer) sentence(why string) string {
	if a.note != "" {
		why = a.note + "; " + why
	}
	if a.short {
		why += fmt.Sprintf("; the search stopped at %s, more of them narrow the interval", count(a.spent, "replication"))
	}
	return why
}

func (a *answer) told(p *probe) result.Probe {
	t := result.Probe{Set: map[string]float64{}, Texts: map[string]string{}, Verdict: p.verdict, Replications: p.replications, Objectives: p.objectives}
	for i, parameter := range a.Of {
		t.Set[parameter.Path], _ = p.settings[i].Value.Plain()
		t.Texts[parameter.Path] = p.settings[i].Value.Text()
	}
	return t
}

// sized gives the answer for one key and the interval that the threshold lies in:
// from the value, which surely holds, to the first that surely fails. Of counts
// the one before that is the last that may hold.
func (a *answer) sized(i int) result.Sized {
	scale := a.Of[i].Scale
	value := scale.at(a.step(i, a.place[i]))
	other := scale.Range.To
	if a.Smallest {
		other = scale.Range.From
	}
	if a.fails[i] <= scale.Steps() {
		other = scale.at(a.step(i, a.fails[i]))
		if other.Whole() && a.Smallest {
			other = other.At(other.Size + 1)
		} else if other.Whole() {
			other = other.At(other.Size - 1)
		}
	}
	from, unit := value.Plain()
	to, _ := other.Plain()
	return result.Sized{Value: from, Low: min(from, to), High: max(from, to), Unit: unit, Text: value.Text()}
}

// limit gives the probe that keeps the answer from going further: of all keys the
// nearest that does not hold beyond the answer, one that fails before one that is
// unclear; without any the answer itself.
func (a *answer) limit() (limit *probe, beyond bool) {
	for _, verdict := range []string{result.Fails, result.Unclear} {
		nearest := 0.0
		for i := range a.Of {
			for _, p := range a.probes {
				off, same := a.apart(p, i)
				if !same || off <= 0 || p.verdict != verdict {
					continue
				}
				if share := float64(off) / float64(a.Of[i].Scale.Steps()); limit == nil || share < nearest {
					limit, nearest = p, share
				}
			}
		}
		if limit != nil {
			return limit, true
		}
	}
	return a.probeAt(a.place), false
}

// apart tells how many steps a probe lies beyond the answer in one key, and
// whether it is the same in all others.
func (a *answer) apart(p *probe, key int) (off int, same bool) {
	for i := range p.place {
		if i != key && p.place[i] != a.place[i] {
			return 0, false
		}
	}
	return p.place[key] - a.place[key], true
}

// sensitivity is the change of the objective's measure for one step of the key, by
// the nearest probes on both sides of the answer, or one side where there is but
// one.
func (a *answer) sensitivity(key, objective int) (result.Sensitivity, bool) {
	var below, above *probe
	for _, p := range a.probes {
		off, same := a.apart(p, key)
		if !same || p.objectives[objective].Value == nil {
			continue
		}
		if off <= 0 && (below == nil || p.place[key] > below.place[key] && off < 0 || below.place[key] == a.place[key]) {
			below = p
		}
		if off >= 0 && (above == nil || p.place[key] < above.place[key] && off > 0 || above.place[key] == a.place[key]) {
			above = p
		}
	}
	if below == nil || above == nil || below == above {
		return result.Sensitivity{}, false
	}
	scale := a.Of[key].Scale
	from, to := scale.at(a.step(key, below.place[key])), scale.at(a.step(key, above.place[key]))
	steps := (to.Size - from.Size) / scale.Within.Size
	step, _ := scale.Within.Plain()
	change := *above.objectives[objective].Value - *below.objectives[objective].Value
	return result.Sensitivity{
		Path: a.Of[key].Path, Measure: above.objectives[objective].Measure,
		Step: step, Change: change / steps,
	}, true
}

func (a *answer) why(limit *probe, worst int, beyond bool) string {
	at := a.probeAt(a.place)
	held := fmt.Sprintf("every objective holds at %s over %s", at.written(), count(at.replications, "replication"))
	o := limit.objectives[worst]
	switch {
	case !beyond:
		return held + ", the end of the range; the least room has " + a.named(o)
	case limit.verdict == result.Fails:
		return fmt.Sprintf("%s; at %s %s fails", held, limit.written(), a.named(o))
	case o.Value == nil:
		return fmt.Sprintf("%s; at %s %s has no value: %s", held, limit.written(), a.named(o), o.Why)
	}
	return fmt.Sprintf("%s; at %s it cannot be told over %s whether %s does", held, limit.written(), count(limit.replications, "replication"), a.named(o))
}

// whyNone says why no value holds, by the probe that comes closest, and names in
// the result what keeps it from holding.
func (a *answer) whyNone(r *result.Size) string {
	closest := a.probes[0]
	for _, p := range a.probes[1:] {
		_, room := p.worst()
		if _, best := closest.worst(); room > best {
			closest = p
		}
	}
	worst, _ := closest.worst()
	o := closest.objectives[worst]
	r.Binds = &result.Binding{Objective: o.Text, Scenario: o.Scenario}
	if left, ok := room(o.Objective); ok {
		r.Margin = &left
	}
	switch {
	case o.Value == nil:
		return fmt.Sprintf("no value holds: %s has no value: %s", a.named(o), o.Why)
	case closest.verdict == result.Fails:
		return fmt.Sprintf("no value holds: even at %s, which comes closest, %s fails", closest.written(), a.named(o))
	}
	return fmt.Sprintf("no value surely holds: at %s, which comes closest, it cannot be told over %s whether %s does", closest.written(), count(closest.replications, "replication"), a.named(o))
}

// named is an objective, with its scenario where there are several.
func (a *answer) named(o result.ProbeObjective) string {
	if a.Scenarios > 1 {
		return o.Text + " in " + o.Scenario
	}
	return o.Text
}

// written gives the settings of a probe: 12%, or each with its key.
func (p *probe) written() string {
	if len(p.settings) == 1 {
		return p.settings[0].Value.Text()
	}
	var text string
	for i, s := range p.settings {
		if i > 0 {
			text += ", "
		}
		text += s.Path + "=" + s.Value.Text()
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
