package text

// Colours by their number in the terminal's palette.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
)

// painted is a sign in its colour.
func (p *page) painted(sign string) string {
	switch sign {
	case "✓":
		return p.colored(sign, green)
	case "✗":
		return p.colored(sign, red)
	case "?":
		return p.colored(sign, yellow)
	}
	return sign
}

func (p *page) colored(text, color string) string {
	if !p.color {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[0m"
}
