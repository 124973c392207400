// Package semantics holds scenarios whose outcome follows from one rule of the
// simulation and is worked out by hand: one file a rule under testdata, its
// derivation in the comment at its head, its outcome in its objectives.
package semantics
