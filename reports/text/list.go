package text

import "strings"

// Listed writes names with what each is beside them, wrapped in its own column. A name
// too long for two fifths of the width goes on below.
func Listed(rows [][2]string, width int) string {
	if width == 0 {
		width = Usual
	}
	label := 0
	for _, row := range rows {
		label = max(label, columns(clean(row[0])))
	}
	label = min(label, width*2/5)
	var b strings.Builder
	for _, row := range rows {
		names, says := wrap(clean(row[0]), label), wrap(clean(row[1]), width-label-indent)
		for i := range max(len(names), len(says)) {
			line := ""
			if i < len(names) {
				line = names[i]
			}
			if i < len(says) {
				line = pad(line, label+indent) + says[i]
			}
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

// Filled breaks paragraphs, which blank lines part, into lines of at most so many
// columns, 0 for the usual.
func Filled(text string, width int) string {
	if width == 0 {
		width = Usual
	}
	var all []string
	for _, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		all = append(all, strings.Join(wrap(strings.Join(strings.Fields(paragraph), " "), width), "\n"))
	}
	return strings.Join(all, "\n\n")
}
