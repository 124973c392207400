package hedge

import (
	"fmt"
	"testing"
	"time"
)

func TestReactions(t *testing.T) {
	for word, want := range map[OnFailure]Reaction{"wait": WaitForOthers, "next": SendNext, "fail": Fail} {
		if got := (Spec{OnFailure: word}).Compile().OnFailure; got != want {
			t.Errorf("%s: got %d, want %d", word, got, want)
		}
	}
}

func TestWrittenHedgeSendsOneCopyOfWhatIsSafe(t *testing.T) {
	s := Spec{After: 150 * time.Millisecond}
	s.SetDefaults()
	h := s.Compile()
	if h.After != 150*time.Millisecond || !h.OnlyIfSafe || h.OnFailure != WaitForOthers || !h.MayCopy(0) || h.MayCopy(1) {
		t.Errorf("got %+v", h)
	}
}

func Example() {
	s := Spec{After: 150 * time.Millisecond, Extra: 2}
	h := s.Compile()
	for sent := 0; h.MayCopy(sent); sent++ {
		fmt.Println(time.Duration(sent+1) * h.After)
	}
	// Output:
	// 150ms
	// 300ms
}
