package sweep

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is a part of the cells: of every so many the one with this remainder. So
// costly neighbours are spread. All is the shard that leaves nothing out.
type Shard struct{ Index, Of int }

// All is every cell.
var All = Shard{0, 1}

// ParseShard reads i/n. Counting from 0 (0/3, 1/3, 2/3) or from 1 (1/3, 2/3, 3/3)
// names every cell once: 3/3 is 0/3.
func ParseShard(text string) (Shard, error) {
	index, of, ok := strings.Cut(text, "/")
	i, wrong := strconv.Atoi(index)
	n, wrongToo := strconv.Atoi(of)
	if !ok || wrong != nil || wrongToo != nil || n < 1 || i < 0 || i > n {
		return Shard{}, fmt.Errorf("found %q, but a shard is i/n, such as 1/3, 2/3 and 3/3", text)
	}
	return Shard{i % n, n}, nil
}

// ShardOf reads the shard from the environment of an array job: the index that
// Kubernetes (Indexed Job) or Slurm (array) sets, and the number of shards from
// HERDCAST_SHARDS, else from Slurm's own count. Outside of one, it is All.
func ShardOf(getenv func(string) string) (Shard, error) {
	for _, job := range []struct{ index, count string }{{"JOB_COMPLETION_INDEX", ""}, {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"}} {
		index := getenv(job.index)
		if index == "" {
			continue
		}
		count := getenv("HERDCAST_SHARDS")
		if count == "" && job.count != "" {
			count = getenv(job.count)
		}
		if count == "" {
			return Shard{}, fmt.Errorf("%s is %s, but HERDCAST_SHARDS does not say how many shards there are", job.index, index)
		}
		shard, err := ParseShard(index + "/" + count)
		if err != nil {
			return Shard{}, fmt.Errorf("%s of HERDCAST_SHARDS: %w", job.index, err)
		}
		return shard, nil
	}
	return All, nil
}

// has tells whether a cell belongs to the shard.
func (s Shard) has(cell int) bool { return cell%s.Of == s.Index }

// Whole tells whether the shard leaves nothing out.
func (s Shard) Whole() bool { return s.Of == 1 }

// folder is where a shard lies below the sweep's own folder.
func (s Shard) folder() string { return fmt.Sprintf("shard-%d-of-%d", s.Index, s.Of) }
