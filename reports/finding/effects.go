package finding

import (
	"fmt"

	"herdcast/reports/number"
)

// causes of a duplicate, in words that follow "by".
var causes = []struct{ name, words string }{
	{"retry", "retries"},
	{"hedge", "hedges"},
	{"reissue", "the model repeating a call"},
	{"adapt", "the model changing a call that had landed"},
	{"key_expired", "keys that expired"},
	{"stored_late", "keys stored too late"},
	{"lease", "leases that ran out"},
}

func duplicatesByRepeating(r run) (message, advice string) {
	duplicates, ok := r.above("effects.duplicates", 0)
	if !ok {
		return "", ""
	}
	verb := "land"
	if duplicates == 1 {
		verb = "lands"
	}
	message = fmt.Sprintf("%s a run %s once more than wanted", number.Plural(duplicates, "effect"), verb)
	if rate, ok := r.value("effects.duplicates_per_1000"); ok {
		message += fmt.Sprintf(", %s per 1,000", number.Count(rate))
	}
	most, by := 0.0, ""
	for _, cause := range causes {
		m := r.Parts["effects.duplicates(cause="+cause.name+")"]
		if m.Value != nil && *m.Value > most {
			most, by = *m.Value, cause.words
		}
	}
	switch {
	case most >= duplicates:
		message += ", all by " + by
	case most > 0:
		message += fmt.Sprintf(", %s of them by %s", number.Count(most), by)
	}
	return message + ".", "A key per intent that the dependency deduplicates on stops them; so does reading back the state before repeating."
}

func effectsLost(r run) (message, advice string) {
	lost, ok := r.above("effects.lost", 0)
	if !ok {
		return "", ""
	}
	return fmt.Sprintf("%s a run were reported done although they never landed.", number.Plural(lost, "effect")), ""
}

func falseFailures(r run) (message, advice string) {
	failures, ok := r.above("effects.false_failures", 0)
	if !ok {
		return "", ""
	}
	message = fmt.Sprintf("%s a run are reported as failed or unknown although their effect landed", number.Plural(failures, "call"))
	if share, ok := r.value("effects.false_failure_share"); ok {
		message += fmt.Sprintf(", %s of the failures that a call with an effect reports", number.Share(share))
	}
	return message + ".", ""
}
