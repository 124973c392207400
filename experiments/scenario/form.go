package scenario

import (
	"reflect"
	"slices"
	"time"

	"gopkg.in/yaml.v3"

	"herdcast/models/tool"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/sim/quantity"
)

// decodeWindow reads a span of time or a number of calls.
func decodeWindow(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	var w breaker.Window
	if node.Kind == yaml.ScalarNode && wholeText.MatchString(node.Value) {
		d.decode(node, reflect.ValueOf(&w.Calls).Elem(), field{min: "1"}, path)
	} else {
		d.decode(node, reflect.ValueOf(&w.Span).Elem(), field{above: "0", words: []string{"a number of calls"}}, path)
	}
	v.Set(reflect.ValueOf(w))
}

func encodeWindow(v reflect.Value, _ field) *yaml.Node {
	if w := v.Interface().(breaker.Window); w.Calls > 0 {
		return scalar(counts.write(reflect.ValueOf(w.Calls)))
	}
	return scalar(durations.write(v.FieldByName("Span")))
}

// decodeOpening reads a distribution, or the keys of one that grows.
func decodeOpening(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	var o breaker.Opening
	grows := keysOf(fieldsOf(of[breaker.Growth]()))
	if node.Kind == yaml.MappingNode && slices.ContainsFunc(grows, func(key string) bool { return child(node, key) != nil }) {
		d.decode(node, reflect.ValueOf(&o.Grows).Elem(), field{}, path)
	} else {
		d.decode(node, reflect.ValueOf(&o.Of).Elem(), field{unit: "duration"}, path)
	}
	v.Set(reflect.ValueOf(o))
}

func encodeOpening(v reflect.Value, _ field) *yaml.Node {
	o := v.Interface().(breaker.Opening)
	if o.Grows != nil {
		return encode(reflect.ValueOf(o.Grows), field{})
	}
	return encode(reflect.ValueOf(o.Of), field{unit: "duration"})
}

// decodeJudged reads each, failure or a span of time.
func decodeJudged(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	var j breaker.Judged
	if node.Kind == yaml.ScalarNode && slices.Contains(breaker.JudgedWords, node.Value) {
		j.Word = node.Value
	} else {
		d.decode(node, reflect.ValueOf(&j.Every).Elem(), field{above: "0", words: breaker.JudgedWords}, path)
	}
	v.Set(reflect.ValueOf(j))
}

func encodeJudged(v reflect.Value, _ field) *yaml.Node {
	j := v.Interface().(breaker.Judged)
	if j.Word != "" {
		return text(j.Word)
	}
	return scalar(quantity.FormatDuration(j.Every))
}

// decodeFloor reads a rate, or a number of retries.
func decodeFloor(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	floor := budget.Floor{Rate: quantity.Rate{Per: time.Second}}
	if node.Kind == yaml.ScalarNode && wholeText.MatchString(node.Value) {
		d.decode(node, reflect.ValueOf(&floor.Retries).Elem(), field{}, path)
	} else {
		d.decode(node, reflect.ValueOf(&floor.Rate).Elem(), field{words: []string{"a number of retries"}}, path)
	}
	v.Set(reflect.ValueOf(floor))
}

func encodeFloor(v reflect.Value, _ field) *yaml.Node {
	if floor := v.Interface().(budget.Floor); floor.Rate.Count > 0 {
		return scalar(floor.Rate.String())
	}
	return scalar(counts.write(v.FieldByName("Retries")))
}

// decodeAfter reads a span, or a quantile such as p95.
func decodeAfter(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	var after hedge.After
	if q, ok := quantileOf(node.Value); node.Kind == yaml.ScalarNode && ok {
		after.Quantile = q
	} else {
		d.decode(node, reflect.ValueOf(&after.Delay).Elem(), field{words: []string{"a quantile such as p95"}}, path)
	}
	v.Set(reflect.ValueOf(after))
}

func encodeAfter(v reflect.Value, _ field) *yaml.Node {
	if after := v.Interface().(hedge.After); after.Quantile > 0 {
		return text(writeQuantile(after.Quantile))
	}
	return scalar(durations.write(v.FieldByName("Delay")))
}

// decodeLands reads start, end or a share of the service.
func decodeLands(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	switch {
	case node.Kind == yaml.ScalarNode && node.Value == "start":
		v.SetFloat(0)
	case node.Kind == yaml.ScalarNode && node.Value == "end":
		v.SetFloat(1)
	default:
		var share quantity.Share
		d.decode(node, reflect.ValueOf(&share).Elem(), field{max: "1", words: []string{"start", "end"}}, path)
		v.SetFloat(float64(share))
	}
}

func encodeLands(v reflect.Value, _ field) *yaml.Node {
	switch lands := v.Interface().(tool.Lands); lands {
	case 0:
		return text("start")
	case 1:
		return text("end")
	default:
		return scalar(quantity.Share(float64(lands)).String())
	}
}

// decodePair reads [LOW, HIGH], two plain factors.
func decodePair(d *decoder, node *yaml.Node, v reflect.Value, _ field, path string) {
	low, high := d.ends(node, field{}, path)
	v.Set(reflect.ValueOf([2]float64{low, high}))
}

func encodePair(v reflect.Value, _ field) *yaml.Node {
	return sequence(scalar(numbers.write(v.Index(0))), scalar(numbers.write(v.Index(1))))
}
