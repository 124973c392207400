package figure

import (
	"fmt"
	"math"
	"strconv"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// decadeTall is how tall a power of ten is drawn at least; the picture grows with them.
const decadeTall = 26

// Heights draws how likely each height on the way to a rare one is, by powers of ten,
// with its interval. A height that was never reached has only an upper bound.
func Heights(r *result.Rare) Figure {
	f := Figure{
		Name:     "heights",
		Subtitle: fmt.Sprintf("Each height on the way with its 95 %% interval over %s of %d paths; an arrow: never reached, only a bound is known", number.Plural(float64(r.Replications), "splitting"), r.Paths),
		Table:    Table{Columns: []string{r.Guide, "probability within a run", "95 % interval"}},
	}
	switch p := r.Probability; p.Value {
	case 0:
		f.Title = fmt.Sprintf("%s was never seen; it is at most %s likely", r.Asked(), number.Scientific(p.High))
	default:
		f.Title = fmt.Sprintf("%s is %s likely within a run", r.Asked(), number.Scientific(p.Value))
	}
	f.Alt = "Probability of each height on a scale of powers of ten. " + f.Title + "."
	least := 1.0 // of what is drawn
	for _, s := range r.Stages {
		e := s.Probability
		row := []string{number.Count(s.Height), number.Scientific(e.Value), number.Scientific(e.Low) + " to " + number.Scientific(e.High)}
		if e.Value == 0 {
			row[1], row[2] = "never seen", "at most "+number.Scientific(e.High)
		}
		f.Table.Rows = append(f.Table.Rows, row)
		for _, p := range []float64{e.Value, e.Low, e.High} {
			if p > 0 {
				least = math.Min(least, p)
			}
		}
	}
	if len(r.Stages) == 0 {
		f.WhyNot = "all runs were plain ones: no height led there more often"
		if r.Replaced {
			f.WhyNot = "the splittings saw none, and plain runs took their place"
		}
		return f
	}
	decades := math.Max(1, math.Ceil(-math.Log10(least)))
	f.height = 64 + math.Max(196, decadeTall*decades)
	f.draw = func(p pen, room box) {
		first, last := r.Stages[0].Height, r.Stages[len(r.Stages)-1].Height
		places := []float64{} // of the values, from the top down
		for k := 0.0; k <= decades; k++ {
			places = append(places, decades-k)
		}
		write := func(place float64) string { return power(int(decades - place)) }
		a := axes{pen: p, box: room, across: math.Max(last-first, 1), up: decades, edge: room.left}
		a.left, a.right, a.bottom, a.top = room.left+beside(places, write)+8, room.right-labelRoom, room.bottom+34, room.top-30
		place := func(probability float64) float64 {
			return math.Max(0, decades+math.Log10(math.Max(probability, math.SmallestNonzeroFloat64)))
		}
		a.upward(places, write, "probability within a run")
		a.line([]point{{a.left, a.bottom}, {a.right, a.bottom}}, muted, 0.8)
		free := math.Inf(-1)
		var line []point
		for _, s := range r.Stages {
			x, text := a.x(s.Height-first), number.Count(s.Height)
			a.line([]point{{x, a.bottom}, {x, a.bottom - 4}}, muted, 0.8)
			if half := textStyle.wide(text) / 2; x-half > free {
				a.middle(x, a.bottom-16, text, textStyle, muted)
				free = x + half + 8
			}
			if s.Probability.Value > 0 {
				line = append(line, point{x, a.y(place(s.Probability.Value))})
			}
		}
		a.before(a.right, a.bottom-31, r.Guide, smallStyle, muted)
		a.line(line, firstTone.at(0.4), 1.2)
		for _, s := range r.Stages {
			e, x := s.Probability, a.x(s.Height-first)
			high := a.y(place(e.High))
			if e.Value == 0 {
				a.line([]point{{x - 5, high}, {x + 5, high}}, firstTone, 1.6)
				a.line([]point{{x, high}, {x, high - 18}}, firstTone, 1.4)
				a.line([]point{{x - 4, high - 13}, {x, high - 18}, {x + 4, high - 13}}, firstTone, 1.4)
				continue
			}
			a.line([]point{{x, a.y(place(e.Low))}, {x, high}}, firstTone, 1.6)
			a.dot(x, a.y(place(e.Value)), 3.6, firstTone)
		}
	}
	return f
}

// power writes a negative power of ten.
func power(of int) string {
	switch {
	case of == 0:
		return "1"
	case of <= 3:
		return strconv.FormatFloat(math.Pow10(-of), 'f', of, 64)
	}
	return "1e-" + strconv.Itoa(of)
}
