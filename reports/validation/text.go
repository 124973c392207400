package validation

import (
	"bytes"
	"fmt"
	"io"
	"text/tabwriter"

	"herdcast/experiments/result"
)

// Text writes the table for a terminal: a block for each case, and how all values
// lie in the end.
func Text(w io.Writer, v *result.Validation) error {
	var b bytes.Buffer
	for _, family := range v.Families {
		for _, g := range groups(v, family.Name) {
			fmt.Fprintf(&b, "%s: %s\n", g.name, g.title)
			table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
			fmt.Fprintf(table, "  \treference\tsimulated (95 %%)\tz\t\n")
			for _, c := range g.rows {
				r := rowOf(c)
				fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n", r.what, r.reference, r.simulated, r.z, r.verdict)
			}
			table.Flush() // into memory: cannot fail
			fmt.Fprintf(&b, "  reference from: %s\n\n", g.sources())
		}
		for _, d := range directions(v, family.Name) {
			r := tellOf(d)
			fmt.Fprintf(&b, "%s: %s, %s than %s\n", d.Name, d.What, d.Expected, d.Than)
			fmt.Fprintf(&b, "  %s, there %s; difference (95 %%) %s  %s\n", r.value, r.other, r.difference, d.Verdict)
			fmt.Fprintf(&b, "  direction from: %s\n\n", d.Source)
		}
	}
	fmt.Fprintln(&b, sum(v))
	_, err := w.Write(b.Bytes())
	return err
}
