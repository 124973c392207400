package scenario

import (
	"reflect"
	"slices"

	"herdcast/experiments/result"
	"herdcast/models/agent"
	"herdcast/models/dependency"
	"herdcast/models/dependency/fault"
	"herdcast/models/tool"
	"herdcast/policies/backoff"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/limit"
	"herdcast/policies/rate"
	"herdcast/policies/throttle"
)

// unused is a key that does nothing beside another one.
type unused struct {
	keys   []string
	beside string // because of what
	wrong  bool   // the two contradict each other
}

// unusedIn tells which keys of a spec do nothing, by what else it says.
func unusedIn(spec any) []unused {
	var u []unused
	add := func(when, wrong bool, beside string, keys ...string) {
		if when {
			u = append(u, unused{keys, beside, wrong})
		}
	}
	switch s := spec.(type) {
	case *agent.Spec:
		streams := s.Streams()
		stream := len(streams) > 0
		add(stream && s.Agents != nil, true, "a stream of arrivals", "agents")
		for i := 1; i < len(streams); i++ {
			add(true, true, streams[0], streams[i])
		}
		add(s.Every != nil && s.Agents != nil && !stream, true, "every", "start", "rest")
		add(s.Every == nil && s.Agents != nil && !stream, false, "no timetable (every)", "phase")
		add(s.Arrivals == nil && s.Profile == nil, false, "no arrivals or profile", "pattern")
		add(stream, true, "a stream of arrivals", "start", "rest", "tasks", "every", "phase")
		add(s.Spawned(), true, "children, which a cohort without agents or arrivals has", "start", "rest", "tasks", "every", "phase")
	case *agent.Task:
		add(s.Script != nil, true, "script", "turns", "calls", "tools")
	case *backoff.Spec:
		add(s.Schedule != nil, true, "schedule", "first", "factor", "growth")
		add(s.Schedule == nil && s.Growth == "linear", false, "growth: linear", "factor")
	case *breaker.Spec:
		add(s.HalfOpen != nil, true, "half_open", "probes", "probe_again", "close_after")
		add(s.Algorithm != nil, true, "algorithm", "trip", "open", "probes", "probe_again", "close_after", "half_open", "judged", "stale")
	case *breaker.Probing:
		add(s.Probes != nil, true, "probes", "for")
	case *breaker.Trip:
		add(s.Consecutive != nil, true, "consecutive", "count", "rate", "slow", "slow_rate")
		add(s.Count != nil, true, "count", "rate", "slow", "slow_rate")
		add(s.Rate == nil && s.SlowRate == nil, false, "no rate or slow_rate", "min_calls", "above", "of")
		add(s.Count == nil && s.Rate == nil && s.SlowRate == nil, false, "no count, rate or slow_rate", "window", "slices", "tumbling")
		add(s.Tumbling, true, "tumbling", "slices")
	case *budget.Spec:
		sliding := s.Percent != nil && s.Window != nil
		add(s.Tokens == nil, false, "no tokens", "cost", "timeout_cost", "earn", "give_back", "start")
		add(sliding, true, "window", "floor", "ttl", "funded_by", "deposit")
		add(s.Percent == nil, false, "no percent", "ttl", "funded_by", "deposit")
		add(s.Percent == nil && s.InFlight == nil, false, "no percent or in_flight", "floor")
		add(s.Percent == nil && s.FailureRate == nil, false, "no percent or failure_rate", "window")
		add(s.InFlight == nil, false, "no in_flight", "used", "base", "round")
	case *dependency.Spec:
		add(unlimited(s.Servers), true, "servers: inf", "autoscale")
	case *dependency.Quota:
		add(s.Window != "bucket", false, "no bucket", "burst")
	case *limit.Spec:
		add(s.Adaptive != nil, true, "adaptive", "max")
	case *limit.Adaptive:
		add(true, true, "kind: "+string(s.Kind), s.Kind.Foreign()...)
	case *rate.Spec:
		add(s.Window == "fixed", false, "window: fixed", "burst")
		add(s.Adaptive != "", true, "adaptive", "burst", "window", "wait")
	case *throttle.Spec:
		add(s.Algorithm != "", true, "algorithm", "k", "window", "slices", "of", "min_requests", "aggression", "at_most")
	case *fault.Spec:
		add(s.Share == nil, false, "no share", "sticky")
		add(s.Capacity != nil, false, "capacity, which all share", "tools", "share", "sticky")
		add(s.Load != nil, false, "load, which is of arrivals", "tools", "replicas", "share", "sticky")
		add(s.Quota != nil, false, "quota, which is one for all replicas", "replicas")
		add(s.Mark != "", false, "mark", "tools", "replicas", "share", "sticky")
	case *tool.Spec:
		add(s.Spawns != nil, true, "spawns, whose children send the requests", "service", "effect", "lands", "key", "natural", "optimistic", "verify_by", "semantic_failures", "weight")
		add(!s.Effect && s.Spawns == nil, false, "effect: false", "lands", "natural", "optimistic")
	}
	return u
}

// unused reports the keys that were written and do nothing, and puts them back
// to their defaults: what a spec says is what it does.
func (d *decoder) unused(v reflect.Value, fields []field, path string) {
	defaults := reflect.New(v.Type()).Elem()
	setDefaults(defaults)
	for _, u := range unusedIn(v.Addr().Interface()) {
		for _, key := range u.keys {
			at := join(path, key)
			if !d.wrote(at) {
				continue
			}
			if u.wrong {
				d.at(at, "it cannot stand beside %s", u.beside)
				continue
			}
			d.findings = append(d.findings, result.Finding{
				Name: "key-without-effect", Severity: result.Warning, Path: at,
				Message: at + " does nothing beside " + u.beside,
			})
			i := slices.IndexFunc(fields, func(f field) bool { return f.key == key })
			v.Field(fields[i].index).Set(defaults.Field(fields[i].index))
		}
	}
}

// silent tells the keys that the resolved scenario leaves out: those that do
// nothing, and the choices that a reaction never makes.
func silent(v reflect.Value) []string {
	var keys []string
	for _, u := range unusedIn(v.Addr().Interface()) {
		keys = append(keys, u.keys...)
	}
	if v.Type() == of[agent.Reaction]() {
		for _, f := range fieldsOf(v.Type()) {
			if v.Field(f.index).IsZero() {
				keys = append(keys, f.key)
			}
		}
	}
	return keys
}
