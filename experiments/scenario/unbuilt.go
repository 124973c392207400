package scenario

import (
	"reflect"

	"herdcast/models/client"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/limit"
	"herdcast/policies/rate"
	"herdcast/policies/throttle"
)

// notBuilt is said of what the language knows and this version does not do.
const notBuilt = "known to the language but not built yet"

type owner = reflect.Type

func of[T any]() owner { return reflect.TypeFor[T]() }

// keysToCome are the keys that are not built yet, with the values that only
// state what happens without them.
var keysToCome = map[owner]map[string][]string{
	of[client.Layer](): {"outlier": nil},
}

// place is a key of a spec type.
type place struct {
	owner owner
	key   string
}

// valuesToCome are the words, and the first keys of maps, that a built key will
// take one day.
var valuesToCome = map[place][]string{
	{of[breaker.Spec](), "scope"}:  {"replica"},
	{of[limit.Spec](), "scope"}:    {"replica"},
	{of[rate.Spec](), "scope"}:     {"replica"},
	{of[throttle.Spec](), "scope"}: {"replica"},
	{of[budget.Spec](), "scope"}:   {"replica"},
}
