package explain

import (
	"herdcast/experiments/result"
	"herdcast/experiments/worstcase"
	"herdcast/sim/quantity"
)

var modelRules = []Rule{
	{"model-repeats-without-end", result.Error, modelRepeatsWithoutEnd},
	{"untold-model-repeats", result.Warning, untoldModelRepeats},
}

// modelRepeatsWithoutEnd finds models that do nothing but call again, as long as
// calls fail.
func modelRepeatsWithoutEnd(c *scene) (all []found) {
	for i := range c.Fleet {
		cohort := &c.Fleet[i]
		m, budget := &cohort.Model, &cohort.Task.Budget
		if m.MaxRepeats != quantity.Unlimited || budget.WallClock != nil || budget.Tokens != nil || budget.Turns != nil {
			continue
		}
		for _, reaction := range c.reactions(cohort) {
			if reaction.Reissue == 1 {
				all = append(all, found{item("fleet", i) + ".model",
					"The model of " + cohort.Name + " repeats every failed call without limit, and no budget of the task ends that: a call that cannot succeed is repeated for ever.",
					"Set model.max_repeats, or a task.budget of turns, tokens or wall_clock."})
				break
			}
		}
	}
	return all
}

// untoldModelRepeats finds models that repeat by hand what the policy has tried
// already.
func untoldModelRepeats(c *scene) (all []found) {
	for w := range c.ways {
		way := &c.ways[w]
		m := &way.cohort.Model
		most := worstcase.Of(way.bare(0)).Attempts
		if m.Told || m.Untold.Reissue == 0 || m.MaxRepeats == 0 {
			continue
		}
		calls := 1 + unbounded(m.MaxRepeats)
		all = append(all, found{way.path + ".model.told",
			"The model of " + way.cohort.Name + " is not told why a call failed and what was tried: it repeats " + m.Untold.Reissue.String() + " of failed calls, whatever the policy has done. " +
				"One intent may come to " + number(calls) + " calls of " + limit(most) + " attempts each: " + number(times(calls, unbounded(most))) + ".",
			"Let results name the cause, the attempts made and the state of the effect (told: true)."})
	}
	return all
}
