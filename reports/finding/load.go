package finding

import (
	"encoding/json"
	"fmt"

	"herdcast/reports/number"
)

func interrupted(r run) (message, advice string) {
	if r.Replications == r.Planned {
		return "", ""
	}
	return fmt.Sprintf("The run was interrupted: %d of %d replications were finished, so intervals are wider than planned.", r.Replications, r.Planned),
		"The same command into the same folder goes on where it stopped."
}

// capacityExceeded looks for the second in which most arrives beyond what can be
// served in it, faults counted in.
func capacityExceeded(r run) (message, advice string) {
	at, found := Overload(r.Result)
	if !found {
		return "", ""
	}
	instant, arrive := float64(at)*r.Series[firstTries].Bin, Arrivals(r.Result)[at]
	message = fmt.Sprintf("At %s the dependency is asked for %s", number.Clock(instant), number.Value(arrive, "1/s"))
	serves, _ := r.Facts.CapacityAt(instant)
	if serves == 0 {
		return message + " and can serve nothing.", ""
	}
	return fmt.Sprintf("%s, %s what it can serve then (%s).", message, number.Factor(arrive/serves), number.Value(serves, "1/s")), ""
}

func queueFull(r run) (message, advice string) {
	var scenario struct {
		Dependency struct {
			Queue struct {
				Max any `json:"max"` // a number, or "unlimited"
			} `json:"queue"`
		} `json:"dependency"`
	}
	longest, ok := r.above("queue.max", 0)
	if !ok || json.Unmarshal(r.Scenario, &scenario) != nil {
		return "", ""
	}
	limit, ok := scenario.Dependency.Queue.Max.(float64)
	if !ok || longest < limit {
		return "", ""
	}
	message = fmt.Sprintf("The dependency's queue fills up to its limit of %s.", number.Count(limit))
	if refused, ok := r.above("attempts.unavailable", 0); ok {
		message = fmt.Sprintf("The dependency's queue fills up to its limit of %s; %s a run are answered unavailable.",
			number.Count(limit), number.Plural(refused, "attempt"))
	}
	return message, ""
}

// retriesMultiply looks at the windows of ten seconds that the long run hides.
func retriesMultiply(r run) (message, advice string) {
	peak, ok := r.above("amplification.peak", 1.2)
	if !ok {
		return "", ""
	}
	message = fmt.Sprintf("In its worst ten seconds the fleet sends %s attempts for each call that starts", number.Ratio(peak))
	if whole, ok := r.value("amplification"); ok {
		message += fmt.Sprintf("; over the whole run it is %s", number.Ratio(whole))
	}
	return message + ".", "A retry budget bounds the share of retries when everything fails."
}

func retryBudgetDenies(r run) (message, advice string) {
	denied, ok := r.above("retry_budget.denied", 0)
	if !ok {
		return "", ""
	}
	return fmt.Sprintf("Retry budgets refuse %s a run.", nouns(denied, "retry", "retries")), ""
}

func breakerSheds(r run) (message, advice string) {
	rejected, ok := r.above("calls.rejected", 0)
	calls, known := r.above("calls", 0)
	if !ok || !known || rejected/calls < 0.005 {
		return "", ""
	}
	message = fmt.Sprintf("The policy's own layers turn away %s (%s) before any attempt is made",
		number.Plural(rejected, "call"), number.Share(rejected/calls))
	if open, ok := r.above("breaker.open_time", 0); ok {
		message += fmt.Sprintf("; breakers are not closed %s of the time", number.Share(open))
	}
	if amplification, ok := r.value("amplification"); ok && amplification < 1 {
		message += fmt.Sprintf("; that keeps attempts below calls, at %s", number.Factor(amplification))
	}
	return message + ".", ""
}

func workWasted(r run) (message, advice string) {
	share, ok := r.above("work.wasted_share", 0.05)
	if !ok {
		return "", ""
	}
	return fmt.Sprintf("The dependency spends %s of its busy time on requests whose caller has gone or whose result is a failure.", number.Share(share)),
		"Propagated deadlines and cancelling what is abandoned give that time back."
}

// nouns writes a count with the noun that fits.
func nouns(value float64, one, many string) string {
	if value == 1 {
		return number.Count(value) + " " + one
	}
	return number.Count(value) + " " + many
}
