// Package fluid answers for a fleet without end what a simulation answers for one
// of a certain size: the states in which a queue and its retrying callers can stay,
// and the way from one to the other, in milliseconds and without luck.
package fluid
