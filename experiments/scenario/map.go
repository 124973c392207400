package scenario

// Map is two paths and how far apart the phases of the fleet are told over them.
type Map struct {
	X MapAxis `key:"x" doc:"the path along the map" required:"true"`
	Y MapAxis `key:"y" doc:"the path up the map" required:"true"`
}

// MapAxis is one path of a map.
type MapAxis struct {
	Of      string `key:"of" doc:"the path" required:"true"`
	Between Range  `key:"between" doc:"from where to where" required:"true"`
	Steps   int    `key:"steps" doc:"into how many equal steps the range is cut; of counts at most as many as it has" min:"1" max:"64"`
}

// SetDefaults fills in what a written axis leaves out.
func (a *MapAxis) SetDefaults() { *a = MapAxis{Steps: 16} }

// Values gives the amounts of the axis, from the lower end to the upper.
func (a MapAxis) Values() []Amount {
	from, to := a.Between.From, a.Between.To
	var all []Amount
	for k := range a.Steps + 1 {
		value := from.At(from.Size + float64(float64(k)*(to.Size-from.Size))/float64(a.Steps))
		if n := len(all); n == 0 || all[n-1].Size != value.Size {
			all = append(all, value)
		}
	}
	return all
}

func (d *decoder) checkMap(e *Experiment, m *Map) {
	for _, other := range []struct {
		key     string
		written bool
	}{{"vary", e.Vary != nil}, {"design", e.Design != nil}, {"compare", e.Compare != nil}, {"size", e.Size != nil}, {"measures", e.Measures != nil}} {
		if other.written {
			d.at(other.key, "it cannot stand beside map, which varies its own paths and tells its own measures")
		}
	}
	if m.X.Of != "" && m.X.Of == m.Y.Of {
		d.at("map.y.of", "%s is along the map already", m.Y.Of)
	}
	if len(e.Scenarios) > 1 {
		d.at("map", "it takes one scenario, found %d", len(e.Scenarios))
	}
}
