package review

import "strings"

// Overrides gives the settings that a command lays over its file, PATH=VALUE each, as
// they stand in the command that repeats a result. A header names them: without them two
// different worlds would look like one.
func Overrides(command string) []string {
	var all []string
	words := unquoted(command)
	for i, word := range words {
		if word == "--set" && i+1 < len(words) {
			all = append(all, words[i+1])
		}
	}
	return all
}

// With is a part of a header that names the overrides, empty where there are none.
func With(command string) string {
	if all := Overrides(command); len(all) > 0 {
		return "with " + strings.Join(all, ", ")
	}
	return ""
}

// unquoted splits a command as a shell does: at spaces, but for those between single
// quotes or after a backslash.
func unquoted(command string) []string {
	var words []string
	var word strings.Builder
	quoted, escaped, begun := false, false, false
	for _, letter := range command {
		switch {
		case escaped:
			word.WriteRune(letter)
			escaped = false
		case letter == '\'':
			quoted, begun = !quoted, true
		case letter == '\\' && !quoted:
			escaped, begun = true, true
		case letter == ' ' && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(letter)
			begun = true
		}
	}
	if begun {
		words = append(words, word.String())
	}
	return words
}
