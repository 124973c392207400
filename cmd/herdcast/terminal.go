package main

import (
	"os"

	"golang.org/x/term"
)

// terminal says how many columns there are for a summary, and whether colour is
// wanted: on a terminal only, and not where NO_COLOR says no. Elsewhere the width
// is 0, for the usual one.
func terminal() (width int, color bool) {
	descriptor := int(os.Stdout.Fd())
	if !term.IsTerminal(descriptor) {
		return 0, false
	}
	width, _, err := term.GetSize(descriptor)
	if err != nil {
		width = 0
	}
	return width, os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
