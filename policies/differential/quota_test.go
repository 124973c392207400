package differential

import (
	"context"
	"net"
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/smithy-go/middleware"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"
	"pgregory.net/rapid"

	"herdcast/policies"
	"herdcast/policies/budget"
	ours "herdcast/policies/retry"
	"herdcast/sim"
)

// attempted gives how many attempts each call makes by our rules, where attempts end
// one after another as said, and then well; and what is left in the bucket.
func attempted(spec *ours.Spec, outcomes []policies.Outcome, calls int) (attempts []int, left int64) {
	compiled, b := spec.Compile(), spec.Budget.Compile(spec.On)
	state := b.Fresh()
	for range calls {
		b.Entered(&state, 0)
		var m ours.Memory
		var last, all int64
		for n := 1; ; n++ {
			o := policies.OK
			if len(outcomes) > 0 {
				o, outcomes = outcomes[0], outcomes[1:]
			}
			if o == policies.OK {
				b.Succeeded(&state, 0, n > 1, last, all)
			} else {
				b.Failed(&state, 0, o, n > 1)
				_, decision := compiled.Decide(&m, &ours.Failure{Outcome: o, Deadline: sim.Never})
				if decision == ours.NotRetryable {
					b.GaveUp(&state, 0)
				} else if decision == ours.Again {
					if cost, granted := b.Ask(&state, 0, o); granted {
						last, all = cost, all+cost
						b.Waits(&state)
						b.WaitEnds(&state)
						b.Begins(&state)
						continue
					}
				}
			}
			attempts = append(attempts, n)
			break
		}
	}
	return attempts, state.Tokens()
}

// draw draws how attempts end, mostly badly, so that buckets run dry.
func draw(r *rapid.T, from ...policies.Outcome) []policies.Outcome {
	return rapid.SliceOfN(rapid.SampledFrom(from), 0, 80).Draw(r, "outcomes")
}

// awsError is a failed attempt as the SDK knows it.
type awsError struct{ policies.Outcome }

func (e awsError) Error() string { return e.String() }

func (e awsError) ErrorCode() string {
	if e.Outcome == policies.Throttled {
		return "ThrottlingException"
	}
	return ""
}

func (e awsError) Timeout() bool { return e.Outcome == policies.Timeout }

func (e awsError) RetryableError() bool { return e.Outcome != policies.Semantic }

// The retry middleware of the AWS SDK makes as many attempts as its presets and
// leaves as many tokens, by both sets of rules, from buckets small enough to run dry.
func TestQuotasOfAWS(t *testing.T) {
	for preset, rules := range map[string]string{"aws-standard-2.0-go": "false", "aws-standard-2.1": "true"} {
		t.Run(preset, func(t *testing.T) {
			t.Setenv("AWS_NEW_RETRIES_2026", rules)
			outermost := layer(t, preset)
			rapid.Check(t, func(r *rapid.T) {
				tokens := rapid.Int64Range(1, 120).Draw(r, "tokens")
				outcomes := draw(r, policies.OK, policies.Throttled, policies.ServerError, policies.Timeout, policies.Semantic)
				const calls = 40
				spec := *outermost.Retry
				bucket := *spec.Budget
				bucket.Tokens, spec.Budget = &tokens, &bucket
				want, wantLeft := attempted(&spec, outcomes, calls)

				limiter := ratelimit.NewTokenRateLimit(uint(tokens))
				var got []int
				synctest.Test(t, func(*testing.T) {
					standard := awsretry.NewStandard(func(o *awsretry.StandardOptions) { o.RateLimiter = limiter })
					attempt := awsretry.NewAttemptMiddleware(standard, func(request any) any { return request })
					rest := outcomes
					for range calls {
						n := 0
						attempt.HandleFinalize(context.Background(), middleware.FinalizeInput{}, finalize(func() error {
							n++
							if len(rest) == 0 {
								return nil
							}
							o := rest[0]
							rest = rest[1:]
							if o == policies.OK {
								return nil
							}
							return awsError{o}
						}))
						got = append(got, n)
					}
				})
				if left := int64(limiter.Remaining()); !reflect.DeepEqual(got, want) || left != wantLeft {
					r.Fatalf("%v attempts and %d tokens left, ours %v and %d", got, left, want, wantLeft)
				}
			})
		})
	}
}

// finalize is an attempt below the middleware.
type finalize func() error

func (f finalize) HandleFinalize(context.Context, middleware.FinalizeInput) (out middleware.FinalizeOutput, m middleware.Metadata, err error) {
	return out, m, f()
}

// health is a server whose answers are given.
type health struct {
	grpc_health_v1.UnimplementedHealthServer
	check func() error
}

func (h health) Check(context.Context, *grpc_health_v1.HealthCheckRequest) (*grpc_health_v1.HealthCheckResponse, error) {
	return &grpc_health_v1.HealthCheckResponse{}, h.check()
}

// Calls of gRPC over a connection in memory make as many attempts as its preset, with
// the waits that it bounds, until the bucket is half empty. The ratio is a half in
// place of the tenth: grpc-go counts in floating point, where ten tenths are no one.
func TestThrottlingOfGRPC(t *testing.T) {
	outermost := layer(t, "grpc-retry")
	spec := *outermost.Retry
	bucket := *spec.Budget
	bucket.GRPC, spec.Budget = &budget.GRPC{Max: 10, Ratio: 0.5}, &bucket
	waits := spec.Backoff.Compile()
	rapid.Check(t, func(r *rapid.T) {
		outcomes := draw(r, policies.OK, policies.Unavailable, policies.Unavailable, policies.Semantic)
		const calls = 30
		want, _ := attempted(&spec, outcomes, calls)
		var got []int
		differs := ""
		synctest.Test(t, func(t *testing.T) {
			listener := bufconn.Listen(1 << 16)
			var last time.Time
			n, rest := 0, outcomes
			server := grpc.NewServer()
			grpc_health_v1.RegisterHealthServer(server, health{check: func() error {
				if n > 0 {
					least, most := waits.Bounds(n)
					if waited := time.Since(last); waited < least-1 || waited > most+1 {
						differs = "it waited " + waited.String() + ", ours " + least.String() + " to " + most.String()
					}
				}
				n, last = n+1, time.Now()
				if len(rest) == 0 {
					return nil
				}
				o := rest[0]
				rest = rest[1:]
				switch o {
				case policies.Unavailable:
					return status.Error(codes.Unavailable, "")
				case policies.Semantic:
					return status.Error(codes.InvalidArgument, "")
				}
				return nil
			}})
			go server.Serve(listener)
			connection, err := grpc.NewClient("passthrough:///memory",
				grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return listener.DialContext(ctx) }),
				grpc.WithTransportCredentials(insecure.NewCredentials()),
				grpc.WithDefaultServiceConfig(`{
					"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s",
						"backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}],
					"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.5}}`))
			if err != nil {
				t.Fatal(err)
			}
			client := grpc_health_v1.NewHealthClient(connection)
			for range calls {
				n = 0
				client.Check(t.Context(), &grpc_health_v1.HealthCheckRequest{})
				got = append(got, n)
			}
			connection.Close()
			server.Stop()
		})
		if differs != "" || !reflect.DeepEqual(got, want) {
			r.Fatalf("%v attempts, ours %v; %s", got, want, differs)
		}
	})
}
