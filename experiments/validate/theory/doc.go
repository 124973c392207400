// Package theory computes what queueing theory and the arithmetic of retries say
// of a world, without simulating it: closed forms, and Markov chains solved
// numerically. It knows nothing of the simulator that is held against it. Times
// are in seconds and rates per second.
//
// What only another simulation can give stands in brute.go, each value with its
// standard error and how it was found.
package theory
