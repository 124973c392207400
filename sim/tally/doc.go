// Package tally counts what a simulation does while it runs: sums, quantiles,
// levels over time and counts by bins of the clock. It counts in whole numbers,
// so nothing depends on the order of additions, and turns them into floating
// point only when it is asked.
package tally
