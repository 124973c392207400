package scenario

import (
	"bytes"
	"encoding/json"
	"reflect"

	"herdcast/policies/breaker"
)

// schema is a JSON Schema, or a part of one.
type schema map[string]any

// Schema gives the JSON Schema (2020-12) of scenario and experiment files, for
// editors.
func Schema() []byte {
	defs := schema{"scenario": schemaOf(of[document](), field{}), "experiment": schemaOf(of[Experiment](), field{})}
	for name, unit := range map[string]string{"duration": "duration", "count": "count"} {
		defs[name+"_distribution"] = distributionSchema(unit)
	}
	root := schema{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"title":   "Herdcast scenario or experiment",
		"if":      schema{"required": []string{"scenario"}},
		"then":    schema{"$ref": "#/$defs/experiment"},
		"else":    schema{"$ref": "#/$defs/scenario"},
		"$defs":   defs,
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	encoder.Encode(root) // maps of words and numbers: cannot fail
	return b.Bytes()
}

// schemaOf describes how a value of a type is written.
func schemaOf(t reflect.Type, f field) schema {
	if t.Kind() == reflect.Pointer {
		inner := schemaOf(t.Elem(), f)
		if len(f.words) > 0 && t.Elem().Kind() != reflect.String {
			return either(words(f.words), inner)
		}
		return inner
	}
	if c, ok := codecOf(t); ok {
		return c.schema(f)
	}
	if u := unitOf(t); u != nil {
		s := u.schema(f)
		if u == limits {
			return either(words([]string{"unlimited", "inf"}), s)
		}
		return s
	}
	switch t.Kind() {
	case reflect.String:
		allowed := f.words
		if w, ok := reflect.New(t).Elem().Interface().(worded); ok {
			allowed = w.Words()
		}
		if len(allowed) > 0 {
			return words(allowed)
		}
		return schema{"type": []string{"string", "number", "boolean"}} // a name may look like a number
	case reflect.Slice:
		inner := schemaOf(t.Elem(), field{unit: f.unit})
		if asMap(t.Elem()) {
			return schema{"type": "object", "additionalProperties": inner}
		}
		list := schema{"type": "array", "items": inner}
		if f.min != "" {
			list["minItems"] = number(f.min)
		}
		if f.one {
			return either(inner, list)
		}
		return list
	}
	return structSchema(t, f)
}

func structSchema(t reflect.Type, f field) schema {
	fields := fieldsOf(t)
	var forms []schema
	if spoken := wordsOf(t); len(spoken) > 0 {
		forms = append(forms, words(spoken))
	}
	if bare := bareField(fields); bare != nil {
		inner := *bare
		if inner.unit == "" {
			inner.unit = f.unit
		}
		forms = append(forms, schemaOf(bare.of, inner))
	}
	if len(keysOf(fields)) > 0 {
		properties, required := schema{}, []string{}
		for _, f := range fields {
			if f.key == "" {
				continue
			}
			property := schemaOf(f.of, f)
			if f.doc != "" {
				property["description"] = f.doc
			}
			properties[f.key] = property
			if f.required {
				required = append(required, f.key)
			}
		}
		object := schema{"type": "object", "properties": properties, "additionalProperties": false}
		if len(required) > 0 {
			object["required"] = required
		}
		forms = append(forms, object)
	}
	return either(forms...)
}

func either(forms ...schema) schema {
	if len(forms) == 1 {
		return forms[0]
	}
	return schema{"anyOf": forms}
}

func words(allowed []string) schema { return schema{"enum": allowed} }

// schema describes a bare value: a number, or a text with its unit.
func (u *unit) schema(f field) schema {
	if u.number == "" {
		return either(schema{"type": "string", "pattern": u.pattern}, schema{"const": 0})
	}
	s := schema{"type": u.number}
	if u == switches {
		return s
	}
	s["minimum"] = 0
	if f.min != "" {
		s["minimum"] = number(f.min)
	}
	if f.above != "" {
		delete(s, "minimum")
		s["exclusiveMinimum"] = number(f.above)
	}
	if f.max != "" {
		s["maximum"] = number(f.max)
	}
	return s
}

func schemaOfDistribution(f field) schema {
	name := "count"
	if f.unit == "duration" {
		name = "duration"
	}
	return schema{"$ref": "#/$defs/" + name + "_distribution"}
}

// distributionSchema describes all forms of a distribution.
func distributionSchema(unit string) schema {
	f := field{unit: unit}
	value := f.measure().schema(field{})
	numbers := numbers.schema(field{})
	ends := schema{"type": "array", "items": value, "minItems": 2, "maxItems": 2}
	itself := schemaOfDistribution(f)
	properties := schema{
		"at_most": value,
		"column":  schema{"type": "string"},
		"unit":    words(timeUnits),
	}
	for _, form := range forms {
		switch {
		case form.name == "between" && unit != "count":
		case form.name == "exponential":
			properties[form.name] = value
		case form.name == "uniform", form.name == "between":
			properties[form.name] = ends
		case form.name == "file":
			properties[form.name] = schema{"type": "string"}
		case form.name == "choice":
			properties[form.name] = schema{"type": "array", "minItems": 1, "items": schema{
				"type": "array", "prefixItems": []schema{itself, shares.schema(field{})}, "minItems": 2, "maxItems": 2,
			}}
		default:
			inner, required := schema{}, []string{}
			for _, p := range form.parameters {
				inner[p.key] = value
				if p.plain {
					inner[p.key] = numbers
				}
				required = append(required, p.key)
			}
			properties[form.name] = schema{"type": "object", "properties": inner, "required": required, "additionalProperties": false}
		}
	}
	return either(value, schema{
		"type": "object", "properties": properties, "minProperties": 1,
		"patternProperties": schema{quantileKey.String(): value}, "additionalProperties": false,
	})
}

func schemaOfOutcomes(field) schema {
	return either(schema{"const": "all"}, schema{"type": "array", "items": words(outcomeNames()), "uniqueItems": true})
}

func schemaByOutcome(f field) schema {
	value := unitOf(f.of.Elem()).schema(field{})
	properties := schema{"other": value}
	for _, name := range outcomeNames() {
		properties[name] = value
	}
	return either(value, schema{"type": "object", "properties": properties, "additionalProperties": false})
}

func schemaOfWindow(field) schema {
	return either(durations.schema(field{}), counts.schema(field{min: "1"}))
}

func schemaOfOpening(field) schema {
	return either(schemaOfDistribution(field{unit: "duration"}), schemaOf(of[breaker.Growth](), field{}))
}

func schemaOfJudged(field) schema {
	return either(words(breaker.JudgedWords), durations.schema(field{}))
}

func schemaOfFloor(field) schema { return either(rates.schema(field{}), counts.schema(field{})) }

func schemaOfAfter(field) schema {
	return either(durations.schema(field{}), schema{"type": "string", "pattern": quantileKey.String()})
}

func schemaOfLands(field) schema {
	return either(words([]string{"start", "end"}), shares.schema(field{}))
}

func schemaOfPair(field) schema {
	return schema{"type": "array", "items": numbers.schema(field{}), "minItems": 2, "maxItems": 2}
}
