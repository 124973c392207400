package result

// CapacityAt gives what the dependency can serve at an instant, in requests per
// second: its capacity times the share of servers, over the factor on service
// times, of every fault that is active then. False where it is not limited.
func (f Facts) CapacityAt(seconds float64) (perSecond float64, limited bool) {
	if f.Capacity == nil || !(*f.Capacity > 0) {
		return 0, false
	}
	perSecond = *f.Capacity
	for _, fault := range f.Faults {
		if fault.Begin <= seconds && (fault.End == nil || seconds < *fault.End) && fault.Slow > 0 {
			perSecond *= fault.Capacity / fault.Slow
		}
	}
	return perSecond, true
}
