package replicate

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"herdcast/models/metric"
)

func TestObservationsComeInOrderWhateverTheWorkers(t *testing.T) {
	run := func(_ context.Context, i int) (metric.Observation, error) {
		return metric.Observation{Events: int64(i)}, nil
	}
	for _, workers := range []int{1, 2, 8, 100} {
		var told []int
		got, err := Pool(context.Background(), 25, workers, run, func(n int) { told = append(told, n) })
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range got {
			if o.Events != int64(i) {
				t.Errorf("%d workers: place %d holds replication %d", workers, i, o.Events)
			}
		}
		for i, n := range told {
			if n != i+1 || len(told) != 25 {
				t.Fatalf("%d workers: progress %v", workers, told)
			}
		}
	}
}

func TestTheLowestFailureIsTold(t *testing.T) {
	// Replication 3 waits until 4 has failed, and fails then: it is 3 that is told.
	failed := make(chan struct{})
	run := guarded(func(_ context.Context, i int) (metric.Observation, error) {
		switch i {
		case 3:
			<-failed
			return metric.Observation{}, errors.New("third")
		case 4:
			close(failed)
			return metric.Observation{}, errors.New("fourth")
		}
		return metric.Observation{}, nil
	})
	_, err := Pool(context.Background(), 20, 2, run, func(int) {})
	var failure *Error
	if !errors.As(err, &failure) || failure.Replication != 3 || err.Error() != "replication 4: third" {
		t.Errorf("got %v", err)
	}
}

func TestAnInterruptKeepsWhatIsFinished(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var once sync.Once
	run := func(ctx context.Context, i int) (metric.Observation, error) {
		if i == 2 {
			once.Do(cancel)
			return metric.Observation{}, ctx.Err()
		}
		return metric.Observation{Events: int64(i)}, nil
	}
	got, err := Pool(ctx, 10, 1, run, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	present := ""
	for _, o := range got {
		present += fmt.Sprint(o != nil, " ")
	}
	if want := "true true false false false false false false false false "; present != want {
		t.Errorf("got %s, want %s", present, want)
	}
}

func TestABrokenPromiseNamesItsReplication(t *testing.T) {
	run := guarded(func(_ context.Context, i int) (metric.Observation, error) {
		if i == 1 {
			panic("ledger: level below zero")
		}
		return metric.Observation{}, nil
	})
	_, err := Pool(context.Background(), 3, 2, run, func(int) {})
	if want := "replication 2: the simulation broke: ledger: level below zero"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
}

// A folder that fails is no fault of the replication that met it.
func TestAFolderThatFailsNamesNoReplication(t *testing.T) {
	full := errors.New("no space left on device")
	run := func(context.Context, int) (metric.Observation, error) { return metric.Observation{}, full }
	_, err := Pool(context.Background(), 3, 2, run, func(int) {})
	var failure *Error
	if !errors.Is(err, full) || errors.As(err, &failure) {
		t.Errorf("got %v", err)
	}
}
