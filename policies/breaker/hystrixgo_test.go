package breaker

import (
	"testing"
	"time"
)

func hystrixGo() Breaker {
	return written(func(s *Spec) {
		s.Algorithm = &Algorithm{}
		s.Algorithm.SetWord("hystrix_go")
	}).Compile()
}

// Twenty calls of which so many fail, at 0 s. The next is rejected at half of them, and at
// 9 failures of 18 nobody is; 199 of 401 are 49.6 per cent, which round to 50, 99 of 201 are 49.3.
func TestHystrixGoIsJudgedWhenACallComes(t *testing.T) {
	for _, row := range []struct {
		failures, successes int
		opens               bool
	}{{10, 10, true}, {9, 11, false}, {9, 9, false}, {10, 9, false}, {199, 202, true}, {99, 102, false}} {
		b := hystrixGo()
		st := b.Fresh(1)
		for range row.successes {
			pass, _ := b.Admit(&st, 0)
			b.Report(&st, 0, pass, ok)
		}
		for range row.failures { // no more are called once half have failed
			b.Report(&st, 0, Pass{}, fail)
		}
		if st.Phase() != Closed {
			t.Errorf("%+v: opens with an answer", row)
		}
		if _, admitted := b.Admit(&st, 0); admitted == row.opens {
			t.Errorf("%+v: admitted %v", row, admitted)
		}
	}
}

// Opened at 0 s: a call passes after more than 5 s, hangs, and another does after more than
// 5 s more; a failure changes nothing, a success closes it with nothing counted.
func TestHystrixGoLetsOnePassInEachSleepWindow(t *testing.T) {
	b := hystrixGo()
	st := b.Fresh(1)
	for range 20 {
		b.Report(&st, 0, Pass{}, fail)
	}
	admits := func(now time.Duration, want bool) {
		t.Helper()
		if _, admitted := b.Admit(&st, at(now)); admitted != want {
			t.Errorf("at %v: admitted %v", now, admitted)
		}
	}
	admits(0, false)
	admits(5*sec, false)
	admits(5*sec+1, true) // it hangs
	admits(5*sec+2, false)
	admits(10*sec+1, false)
	admits(10*sec+2, true)
	b.Report(&st, at(11*sec), Pass{}, fail)
	admits(11*sec, false)
	admits(15*sec+3, true)
	b.Report(&st, at(16*sec), Pass{}, ok)
	if requests, errors := st.sums.sums(at(16 * sec)); st.Phase() != Closed || requests != 1 || errors != 0 {
		t.Errorf("phase %d, %d requests, %d errors after a success", st.Phase(), requests, errors)
	}
}

// Ten errors and ten successes in the first second. They are judged at 10.9 s, ten whole
// seconds later, and not at 11 s. A success at 10.5 s takes the requests of the first second out,
// but not the errors: 10 of 1 do not trip, for there are no 20 requests.
func TestHystrixGoCountsWholeSeconds(t *testing.T) {
	for now, opens := range map[time.Duration]bool{10900 * time.Millisecond: true, 11 * sec: false} {
		b := hystrixGo()
		st := b.Fresh(1)
		for range 10 {
			b.Report(&st, at(500*time.Millisecond), Pass{}, fail)
			b.Report(&st, at(500*time.Millisecond), Pass{}, ok)
		}
		if _, admitted := b.Admit(&st, at(now)); admitted == opens {
			t.Errorf("at %v: admitted %v", now, admitted)
		}
	}
	b := hystrixGo()
	st := b.Fresh(1)
	for range 10 {
		b.Report(&st, at(500*time.Millisecond), Pass{}, fail)
		b.Report(&st, at(500*time.Millisecond), Pass{}, ok)
	}
	b.Report(&st, at(10500*time.Millisecond), Pass{}, ok)
	if requests, errors := st.sums.sums(at(10500 * time.Millisecond)); requests != 1 || errors != 10 {
		t.Errorf("%d requests, %d errors", requests, errors)
	}
}
