// Package reports puts the files of a run's report into a directory.
package reports

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"herdcast/experiments/result"
	"herdcast/reports/export"
	"herdcast/reports/html"
	"herdcast/reports/markdown"
	"herdcast/reports/review"
)

// Write writes report.html, report.md with its plots as SVG and PNG, and
// measures.csv, making the directory if it is not there. The scenario is the
// resolved one as YAML. Each file is written aside and renamed, so that it is
// whole or not there.
func Write(directory string, r *result.Result, scenario []byte) error {
	if err := WriteReview(directory, review.Of(r, scenario)); err != nil {
		return err
	}
	return placed(directory, "measures.csv", func(w io.Writer) error { return export.Measures(w, r) })
}

// WriteReview writes a report as report.html, and as report.md with its plots.
func WriteReview(directory string, v *review.Review) error {
	plots := filepath.Join(directory, "plots")
	if err := os.MkdirAll(plots, 0o777); err != nil {
		return err
	}
	for _, f := range v.Figures() {
		if err := place(filepath.Join(plots, f.Name+".svg"), f.SVG()); err != nil {
			return err
		}
		png, err := f.PNG()
		if err != nil {
			return err
		}
		if err := place(filepath.Join(plots, f.Name+".png"), png); err != nil {
			return err
		}
	}
	if err := placed(directory, "report.md", func(w io.Writer) error { return markdown.Write(w, v) }); err != nil {
		return err
	}
	return placed(directory, "report.html", func(w io.Writer) error { return html.Write(w, v) })
}

// placed writes a file whole.
func placed(directory, name string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return place(filepath.Join(directory, name), b.Bytes())
}

// place writes a file aside and then gives it its name.
func place(path string, data []byte) error {
	aside := path + ".writing"
	if err := os.WriteFile(aside, data, 0o666); err != nil {
		os.Remove(aside)
		return err
	}
	return os.Rename(aside, path)
}
