package outlier

import (
	"flag"
	"math"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/sim"
	"herdcast/sim/quantity"
)

func init() { flag.Set("rapid.seed", "1") }

// usual is Envoy's detection with some settings changed.
func usual(change func(*Spec)) Spec {
	var s Spec
	s.SetDefaults()
	if change != nil {
		change(&s)
	}
	return s
}

func at(seconds float64) sim.Time { return sim.Time(math.Round(seconds * 1e9)) }

// answers reports so many outcomes of a replica at one instant.
func answers(o *Outlier, st *State, now sim.Time, number, count int, outcome policies.Outcome) {
	for range count {
		o.Report(st, now, number, outcome)
	}
}

func out(o *Outlier, st *State, now sim.Time) (all []int) {
	for i, ejected := range o.Ejected(st, now) {
		if ejected {
			all = append(all, i)
		}
	}
	return all
}

func expect(t *testing.T, what string, got []int, want ...int) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: out are %v, want %v", what, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: out are %v, want %v", what, got, want)
		}
	}
}

// Rates of 50 and four of 100 %: mean 90, deviation 20, threshold 90 − 1.9·20 = 52.
// Of 80 and four of 100 %: mean 96, deviation 8, threshold 80.8. Of 50, 50 and three of
// 100 %: mean 80, deviation √600 = 24.5, threshold 33.5.
func TestRatesOfSuccess(t *testing.T) {
	for _, row := range []struct {
		succeeded [5]int // of 100
		want      []int
	}{
		{[5]int{50, 100, 100, 100, 100}, []int{0}},
		{[5]int{100, 100, 80, 100, 100}, []int{2}},
		{[5]int{50, 50, 100, 100, 100}, nil},
		{[5]int{100, 100, 100, 100, 100}, nil},
	} {
		o := usual(func(s *Spec) { s.Enforcing = 0 }).Compile(5)
		st := o.Fresh(1)
		for i, n := range row.succeeded {
			answers(&o, &st, at(5), i, n, policies.OK)
			answers(&o, &st, at(5), i, 100-n, policies.ServerError)
		}
		expect(t, "before the look", out(&o, &st, at(9.999)))
		expect(t, "after it", out(&o, &st, at(10)), row.want...)
	}
}

// Without enough answers, or enough replicas with as many, rates say nothing; nor do
// those of the interval before.
func TestRatesNeedEnough(t *testing.T) {
	o := usual(func(s *Spec) { s.Enforcing = 0 }).Compile(5)
	st := o.Fresh(1)
	for i := range 5 {
		answers(&o, &st, at(5), i, 99+min(i, 1), policies.OK) // the first has 99
	}
	answers(&o, &st, at(5), 4, 100, policies.ServerError)
	expect(t, "four of five with enough", out(&o, &st, at(10)))
	for i := range 5 {
		answers(&o, &st, at(15), i, 50, policies.OK)
		answers(&o, &st, at(25), i, 50, policies.OK)
	}
	expect(t, "half in each of two intervals", out(&o, &st, at(30)))
}

// The default share of 85 % is judged over intervals with 50 answers of five replicas.
func TestSharesOfFailures(t *testing.T) {
	o := usual(func(s *Spec) { s.Enforcing, s.EnforcingRate, s.EnforcingFailure, s.MaxPercent = 0, 0, 1, 1 }).Compile(5)
	st := o.Fresh(1)
	for i, failed := range []int{85, 84, 100, 0, 0} {
		answers(&o, &st, at(5), i, failed, policies.Unavailable)
		answers(&o, &st, at(5), i, 100-failed, policies.OK)
	}
	expect(t, "85 % and 100 %", out(&o, &st, at(10)), 0, 2)
}

// The same replica again and again, as soon as it is back: 30, 60, 90 s … and 300 s at
// most, each until the next multiple of 10 s.
func TestEjectionsGrow(t *testing.T) {
	o := usual(nil).Compile(4)
	st := o.Fresh(1)
	now := at(1)
	for n := 1; n <= 12; n++ {
		answers(&o, &st, now, 0, 4, policies.ServerError)
		expect(t, "after four failures", out(&o, &st, now))
		o.Report(&st, now, 0, policies.ServerError)
		expect(t, "after five", out(&o, &st, now), 0)
		lasts := float64(min(30*n, 300))
		back := math.Ceil((now.Seconds()+lasts)/10) * 10
		expect(t, "just before it is back", out(&o, &st, at(back-0.001)), 0)
		expect(t, "when it is back", out(&o, &st, at(back)))
		now = at(back + 1)
	}
}

// Out at 1 s for 30 s, back at 40 s; the look at 50 s takes the step back, so failures
// at 51 s last 30 s again, until 90 s, not 60 s.
func TestEjectionsShrink(t *testing.T) {
	o := usual(nil).Compile(4)
	st := o.Fresh(1)
	answers(&o, &st, at(1), 0, 5, policies.Timeout)
	answers(&o, &st, at(51), 0, 5, policies.Timeout)
	expect(t, "at 89 s", out(&o, &st, at(89)), 0)
	expect(t, "at 90 s", out(&o, &st, at(90)))
}

// What ends a row of failures is any answer that is none; what never reached the
// replica, or was cut from above, does not.
func TestRows(t *testing.T) {
	for _, row := range []struct {
		between policies.Outcome
		ejects  bool
	}{
		{policies.OK, false}, {policies.Throttled, false}, {policies.Semantic, false}, {policies.Conflict, false},
		{policies.Rejected, true}, {policies.Abandoned, true},
		{policies.Refused, true}, {policies.Reset, true},
	} {
		o := usual(nil).Compile(4)
		st := o.Fresh(1)
		answers(&o, &st, at(1), 2, 4, policies.ServerError)
		o.Report(&st, at(1), 2, row.between)
		o.Report(&st, at(1), 2, policies.ServerError)
		if got := len(out(&o, &st, at(1))) > 0; got != row.ejects {
			t.Errorf("with %s between: ejected %v", row.between, got)
		}
	}
}

// Failures of the gateway eject only if that is enforced, and another failure ends
// their row.
func TestGatewayFailures(t *testing.T) {
	spec := usual(func(s *Spec) { s.Consecutive, s.Gateway, s.EnforcingGateway = 99, 3, 1 })
	o := spec.Compile(4)
	st := o.Fresh(1)
	answers(&o, &st, at(1), 0, 2, policies.Unavailable)
	o.Report(&st, at(1), 0, policies.ServerError)
	answers(&o, &st, at(1), 0, 2, policies.Timeout)
	expect(t, "two, another, two", out(&o, &st, at(1)))
	o.Report(&st, at(1), 0, policies.Refused)
	expect(t, "three", out(&o, &st, at(1)), 0)
	spec.EnforcingGateway = 0
	o = spec.Compile(4)
	st = o.Fresh(1)
	answers(&o, &st, at(1), 0, 9, policies.Unavailable)
	expect(t, "not enforced", out(&o, &st, at(1)))
}

// Counted apart, what the caller tells itself is no failure of the others' row, and an
// answer, be it a failure, ends its own.
func TestLocalFailures(t *testing.T) {
	o := usual(func(s *Spec) { s.Split, s.Local = true, 3 }).Compile(4)
	st := o.Fresh(1)
	answers(&o, &st, at(1), 0, 4, policies.ServerError)
	answers(&o, &st, at(1), 0, 2, policies.Timeout)
	expect(t, "four and two apart", out(&o, &st, at(1)))
	o.Report(&st, at(1), 0, policies.Throttled)
	answers(&o, &st, at(1), 0, 2, policies.Refused)
	expect(t, "two again", out(&o, &st, at(1)))
	o.Report(&st, at(1), 0, policies.Reset)
	expect(t, "three", out(&o, &st, at(1)), 0)
}

// A quarter of 4,000 detections is enforced: 1,000, give or take five deviations of
// √(4000·0.25·0.75) = 27.4. Jitter of 20 s puts the end of 30 s evenly into the looks at
// 40 s and 50 s after ejections at 1 s: before and after 9 s of 20 s.
func TestDice(t *testing.T) {
	o := usual(func(s *Spec) { s.Enforcing, s.Jitter = 0.25, 20*time.Second }).Compile(4)
	ejected, late := 0, 0
	for n := range 4000 {
		st := o.Fresh(sim.NewKey(1, 0).Child(uint64(n)))
		answers(&o, &st, at(1), 0, 5, policies.ServerError)
		ejected += len(out(&o, &st, at(1)))
		late += len(out(&o, &st, at(40)))
		expect(t, "at 60 s", out(&o, &st, at(60)))
	}
	if math.Abs(float64(ejected)-1000) > 137 {
		t.Errorf("%d of 4000", ejected)
	}
	if share := float64(late) / float64(ejected); math.Abs(share-11.0/20) > 5*math.Sqrt(0.25/1000) {
		t.Errorf("%.3f are still out at 40 s", share)
	}
}

// Of n replicas never more than the greatest share, rounded up to whole ones, are out,
// but for the one that always may be; what is out by the account is what is passed
// over; and all come back in the end.
func TestNeverMoreThanTheShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "replicas")
		percent := rapid.IntRange(0, 100).Draw(t, "percent")
		one := rapid.Bool().Draw(t, "one")
		o := usual(func(s *Spec) {
			s.Consecutive, s.MaxPercent, s.AlwaysOne, s.Panic = 2, quantity.Share(float64(percent)/100), one, 0
			s.RateHosts, s.RateVolume, s.RateFactor = 2, 3, 500
			s.EnforcingFailure, s.FailureHosts, s.FailureVolume = 1, 1, 4
		}).Compile(n)
		st := o.Fresh(sim.Key(rapid.Uint64().Draw(t, "key")))
		most := (percent*n + 99) / 100
		if one {
			most = max(most, 1)
		}
		now := sim.Time(0)
		for range rapid.IntRange(1, 200).Draw(t, "answers") {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(8*time.Second)).Draw(t, "gap")))
			outcome := rapid.SampledFrom([]policies.Outcome{policies.OK, policies.ServerError, policies.Timeout}).Draw(t, "outcome")
			o.Report(&st, now, rapid.IntRange(0, n-1).Draw(t, "replica"), outcome)
			all := out(&o, &st, now)
			if len(all) > most || len(all) != st.ejected {
				t.Fatalf("%d of %d are out (%d by the account), at %d %%", len(all), n, st.ejected, percent)
			}
		}
		if left := out(&o, &st, now.Add(10*time.Minute)); len(left) > 0 {
			t.Fatalf("%v are still out", left)
		}
	})
}

// Looks that are taken together, when somebody next asks, do what each does in its time.
func TestLooksTakenTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := usual(func(s *Spec) {
			s.Consecutive, s.MaxPercent, s.RateHosts, s.RateVolume, s.Jitter = 1, 1, 2, 1, 7*time.Second
		}).Compile(3)
		together, each := o.Fresh(1), o.Fresh(1)
		now := sim.Time(0)
		for range rapid.IntRange(1, 40).Draw(t, "answers") {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(90*time.Second)).Draw(t, "gap")))
			outcome := rapid.SampledFrom([]policies.Outcome{policies.OK, policies.ServerError}).Draw(t, "outcome")
			number := rapid.IntRange(0, 2).Draw(t, "replica")
			for each.next <= now {
				o.Ejected(&each, each.next)
			}
			o.Report(&together, now, number, outcome)
			o.Report(&each, now, number, outcome)
			if !reflect.DeepEqual(together, each) {
				t.Fatalf("at %v: together %+v, each %+v", now.Duration(), together, each)
			}
		}
	})
}

// However short the interval, a look costs nothing that nobody sees.
func TestManyLooks(t *testing.T) {
	o := usual(func(s *Spec) { s.Interval, s.MaxPercent = 1, 1 }).Compile(4)
	st := o.Fresh(1)
	answers(&o, &st, at(1), 0, 5, policies.ServerError)
	expect(t, "a nanosecond before it is back", out(&o, &st, at(31)-1), 0)
	expect(t, "when it is back", out(&o, &st, at(31)))
}
