// Package html writes a report as one page that needs nothing else: pictures,
// styles and data are inside, and its content security policy lets nothing be
// fetched and no script run.
package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"unicode/utf8"

	"herdcast/reports/figure"
	"herdcast/reports/review"
)

//go:embed report.css
var style string

//go:embed report.tmpl
var text string

var page = template.Must(template.New("report").Funcs(template.FuncMap{
	"picture": func(f *figure.Figure) template.HTML { return template.HTML(f.Inline()) }, // escaped where it is drawn
	"bar":     bar,
	"whole":   whole,
	"short":   func(cell string) bool { return utf8.RuneCountInString(cell) <= oneLine },
}).Parse(text))

// oneLine is how many letters a cell of a table may have to stay in one line: numbers
// with their intervals, and names.
const oneLine = 44

// apart are a number and its unit, which a line must not end between.
var apart = regexp.MustCompile(`(\d) (%|(?:h|min|s|ms|µs)\b)`)

// whole keeps numbers and their units in one line.
func whole(text string) string { return apart.ReplaceAllString(text, "$1\u00a0$2") }

// Write writes the page.
func Write(w io.Writer, v *review.Review) error {
	sum := sha256.Sum256([]byte(style))
	var b bytes.Buffer
	err := page.Execute(&b, struct {
		*review.Review
		Policy string
		Style  template.CSS
	}{
		v,
		fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; img-src data:", base64.StdEncoding.EncodeToString(sum[:])),
		template.CSS(style),
	})
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}
