package text

import "testing"

func TestListedWrapsBesideTheName(t *testing.T) {
	got := Listed([][2]string{{"one", "what the first of them is"}, {"other", "short"}}, 20)
	if want := "one    what the\n       first of them\n       is\nother  short\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestFilledKeepsParagraphsApart(t *testing.T) {
	if got, want := Filled("one two\nthree\n\nfour\n", 10), "one two\nthree\n\nfour"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
