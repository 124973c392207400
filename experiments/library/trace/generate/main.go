// Command generate writes the arrival trace that ships with the program: a fleet
// as bursty as public traces of language-model services, made from a seed.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"herdcast/sim"
	"herdcast/sim/dist"
)

const (
	rows = 3000
	seed = 34
)

// mood is what the users behind the stream are doing: some arrivals in a row with
// gaps of one kind.
type mood struct {
	share float64 // of moods
	calls dist.Spec
	gap   dist.Spec
}

// Half of all gaps are below 0.07 s and one in a hundred is above 2 s, up to
// minutes; so most seconds are empty and a few hold dozens of arrivals.
var moods = []mood{
	{0.48, between(10, 90), dist.Spec{Kind: dist.Exponential, A: seconds(0.16)}},                      // steady work
	{0.10, between(40, 130), dist.Spec{Kind: dist.Exponential, A: seconds(0.015)}},                    // an automatic fan-out
	{0.42, between(1, 1), dist.Spec{Kind: dist.Pareto, A: seconds(3), B: 1.05, AtMost: seconds(220)}}, // nobody there
}

func between(low, high float64) dist.Spec {
	return dist.Spec{Kind: dist.Between, A: low, B: high}
}

func seconds(s float64) float64 { return s * float64(time.Second) }

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func write(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := table(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// table writes the trace as CSV: seconds since the first arrival, to 0.1 ms.
func table(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, "seconds")
	for _, at := range arrivals() {
		fmt.Fprintf(out, "%.4f\n", at.Seconds())
	}
	return out.Flush()
}

// arrivals draws the instants of all rows, from 0 on.
func arrivals() []time.Duration {
	key := sim.NewKey(seed, 0)
	var all []time.Duration
	var now time.Duration
	for turn := uint64(0); len(all) < rows; turn++ {
		m := moodFor(key.Uniform(sim.PurposeCalls, turn))
		calls, gap := m.calls.Compile(), m.gap.Compile()
		for i := range uint64(calls.Count(key.Child(turn), sim.PurposeCalls, 0)) {
			now += gap.Duration(key.Child(turn), sim.PurposeArrival, i)
			all = append(all, now)
		}
	}
	all = all[:rows]
	first := all[0]
	for i := range all {
		all[i] -= first
	}
	return all
}

func moodFor(draw float64) mood {
	for _, m := range moods {
		if draw < m.share {
			return m
		}
		draw -= m.share
	}
	return moods[len(moods)-1]
}
