// Package sim is the discrete-event engine: virtual time, the order of events
// and randomness by address. It knows nothing of agents, policies or
// dependencies.
package sim
