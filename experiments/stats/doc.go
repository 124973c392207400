// Package stats says how sure a number over replications is: intervals for
// means, shares and rare counts, and percentiles across replications.
//
// Sums run in the order of the replications and every quantile of a theoretical
// distribution is rounded to 12 significant digits, so that the same numbers
// come out on every processor.
package stats
