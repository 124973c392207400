package sweep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"herdcast/experiments/replicate"
)

// ErrMissing says that shards do not make a whole.
var ErrMissing = errors.New("shards are missing")

// ErrForeign says that a folder does not belong to the sweep of the others.
var ErrForeign = errors.New("does not belong to the same sweep")

// Merge puts the shards in folders together, as one machine would have simulated
// them. A folder may be a shard's, or hold those of several. Folders of different
// sweeps are refused with ErrForeign, shards that lack cells or replications with
// ErrMissing; the same cells twice are taken once.
func Merge(folders []string) (*Manifest, [][]replicate.Row, error) {
	shards, err := shardsIn(folders)
	if err != nil {
		return nil, nil, err
	}
	var manifest *Manifest
	var rows [][]replicate.Row
	for _, path := range shards {
		data, err := os.ReadFile(filepath.Join(path, manifestFile))
		if err != nil {
			return nil, nil, fmt.Errorf("%s %w: it has no %s", path, ErrForeign, manifestFile)
		}
		m, err := decodeManifest(data)
		if err != nil {
			return nil, nil, fmt.Errorf("%s %w: %v", filepath.Join(path, manifestFile), ErrForeign, err)
		}
		if manifest == nil {
			manifest, rows = m, make([][]replicate.Row, len(m.Cells))
		} else if m.Digest() != manifest.Digest() {
			return nil, nil, fmt.Errorf("%s %w as %s", path, ErrForeign, shards[0])
		}
		own, err := tableAt(filepath.Join(path, tableFile), len(m.Cells))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil, fmt.Errorf("%w: %s is not finished", ErrMissing, path)
		}
		if err != nil {
			return nil, nil, err
		}
		for c := range own {
			if rows[c] == nil {
				rows[c] = own[c]
			}
		}
	}
	return manifest, rows, manifest.complete(rows)
}

// complete tells whether every cell has its replications.
func (m *Manifest) complete(rows [][]replicate.Row) error {
	var lacking []string
	for i, c := range m.Cells {
		if len(rows[i]) == 0 || len(rows[i]) < replicate.Due(rows[i], c.Replications, c.Precision) {
			lacking = append(lacking, fmt.Sprint(i+1))
		}
	}
	if lacking == nil {
		return nil
	}
	shown := strings.Join(lacking[:min(len(lacking), 10)], ", ")
	if len(lacking) > 10 {
		shown += ", …"
	}
	return fmt.Errorf("%w: nothing has cells %s of %d", ErrMissing, shown, len(m.Cells))
}

// shardsIn lists the folders of shards: those named, or the ones inside of them.
func shardsIn(folders []string) ([]string, error) {
	var all []string
	for _, path := range folders {
		if _, err := os.Stat(filepath.Join(path, manifestFile)); err == nil {
			all = append(all, path)
			continue
		}
		inside, err := filepath.Glob(filepath.Join(path, "shard-*-of-*"))
		if err != nil || len(inside) == 0 {
			return nil, fmt.Errorf("%s %w: it is no shard and holds none", path, ErrForeign)
		}
		slices.Sort(inside)
		all = append(all, inside...)
	}
	return all, nil
}
