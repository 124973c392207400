// Package live runs a scenario for real, at small scale: its dependency is emulated
// over HTTP on loopback, and each call of its agents is made by a real client with
// the policies around it. Fleet, model and measures are the simulated ones, so what
// differs is what simulation leaves out: timers, scheduling, connections.
package live
