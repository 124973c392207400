// Package emulate serves the dependency of a scenario over HTTP, at the pace of the
// wall clock: a team can point its own client at what it simulates. Queue, servers,
// quotas, keys and faults are the simulated ones.
package emulate
