package figure

import (
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// ticks gives round values from 0 to at least the largest, in steps of 1, 2 or 5
// times a power of ten, at most `most` of them beside 0.
func ticks(largest float64, most int) []float64 {
	if !(largest > 0) {
		return []float64{0, 1}
	}
	step := 1.0
	for step*float64(most) >= largest {
		step /= 10
	}
	for {
		for _, times := range []float64{1, 2, 5} {
			if size := step * times; size*float64(most) >= largest {
				values := []float64{0}
				for k := 1; values[k-1] < largest; k++ {
					values = append(values, size*float64(k))
				}
				return values
			}
		}
		step *= 10
	}
}

// span gives round values from at most low to at least high, as ticks does from 0 on.
func span(low, high float64, most int) []float64 {
	if !(high > low) {
		return []float64{low, low + 1}
	}
	even := ticks(high-low, most)
	step := even[1]
	var values []float64
	for k := math.Floor(low / step); len(values) == 0 || values[len(values)-1] < high*(1-1e-12); k++ {
		values = append(values, step*k)
	}
	return values
}

// clockSteps are the steps of a time axis in seconds.
var clockSteps = []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400}

// clockTicks gives round instants within a duration, at most so many beside 0.
func clockTicks(duration float64, most int) []float64 {
	step := clockSteps[len(clockSteps)-1]
	for _, s := range clockSteps {
		if duration <= s*float64(most) {
			step = s
			break
		}
	}
	for duration > step*float64(most) {
		step *= 2
	}
	var instants []float64
	for k := 0; float64(k)*step <= duration; k++ {
		instants = append(instants, float64(k)*step)
	}
	return instants
}

// axes is a frame with a scale each way.
type axes struct {
	pen
	box
	across, up float64 // the values at the right end and at the top
	edge       float64 // where the picture begins, left of the values
	base       float64 // the value at the bottom
}

func (a axes) x(v float64) float64 { return a.left + float64((a.right-a.left)*v/a.across) }
func (a axes) y(v float64) float64 {
	return a.bottom + float64((a.top-a.bottom)*(math.Min(math.Max(v, a.base), a.up)-a.base)/(a.up-a.base))
}

// labelRoom is what lies right of a plot for the labels of its lines.
const labelRoom = 128

// beside is what lies left of a plot for the values of its axis.
func beside(values []float64, write func(float64) string) float64 {
	wide := 36.0
	for _, v := range values {
		wide = math.Max(wide, textStyle.wide(write(v)))
	}
	return wide + 12
}

// upward draws the horizontal grid with its values, and what they are above.
func (a axes) upward(values []float64, write func(float64) string, what string) {
	for _, v := range values {
		a.line([]point{{a.left, a.y(v)}, {a.right, a.y(v)}}, grid, 0.8)
		a.before(a.left-7, a.y(v)-4, write(v), textStyle, muted)
	}
	a.text(a.edge, a.top+10, what, smallStyle, muted)
}

// onward draws the base line with its values, and what they are below.
func (a axes) onward(values []float64, write func(float64) string, what string) {
	a.line([]point{{a.left, a.bottom}, {a.right, a.bottom}}, muted, 0.8)
	for _, v := range values {
		a.line([]point{{a.x(v), a.bottom}, {a.x(v), a.bottom - 4}}, muted, 0.8)
		a.middle(a.x(v), a.bottom-16, write(v), textStyle, muted)
	}
	a.before(a.right, a.bottom-31, what, smallStyle, muted)
}

// timeline draws the frame of a picture over the time of a run: values upwards,
// time onwards, the warm-up and the faults behind.
func timeline(p pen, room box, facts result.Facts, largest float64, what string) axes {
	values := ticks(largest*1.03, 5)
	a := axes{pen: p, box: room, across: facts.Duration, up: values[len(values)-1], edge: room.left}
	a.left, a.right, a.bottom, a.top = room.left+beside(values, number.Count), room.right-labelRoom, room.bottom+34, room.top-30
	if facts.Warmup > 0 {
		a.rectangle(box{a.left, a.x(facts.Warmup), a.bottom, a.top}, muted.at(0.08))
		if wide := a.x(facts.Warmup) - a.left; wide > smallStyle.wide("warm-up")+6 {
			a.middle(a.left+wide/2, a.top-13, "warm-up", smallStyle, muted)
		}
	}
	a.faults(facts, smallStyle.wide(what))
	a.upward(values, number.Count, what)
	unit := "min:s"
	if facts.Duration >= 3600 {
		unit = "h:min:s"
	}
	fit := int((a.right - a.left) / (textStyle.wide(number.Clock(facts.Duration)) + 16))
	a.onward(clockTicks(facts.Duration, min(fit, 12)), number.Clock, "simulated time, "+unit)
	return a
}

// faults shades each fault and names it above, once where a name comes again and
// where others, and what the axis is called, leave room.
func (a axes) faults(facts result.Facts, taken float64) {
	named := map[string]bool{}
	free := a.edge + taken + 10
	for _, f := range facts.Faults {
		end := facts.Duration
		if f.End != nil {
			end = *f.End
		}
		begin := math.Min(math.Max(f.Begin, 0), facts.Duration)
		left, right := a.x(begin), a.x(math.Min(math.Max(end, begin), facts.Duration))
		a.rectangle(box{left, math.Max(right, left+1), a.bottom, a.top}, faultTone.at(0.13))
		a.rectangle(box{left, math.Max(right, left+1), a.top + 0.5, a.top + 3}, faultTone)
		if named[f.Name] {
			continue
		}
		name := shortened(f.Name, boldStyle, 160)
		wide := boldStyle.wide(name)
		x := math.Min(math.Max((left+right-wide)/2, free), a.box.right+labelRoom-wide)
		if x > right || x < free {
			continue
		}
		a.text(x, a.top+10, name, boldStyle, ink)
		free, named[f.Name] = x+wide+10, true
	}
}
