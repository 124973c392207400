package replicate_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"herdcast/experiments/replicate"
	"herdcast/experiments/result"
	"herdcast/experiments/scenario"
)

const judged = `
version: 1
run: {duration: 30s, replications: 8}
tools: {look: {}, page: {effect: true}}
fleet: [{arrivals: 80/s, task: {tools: {look: 70%, page: 30%}}}]
dependency: {servers: 8, service: {exponential: 90ms}, queue: {max: 20}}
objectives:
  - calls.success >= 99%
  - latency.p99(tool=look) <= 500ms
  - attempts(attempt=1) >= 1
  - effects.duplicates(cause=retry) == 0
  - recovery.time <= 1s`

func batch(t *testing.T) *replicate.Batch {
	t.Helper()
	s, err := scenario.Read("inline.yaml", []byte(judged), scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := replicate.NewBatch(s, s.Objectives, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A batch that grows in steps, on another number of workers each, judges at 95 %
// what a run of all its replications judges.
func TestBatchJudgesWhatARunJudges(t *testing.T) {
	b := batch(t)
	for workers, n := range []int{3, 2, 8} {
		if err := b.Grow(context.Background(), n, workers+1); err != nil {
			t.Fatal(err)
		}
	}
	got, err := b.Judge(0.95)
	if want := simulate(t, judged).Objectives; err != nil || b.Replications() != 8 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d replications, %v\ngot  %+v\nwant %+v", b.Replications(), err, got, want)
	}
}

// 80 a second at 89 a second of capacity: a few are turned away, about one in a
// hundred. At 75 % this is told, at 99.99999 % it is not.
func TestBatchIsAsSureAsItIsAsked(t *testing.T) {
	b := batch(t)
	if _, err := b.Judge(0.95); err == nil {
		t.Error("a batch without replications has a verdict")
	}
	if err := b.Grow(context.Background(), 8, 2); err != nil {
		t.Fatal(err)
	}
	sure, _ := b.Judge(0.9999999)
	rash, _ := b.Judge(0.75)
	if sure[0].Verdict != result.Unclear || rash[0].Verdict == result.Unclear || *sure[0].Value != *rash[0].Value {
		t.Errorf("%+v\n%+v", sure[0], rash[0])
	}
}

func TestInterruptedBatchStaysAsItWas(t *testing.T) {
	b := batch(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.Grow(ctx, 4, 2); !errors.Is(err, context.Canceled) || b.Replications() != 0 {
		t.Errorf("%v, %d replications", err, b.Replications())
	}
}
