package emulate

import (
	"sync"
	"time"
)

// MostAtOnce is how many requests may be inside at once, and MostPerSecond how many
// may come within a second, so that a client that has run wild takes no more than
// that of the machine.
const (
	MostAtOnce    = 10_000
	MostPerSecond = 5_000
)

// Cap keeps to these. The zero value has let nobody in. It may be used by many
// goroutines.
type Cap struct {
	mutex  sync.Mutex
	inside int
	second int64 // the present one, of the machine's clock
	came   int   // requests in it
}

// Enter asks for a request to be let in; who is let in leaves once.
func (c *Cap) Enter() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if now := time.Now().Unix(); now != c.second {
		c.second, c.came = now, 0
	}
	if c.inside == MostAtOnce || c.came == MostPerSecond {
		return false
	}
	c.inside++
	c.came++
	return true
}

// Leave tells that a request has ended.
func (c *Cap) Leave() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.inside--
}
