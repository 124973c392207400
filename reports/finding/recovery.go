package finding

import (
	"fmt"

	"herdcast/reports/number"
)

// herdReturnsInStep compares the burst after the last fault with the largest bin
// that would be no surprise: twice the mean before the first fault.
func herdReturnsInStep(r run) (message, advice string) {
	back, ok := r.value("herd.return_peak")
	peak, known := r.value("herd.peak")
	relative, compared := r.above("herd.peak_to_baseline", 0)
	if !ok || !known || !compared || peak == 0 {
		return "", ""
	}
	usual := peak / relative
	if back < 2*usual {
		return "", ""
	}
	return fmt.Sprintf("In the minute after the last fault up to %s requests arrive within %s, %s the usual.",
			number.Count(back), number.Duration(r.Facts.HerdBin), number.Factor(back/usual)),
		"Full jitter, or a breaker that opens for a drawn time, takes the herd out of step."
}

func neverRecovers(r run) (message, advice string) {
	share, ok := r.value("recovery.recovered")
	if !ok || share >= 1 {
		return "", ""
	}
	return fmt.Sprintf("In %s of the replications calls do not get healthy again before the run ends.", number.Share(1-share)),
		"A longer run tells slow recovery from none."
}

func relapses(r run) (message, advice string) {
	share, ok := r.above("recovery.relapsed", 0)
	if !ok {
		return "", ""
	}
	return fmt.Sprintf("In %s of the replications calls recover and then fall ill again.", number.Share(share)), ""
}
