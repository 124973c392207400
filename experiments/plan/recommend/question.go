package recommend

import (
	"fmt"
	"strconv"
	"time"

	"herdcast/sim/quantity"
)

// question is one setting that is sized, with the others as they are then.
type question struct {
	name      string // of its file: size-NAME.yaml
	what      string
	path      string
	smallest  bool
	low       string
	high      string
	step      string
	day       day
	suchThat  []string
	reason    string // why it is sized by these objectives
	otherwise string // what stands where no value holds
	into      func(*settings) *string
}

// day is the circumstances that settings are sized for: one scenario each.
type day struct {
	name, file, title string
	faults            string // entry of the list
	quota             bool   // deadlines are not sized by it
}

var (
	goodDay     = day{name: "on a good day", file: "good-day", title: "A good day"}
	ordinaryDay = day{
		name: "on an ordinary day", file: "ordinary-day", title: "An ordinary day: assumed, " + errorsEveryDay + " of attempts fail",
		faults: "name: everyday\n    at: 0s\n    errors: {share: " + errorsEveryDay + ", status: unavailable}  # assumed: so many attempts fail even then",
	}
	outageDay = day{name: "in the outage", file: "sized-fleet", title: "The outage", quota: true}
	days      = []day{outageDay, goodDay, ordinaryDay}
)

// begin is the wrapper that the search begins with: nothing in it binds.
func (n Numbers) begin() settings {
	return settings{
		Attempt: quantity.FormatDuration(n.longestAttempt()), Tool: quantity.FormatDuration(n.Deadline), Limit: fmt.Sprint(n.mostPermits()),
		Attempts: "2", First: quantity.FormatDuration(n.shortestBackoff()), Cap: "10s", Budget: "100%",
	}
}

func (n Numbers) longestAttempt() time.Duration { return min(10*n.P99, n.Deadline/2) }

// mostPermits is an agent's call each: nobody can use more.
func (n Numbers) mostPermits() int { return max(2, min(n.Agents, agentsPerProcess)) }

// shortestBackoff is a slow answer: a dependency is not well again before it could
// have answered one.
func (n Numbers) shortestBackoff() time.Duration {
	return up(n.P99, 100*time.Millisecond)
}

// mostAtOnce is how many requests the dependency can take within 100 ms: those it
// serves in that time, and those that wait.
func (n Numbers) mostAtOnce() int {
	return int(float64(n.Capacity)*0.1/n.service().Seconds()) + queuePerServer*n.Capacity
}

// up rounds a span up to a whole number of steps.
func up(span, step time.Duration) time.Duration {
	return (span + step - 1) / step * step
}

// coarse is a round step, about a hundredth of a span.
func coarse(span time.Duration) time.Duration {
	for _, round := range []time.Duration{time.Second, 500 * time.Millisecond, 200 * time.Millisecond, 100 * time.Millisecond, 50 * time.Millisecond, 20 * time.Millisecond, 10 * time.Millisecond, 5 * time.Millisecond, 2 * time.Millisecond} {
		if span/100 >= round {
			return round
		}
	}
	return time.Millisecond
}

// spans are a range of durations in round steps.
func spans(low, high time.Duration) (from, to, step string) {
	by := coarse(high - low)
	low = up(low, by)
	return quantity.FormatDuration(low), quantity.FormatDuration(max(up(high, by), low+by)), quantity.FormatDuration(by)
}

// needs is the longest that a call can take: all its attempts and the waits
// between them, each as long as it can be.
func (w settings) needs() time.Duration {
	attempt, _ := quantity.ParseDuration(w.Attempt)
	wait, _ := quantity.ParseDuration(w.First)
	longest, _ := quantity.ParseDuration(w.Cap)
	attempts, _ := strconv.Atoi(w.Attempts)
	total := time.Duration(attempts) * attempt
	for range attempts - 1 {
		total += min(wait, longest)
		wait *= 2
	}
	return total
}

// questions are what is sized, in the order in which each builds on the last. What
// a question says of the wrapper is what came out before it.
var questions = []func(n Numbers, w settings) question{
	func(n Numbers, _ settings) question {
		low, high, step := spans(n.P50, n.longestAttempt())
		return question{
			name: "attempt-deadline", what: "deadline of an attempt", path: "policies.wrapper.attempt.max", smallest: true,
			low: low, high: high, step: step, day: goodDay,
			suchThat:  []string{"amplification <= 1.005"},
			reason:    "the shortest that cuts at most one in 200 attempts that would be answered",
			otherwise: high,
			into:      func(w *settings) *string { return &w.Attempt },
		}
	},
	func(Numbers, settings) question {
		return question{
			name: "attempts", what: "attempts of a call", path: "policies.wrapper.retry.attempts", smallest: true,
			low: "1", high: "6", step: "1", day: ordinaryDay,
			suchThat:  []string{"calls.success >= 99.9%"},
			reason:    "the fewest that hide the everyday failures from all but one call in 1,000",
			otherwise: "1",
			into:      func(w *settings) *string { return &w.Attempts },
		}
	},
	func(n Numbers, _ settings) question {
		return question{
			name: "backoff", what: "first backoff, doubling, with full jitter", path: "policies.wrapper.retry.backoff.first", smallest: true,
			low: quantity.FormatDuration(n.shortestBackoff()), high: quantity.FormatDuration(n.shortestBackoff() + 10*time.Second), step: "200ms", day: outageDay,
			suchThat:  []string{"recovery.time <= 60s", fmt.Sprintf("herd.peak <= %d", n.mostAtOnce())},
			reason:    "the shortest, from a slow answer's time on, with which no more arrive within 100 ms than the dependency can serve or hold waiting, and the fleet is well again within a minute",
			otherwise: quantity.FormatDuration(n.shortestBackoff()),
			into:      func(w *settings) *string { return &w.First },
		}
	},
	func(n Numbers, _ settings) question {
		return question{
			name: "retry-budget", what: "retry budget of a process", path: "policies.wrapper.retry.budget.percent",
			low: "0%", high: "100%", step: "1%", day: outageDay,
			suchThat:  n.promises(),
			reason:    "the largest with which the fleet stays below 1.2 attempts a call" + n.worst() + ", and is well again within a minute",
			otherwise: "0%",
			into:      func(w *settings) *string { return &w.Budget },
		}
	},
	func(n Numbers, _ settings) question {
		return question{
			name: "concurrency-limit", what: "concurrency limit of a process", path: "policies.wrapper.limit.max", smallest: true,
			low: "1", high: fmt.Sprint(n.mostPermits()), step: "1", day: ordinaryDay,
			suchThat:  []string{"calls.success >= 99.9%"},
			reason:    "the smallest with which, retried within that budget, all but one call in 1,000 still succeed",
			otherwise: fmt.Sprint(n.mostPermits()),
			into:      func(w *settings) *string { return &w.Limit },
		}
	},
	func(n Numbers, w settings) question {
		attempt, _ := quantity.ParseDuration(w.Attempt)
		low, high, step := spans(attempt, min(w.needs(), n.Deadline))
		return question{
			name: "tool-deadline", what: "deadline of a tool, over all attempts", path: "policies.wrapper.tool.max", smallest: true,
			low: low, high: high, step: step, day: ordinaryDay,
			suchThat:  []string{"calls.success >= 99.9%"},
			reason:    "the shortest that leaves the attempts and their waits the time they need",
			otherwise: high,
			into:      func(w *settings) *string { return &w.Tool },
		}
	},
}
