// Package dist turns distributions that people write into samplers that draw by
// address. One draw uses one uniform wherever the family allows it, so that a
// draw stays the same whatever else is drawn.
package dist
