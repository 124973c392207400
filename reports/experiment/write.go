package experiment

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"herdcast/experiments/result"
)

// Page is the name of the page that a report begins with.
const Page = "report.md"

// WriteSweep writes the report of a sweep into a directory; with table, the
// measures of all cells as cells.csv too.
func WriteSweep(directory string, s *result.Sweep, table bool) error {
	if err := os.WriteFile(filepath.Join(directory, Page), []byte(sweepPage(s)), 0o666); err != nil {
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

func sweepPage(s *result.Sweep) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%d cells of %s. Each value is the mean over replications with its 95 %% interval. All cells meet the same luck.\n\n", s.Name, len(s.Cells), replications(s))
	b.WriteString(cells(s, shown(s)).markdown())
	fmt.Fprintf(&b, "\n`%s` with herdcast %s repeats this. result.json has every measure, replications.parquet every replication.\n", s.Command, s.Herdcast)
	return b.String()
}
