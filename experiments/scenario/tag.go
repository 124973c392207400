package scenario

import (
	"reflect"
	"strings"
)

// field is what the tags of a spec's field say.
type field struct {
	index           int
	key             string
	bare            bool // a bare value in place of the map fills it
	name            bool // the key of the entry fills it
	kind            string
	doc, unit       string
	required        bool
	one             bool // a list of one may be written without its brackets
	min, max, above string
	words           []string
	of              reflect.Type
}

// fieldsOf gives the fields that people write, in their order.
func fieldsOf(t reflect.Type) []field {
	var fields []field
	for i := range t.NumField() {
		of := t.Field(i)
		tag, ok := of.Tag.Lookup("key")
		if !ok {
			continue
		}
		key, role, _ := strings.Cut(tag, ",")
		f := field{
			index: i, key: key, bare: role == "bare", name: role == "name", kind: of.Tag.Get("kind"),
			doc: of.Tag.Get("doc"), unit: of.Tag.Get("unit"), required: of.Tag.Get("required") == "true",
			one: of.Tag.Get("one") == "true",
			min: of.Tag.Get("min"), max: of.Tag.Get("max"), above: of.Tag.Get("above"), of: of.Type,
		}
		if words := of.Tag.Get("words"); words != "" {
			f.words = strings.Split(words, ",")
		}
		fields = append(fields, f)
	}
	return fields
}

// keysOf gives the keys of a map of this type.
func keysOf(fields []field) []string {
	var keys []string
	for _, f := range fields {
		if f.key != "" {
			keys = append(keys, f.key)
		}
	}
	return keys
}

func find(fields []field, is func(field) bool) *field {
	for i := range fields {
		if is(fields[i]) {
			return &fields[i]
		}
	}
	return nil
}

func bareField(fields []field) *field { return find(fields, func(f field) bool { return f.bare }) }
func nameField(fields []field) *field { return find(fields, func(f field) bool { return f.name }) }

// asMap tells the struct types whose lists are written as maps.
func asMap(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && nameField(fieldsOf(t)) != nil
}

// worded is a type that may be written as one of a few words.
type worded interface{ Words() []string }

// wordedStruct is a struct that may be.
type wordedStruct interface {
	worded
	SetWord(string)
}

// wordsOf gives the bare words that a struct may be.
func wordsOf(t reflect.Type) []string {
	if w, ok := reflect.New(t).Interface().(wordedStruct); ok {
		return w.Words()
	}
	return nil
}

// setDefaults empties a value and fills in what a written one leaves out.
func setDefaults(v reflect.Value) {
	v.SetZero()
	if d, ok := v.Addr().Interface().(interface{ SetDefaults() }); ok {
		d.SetDefaults()
	}
}

// of gives a type by its name.
func of[T any]() reflect.Type { return reflect.TypeFor[T]() }
