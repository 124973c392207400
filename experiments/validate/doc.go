// Package validate holds the simulator against theory: each case is an ordinary
// scenario that runs the ordinary way, with what the package theory computes for
// it beside what was simulated.
package validate
