package validate

import "fmt"

var overload = family{
	"Overload (published)",
	"Figures of Site Reliability Engineering: what reaches a backend that is asked for more than it can serve.",
	[]Case{
		{Name: "layers-4-4-4", comparisons: func() []comparison {
			return from("Site Reliability Engineering, ch. 22, 2016: 64 attempts, 4 · 4 · 4", of("attempts a call", "amplification", 64))
		}},
		adaptive("2", 4, 25, 2), adaptive("2", 10, 10, 2), adaptive("1-1", 2, 50, 1.1), adaptive("1-1", 4, 25, 1.1),
	},
}

// adaptive is the book's steady state: K times what the backend accepts reaches it.
func adaptive(k string, overload int, capacity, factor float64) Case {
	return Case{Name: fmt.Sprintf("throttle-%s-at-%d", k, overload), comparisons: func() []comparison {
		all := from("Site Reliability Engineering, ch. 21, 2016: K times what is accepted",
			of("attempts a second that reach the backend", "offered", factor*capacity),
			of("calls a second that succeed", "goodput", capacity),
		)
		for i := range all {
			all[i].within = 0.02
		}
		return all
	}}
}
