package scenario

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

var timeUnits = []string{"ns", "us", "ms", "s", "m", "h"}

// files opens what a scenario names: relative to the scenario's own folder, else
// what ships with the program.
type files struct {
	directory string
	shipped   fs.FS // may be nil
}

func (f files) open(name string) (fs.File, error) {
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(f.directory, name)
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && f.shipped != nil && fs.ValidPath(name) {
		if shipped, missing := f.shipped.Open(name); missing == nil {
			return shipped, nil
		}
	}
	return file, err
}

// readFile reads a file; its error names the file as it was written, not where it
// was looked for.
func readFile(path, name string) ([]byte, error) {
	data, err := os.ReadFile(path)
	var why *fs.PathError
	if errors.As(err, &why) {
		err = fmt.Errorf("cannot read %s: %v", show(name), why.Err)
	}
	return data, err
}

// column reads one column of a CSV file with a header.
func (f files) column(name, column string) ([]string, error) {
	file, err := f.open(name)
	if err != nil {
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err // without the path, which messages never show
		}
		return nil, fmt.Errorf("cannot read %s: %v", show(name), err)
	}
	defer file.Close()
	rows := csv.NewReader(file)
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		return nil, fmt.Errorf("%s has no header: %v", show(name), err)
	}
	at := slices.Index(header, column)
	if at < 0 {
		return nil, fmt.Errorf("%s has no column %s (there are: %s)", show(name), show(column), show(strings.Join(header, ", ")))
	}
	var values []string
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %v", show(name), err)
		}
		values = append(values, strings.TrimSpace(row[at]))
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("%s has no rows", show(name))
	}
	return values, nil
}

// values reads a column of durations (in ns) or, without unit, of plain numbers.
func (f files) values(name, column, unit string) ([]float64, error) {
	texts, err := f.column(name, column)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(texts))
	for i, text := range texts {
		var ok bool
		if unit == "" {
			values[i], err = strconv.ParseFloat(text, 64)
			ok = err == nil && decimalText.MatchString(text)
		} else {
			var d time.Duration
			d, ok = inUnit(text, unit)
			values[i] = float64(d)
		}
		if !ok || values[i] < 0 {
			return nil, fmt.Errorf("%s, row %d of column %s: found %s, but a number from 0 is due", show(name), i+1, show(column), show(text))
		}
	}
	slices.Sort(values)
	return values, nil
}

// inUnit reads a plain number in a unit, exact to the nanosecond.
func inUnit(text, unit string) (time.Duration, bool) {
	if !decimalText.MatchString(text) {
		return 0, false
	}
	d, err := time.ParseDuration(text + unit)
	return d, err == nil
}

var layouts = []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"}

// times reads a column of instants, as offsets from the earliest, sorted.
func (f files) times(name, column, unit string) ([]time.Duration, error) {
	texts, err := f.column(name, column)
	if err != nil {
		return nil, err
	}
	offsets := make([]time.Duration, len(texts))
	var first time.Time
	for i, text := range texts {
		var ok bool
		if unit != "" {
			offsets[i], ok = inUnit(text, unit)
		} else {
			var at time.Time
			if at, ok = instant(text); ok && i == 0 {
				first = at
			}
			offsets[i] = at.Sub(first)
		}
		if !ok {
			due := "a date-time is due (or say the unit of its numbers)"
			if unit != "" {
				due = "a number is due"
				if _, is := instant(text); is {
					due += "; a column of date-times goes without unit"
				}
			}
			return nil, fmt.Errorf("%s, row %d of column %s: found %s, but %s", show(name), i+1, show(column), show(text), due)
		}
	}
	slices.Sort(offsets)
	earliest := offsets[0]
	for i := range offsets {
		offsets[i] -= earliest
	}
	return offsets, nil
}

func instant(text string) (time.Time, bool) {
	for _, layout := range layouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}
