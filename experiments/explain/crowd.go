package explain

import (
	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

var crowdRules = []Rule{
	{"starts-together", result.Warning, startsTogether},
}

// startsTogether finds crowds whose first calls come at one instant.
func startsTogether(c *scene) (all []found) {
	for i := range c.Fleet {
		cohort := &c.Fleet[i]
		think := cohort.Task.Think
		if cohort.Agents == nil || *cohort.Agents < crowd || think.Kind != dist.Constant {
			continue
		}
		path, advice := item("fleet", i)+".start", "Let them start apart: start: {spread: …}."
		switch start := &cohort.Start; {
		case cohort.Every != nil && cohort.Phase == "together":
			path, advice = item("fleet", i)+".phase", "Let them start apart: phase: random or even."
		case cohort.Every != nil, !start.Together && start.At == nil:
			continue
		}
		calls := float64(*cohort.Agents) * c.firstTurn(cohort)
		if calls == 0 {
			continue
		}
		message := count(int64(*cohort.Agents)) + " agents start at one instant and send " + number(calls) + " calls at once"
		switch servers, queue := c.servers(), c.queue(); {
		case servers == quantity.Unlimited:
		case queue != quantity.Unlimited && calls > float64(servers)+float64(queue):
			message += ", but the dependency holds " + number(float64(servers)+float64(queue)) + " (" + limit(servers) + " servers and a queue of " + limit(queue) + "): the others are refused"
		case calls > float64(servers):
			message += "; " + limit(servers) + " servers work through them in " + about(calls*c.meanService(cohort)/float64(servers))
		}
		all = append(all, found{path, message + ".", advice})
	}
	return all
}

// firstTurn gives the mean number of requests that the first turn of a task sends.
func (c *scene) firstTurn(cohort *agent.Spec) float64 {
	sent := 0.0
	for w := range c.ways {
		way := &c.ways[w]
		if way.cohort != cohort || !way.sends() {
			continue
		}
		if cohort.Task.Script == nil {
			sent += times(way.share, mean(&cohort.Task.Calls))
			continue
		}
		for _, called := range cohort.Task.Script[0] {
			sent += oneIf(called == way.tool.Name)
		}
	}
	return sent
}
