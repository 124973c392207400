// Package scenario turns what a user wrote into a checked, fully resolved
// world.Spec: the only place that knows YAML.
//
// The keys of the language are the tags of the spec types, read by reflection:
//
//	key:"name"      the key that fills the field
//	key:"name,bare" a bare value in place of the map fills it too
//	key:",bare"     only a bare value does
//	key:",name"     the key of the entry fills it, in lists written as maps
//	doc             one line for the reference and the schema
//	min, max, above bounds in the unit; of lists, the shortest allowed
//	required        there is no default
//	words           bare words beside, or in place of, a quantity
//	unit            of a distribution: duration or count
//	kind            exactly one of the fields of that kind is set
//
// A type with SetDefaults is filled in before its keys are laid over it; a string
// type with Words is one of those words; a struct type with Words and SetWord may
// be written as one of them.
package scenario
