package dependency

import (
	"cmp"
	"flag"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herdcast/sim"
)

func init() { flag.Set("rapid.seed", "1") }

// Against a plain list of what was admitted: no window ever holds more than the limit, who
// would fit is never refused, and who is told what remains would pass then, if nobody else
// came, and not a nanosecond before.
func TestWindowsKeepTheirLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.SampledFrom([]QuotaWindow{"fixed", "sliding"}).Draw(t, "window")
		limit := rapid.Int64Range(1, 6).Draw(t, "limit")
		per := time.Duration(rapid.IntRange(1, 12).Draw(t, "per"))
		q := quotaOf(limit, per, window, "remaining")
		var all []entered
		fits := func(now sim.Time, units int64) bool {
			for _, e := range all {
				if window == "fixed" && int64(e.at)/int64(per) == int64(now)/int64(per) || window == "sliding" && now.Sub(e.at) < per {
					units += e.units
				}
			}
			return units <= limit
		}
		now := sim.Time(0)
		for range rapid.IntRange(1, 60).Draw(t, "requests") {
			now = now.Add(time.Duration(rapid.IntRange(0, 4).Draw(t, "later")))
			units := rapid.Int64Range(1, limit).Draw(t, "units")
			want := fits(now, units)
			admitted, told := q.ask(now, &Request{}, units, 1)
			if admitted != want {
				t.Fatalf("%d units at %d: admitted %v after %v", units, now, admitted, all)
			}
			if admitted {
				all = append(all, entered{now, units})
			} else if !fits(now.Add(told), units) || fits(now.Add(told-1), units) {
				t.Fatalf("%d units at %d: told %d after %v", units, now, told, all)
			}
		}
	})
}

// Of requests of one size whoever is told a place in line and comes just then passes, as
// long as nobody comes who was not told.
func TestPlacesInLineHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		window := rapid.SampledFrom([]QuotaWindow{"fixed", "sliding", "bucket"}).Draw(t, "window")
		limit := rapid.Int64Range(1, 6).Draw(t, "limit")
		per := time.Duration(rapid.IntRange(2, 12).Draw(t, "per"))
		units := rapid.Int64Range(1, limit).Draw(t, "units")
		q := quotaOf(limit, per, window, "place_in_line")
		var line []entered
		now, first := sim.Time(0), sim.Never
		for range rapid.IntRange(1, 40).Draw(t, "requests") {
			if now = now.Add(time.Duration(rapid.IntRange(0, 2).Draw(t, "later"))); now >= first {
				break
			}
			if admitted, told := q.ask(now, &Request{}, units, 1); !admitted {
				line = append(line, entered{now.Add(told), units})
				first = min(first, now.Add(told))
			}
		}
		slices.SortStableFunc(line, func(a, b entered) int { return cmp.Compare(a.at, b.at) })
		for i, e := range line {
			if admitted, _ := q.ask(e.at, &Request{}, e.units, 1); !admitted {
				t.Fatalf("number %d of %v is refused", i+1, line)
			}
		}
	})
}
