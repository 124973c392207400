package replicate

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"herdcast/models/metric"
	"herdcast/models/world"
)

// simulate runs one replication.
type simulate func(ctx context.Context, replication int) (metric.Observation, error)

func simulation(spec *world.Spec, parts []metric.Part) simulate {
	return func(ctx context.Context, replication int) (metric.Observation, error) {
		w, err := world.Build(spec, world.Options{Replication: replication, Parts: parts})
		if err != nil {
			return metric.Observation{}, err
		}
		if err := w.Run(ctx); err != nil {
			return metric.Observation{}, err
		}
		return w.Observe(), nil
	}
}

// guarded turns what goes wrong inside a world, a promise that breaks too, into an
// *Error: whoever runs replications learns which one it was and can see it again.
func guarded(run simulate) simulate {
	return func(ctx context.Context, replication int) (o metric.Observation, err error) {
		defer func() {
			if broken := recover(); broken != nil {
				err = fmt.Errorf("the simulation broke: %v", broken)
			}
			if err != nil && !errors.Is(err, context.Canceled) {
				err = &Error{Replication: replication, Err: err}
			}
		}()
		return run(ctx, replication)
	}
}

// Pool runs pieces of work 0..planned-1 on so many workers and gives what each
// came to, nil for those that an interrupt left out. An error stops the rest; of
// several the one of the lowest piece is given, which does not depend on the number
// of workers: pieces are handed out in order, and those handed out are finished.
func Pool[T any](ctx context.Context, planned, workers int, run func(ctx context.Context, piece int) (T, error), progress func(finished int)) ([]*T, error) {
	results := make([]*T, planned)
	failures := make([]error, planned)
	var mutex sync.Mutex
	next, finished, stopped := 0, 0, false
	take := func() (int, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if stopped || next == planned || ctx.Err() != nil {
			return 0, false
		}
		next++
		return next - 1, true
	}
	put := func(i int, o *T, err error) {
		mutex.Lock()
		defer mutex.Unlock()
		if err != nil {
			failures[i], stopped = err, true
			return
		}
		results[i] = o
		finished++
		progress(finished)
	}
	var group sync.WaitGroup
	for range min(workers, planned) {
		group.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				o, err := run(ctx, i)
				put(i, &o, err)
			}
		})
	}
	group.Wait()
	for _, err := range failures {
		if err != nil && !errors.Is(err, context.Canceled) {
			return nil, err
		}
	}
	return results, nil
}
