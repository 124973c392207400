package sweep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/models/metric"
)

// record is one measure of one replication: a row of the table of a sweep.
type record struct {
	Cell        int32    `parquet:"cell"` // both from 1
	Replication int32    `parquet:"replication"`
	Set         string   `parquet:"set,dict"` // the cell's, as JSON
	Measure     string   `parquet:"measure,dict"`
	Value       *float64 `parquet:"value,optional"` // none where it cannot be given
	Unit        string   `parquet:"unit,dict"`
	Statistic   string   `parquet:"statistic,dict"` // how replications are put together
	Count       float64  `parquet:"count"`          // value = scale · count / of, for shares and rare counts
	Of          float64  `parquet:"of"`
	Scale       float64  `parquet:"scale"`
	Approx      bool     `parquet:"approx"`
	Censored    bool     `parquet:"censored"`
	Why         string   `parquet:"why,dict"`
}

var statistics = []string{metric.Mean: "mean", metric.Share: "share", metric.Rare: "rare", metric.Fraction: "fraction"}

// writeTable writes the rows of cells as Parquet. The same rows give the same bytes
// on every machine: there is no compression, which may take other paths on others.
func writeTable(w io.Writer, m *Manifest, rows [][]replicate.Row) error {
	writer := parquet.NewGenericWriter[record](w, parquet.CreatedBy("herdcast", fmt.Sprint(result.Format), ""), parquet.Compression(&parquet.Uncompressed))
	for c, cell := range m.Cells {
		set, err := json.Marshal(cell.Set)
		if err != nil {
			return err
		}
		for r, row := range rows[c] {
			records := make([]record, len(row))
			for i, v := range row {
				records[i] = record{
					Cell: int32(c + 1), Replication: int32(r + 1), Set: string(set), Measure: v.Name, Unit: v.Unit, Statistic: statistics[v.Statistic],
					Count: v.Count, Of: v.Of, Scale: v.Scale, Approx: v.Approx, Censored: v.Censored, Why: v.Why,
				}
				if v.Why == "" {
					value := v.Value
					records[i].Value = &value
				}
			}
			if _, err := writer.Write(records); err != nil {
				return err
			}
		}
	}
	return writer.Close()
}

// readTable reads what writeTable wrote, by cell.
func readTable(data io.ReaderAt, size int64, cells int) (rows [][]replicate.Row, err error) {
	defer func() {
		if broken := recover(); broken != nil { // the library panics on files that are none
			rows, err = nil, fmt.Errorf("not a table of replications: %v", broken)
		}
	}()
	file, err := parquet.OpenFile(data, size)
	if err != nil {
		return nil, fmt.Errorf("not a table of replications: %w", err)
	}
	reader := parquet.NewGenericReader[record](file)
	defer reader.Close()
	rows = make([][]replicate.Row, cells)
	batch := make([]record, 1024)
	for {
		n, err := reader.Read(batch)
		for _, r := range batch[:n] {
			c, i := int(r.Cell)-1, int(r.Replication)-1
			statistic := slices.Index(statistics, r.Statistic)
			if c < 0 || c >= cells || i < 0 || i > len(rows[c]) || statistic < 0 {
				return nil, errors.New("not a table of this sweep's replications")
			}
			if i == len(rows[c]) {
				rows[c] = append(rows[c], nil)
			}
			v := metric.Value{
				Name: r.Measure, Part: metric.Whole, Unit: r.Unit, Statistic: metric.Statistic(statistic),
				Count: r.Count, Of: r.Of, Scale: r.Scale, Approx: r.Approx, Censored: r.Censored, Why: r.Why,
			}
			if r.Value != nil {
				v.Value = *r.Value
			}
			rows[c][i] = append(rows[c][i], v)
		}
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
