package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one thing that is wrong with a scenario.
type Problem struct {
	File         string // as given, or the --set that brought it in
	Line, Column int    // from 1; 0 where the file as a whole is meant
	Path         string // of the key, from the top: policies.careful[1].retry.attempts
	Message      string // what was found and what is allowed
}

// Error gives the problem in one line, as compilers do.
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
	}
	if p.Column > 0 {
		fmt.Fprintf(&b, ":%d", p.Column)
	}
	if p.Path != "" {
		b.WriteString(": " + p.Path)
	}
	return b.String() + ": " + p.Message
}

// Problems are all that is wrong, in the order of the file.
type Problems []Problem

// most problems shown: a file with more is no scenario.
const mostProblems = 100

// Error gives one problem a line.
func (p Problems) Error() string {
	var lines []string
	for i, problem := range p {
		if i == mostProblems {
			lines = append(lines, fmt.Sprintf("… and %d more", len(p)-i))
			break
		}
		lines = append(lines, problem.Error())
	}
	return strings.Join(lines, "\n")
}

// Sorted puts those of the file first, then those of each --set.
func (p Problems) Sorted(name string) Problems {
	slices.SortStableFunc(p, func(a, b Problem) int {
		if a.File != b.File {
			if a.File == name {
				return -1
			}
			if b.File == name {
				return 1
			}
		}
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return slices.Compact(p)
}
