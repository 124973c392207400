package scenario

import (
	"cmp"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"herdcast/sim/dist"
	"herdcast/sim/quantity"
)

// measure is the unit of a distribution's values: durations, or counts.
func (f field) measure() *unit {
	if f.unit == "duration" {
		return durations
	}
	return numbers
}

// parameter is a number of a distribution's form.
type parameter struct {
	key   string
	plain bool // without the values' unit
}

// form is a distribution that is written as {NAME: VALUE} or {NAME: {…}}.
type form struct {
	name       string
	kind       dist.Kind
	parameters []parameter
}

var forms = []form{
	{"exponential", dist.Exponential, []parameter{{key: ""}}},
	{"uniform", dist.Uniform, nil},
	{"lognormal", dist.Lognormal, []parameter{{key: "mean"}, {key: "sigma", plain: true}}},
	{"gamma", dist.Gamma, []parameter{{key: "mean"}, {key: "cv", plain: true}}},
	{"normal", dist.Normal, []parameter{{key: "mean"}, {key: "sd"}}},
	{"weibull", dist.Weibull, []parameter{{key: "scale"}, {key: "shape", plain: true}}},
	{"pareto", dist.Pareto, []parameter{{key: "min"}, {key: "alpha", plain: true}}},
	{"choice", dist.Choice, nil},
	{"between", dist.Between, nil},
	{"file", dist.Empirical, nil},
}

// formNames lists what a map may say, for one unit.
func formNames(f field) []string {
	var names []string
	for _, form := range forms {
		if form.kind != dist.Between || f.unit == "count" {
			names = append(names, form.name)
		}
	}
	return append(names, "p50, p99 and other quantiles")
}

func decodeDistribution(d *decoder, node *yaml.Node, v reflect.Value, f field, path string) {
	if spec, ok := d.distribution(node, f, path); ok {
		v.Set(reflect.ValueOf(spec))
	}
}

func (d *decoder) distribution(node *yaml.Node, f field, path string) (dist.Spec, bool) {
	if node.Kind != yaml.MappingNode {
		x, ok := d.value(node, f, f.min, path)
		if ok && f.unit == "count" && x != math.Trunc(x) {
			d.problem(node, path, "found %s, but a whole number is due", show(node.Value))
			return dist.Spec{}, false
		}
		return dist.Of(x), ok
	}
	var spec dist.Spec
	var chosen string
	before := len(d.problems)
	for _, p := range d.pairs(node, path) {
		key, at := p.key.Value, join(path, p.key.Value)
		d.written[at] = p.value
		share, quantile := quantileOf(key)
		if form := formNamed(key, f); form != nil || quantile {
			name := key
			if quantile {
				name, form = "quantiles", &quantileForm
			}
			if chosen != "" && chosen != name {
				d.problem(p.key, at, "found %s beside %s, but a distribution has one form", name, chosen)
				continue
			}
			chosen, spec.Kind = name, form.kind
			d.form(&spec, *form, share, p.value, f, at)
			continue
		}
		switch key {
		case "at_most":
			spec.AtMost, _ = d.value(p.value, f, "", at)
			if spec.AtMost <= 0 && len(d.problems) == before {
				d.problem(p.value, at, "found %s, but it must be more than 0", show(p.value.Value))
			}
		case "column":
			spec.Column = d.word(p.value, at)
		case "unit":
			spec.Unit = d.word(p.value, at)
			if !slices.Contains(timeUnits, spec.Unit) {
				d.problem(p.value, at, "found %s (allowed: %s)", show(spec.Unit), strings.Join(timeUnits, ", "))
			}
		default:
			known := append(formNames(f), "at_most", "column", "unit")
			d.problem(p.key, at, "unknown key (allowed: %s)%s", strings.Join(known, ", "), suggest(key, known))
		}
	}
	if len(d.problems) > before {
		return spec, false
	}
	d.finish(&spec, chosen, node, f, path)
	return spec, len(d.problems) == before
}

var quantileForm = form{name: "quantiles", kind: dist.Quantiles}

func formNamed(name string, f field) *form {
	for i := range forms {
		if forms[i].name == name && (forms[i].kind != dist.Between || f.unit == "count") {
			return &forms[i]
		}
	}
	return nil
}

// form reads the value of a form's key.
func (d *decoder) form(spec *dist.Spec, form form, share float64, node *yaml.Node, f field, path string) {
	switch form.kind {
	case dist.Exponential:
		spec.A, _ = d.value(node, f, "", path)
	case dist.Quantiles:
		x, _ := d.value(node, f, "", path)
		spec.Points = append(spec.Points, dist.Point{Q: share, X: x})
	case dist.Uniform, dist.Between:
		spec.A, spec.B = d.ends(node, f, path)
		if form.kind == dist.Between && spec.A < number(f.min) {
			d.problem(node, path, "the lower end must be at least %s", f.min)
		}
	case dist.Choice:
		d.choice(spec, node, f, path)
	case dist.Empirical:
		spec.File = d.word(node, path)
	default:
		d.parameters(spec, form, node, f, path)
	}
}

func (d *decoder) parameters(spec *dist.Spec, form form, node *yaml.Node, f field, path string) {
	if node.Kind != yaml.MappingNode {
		d.problem(node, path, "found %s, but a map is due: {%s: …, %s: …}", describe(node), form.parameters[0].key, form.parameters[1].key)
		return
	}
	keys := []string{form.parameters[0].key, form.parameters[1].key}
	given := map[string]bool{}
	for _, p := range d.pairs(node, path) {
		i, at := slices.Index(keys, p.key.Value), join(path, p.key.Value)
		if i < 0 {
			d.problem(p.key, at, "unknown key (allowed: %s)%s", strings.Join(keys, ", "), suggest(p.key.Value, keys))
			continue
		}
		given[p.key.Value] = true
		of := f
		if form.parameters[i].plain {
			of.unit = ""
		}
		x, _ := d.value(p.value, of, "", at)
		if i == 0 {
			spec.A = x
		} else {
			spec.B = x
		}
	}
	for _, key := range keys {
		if !given[key] {
			d.problem(node, path, "the key %s is missing", key)
		}
	}
}

// value reads a bare value of the distribution's unit.
func (d *decoder) value(node *yaml.Node, f field, least, path string) (float64, bool) {
	before := len(d.problems)
	of := field{min: least, words: f.words}
	if f.unit == "duration" {
		var x time.Duration
		d.decode(node, reflect.ValueOf(&x).Elem(), of, path)
		return float64(x), len(d.problems) == before
	}
	var x float64
	d.decode(node, reflect.ValueOf(&x).Elem(), of, path)
	return x, len(d.problems) == before
}

func (d *decoder) word(node *yaml.Node, path string) string {
	var text string
	d.decode(node, reflect.ValueOf(&text).Elem(), field{}, path)
	return text
}

// ends reads [low, high].
func (d *decoder) ends(node *yaml.Node, f field, path string) (low, high float64) {
	if node.Kind != yaml.SequenceNode || len(node.Content) != 2 {
		d.problem(node, path, "found %s, but both ends are due: [LOW, HIGH]", describe(node))
		return 0, 0
	}
	low, lower := d.value(node.Content[0], f, "", item(path, 0))
	high, upper := d.value(node.Content[1], f, "", item(path, 1))
	if lower && upper && high < low {
		d.problem(node, path, "the lower end comes first")
	}
	return low, high
}

func (d *decoder) choice(spec *dist.Spec, node *yaml.Node, f field, path string) {
	if node.Kind != yaml.SequenceNode || len(node.Content) == 0 {
		d.problem(node, path, "found %s, but a list is due: [[VALUE, SHARE], …]", describe(node))
		return
	}
	for i, entry := range node.Content {
		at := item(path, i)
		if entry.Kind != yaml.SequenceNode || len(entry.Content) != 2 {
			d.problem(entry, at, "found %s, but a value and its share are due: [VALUE, SHARE]", describe(entry))
			continue
		}
		var w dist.Weighted
		w.Of, _ = d.distribution(entry.Content[0], f, item(at, 0))
		var share quantity.Share
		d.decode(entry.Content[1], reflect.ValueOf(&share).Elem(), field{max: "1"}, item(at, 1))
		w.Share = float64(share)
		spec.Choices = append(spec.Choices, w)
	}
}

// isWhole tells shares that add up to one but for rounding.
func isWhole(total float64) bool { return math.Abs(total-1) <= 1e-9 }

// rounded drops what is below a billionth, which only rounding leaves.
func rounded(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 9, 64), 64)
	return y
}

// finish reads the file of a distribution and checks the whole.
func (d *decoder) finish(spec *dist.Spec, chosen string, node *yaml.Node, f field, path string) {
	slices.SortFunc(spec.Points, func(a, b dist.Point) int { return cmp.Compare(a.Q, b.Q) })
	switch {
	case chosen == "":
		d.problem(node, path, "found no form of distribution (allowed: %s)", strings.Join(formNames(f), ", "))
		return
	case chosen == "file":
		if spec.Column == "" {
			d.problem(node, path, "the key column is missing (the column with the values)")
			return
		}
		if f.unit == "duration" && spec.Unit == "" {
			d.problem(node, path, "the key unit is missing (allowed: %s)", strings.Join(timeUnits, ", "))
			return
		}
		values, err := d.files.values(spec.File, spec.Column, spec.Unit)
		if err != nil {
			d.problem(node, join(path, "file"), "%v", err)
			return
		}
		spec.Values = values
	case spec.Column != "" || spec.Unit != "":
		d.problem(node, path, "column and unit belong to file")
		return
	}
	if err := spec.Check(); err != nil {
		d.problem(node, path, "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

var quantileKey = regexp.MustCompile(`^p([1-9]?[0-9](\.[0-9]+)?|99[0-9]{1,6})$`)

// quantileOf reads p50, p99.9 and its other spelling p999 as a share in (0, 1).
func quantileOf(key string) (float64, bool) {
	m := quantileKey.FindStringSubmatch(key)
	if m == nil {
		return 0, false
	}
	text := m[1] + "e-2"
	if len(m[1]) > 2 && !strings.Contains(m[1], ".") {
		text = "0." + m[1]
	}
	q, err := strconv.ParseFloat(text, 64)
	return q, err == nil && q > 0 && q < 1
}

func writeQuantile(q float64) string {
	return "p" + strings.TrimSuffix(quantity.Share(q).String(), "%")
}

func encodeDistribution(v reflect.Value, f field) *yaml.Node {
	return writeDistribution(v.Interface().(dist.Spec), f)
}

func writeDistribution(spec dist.Spec, f field) *yaml.Node {
	value := func(x float64) *yaml.Node {
		if f.unit == "duration" {
			return scalar(quantity.FormatDuration(time.Duration(x)))
		}
		return scalar(writeNumber(x))
	}
	m := mappingNode()
	switch spec.Kind {
	case dist.Constant:
		return value(spec.A)
	case dist.Exponential:
		add(m, "exponential", value(spec.A))
	case dist.Quantiles:
		for _, p := range spec.Points {
			add(m, writeQuantile(p.Q), value(p.X))
		}
	case dist.Uniform:
		add(m, "uniform", sequence(value(spec.A), value(spec.B)))
	case dist.Between:
		add(m, "between", sequence(value(spec.A), value(spec.B)))
	case dist.Choice:
		all := sequence()
		for _, c := range spec.Choices {
			all.Content = append(all.Content, sequence(writeDistribution(c.Of, f), scalar(quantity.Share(c.Share).String())))
		}
		add(m, "choice", all)
	case dist.Empirical:
		add(m, "file", text(spec.File))
		add(m, "column", text(spec.Column))
		if spec.Unit != "" {
			add(m, "unit", text(spec.Unit))
		}
	default:
		form := forms[slices.IndexFunc(forms, func(f form) bool { return f.kind == spec.Kind })]
		inner := mappingNode()
		for i, p := range form.parameters {
			x := []float64{spec.A, spec.B}[i]
			if p.plain {
				add(inner, p.key, scalar(writeNumber(x)))
			} else {
				add(inner, p.key, value(x))
			}
		}
		add(m, form.name, flat(inner))
	}
	if spec.AtMost > 0 {
		add(m, "at_most", value(spec.AtMost))
	}
	return flat(m)
}
