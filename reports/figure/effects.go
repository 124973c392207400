package figure

import (
	"fmt"
	"math"

	"herdcast/experiments/result"
	"herdcast/reports/number"
)

// troubles are what can go wrong with an effect beside not landing, each with its
// measure.
var troubles = []struct {
	measure, words string
	tone           tone
}{
	{"effects.duplicates", "landed again", repeatTone},
	{"effects.lost", "reported done, never landed", failedTone},
	{"effects.missed", "reported done by another's answer", failedTone},
	{"effects.false_failures", "reported failed, but landed", doubtTone},
	{"effects.unknown", "reported as unknown", doubtTone},
}

// count is one bar of the picture of effects.
type count struct {
	words string
	value float64
	tone  tone
}

// effects shows what became of the side effects that tasks wanted: above those
// that landed and those that did not, below what went wrong, on a scale of its own.
func effects(r *result.Result) Figure {
	f := Figure{Name: "effects"}
	wanted, landed := r.Measures["effects.wanted"], r.Measures["effects.landed"]
	switch {
	case wanted.Value == nil && wanted.Why != "":
		f.WhyNot = wanted.Why
	case wanted.Value == nil || landed.Value == nil || !(*wanted.Value > 0):
		f.WhyNot = "no task wanted a side effect"
	}
	if f.WhyNot != "" {
		return f
	}
	again := 0.0
	if m := r.Measures["effects.duplicates"]; m.Value != nil {
		again = *m.Value
	}
	once := *landed.Value - again
	fates := []count{{"landed at least once", once, goodTone}, {"never landed", math.Max(*wanted.Value-once, 0), muted}}
	var wrong []count
	for _, trouble := range troubles {
		if m := r.Measures[trouble.measure]; m.Value != nil {
			wrong = append(wrong, count{trouble.words, *m.Value, trouble.tone})
		}
	}
	f.Title = effectsTitle(*wanted.Value, once, again)
	f.Subtitle = fmt.Sprintf("Side effects a run and per 1,000 wanted; %s; below the line, on a scale of its own, what went wrong", runs(r, false))
	f.Alt = "Horizontal bars of how many side effects landed, never landed and went wrong. " + f.Title + "."
	f.Table = Table{Columns: []string{"side effects", "a run", "per 1,000 wanted"}}
	for _, c := range append(append([]count{{"wanted", *wanted.Value, ink}}, fates...), wrong...) {
		f.Table.Rows = append(f.Table.Rows, []string{c.words, number.Count(c.value), number.Count(c.value / *wanted.Value * 1000)})
	}
	f.height = 26*float64(len(fates)+len(wrong)) + 20
	f.draw = func(p pen, room box) {
		y := counts(p, room, room.top, fates, *wanted.Value)
		p.line([]point{{room.left, y - 4}, {room.right, y - 4}}, grid, 0.8)
		counts(p, room, y-8, wrong, *wanted.Value)
	}
	return f
}

func effectsTitle(wanted, once, again float64) string {
	text := fmt.Sprintf("%s of the side effects wanted land", number.Share(once/wanted))
	if again == 0 {
		return text + ", none of them twice"
	}
	return text + fmt.Sprintf("; %s a run land once too often, %s per 1,000", number.Count(again), number.Count(again/wanted*1000))
}

// counts draws a bar for each count, all on one scale, and tells where the next
// may stand.
func counts(p pen, room box, top float64, all []count, wanted float64) (below float64) {
	const names, numbers = 216, 170
	largest := 0.0
	for _, c := range all {
		largest = math.Max(largest, c.value)
	}
	for _, c := range all {
		top -= 26
		left, wide := room.left+names, 0.0
		if largest > 0 {
			wide = (room.right - numbers - left) * c.value / largest
		}
		p.before(left-8, top+9, shortened(c.words, textStyle, names-8), textStyle, ink)
		if c.value > 0 {
			p.rectangle(box{left, left + math.Max(wide, 0.5), top + 3, top + 22}, c.tone)
		}
		p.text(left+wide+8, top+9, number.Count(c.value)+"  ("+number.Count(c.value/wanted*1000)+" per 1,000)", textStyle, ink)
	}
	return top
}
