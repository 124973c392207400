package sweep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"herdcast/experiments/plan"
	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
	"herdcast/experiments/stats"
)

// Manifest says what a sweep simulates, before anything is simulated: what has the
// same manifest can be gone on with and merged. It names no machine and no shard.
type Manifest struct {
	Format   int      `json:"format"`
	Herdcast string   `json:"herdcast"`
	Kind     string   `json:"kind"` // "sweep plan"
	Name     string   `json:"name"`
	Command  string   `json:"command"`
	Paths    []string `json:"paths"`
	Sampled  []string `json:"sampled,omitempty"` // those of the paths that a design samples
	Effects  *Effects `json:"effects,omitempty"`
	Measures []string `json:"measures"` // empty: all
	Cells    []Cell   `json:"cells"`
}

// Cell is what one cell simulates.
type Cell struct {
	Set          map[string]json.RawMessage `json:"set"`
	Digest       string                     `json:"digest"` // of its resolved scenario
	Seed         uint64                     `json:"seed"`
	Replications int                        `json:"replications"`
	Precision    *result.Precision          `json:"precision,omitempty"`
	Objectives   []string                   `json:"objectives"`
}

const manifestKind = "sweep plan"

// NewManifest tells of a plan. The command is what repeats the sweep.
func NewManifest(p *plan.Plan, version, command string) *Manifest {
	m := &Manifest{
		Format: result.Format, Herdcast: version, Kind: manifestKind, Name: p.Experiment.Name, Command: command,
		Paths: append([]string{}, p.Paths...), Measures: append([]string{}, p.Experiment.Measures...),
	}
	for _, axis := range p.Experiment.Vary {
		if axis.Between != nil {
			m.Sampled = append(m.Sampled, axis.Path)
		}
	}
	m.Effects = effectsOf(p.Experiment)
	for _, c := range p.Cells {
		cell := Cell{
			Set: map[string]json.RawMessage{}, Digest: c.Scenario.Digest(), Seed: c.Scenario.Spec.Run.Seed,
			Replications: c.Scenario.Spec.Run.Replications, Precision: replicate.Asked(c.Scenario), Objectives: []string{},
		}
		for i, path := range p.Paths {
			cell.Set[path] = c.Values[i].JSON()
		}
		for _, o := range c.Scenario.Objectives {
			cell.Objectives = append(cell.Objectives, o.Text)
		}
		m.Cells = append(m.Cells, cell)
	}
	return m
}

// encode writes the manifest; the same one gives the same bytes.
func (m *Manifest) encode() []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	encoder.Encode(m) // words and numbers, into memory: cannot fail
	return b.Bytes()
}

// Digest names the sweep.
func (m *Manifest) Digest() string {
	sum := sha256.Sum256(m.encode())
	return hex.EncodeToString(sum[:])
}

func decodeManifest(data []byte) (*Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil || m.Kind != manifestKind || m.Format != result.Format {
		return nil, fmt.Errorf("not the plan of a sweep that this version reads")
	}
	// As it was encoded: raw values lose the space that the indentation gave them.
	for i := range m.Cells {
		for path, value := range m.Cells[i].Set {
			var b bytes.Buffer
			if err := json.Compact(&b, value); err != nil {
				return nil, err
			}
			m.Cells[i].Set[path] = b.Bytes()
		}
	}
	return &m, nil
}

// Result puts the rows of all cells together.
func (m *Manifest) Result(rows [][]replicate.Row) (*result.Sweep, error) {
	s := &result.Sweep{
		Format: result.Format, Herdcast: m.Herdcast, Kind: "sweep", Name: m.Name, Digest: m.Digest(), Command: m.Command,
		Paths: m.Paths, Asked: m.Measures, Cells: []result.SweepCell{},
	}
	for i, c := range m.Cells {
		verdicts, err := replicate.Verdicts(rows[i], c.Objectives)
		if err != nil {
			return nil, err
		}
		s.Cells = append(s.Cells, result.SweepCell{
			Set: c.Set, Digest: c.Digest, Seed: c.Seed, Replications: len(rows[i]), Precision: replicate.Reached(rows[i], c.Precision),
			Measures: replicate.Measures(rows[i], m.Measures), Objectives: verdicts,
		})
	}
	if m.Effects == nil {
		s.Matters = m.matters(s.Cells)
		return s, nil
	}
	blocks := m.blocks()
	s.Sensitivity, s.Flips = m.sensitivity(blocks, s.Cells), m.flips(blocks, s.Cells, rows)
	return s, nil
}

// measured gives the measures that are told of: those asked for, or all that a cell has.
func (m *Manifest) measured(cells []result.SweepCell) []string {
	if len(m.Measures) > 0 {
		return m.Measures
	}
	held := map[string]bool{}
	for _, c := range cells {
		for name := range c.Measures {
			held[name] = true
		}
	}
	return slices.Sorted(maps.Keys(held))
}

// fewest cells from which anything is said of what matters.
const fewest = 8

// matters tells how each measure goes with each sampled path.
func (m *Manifest) matters(cells []result.SweepCell) []result.Matter {
	var all []result.Matter
	if len(cells) < fewest {
		return nil
	}
	measures := slices.Sorted(slices.Values(m.measured(cells)))
	for _, path := range m.Sampled {
		sizes := make([]float64, len(cells))
		for i, c := range cells {
			sizes[i] = scenario.SizeOf(c.Set[path])
		}
		for _, measure := range measures {
			var x, y []float64
			for i, c := range cells {
				if v := c.Measures[measure].Value; v != nil {
					x, y = append(x, sizes[i]), append(y, *v)
				}
			}
			if len(x) < fewest {
				continue
			}
			if r, ok := stats.RankCorrelation(x, y); ok {
				all = append(all, result.Matter{Path: path, Measure: measure, RankCorrelation: r})
			}
		}
	}
	return all
}
