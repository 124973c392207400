// Package roundtrip puts policies around an http.RoundTripper, so that a client
// sends what was simulated: the same retries, waits, budgets, breakers and limits,
// from the same code.
//
// Layers stand in the order of a scenario, outermost first; their order is their
// meaning, as there. The state of a layer is that of the value: whoever uses the
// same Breaker shares it.
//
//	careful := roundtrip.New(http.DefaultTransport,
//		roundtrip.NewRetry(retrySpec),
//		roundtrip.NewBreaker(breakerSpec),
//		roundtrip.NewTimeout(timeoutSpec, "lookup"),
//	)
//	client := &http.Client{Transport: careful}
//
// The deadline of a request's context is its task's wall clock.
package roundtrip
