package figure

import "image/color"

// tone is a colour with a name. The name is its class in SVG, by which a page may
// choose another shade for a dark background.
type tone struct {
	name  string
	shade color.NRGBA
}

// RGBA makes a tone a color.Color.
func (t tone) RGBA() (r, g, b, a uint32) { return t.shade.RGBA() }

// at gives the tone with an opacity between 0 and 1.
func (t tone) at(opacity float64) tone {
	t.shade.A = uint8(float64(255*opacity) + 0.5)
	return t
}

func hex(name string, rgb uint32) tone {
	return tone{name, color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 255}}
}

// The colours of everything. One colour means one thing in every picture: those
// of Okabe and Ito (2008), which people with any kind of colour vision can tell
// apart, and four of Tol's for the rarer categories of time.
var (
	paper = hex("paper", 0xffffff)
	ink   = hex("ink", 0x1f2328)
	muted = hex("muted", 0x57606a)
	grid  = hex("grid", 0xe3e6ea)

	faultTone   = hex("fault", 0xd55e00)
	firstTone   = hex("first", 0x0072b2)
	retryTone   = hex("retry", 0xe69f00)
	hedgeTone   = hex("hedge", 0xcc79a7)
	goodTone    = hex("good", 0x009e73)
	queueTone   = hex("queue", 0x56b4e9)
	taskTone    = hex("task", 0x0072b2)
	thinkTone   = hex("think", 0xb9c0c8)
	networkTone = hex("network", 0xddcc77)
	backoffTone = hex("backoff", 0x999933)
	limitTone   = hex("limit", 0x332288)
	failedTone  = hex("failed", 0xd55e00)
	repeatTone  = hex("repeat", 0x882255)
	childTone   = hex("child", 0x44aa99)
	doubtTone   = hex("doubt", 0x6b7c93)
)
