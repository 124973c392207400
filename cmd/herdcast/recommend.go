package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan/recommend"
	"herdcast/reports/experiment"
	"herdcast/reports/text"
	"herdcast/sim/quantity"
)

// numbers are the flags of size that stand in place of a file.
type numbers struct {
	agents, capacity           int
	rate, quota                string
	p50, p99, outage, deadline string
}

// needed are those without which there is no fleet; the others have defaults.
var needed = []string{"agents", "rate", "p50", "p99", "capacity"}

func (n *numbers) add(command *cobra.Command) {
	flags := command.Flags()
	flags.IntVar(&n.agents, "agents", 0, "in place of FILE: agents of the fleet")
	flags.StringVar(&n.rate, "rate", "", "calls of the whole fleet when all is well, such as 300/s")
	flags.StringVar(&n.p50, "p50", "", "median time of an answer when all is well, such as 40ms")
	flags.StringVar(&n.p99, "p99", "", "99th percentile of it, such as 300ms")
	flags.IntVar(&n.capacity, "capacity", 0, "requests that the dependency serves at once")
	flags.StringVar(&n.quota, "quota", "", "requests that it lets the fleet make, such as 600/min; none if left out")
	flags.StringVar(&n.outage, "outage", "2m", "full outage that the fleet must live through: every attempt is refused at once")
	flags.StringVar(&n.deadline, "deadline", "120s", "wall clock that a task has")
}

// given tells the flags in place of a file that were written.
func (n *numbers) given(command *cobra.Command) (given, missing []string) {
	for _, name := range append(needed[:len(needed):len(needed)], "quota", "outage", "deadline") {
		if command.Flags().Changed(name) {
			given = append(given, "--"+name)
		}
	}
	for _, name := range needed {
		if !command.Flags().Changed(name) {
			missing = append(missing, "--"+name)
		}
	}
	return given, missing
}

// read checks the numbers.
func (n *numbers) read() (recommend.Numbers, error) {
	r := recommend.Numbers{Agents: n.agents, Capacity: n.capacity}
	var err error
	if r.Rate, err = quantity.ParseRate(n.rate); err != nil {
		return r, refuse("--rate: %v", err)
	}
	for _, span := range []struct {
		name, text string
		into       *time.Duration
	}{{"p50", n.p50, &r.P50}, {"p99", n.p99, &r.P99}, {"outage", n.outage, &r.Outage}, {"deadline", n.deadline, &r.Deadline}} {
		if *span.into, err = quantity.ParseDuration(span.text); err != nil {
			return r, refuse("--%s: %v", span.name, err)
		}
	}
	if n.quota != "" {
		quota, err := quantity.ParseRate(n.quota)
		if err != nil {
			return r, refuse("--quota: %v", err)
		}
		r.Quota = &quota
	}
	if err := r.Check(); err != nil {
		return r, refuse("%v", err)
	}
	return r, nil
}

// recommend sizes a wrapper from numbers, prints it and leaves the files to go on
// with.
func (f *flags) recommend(command *cobra.Command, n *numbers) error {
	if len(f.set) > 0 {
		return refuse("--set changes a scenario, but here one is made; write it with --out DIR, and change and size that")
	}
	read, err := n.read()
	if err != nil {
		return err
	}
	repeats := strings.Join(append([]string{read.Command()}, luck(command)...), " ")
	options := recommend.Options{Workers: f.workers}
	if command.Flags().Changed("seed") {
		options.Seed = &f.seed
	}
	if command.Flags().Changed("replications") {
		options.Replications = &f.replications
	}
	var w *recommend.Wrapper
	err = f.search(command, repeats, func(ctx context.Context, kept *journal.Journal, p *progress) (a answer, err error) {
		options.Journal, options.Look = kept, p.setting
		if w, err = recommend.Recommend(ctx, read, options); err != nil {
			return a, err
		}
		w.Result.Herdcast, w.Result.Command = version(), repeats
		return answer{
			encode: w.Result.Encode,
			files:  w.Files(),
			report: func(folder string) error { return experiment.WriteRecommendation(folder, w.Result) },
			text:   func(out io.Writer, o text.Options) error { return text.Recommendation(out, w.Result, o) },
		}, nil
	})
	if err == nil && w.Result.Fails() {
		return &exit{status: fails}
	}
	return err
}

// setting says which setting is searched, and how far.
func (p *progress) setting(what string, number, of, spent, most int) {
	fmt.Fprintf(p.to, "\r\x1b[K  %d of %d: %s, %d replications simulated, at most %d", number, of, what, spent, most)
}

// fileOrNumbers asks for a file, or for the numbers in its place.
func fileOrNumbers(n *numbers) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		given, missing := n.given(command)
		switch {
		case len(given) == 0:
			return exactly("FILE")(command, args)
		case len(args) > 0:
			return refuse("found the file %s and %s, but numbers stand in place of a file", args[0], strings.Join(given, ", "))
		case len(missing) == 1:
			return refuse("without a file, %s is needed too", missing[0])
		case len(missing) > 1:
			return refuse("without a file, %s are needed too", strings.Join(missing, ", "))
		}
		return nil
	}
}
