// Package size finds the largest or smallest value of a scenario's keys that
// still keeps its objectives. It asks an Evaluate for verdicts and knows neither
// files nor simulations.
//
// One parameter is searched by bisection, since what people size (a budget, a
// fleet, a capacity) hurts more the further it goes. That is checked, not assumed:
// both ends and three values between are asked too, and where the verdicts
// contradict it the answer comes from a grid. What can be foreseen without simulating
// only says where to ask first: ends of an interval of the bisection, which the verdicts
// there confirm or not. Several parameters are screened on a
// coarse lattice, and the best candidates confirmed.
//
// Verdicts are sequential: a value is looked at with few replications first, and
// with more as long as it cannot be told whether it holds. All looks of a search
// together may be wrong with the probability that the confidence leaves, half of it
// for calling a value good that is not, half for the reverse. Wrong verdicts are
// likely only close to the threshold, where bisection comes last, so each level of
// the bisection may spend half of what the next one may, and each look half of
// what the next look may. A bisection's path up to its first wrong verdict depends
// on the truth alone, so the sum over one path bounds the whole search.
package size
