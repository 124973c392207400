package validate

// long are the cases that the quick level leaves to the full one, unless they are asked
// for by name: those that take about a third of a second or more, where others of their kind
// take less. So the quick level stays short enough for every change.
var long = map[string]bool{
	"breaker-1-hundredth": true, "breaker-10-half": true, "breaker-10-nine": true,
	"breaker-10-seven": true, "budget-half": true, "budget-tenth": true, "budget-third": true,
	"client-budget-half": true, "client-budget-layers": true, "client-budget-outage": true,
	"client-budget-twentieth": true, "contention-200-full": true, "crowd-10000-16s": true,
	"crowd-10000-1s": true, "crowd-10000-4s": true, "decorrelated-9": true,
	"fleet-with-timeouts-200": true, "four-tries-long-pauses": true,
	"four-tries-long-pauses-15": true, "hanging-calls": true, "hedge-exponential-100": true,
	"hedge-exponential-200": true, "hedge-exponential-50": true, "hedge-exponential-p95": true,
	"hedge-exponential-p99": true, "hedge-lognormal-100": true, "hedge-lognormal-166": true,
	"hedge-lognormal-300": true, "hedge-lognormal-40": true, "hedge-wide-10": true,
	"hedge-wide-50": true, "loss-1000": true, "loss-1000-constant": true, "loss-1000-lognormal": true,
	"mg1-gamma-80": true, "mg1-lognormal-80": true, "mg1-lognormal-narrow-80": true,
	"mg1-lognormal-wide-50": true, "mg1-lognormal-wide-80": true, "mg1-two-kinds-80": true,
	"mm100-95": true, "one-slot-60": true, "one-slot-60-lognormal": true, "one-slot-70": true,
	"one-slot-80": true, "patience-110": true, "recovery-140": true, "refused-10": true,
	"shared-10-lognormal": true, "shared-lognormal": true, "storm-collapsed": true,
	"storm-dies-out-505": true, "storm-drains": true, "storm-grows": true, "storm-grows-250": true,
	"storm-healthy-800": true, "storm-partial": true, "storm-partial-515": true,
	"storm-partial-530": true, "storm-partial-560": true, "storm-partial-above-the-edge": true,
	"sustained-280": true, "thousand-keys-hedged": true, "thousand-keys-plain": true,
	"throttle-1-1-limited": true, "throttle-2-at-2": true, "throttle-2-limited": true,
	"throttle-forty": true, "throttle-half": true, "throttle-outage": true, "throttle-thirty": true,
	"trigger-near-a": true, "trigger-near-c": true,
}
