package roundtrip

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"syscall"
	"time"

	"herdcast/policies"
)

// Rejection is the error of a call that a layer turned away: nothing was sent for
// it.
type Rejection struct{ Layer string }

// Error names the kind of the layer.
func (r *Rejection) Error() string { return "turned away by the " + r.Layer }

// TimedOut is the error of what a timeout layer cut.
type TimedOut struct{ After time.Duration }

// Error says after how long.
func (t *TimedOut) Error() string { return fmt.Sprintf("no answer within %v", t.After) }

// Timeout makes it a net.Error that is one.
func (t *TimedOut) Timeout() bool { return true }

// Temporary is what a net.Error must say.
func (t *TimedOut) Temporary() bool { return true }

// OutcomeOf names the way in which a call or an attempt ended.
//
//	2xx, 3xx   ok                          connection refused     refused
//	429        throttled                   cut by a timeout       timeout
//	503, 529   unavailable                 turned away            rejected
//	other 5xx  server_error                context done           abandoned
//	409        conflict                    any other error        reset
//	other 4xx  semantic
func OutcomeOf(response *http.Response, err error) policies.Outcome {
	var rejection *Rejection
	var network net.Error
	switch {
	case err == nil:
		return outcomeOfStatus(response.StatusCode)
	case errors.As(err, &rejection):
		return policies.Rejected
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return policies.Abandoned
	case errors.As(err, &network) && network.Timeout():
		return policies.Timeout
	case errors.Is(err, syscall.ECONNREFUSED):
		return policies.Refused
	}
	return policies.Reset
}

// outcomeAbove is OutcomeOf for a layer that a request came to: whatever ends after
// the request has been cut from above was cut from above.
func outcomeAbove(request *http.Request, response *http.Response, err error) policies.Outcome {
	if err != nil && request.Context().Err() != nil {
		return policies.Abandoned
	}
	return OutcomeOf(response, err)
}

func outcomeOfStatus(status int) policies.Outcome {
	switch {
	case status < 400:
		return policies.OK
	case status == http.StatusTooManyRequests:
		return policies.Throttled
	case status == http.StatusServiceUnavailable, status == 529:
		return policies.Unavailable
	case status >= 500:
		return policies.ServerError
	case status == http.StatusConflict:
		return policies.Conflict
	}
	return policies.Semantic
}

// told gives the wait that an answer tells; 0: none. Retry-After comes in whole
// seconds or as a date (RFC 9110, 10.2.3); some services tell milliseconds beside
// it.
func told(response *http.Response, now time.Time) time.Duration {
	if response == nil {
		return 0
	}
	if ms, err := strconv.ParseInt(response.Header.Get("Retry-After-Ms"), 10, 32); err == nil && ms > 0 {
		return time.Duration(ms) * time.Millisecond
	}
	text := response.Header.Get("Retry-After")
	if s, err := strconv.ParseInt(text, 10, 32); err == nil && s > 0 {
		return time.Duration(s) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
