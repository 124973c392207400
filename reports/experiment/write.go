package experiment

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"herdcast/experiments/result"
	"herdcast/reports"
)

// Page is the name of the page that a report begins with.
const Page = "report.html"

// WriteSweep writes the report of a sweep into a directory; with table, the
// measures of all cells as cells.csv too.
func WriteSweep(directory string, s *result.Sweep, table bool) error {
	if err := reports.WriteReview(directory, sweepReview(s)); err != nil {
		return err
	}
	if !table {
		return nil
	}
	file, err := os.Create(filepath.Join(directory, "cells.csv"))
	if err != nil {
		return err
	}
	w := csv.NewWriter(file)
	w.WriteAll(csvOf(s)) // tells its error below
	if err := w.Error(); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// csvOf gives a row for each measure of each cell.
func csvOf(s *result.Sweep) [][]string {
	rows := [][]string{append(slices.Clone(s.Paths), "replications", "measure", "value", "low", "high", "unit")}
	number := func(v *float64) string {
		if v == nil {
			return ""
		}
		return strconv.FormatFloat(*v, 'g', -1, 64)
	}
	for _, c := range s.Cells {
		for _, name := range names(c.Measures) {
			var row []string
			for _, path := range s.Paths {
				row = append(row, plain(c.Set[path]))
			}
			m := c.Measures[name]
			rows = append(rows, append(row, strconv.Itoa(c.Replications), name, number(m.Value), number(m.Low), number(m.High), m.Unit))
		}
	}
	return rows
}

// WriteComparison writes the report of a comparison into a directory.
func WriteComparison(directory string, c *result.Comparison) error {
	return reports.WriteReview(directory, comparisonReview(c))
}
