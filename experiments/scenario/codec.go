package scenario

import (
	"reflect"

	"gopkg.in/yaml.v3"

	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/backoff"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/sim/dist"
)

// codec reads, writes and describes a type whose form the tags cannot say.
type codec struct {
	decode func(d *decoder, node *yaml.Node, v reflect.Value, f field, path string)
	encode func(v reflect.Value, f field) *yaml.Node
	schema func(f field) schema
}

// codecOf is the list of such types.
func codecOf(t reflect.Type) (codec, bool) {
	switch t {
	case reflect.TypeFor[dist.Spec]():
		return codec{decodeDistribution, encodeDistribution, schemaOfDistribution}, true
	case reflect.TypeFor[policies.Set]():
		return codec{decodeOutcomes, encodeOutcomes, schemaOfOutcomes}, true
	case reflect.TypeFor[backoff.First](), reflect.TypeFor[budget.Cost]():
		return codec{decodeByOutcome, encodeByOutcome, schemaByOutcome}, true
	case reflect.TypeFor[budget.Floor]():
		return codec{decodeFloor, encodeFloor, schemaOfFloor}, true
	case reflect.TypeFor[breaker.Window]():
		return codec{decodeWindow, encodeWindow, schemaOfWindow}, true
	case reflect.TypeFor[hedge.After]():
		return codec{decodeAfter, encodeAfter, schemaOfAfter}, true
	case reflect.TypeFor[breaker.Opening]():
		return codec{decodeOpening, encodeOpening, schemaOfOpening}, true
	case reflect.TypeFor[breaker.Judged]():
		return codec{decodeJudged, encodeJudged, schemaOfJudged}, true
	case reflect.TypeFor[tool.Lands]():
		return codec{decodeLands, encodeLands, schemaOfLands}, true
	case reflect.TypeFor[Sources]():
		return codec{decodeSources, encodeSources, schemaOfSources}, true
	case reflect.TypeFor[Vary]():
		return codec{decodeVary, encodeVary, schemaOfVary}, true
	case reflect.TypeFor[Value]():
		return codec{decodeValue, encodeValue, schemaOfValue}, true
	case reflect.TypeFor[Range]():
		return codec{decodeRange, encodeRange, schemaOfRange}, true
	case reflect.TypeFor[Amount]():
		return codec{decodeAmount, encodeAmount, schemaOfAmount}, true
	case reflect.TypeFor[Paths]():
		return codec{decodePaths, encodePaths, schemaOfPaths}, true
	case reflect.TypeFor[Ranges]():
		return codec{decodeRanges, encodeRanges, schemaOfRanges}, true
	case reflect.TypeFor[Amounts]():
		return codec{decodeAmounts, encodeAmounts, schemaOfAmounts}, true
	case reflect.TypeFor[[2]float64]():
		return codec{decodePair, encodePair, schemaOfPair}, true
	}
	return codec{}, false
}
