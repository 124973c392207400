package roundtrip

import (
	"io"
	"net/http"
	"sync"
)

// rewound gives a request whose body starts at its beginning, false if there is no
// way back.
func rewound(request *http.Request) (*http.Request, bool) {
	if request.Body == nil || request.Body == http.NoBody {
		return request, true
	}
	if request.GetBody == nil {
		return nil, false
	}
	body, err := request.GetBody()
	if err != nil {
		return nil, false
	}
	fresh := request.Clone(request.Context())
	fresh.Body = body
	return fresh, true
}

// most is how much of an answer is read that nobody wants, so that its connection
// can be used again.
const most = 64 << 10

// discard lets an answer go.
func discard(response *http.Response) {
	if response == nil {
		return
	}
	_, _ = io.CopyN(io.Discard, response.Body, most) // what matters is Close
	_ = response.Body.Close()
}

// closing calls done once the body of an answer is closed, or at once if there is
// none.
func closing(response *http.Response, done func()) {
	if response == nil {
		done()
		return
	}
	response.Body = &body{ReadCloser: response.Body, done: done}
}

type body struct {
	io.ReadCloser
	once sync.Once
	done func()
}

func (b *body) Close() error {
	defer b.once.Do(b.done)
	return b.ReadCloser.Close()
}
