package finding

import (
	"fmt"

	"herdcast/reports/number"
)

func modelRepeats(r run) (message, advice string) {
	inserted, ok := r.above("turns.inserted", 0)
	turns, known := r.above("turns", 0)
	if !ok || !known {
		return "", ""
	}
	message = fmt.Sprintf("The model spends %s (%s of all) on calls that had failed", number.Plural(inserted, "extra turn"), number.Share(inserted/turns))
	if share, ok := r.above("tokens.repeated_share", 0); ok {
		message += fmt.Sprintf("; turns that only repeat cost %s of the tokens", number.Share(share))
	}
	return message + ".", "A wrapper that tells the model what was already tried saves it from trying by hand."
}

// lost are the categories of task time in which nothing gets done.
var lost = []struct{ measure, words string }{
	{"time.queue", "in the dependency's queue"},
	{"time.backoff", "backing off"},
	{"time.limit", "waiting for the client's limits"},
	{"time.failed_attempts", "in attempts that failed"},
	{"time.wasted_turns", "on turns that repeat failed calls"},
}

func wallClockSpentWaiting(r run) (message, advice string) {
	sum, most, where := 0.0, 0.0, ""
	for _, category := range lost {
		share, _ := r.value(category.measure)
		sum += share
		if share > most {
			most, where = share, category.words
		}
	}
	if sum < 0.02 {
		return "", ""
	}
	return fmt.Sprintf("%s of task time goes into waiting and repeating, most of it %s (%s).", number.Share(sum), where, number.Share(most)), ""
}

func tasksOutOfTime(r run) (message, advice string) {
	tasks, ok := r.above("tasks.out_of_time", 0)
	if !ok {
		return "", ""
	}
	message = number.Plural(tasks, "task") + " a run"
	if share, ok := r.value("wall_clock.exhausted"); ok {
		message += fmt.Sprintf(" (%s)", number.Share(share))
	}
	words := " run out of their "
	if tasks == 1 {
		words = " runs out of its "
	}
	if r.Facts.WallClock == nil {
		return message + words + "wall-clock budget.", ""
	}
	return message + words + number.Duration(*r.Facts.WallClock) + ".", ""
}
