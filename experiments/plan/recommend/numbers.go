// Package recommend sizes the wrapper of a fleet from the few numbers that people
// have at hand: it writes the scenario that they make, asks what each setting must
// be, one after the other, and judges the whole.
package recommend

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/template"
	"time"

	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// Numbers are what people have at hand.
type Numbers struct {
	Agents   int
	Rate     quantity.Rate  // calls of the whole fleet, when all is well
	P50, P99 time.Duration  // of an answer, when all is well
	Capacity int            // requests that the dependency serves at once
	Quota    *quantity.Rate // requests that it lets the fleet make; nil: no quota
	Outage   time.Duration  // that the fleet must live through
	Deadline time.Duration  // of a task
}

// What is assumed where nobody said otherwise; the scenario marks each.
const (
	agentsPerProcess = 20
	queuePerServer   = 4
	errorsEveryDay   = "2%"
	busyShare        = 0.5 // of its deadline, that a task takes when all is well
	before           = 2 * time.Minute
	after            = 4 * time.Minute
	warmup           = time.Minute
)

// What the scenario could not say beyond: its time series have a bin a second, and
// its queue is of a multiple of the capacity.
const (
	mostCapacity = scenario.Largest / queuePerServer
	mostOutage   = scenario.MostBins*time.Second - before - after
)

// Check says which numbers cannot be.
func (n Numbers) Check() error {
	switch {
	case n.Agents < 1:
		return fmt.Errorf("--agents must be at least 1, got %d", n.Agents)
	case n.Agents > scenario.MostAgents:
		return fmt.Errorf("--agents must be at most %d, got %d", scenario.MostAgents, n.Agents)
	case n.Rate.PerSecond() <= 0:
		return fmt.Errorf("--rate must be more than 0, got %s", n.Rate)
	case float64(n.Agents)/n.Rate.PerSecond() > scenario.Longest.Seconds():
		return fmt.Errorf("%s of %s is less than a call of each in %s: raise --rate or lower --agents", n.Rate, count(n.Agents, "agent"), quantity.FormatDuration(scenario.Longest))
	case n.P50 <= 0 || n.P99 <= n.P50:
		return fmt.Errorf("--p99 must be more than --p50, and both more than 0, got %s and %s", quantity.FormatDuration(n.P99), quantity.FormatDuration(n.P50))
	case n.Capacity < 1:
		return fmt.Errorf("--capacity must be at least 1, got %d", n.Capacity)
	case n.Capacity > mostCapacity:
		return fmt.Errorf("--capacity must be at most %d, got %d", mostCapacity, n.Capacity)
	case n.Quota != nil && n.Quota.Count < 1:
		return fmt.Errorf("--quota must be at least 1, got %s", n.Quota)
	case n.Quota != nil && n.Quota.Count != math.Trunc(n.Quota.Count):
		return fmt.Errorf("--quota must be a whole number of requests in a ms, s, min or h, got %s", n.Quota)
	case n.Outage <= 0:
		return fmt.Errorf("--outage must be more than 0s, got 0s")
	case n.Outage > mostOutage:
		return fmt.Errorf("--outage must be at most %s, got %s", quantity.FormatDuration(mostOutage), quantity.FormatDuration(n.Outage))
	case n.Deadline <= n.P99:
		return fmt.Errorf("--deadline must be longer than --p99 (%s), got %s", quantity.FormatDuration(n.P99), quantity.FormatDuration(n.Deadline))
	case n.Deadline > scenario.Longest:
		return fmt.Errorf("--deadline must be at most %s, got %s", quantity.FormatDuration(scenario.Longest), quantity.FormatDuration(n.Deadline))
	case n.think() <= 0:
		return fmt.Errorf("%d agents with one call at a time cannot make %s at %s a call: raise --agents or lower --rate", n.Agents, n.Rate, quantity.FormatDuration(n.service().Round(time.Millisecond)))
	}
	return nil
}

// service is the mean time of an answer: that of the log-normal through both
// quantiles.
func (n Numbers) service() time.Duration {
	spec := dist.Spec{Kind: dist.Quantiles, Points: []dist.Point{{Q: 0.5, X: float64(n.P50)}, {Q: 0.99, X: float64(n.P99)}}}
	mean, _ := spec.Mean()
	return time.Duration(mean)
}

// between is the time from one call of an agent to its next, when all is well.
func (n Numbers) between() time.Duration {
	return time.Duration(float64(n.Agents) / n.Rate.PerSecond() * 1e9)
}

// think is what an agent thinks before each call, rounded to what people write.
func (n Numbers) think() time.Duration {
	think := n.between() - n.service()
	if think > time.Second {
		return think.Round(10 * time.Millisecond)
	}
	return think.Round(time.Millisecond)
}

// turns is how many calls a task makes one after the other.
func (n Numbers) turns() int {
	return max(1, int(busyShare*n.Deadline.Seconds()/n.between().Seconds()))
}

func (n Numbers) processes() int { return (n.Agents + agentsPerProcess - 1) / agentsPerProcess }

// warnings are what the numbers say by themselves, before anything is simulated.
func (n Numbers) warnings() []result.Finding {
	var all []result.Finding
	rate := n.Rate.PerSecond()
	if n.Quota != nil && rate > n.Quota.PerSecond() {
		all = append(all, result.Finding{
			Name: "quota below the rate", Severity: result.Error,
			Message: fmt.Sprintf("The fleet makes %s calls a second and the quota lets %s a second pass: %.0f %% are refused on a good day, whatever the wrapper does.", number(rate), number(n.Quota.PerSecond()), math.Floor(100*(1-n.Quota.PerSecond()/rate))),
			Advice:  fmt.Sprintf("A quota of %s carries this fleet, or this quota %s of its %d. What follows is sized so that refusals do no further harm.", quantity.Rate{Count: math.Ceil(float64(rate * n.Quota.Per.Seconds())), Per: n.Quota.Per}, count(int(math.Floor(float64(n.Agents)*n.Quota.PerSecond()/rate)), "agent"), n.Agents),
		})
	}
	if load := rate * n.service().Seconds() / float64(n.Capacity); load >= 1 {
		all = append(all, result.Finding{
			Name: "capacity below the load", Severity: result.Error,
			Message: fmt.Sprintf("The fleet keeps %.0f requests in service and the dependency serves %d at once: it is overloaded on a good day, whatever the wrapper does.", math.Ceil(load*float64(n.Capacity)), n.Capacity),
			Advice:  fmt.Sprintf("It needs more than %.0f.", math.Ceil(load*float64(n.Capacity))),
		})
	}
	return all
}

func number(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

//go:embed scenario.yaml.tmpl
var files embed.FS

var page = template.Must(template.New("scenario.yaml.tmpl").Funcs(template.FuncMap{"span": quantity.FormatDuration}).ParseFS(files, "scenario.yaml.tmpl"))

// settings are the wrapper's, as the language has them.
type settings struct {
	Attempt, Tool, Limit, Attempts, First, Cap, Budget string
}

// scenario writes the scenario that the numbers make on such a day, with a wrapper.
func (n Numbers) scenario(d day, w settings, objectives []string) []byte {
	var b bytes.Buffer
	err := page.Execute(&b, map[string]any{
		"N": n, "W": w, "Day": d.title, "Name": d.file, "Faults": d.faults, "Outage": d.file == outageDay.file, "Quota": d.quota && n.Quota != nil,
		"Think": n.think(), "Turns": n.turns(), "Processes": n.processes(), "PerProcess": agentsPerProcess,
		"Between": n.between().Round(time.Millisecond), "Queue": queuePerServer * n.Capacity, "PerServer": queuePerServer,
		"Warmup": warmup, "Begin": before, "Duration": before + n.Outage + after, "Spread": min(n.between(), 10*time.Second).Round(time.Millisecond),
		"Objectives": objectives, "QuotaPer": n.quotaPer(),
	})
	if err != nil {
		panic("recommend: " + err.Error()) // embedded, and of checked numbers
	}
	return b.Bytes()
}

func (n Numbers) quotaPer() string {
	if n.Quota == nil {
		return ""
	}
	return quantity.FormatDuration(n.Quota.Per)
}

// peaks tells whether ten seconds have the twenty calls that a peak of amplification
// needs to be told.
func (n Numbers) peaks() bool { return n.Rate.PerSecond() >= 4 }

// amplification is the measure by which retries are bounded: in the worst ten
// seconds where those can be told, else over the whole run.
func (n Numbers) amplification() string {
	if n.peaks() {
		return "amplification.peak"
	}
	return "amplification"
}

// worst says where amplification is looked at.
func (n Numbers) worst() string {
	if n.peaks() {
		return " even in the worst ten seconds"
	}
	return " over the whole run"
}

// Command repeats the numbers as flags.
func (n Numbers) Command() string {
	words := []string{"herdcast size", "--agents", fmt.Sprint(n.Agents), "--rate", n.Rate.String(), "--p50", quantity.FormatDuration(n.P50), "--p99", quantity.FormatDuration(n.P99), "--capacity", fmt.Sprint(n.Capacity)}
	if n.Quota != nil {
		words = append(words, "--quota", n.Quota.String())
	}
	return strings.Join(append(words, "--outage", quantity.FormatDuration(n.Outage), "--deadline", quantity.FormatDuration(n.Deadline)), " ")
}
