package validation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"herdcast/experiments/result"
	"herdcast/reports"
	"herdcast/reports/figure"
)

// Page is the name of the page that Write makes.
const Page = "validation.md"

// Write makes the page, its pictures and the numbers as JSON in a directory, which
// is made if it is not there. Each file is written aside and renamed.
func Write(directory string, v *result.Validation) error {
	files := Files(v)
	var numbers bytes.Buffer
	if err := v.Encode(&numbers); err != nil {
		return err
	}
	files["validation.json"] = numbers.Bytes()
	return reports.Place(directory, files)
}

// Files gives the page and its pictures by their names.
func Files(v *result.Validation) map[string][]byte {
	files := map[string][]byte{Page: page(v)}
	for _, f := range pictures(v) {
		files[pictureOf(f)] = f.SVG()
	}
	return files
}

// pictures are those that there is something to draw for.
func pictures(v *result.Validation) []figure.Figure {
	var all []figure.Figure
	for _, f := range []figure.Figure{figure.Scores(v), figure.Agreement(v)} {
		if f.WhyNot == "" {
			all = append(all, f)
		}
	}
	return all
}

func pictureOf(f figure.Figure) string { return "validation-" + f.Name + ".svg" }

// page is the Markdown. Pictures are linked beside it.
func page(v *result.Validation) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Validation\n\n%s\n\n%s\n\n", opening, sum(v))
	fmt.Fprintf(&b, "Level of this page: %s. It is made by `%s`; the numbers are in [validation.json](validation.json).\n\n", v.Level, command(v))
	for _, f := range pictures(v) {
		fmt.Fprintf(&b, "![%s](%s)\n\n", f.Alt, pictureOf(f))
	}
	for _, family := range v.Families {
		fmt.Fprintf(&b, "## %s\n\n%s\n\n", family.Name, family.About)
		for _, g := range groups(v, family.Name) {
			fmt.Fprintf(&b, "### %s\n\n%s Reference: %s.\n\n", g.name, g.title, g.sources())
			fmt.Fprint(&b, "| what | measure | reference | simulated, 95 % interval | z | verdict |\n|---|---|---|---|---|---|\n")
			for _, c := range g.rows {
				r := rowOf(c)
				fmt.Fprintf(&b, "| %s | `%s` | %s | %s | %s | %s |\n", r.what, c.Measure, r.reference, r.simulated, r.z, r.verdict)
			}
			b.WriteByte('\n')
		}
		b.WriteString(ordered(v, directions(v, family.Name)))
	}
	b.WriteString(unsaid)
	return b.Bytes()
}

// ordered is the table of a family's directions, with their sources and what the
// cases are that have no values of their own.
func ordered(v *result.Validation, all []result.Direction) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Directions: both cases simulated with the seed of the first.\n\n| case | what | measure | here | | there | case | difference, 95 % | verdict |\n|---|---|---|---|---|---|---|---|---|\n")
	var sources []string
	for _, d := range all {
		r := tellOf(d)
		fmt.Fprintf(&b, "| %s | %s | `%s` | %s | %s than | %s | %s | %s | %s |\n", d.Name, d.What, d.Measure, r.value, d.Expected, r.other, d.Than, r.difference, d.Verdict)
		if !slices.Contains(sources, d.Source) {
			sources = append(sources, d.Source)
		}
	}
	fmt.Fprintf(&b, "\nDirections from: %s.\n\n", strings.Join(sources, "; "))
	for _, d := range all {
		if !slices.ContainsFunc(v.Cases, func(c result.ValidationCase) bool { return c.Name == d.Name }) {
			fmt.Fprintf(&b, "%s: %s\n\n", d.Name, d.Title)
		}
	}
	return b.String()
}

// command makes the page anew.
func command(v *result.Validation) string {
	if v.Level == "full" {
		return "herdcast validate --full --out docs"
	}
	return "herdcast validate --out docs"
}

const opening = `Is the simulator right? Each case here is a world that theory knows: an ordinary scenario, simulated the ordinary way, with
the value that theory gives beside each measure. References are computed by code that knows nothing of the simulator
(` + "`experiments/validate/theory`" + `): closed forms, and Markov chains solved numerically. Where only another simulation gives a value, it stands
there with its standard error. The last families rebuild what others have published, with the source of each number.

` + "`herdcast validate`" + ` repeats this in less than half a minute on two cores for all but the seventy cases that take longest,
` + "`herdcast validate --full`" + ` for all, with 16 times the replications, and ` + "`herdcast run NAME`" + ` runs a case like any scenario. *z* is how many standard errors lie between value and reference, those of both taken
together; where neither has one, both must be equal, and z is called exact. A value agrees if z lies within 4 of 0. That allows for the many values:
with 320 replications one of them lies beyond 4 by chance with 1 : 12,700 (Student's t, for standard errors are estimates too), so one of a thousand
without fault does in one suite of thirteen. Seeds are fixed, so what a seed gives it gives for ever: where a value lay beyond, its case got more replications with
the same seed, not another bound and not another seed, and chance went away as chance does (callers with patience at 110 a second: +4.29 with 320, +1.3 in
6,000 of other seeds). What shows a small fault is z as a whole: its mean must be near 0 and its spread near what is due, a little above 1.
"to 1 %" beside a reference says that theory is an approximation there, and how far the value may lie off beside chance.

Where it is known only which of two cases has more of something, the difference is held against its sign: both are simulated with the same luck, replication
by replication, and the direction is off if the difference has the other sign, or if chance alone would give one as large in more than 5 % of suites.`

const unsaid = `## What no case says

Of queues:

- Second moments and standard deviations (of waits, of the number in backoff, of attempts a call), busy periods and their spread, and the share of waits
  up to a given time: no measure tells them. Means and quantiles stand for them.
- Shares of time in a state: all servers busy before callers with patience, a fleet at its limit, ten or more at a shared server. Measures count who waits, the
  share of servers busy, and who is refused. For the same reason the number inside is told without those in service.
- Far quantiles of waits that hang together for long (p99 at 95 % of load, p999 anywhere): in runs of a length that anybody waits for, a nearest-rank quantile
  is biased by as much as chance, here as in any measurement. They are compared where a run is long beside such spells.
- Only one waiting call at a time tries again (constant retrial): no key of the language says that callers in backoff take turns.
- Calls in backoff before a limit are not counted. Attempts a second and latencies say the same by Little's law.
- That pauses without end make attempts come as if by chance is a limit; pauses of sixty services lie up to half a percent off. The cases hold to what
  such pauses give, empty at first, from a chain simulated apart.

Of retries and their defences:

- The shares of successes that took one, two, … attempts follow from those of calls, and are not asked for again.
- Standard deviations and ranges of time in backoff: no measure tells the first, and the second has no mean.
- How the fullest bin of a crowd varies: its mean is compared, not its own quantiles.
- A bucket filled by the clock that retries alone draw on: no key. Calls draw on it here, which is the same arithmetic; when it first refuses
  is not measured.
- A bucket that each call feeds when it starts, with a cap: budgets are funded by calls over a window, or by successes.
- A budget over all calls so far: here over two minutes, which comes to the same in the long run.
- Throttles before a backend with a fixed capacity stand with the published figures, for how they come out depends on the backend.
- How often the second copy of a hedged call wins: no measure. A loser stopped some time after the first answer is compared where that
  time is the way back.
- How often a breaker opens, and how often in a row: no measure. The time that it is not closed is compared.
- Storms that start with a queue full of work of nobody, and how it is worked off: a scenario cannot start so. The storms here begin with servers that stand
  still, which is the harder start: callers wait to come again.
- The fixed point between health and collapse: no run stays there. On which side storms go from below and above it is compared.
- 600 calls a second with room for 540: the mean field has a collapse that runs leave within minutes, so there is no long run.
- Of closed fleets with timeouts: attempts a call, the share that times out and the duration of failures, which the end of a run cuts: of a call
  open then the later attempts are missing, a tenth of a percent of all in 100 s. Calls ended, attempts a second and refusals are compared instead.

Of what others have published:

- Published experiments that do not carry over. A breaker that divides failures by calls, and a bucket fed at each start of a call (the program of
  2022; its text feeds at each success), have no key; nor have clients that make one call at a time with an exponential gap from start to start.
  Look-aside caches, garbage collection that grows with the queue, servers that crash under load, refusals that cost the server work and tied requests
  (a copy withdrawn when the other begins to be served) have none either; and one agent begins a thousand calls at an instant, not two thousand. Metafor's Markov model, without
  its calibration, lets 4 and 5 calls a second recover in minutes, where its own kind of server, simulated, never does.
- What the originals themselves do not bear out: that equal jitter makes more calls than full jitter, and full jitter takes longer than
  decorrelated, turns round between 100 and 200 contenders; the published rank is that of one size and one cap. N retries fail in N + 1 of the failure
  rate's powers, not N. The curves of ten collapses are the mean of two ends that no run is near. The published runs of MongoDB do not state the load; which
  triggers tip is shown at loads chosen here. At 9.3 of 10 a second the retry storm of DesCartes needs no spike.
`
