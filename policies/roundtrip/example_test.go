package roundtrip_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"herdcast/policies/breaker"
	"herdcast/policies/retry"
	"herdcast/policies/roundtrip"
	"herdcast/policies/timeout"
)

// A tool wrapper that has been simulated and is now deployed: up to three attempts
// of at most 2 s each, 8 s in all, and a breaker that all calls share.
func Example() {
	var retries retry.Spec
	retries.SetDefaults()
	elapsed := 8 * time.Second
	retries.MaxElapsed = &elapsed
	var breaks breaker.Spec
	breaks.SetDefaults()
	attempt := 2 * time.Second

	client := &http.Client{Transport: roundtrip.New(http.DefaultTransport,
		roundtrip.NewRetry(retries),
		roundtrip.NewBreaker(breaks, 1),
		roundtrip.NewTimeout(timeout.Spec{Max: &attempt}, "lookup"),
	)}

	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked++; asked == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()

	response, err := client.Get(server.URL)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer response.Body.Close()
	fmt.Println(response.Status, "after", asked, "attempts")
	// Output: 200 OK after 2 attempts
}
