// Package differential runs real libraries beside the policies of Herdcast that
// stand for them, on the same outcomes and under fake time. It is a module of its
// own, so that users of Herdcast do not download those libraries.
package differential
