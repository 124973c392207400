package metric

// Part narrows a measure; -1 and "" mean "any".
type Part struct {
	Cohort, Tool, Attempt int
	Cause, Layer          string
}

// Whole is the part that leaves nothing out.
var Whole = Part{Cohort: -1, Tool: -1, Attempt: -1}

// byCohort, byTool and byTry tell whether a part narrows nothing but the cohort;
// that and the tool; those and the number of the attempt. A family that does not
// know what a part narrows has no values for it.
func (p Part) byCohort() bool { return p.Tool < 0 && p.byTool() }
func (p Part) byTool() bool   { return p.Attempt < 0 && p.byTry() }
func (p Part) byTry() bool    { return p.Cause == "" && p.Layer == "" }

// byLayer and byCause tell the same of cohort, tool and layer, or cause.
func (p Part) byLayer() bool { p.Layer = ""; return p.byTool() }
func (p Part) byCause() bool { p.Cause = ""; return p.byTool() }
