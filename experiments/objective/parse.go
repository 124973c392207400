package objective

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"herdcast/experiments/nearest"
)

// Parse reads one objective: MEASURE or MEASURE(part=name, …), then a sign and a
// bound in the measure's unit, or `in` and both ends. The error says what was
// found and what is allowed.
func Parse(text string) (Objective, error) {
	o := Objective{Text: text}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return o, fmt.Errorf("found %s, but an objective is one line of plain text", quoted(text))
	}
	left, sign, right, err := split(text)
	if err != nil {
		return o, err
	}
	o.Sign = sign
	m, q, err := query(left)
	o.Query = q
	if err != nil {
		return o, err
	}
	if sign != "in" {
		o.Bound, err = m.bound(right)
		return o, err
	}
	low, high, ok := strings.Cut(right, "..")
	if !ok {
		return o, fmt.Errorf("found %s after in, but both ends are due: %s..%s", quoted(right), m.example(1), m.example(2))
	}
	if o.Bound, err = m.bound(low); err != nil {
		return o, err
	}
	if o.Upper, err = m.bound(high); err != nil {
		return o, err
	}
	if o.Upper < o.Bound {
		return o, fmt.Errorf("found %s, but the lower end comes first", quoted(right))
	}
	return o, nil
}

// ParseQuery reads MEASURE or MEASURE(part=name, …). The error says what was
// found and what is allowed.
func ParseQuery(text string) (Query, error) {
	_, q, err := query(text)
	return q, err
}

func query(text string) (m Measure, q Query, err error) {
	name, parts, parted := strings.Cut(text, "(")
	q.Measure = strings.TrimSpace(name)
	if m, err = find(q.Measure); err != nil || !parted {
		return m, q, err
	}
	inner, ok := strings.CutSuffix(strings.TrimSpace(parts), ")")
	if !ok {
		return m, q, fmt.Errorf("found %s, but the parts of a measure end with a bracket: %s(cohort=NAME)", quoted(text), q.Measure)
	}
	q.Part, err = partOf(inner, m)
	return m, q, err
}

// split finds the sign: the first one outside the brackets of the part.
func split(text string) (left, sign, right string, err error) {
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > 0 {
			continue
		}
		for _, sign := range []string{"<=", ">=", "==", "<", ">", " in "} {
			if strings.HasPrefix(text[i:], sign) {
				return strings.TrimSpace(text[:i]), strings.TrimSpace(sign), strings.TrimSpace(text[i+len(sign):]), nil
			}
		}
	}
	return "", "", "", fmt.Errorf("found %s, but an objective is MEASURE SIGN VALUE, such as amplification <= 1.2 (signs: <=, <, >=, >, ==, in)", quoted(text))
}

func partOf(text string, m Measure) (Part, error) {
	var part Part
	var seen []string
	for entry := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(entry, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || value == "" {
			return part, fmt.Errorf("found %s, but a part is KEY=NAME, such as cohort=a", quoted(entry))
		}
		if !slices.Contains(m.Parts, key) {
			return part, fmt.Errorf("%s has no part %s (%s)", m.Name, quoted(key), allowed(m.Parts))
		}
		if slices.Contains(seen, key) {
			return part, fmt.Errorf("part %s is given twice", key)
		}
		seen = append(seen, key)
		switch key {
		case "cohort":
			part.Cohort = value
		case "tool":
			part.Tool = value
		case "cause":
			if !slices.Contains(causes, value) {
				return part, fmt.Errorf("found cause %s (allowed: %s)%s", quoted(value), strings.Join(causes, ", "), suggest(value, causes))
			}
			part.Cause = value
		case "layer":
			part.Layer = value
		case "attempt":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				return part, fmt.Errorf("found attempt %s, but a whole number from 1 is due", quoted(value))
			}
			part.Attempt = n
		}
	}
	return part, nil
}

func allowed(parts []string) string {
	if len(parts) == 0 {
		return "it is taken whole"
	}
	return "allowed: " + strings.Join(parts, ", ")
}

func suggest(found string, known []string) string {
	if near := nearest.Word(found, known); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}

// quoted shows what was found, shortened so that a message stays one line.
func quoted(text string) string {
	if shown := []rune(text); len(shown) > 60 {
		text = string(shown[:60]) + "…"
	}
	return strconv.Quote(text)
}
