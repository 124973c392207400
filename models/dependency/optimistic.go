package dependency

import (
	"slices"

	"herdcast/models/tool"
)

// setRows numbers the rows that optimistic tools change.
func (d *Dependency) setRows(tools []tool.Spec) {
	var names []string
	for i := range tools {
		name := tools[i].Optimistic
		if name == "" {
			continue
		}
		at := slices.Index(names, name)
		if at < 0 {
			at = len(names)
			names = append(names, name)
			d.rows = append(d.rows, 0)
		}
		d.tools[i].row = uint32(at + 1)
	}
}

// matches tells whether nothing has landed on a request's row since its service
// began; what has no effect and no row always does.
func (d *Dependency) matches(r *Request) bool {
	row := d.tools[r.Tool].row
	return row == 0 || r.Book == 0 || d.rows[row-1] == r.seen
}

// change notes that an effect has landed on its row.
func (d *Dependency) change(r *Request) {
	if row := d.tools[r.Tool].row; row != 0 {
		d.rows[row-1]++
	}
}
