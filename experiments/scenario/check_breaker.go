package scenario

import (
	"strconv"

	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/sim/quantity"
)

func (d *decoder) checkBreaker(b *breaker.Spec, path string) {
	for o := range policies.Outcomes {
		if b.Failures.Has(o) && b.Successes.Has(o) {
			d.at(join(path, "successes"), "found %s, which counts as a failure", o)
		}
	}
	if h := b.HalfOpen; h != nil && h.Share != nil && h.For == nil && !d.wrote(join(path, "half_open.for")) {
		d.at(join(path, "half_open"), "the key for is missing (how long probes are admitted before the verdict)")
	}
	if g := b.Open.Grows; g != nil && g.Cap != nil && g.First > *g.Cap {
		d.at(join(path, "open.cap"), "found %s, but first is %s", quantity.FormatDuration(*g.Cap), quantity.FormatDuration(g.First))
	}
	if a := b.Algorithm; a != nil && a.Opossum != nil && a.Opossum.RollingBuckets > 0 && int64(a.Opossum.RollingWindow)%int64(a.Opossum.RollingBuckets) != 0 {
		d.at(join(path, "algorithm.opossum.rolling_buckets"), "found %d, but a window of %s has no %d equal parts",
			a.Opossum.RollingBuckets, quantity.FormatDuration(a.Opossum.RollingWindow), a.Opossum.RollingBuckets)
	}
	d.checkTrip(&b.Trip, join(path, "trip"))
}

func (d *decoder) checkTrip(t *breaker.Trip, path string) {
	if !d.wrote(path) {
		return
	}
	written := func(key string) bool { return d.wrote(join(path, key)) }
	switch {
	case !written("consecutive") && !written("count") && !written("rate") && !written("slow") && !written("slow_rate"):
		d.at(path, "one of these keys is due: consecutive, count, rate, slow_rate")
	case written("slow") && !written("slow_rate"):
		d.at(path, "the key slow_rate is missing (the share of slow answers that trips)")
	case written("slow_rate") && !written("slow"):
		d.at(path, "the key slow is missing (an answer that takes longer is slow)")
	}
	size, whole := int64(t.Window.Calls), strconv.Itoa(t.Window.Calls)+" calls"
	if size == 0 {
		size, whole = int64(t.Window.Span), quantity.FormatDuration(t.Window.Span)
	}
	if t.Slices != nil && *t.Slices > 0 && size%int64(*t.Slices) != 0 {
		d.at(join(path, "slices"), "found %d, but a window of %s has no %d equal parts", *t.Slices, whole, *t.Slices)
	}
	if t.Of != "finished" && t.Window.Calls > 0 {
		d.at(join(path, "of"), "found %s, but a window of %s is of those that have finished (write a span, such as window: 10s)", t.Of, whole)
	}
}
