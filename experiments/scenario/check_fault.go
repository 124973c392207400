package scenario

import (
	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
	"herdcast/sim/quantity"
	"slices"
	"time"
)

func (d *decoder) checkFault(f *document, i int) {
	spec := &f.Faults[i]
	path := item("faults", i)
	if spec.For != nil && spec.Until != nil {
		d.at(join(path, "until"), "it cannot stand beside for")
	} else if spec.Until != nil && *spec.Until < spec.At {
		d.at(join(path, "until"), "found %s, which is before the fault begins (%s)", quantity.FormatDuration(*spec.Until), quantity.FormatDuration(spec.At))
	}
	for j, name := range spec.Tools {
		d.known(item(join(path, "tools"), j), "tool", name, f.tools())
	}
	if len(spec.Tools) > 0 && !slices.ContainsFunc(f.Tools, func(t tool.Spec) bool { return t.Spawns == nil && slices.Contains(spec.Tools, t.Name) }) && !d.failed(join(path, "tools")) {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: "warning",
			Message: path + " does nothing: its tools spawn agents and send no requests"})
	}
	if copies := f.Dependency.Copies(); spec.Replicas != nil && *spec.Replicas > copies {
		d.at(join(path, "replicas"), "found %d, but the dependency has %d (dependency.replicas.count)", *spec.Replicas, copies)
	}
	d.checkRepeat(f, spec, path)
	if spec.Quota != nil && len(f.Dependency.Quota) == 0 {
		d.findings = append(d.findings, result.Finding{Name: "key-without-effect", Severity: result.Warning, Path: join(path, "quota"),
			Message: join(path, "quota") + " does nothing without a dependency.quota"})
	}
	if f.Run.Duration > 0 && spec.At >= f.Run.Duration {
		d.findings = append(d.findings, result.Finding{Name: "fault-after-the-end", Severity: result.Warning, Path: join(path, "at"),
			Message: path + " begins at " + quantity.FormatDuration(spec.At) + ", but the run ends at " + quantity.FormatDuration(f.Run.Duration)})
	}
}

// mostComings bounds how often a fault may come in one run.
const mostComings = 100_000

// checkRepeat looks at faults that come more than once.
func (d *decoder) checkRepeat(f *document, spec *fault.Spec, path string) {
	span := f.Run.Duration - spec.At
	comings := func(key string, every time.Duration) {
		if every > 0 && span/every > mostComings {
			d.at(join(path, key), "it would come %d times in a run, but at most %d can be", span/every, mostComings)
		}
	}
	if flap := spec.Flap; flap != nil {
		comings("flap", flap.Up+flap.Down)
	}
	if spec.Repeat == nil || spec.Repeat.Every <= 0 {
		return
	}
	every := spec.Repeat.Every
	comings("repeat.every", every)
	lasts := time.Duration(-1)
	switch {
	case spec.For != nil:
		lasts = *spec.For
	case spec.Until != nil:
		lasts = *spec.Until - spec.At
	case spec.Mark != "", spec.Restart != nil:
		lasts = 0
	}
	if lasts < 0 {
		d.at(join(path, "repeat"), "the key for or until is missing: it would never end, so it cannot come again")
	} else if lasts > every {
		d.at(join(path, "repeat.every"), "found %s, but each time lasts %s", quantity.FormatDuration(every), quantity.FormatDuration(lasts))
	}
}

// touches tells whether a cohort's tasks plan calls that a fault may hit.
func touches(spec *fault.Spec, cohort *agent.Spec, f *document) bool {
	return slices.ContainsFunc(f.Tools, func(t tool.Spec) bool {
		return t.Spawns == nil && calls(cohort, t.Name) && (spec.Tools == nil || slices.Contains(spec.Tools, t.Name))
	})
}
