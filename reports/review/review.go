// Package review puts a report together: what it says, in which order and in which
// words. How it looks is up to the packages that write it.
package review

import (
	"herdcast/experiments/result"
	"herdcast/reports/figure"
)

// Review is a whole report.
type Review struct {
	Name       string
	Question   string // a sentence
	Verdict    string // the answer, a sentence
	Chain      []Link // how many attempts tasks come to
	Objectives []Objective
	Sections   []Section
}

// Section is a part with a heading.
type Section struct {
	ID     string // of the heading, for links
	Title  string
	Blocks []Block
}

// Block is one thing of a section: a text, a list, a table, a picture or lines to
// be kept as they are. The others are empty.
type Block struct {
	Text   string
	List   []string
	Table  *figure.Table
	Figure *figure.Figure
	Code   string
}

// Of puts together the report of a result. The scenario is the resolved one as
// people read it, YAML.
func Of(r *result.Result, scenario []byte) *Review {
	pictures := map[string]*figure.Figure{}
	for _, f := range figure.All(r) {
		pictures[f.Name] = &f
	}
	shown := &glossary{}
	return &Review{
		Name: r.Name, Question: Question(r), Verdict: Verdict(r), Chain: Chain(r), Objectives: Objectives(r),
		Sections: []Section{
			brief(r),
			herd(r, pictures["arrivals"], shown),
			budget(r, pictures["budget"], pictures["time"], shown),
			effects(r, pictures["effects"], shown),
			setting(),
			recovery(r, pictures["goodput"], shown),
			dependency(r, pictures["queue"], shown),
			quick(r),
			policies(r, shown),
			parts(r, shown),
			findings(r),
			Assumptions(r.Assumptions),
			repeat(r),
			leftOut(),
			shown.section(r),
			resolved(scenario),
		},
	}
}

// Figures gives the pictures that are drawn, in their order.
func (v *Review) Figures() []*figure.Figure {
	var all []*figure.Figure
	for _, s := range v.Sections {
		for _, b := range s.Blocks {
			if b.Figure != nil {
				all = append(all, b.Figure)
			}
		}
	}
	return all
}

// picture is a figure, or the sentence why there is none.
func picture(f *figure.Figure) Block {
	if f.WhyNot != "" {
		return Block{Text: "No picture: " + f.WhyNot + "."}
	}
	return Block{Figure: f}
}
