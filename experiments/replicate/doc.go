// Package replicate simulates the replications of a scenario on several cores and
// puts what they measured together into one result. Replications are merged in
// their order, so that the number of workers changes no byte.
package replicate
