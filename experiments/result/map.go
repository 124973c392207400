package result

import "io"

// The phases of a fleet after a fault.
const (
	Recovers  = "recovers"
	Degrades  = "degrades"
	Collapses = "collapses"
)

// Map is where over two paths a fleet recovers, degrades or collapses.
type Map struct {
	Format       int        `json:"format"`
	Herdcast     string     `json:"herdcast"`
	Kind         string     `json:"kind"` // "map"
	Name         string     `json:"name"`
	Command      string     `json:"command"`
	Seed         uint64     `json:"seed"`
	Replications int        `json:"replications"` // of each point
	X            MapAxis    `json:"x"`
	Y            MapAxis    `json:"y"`
	Points       []MapPoint `json:"points"` // those simulated, by y, then x
	Phases       [][]string `json:"phases"` // of every point, by y, then x; "" where it cannot be told
}

// MapAxis is a path and its values as the language has them.
type MapAxis struct {
	Path   string   `json:"path"`
	Values []string `json:"values"`
}

// MapPoint is one simulated point: the share of replications of each phase, with
// Wilson's 95 % interval. Phase is the most frequent, the worse of equals.
type MapPoint struct {
	X         int      `json:"x"` // place on the axis, from 0
	Y         int      `json:"y"`
	Phase     string   `json:"phase"`
	Why       string   `json:"why,omitempty"` // there is none
	Recovers  Estimate `json:"recovers"`
	Degrades  Estimate `json:"degrades"`
	Collapses Estimate `json:"collapses"`
}

// Encode writes the map as JSON, one line; the same map gives the same bytes.
func (m *Map) Encode(w io.Writer) error { return encodeLine(w, m) }
