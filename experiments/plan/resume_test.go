package plan_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"herdcast/experiments/journal"
	"herdcast/experiments/plan/phase"
	"herdcast/experiments/plan/rare"
	"herdcast/experiments/plan/recommend"
	"herdcast/experiments/plan/size"
	"herdcast/experiments/scenario"
	"herdcast/sim/quantity"
)

const herd = `
version: 1
scenario:
  version: 1
  run: {duration: 20s, replications: 4}
  fleet: [{name: a, agents: 20, rest: {exponential: 1s}, policy: p}]
  policies: {p: [{retry: {attempts: 3}}, {timeout: 1s}]}
  dependency: {servers: 4, service: {exponential: 100ms}}
  faults: [{name: slow, at: 8s, for: 2s, slow: 4x}]
`

// searches are all that simulate what they learn they need.
var searches = map[string]func(ctx context.Context, workers int, j *journal.Journal) (func(io.Writer) error, error){
	"size": func(ctx context.Context, workers int, j *journal.Journal) (func(io.Writer) error, error) {
		e, err := scenario.ReadExperiment("herd.yaml", []byte(herd+"size: {find: largest, of: fleet.a.agents, between: [10, 90], within: 5, such_that: [latency.p99 <= 2s]}\n"), scenario.Options{})
		if err != nil {
			return nil, err
		}
		s, err := size.Find(ctx, e, size.Options{Workers: workers, Journal: j})
		if err != nil {
			return nil, err
		}
		return s.Encode, nil
	},
	"map": func(ctx context.Context, workers int, j *journal.Journal) (func(io.Writer) error, error) {
		e, err := scenario.ReadExperiment("herd.yaml", []byte(herd+"map: {x: {of: fleet.a.agents, between: [10, 50], steps: 2}, y: {of: faults.slow.for, between: [1s, 3s], steps: 2}}\n"), scenario.Options{})
		if err != nil {
			return nil, err
		}
		m, err := phase.Of(ctx, e, phase.Options{Workers: workers, Journal: j, Progress: func(int, int) {}})
		if err != nil {
			return nil, err
		}
		return m.Encode, nil
	},
	"rare": func(ctx context.Context, workers int, j *journal.Journal) (func(io.Writer) error, error) {
		s, err := scenario.Read("station.yaml", []byte("{version: 1, run: {duration: 10s, replications: 3}, fleet: [{arrivals: 5/s, model: stop}], dependency: {servers: 1, service: {exponential: 100ms}}}"), scenario.Options{})
		if err != nil {
			return nil, err
		}
		r, err := rare.Of(ctx, s, rare.Options{Level: 14, Paths: 20, Workers: workers, Journal: j, Begins: func(int) {}, Progress: func(int, int) {}})
		if err != nil {
			return nil, err
		}
		return r.Encode, nil
	},
	"recommend": func(ctx context.Context, workers int, j *journal.Journal) (func(io.Writer) error, error) {
		n := recommend.Numbers{Agents: 10, Rate: quantity.Rate{Count: 10, Per: time.Second}, P50: 40 * time.Millisecond, P99: 300 * time.Millisecond, Capacity: 4, Outage: 5 * time.Second, Deadline: 20 * time.Second}
		one := 1
		w, err := recommend.Recommend(ctx, n, recommend.Options{Workers: workers, Journal: j, Replications: &one})
		if err != nil {
			return nil, err
		}
		return w.Result.Encode, nil
	},
}

// doomed is a context that ends after somebody has looked at it so many times.
type doomed struct {
	context.Context
	left atomic.Int64
	stop context.CancelFunc
}

func (d *doomed) Err() error {
	if d.left.Add(-1) == 0 {
		d.stop()
	}
	return d.Context.Err()
}

// A search that is interrupted at least ten times, between replications and within
// them, by kills that tear its last line too, comes to the same bytes as one that is
// left alone, and goes on each time with all that was kept.
func TestSearchesGoOnAfterInterruptions(t *testing.T) {
	for name, search := range searches {
		t.Run(name, func(t *testing.T) {
			var want bytes.Buffer
			encode, err := search(context.Background(), 1, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := encode(&want); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), journal.Name)
			interrupted, kept := 0, 0
			for {
				j, err := journal.Open(path, name)
				if err != nil {
					t.Fatal(err)
				}
				if j.Kept() != kept {
					t.Fatalf("%d pieces are kept, want %d", j.Kept(), kept)
				}
				ctx, stop := context.WithCancel(context.Background())
				d := &doomed{Context: ctx, stop: stop}
				d.left.Store(int64(1 + 37*interrupted%19)) // a few replications, in no order
				if interrupted == 10 {
					d.left.Store(-1)
				}
				encode, err := search(d, 1+interrupted%3, j)
				stop()
				kept = j.Kept()
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				if err == nil {
					var got bytes.Buffer
					if err := encode(&got); err != nil {
						t.Fatal(err)
					}
					if interrupted < 10 || !bytes.Equal(got.Bytes(), want.Bytes()) {
						t.Errorf("after %d interruptions\ngot  %s\nwant %s", interrupted, got.Bytes(), want.Bytes())
					}
					return
				}
				if !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				interrupted++
				if interrupted%2 == 0 && kept > 0 { // killed while it wrote
					info, err := os.Stat(path)
					if err != nil {
						t.Fatal(err)
					}
					if err := os.Truncate(path, info.Size()-int64(interrupted)); err != nil {
						t.Fatal(err)
					}
					kept--
				}
			}
		})
	}
}
