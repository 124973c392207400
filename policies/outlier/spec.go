// Package outlier is Envoy's outlier detection: replicas that fail more than they should
// are left out for a time by those who send requests.
package outlier

import (
	"time"

	"herdcast/policies"
	"herdcast/sim/quantity"
)

// Spec is an outlier detection as people write it. But for consecutive (Envoy's
// consecutive_5xx) and for (base_ejection_time) the keys are Envoy's.
type Spec struct {
	Consecutive int            `key:"consecutive" doc:"failures in a row that eject a replica" min:"1"`
	For         time.Duration  `key:"for" doc:"how long the first time; the n-th in a row n times as long" above:"0"`
	Interval    time.Duration  `key:"interval" doc:"from one look to the next, at which replicas come back and rates are judged" above:"0"`
	MaxTime     *time.Duration `key:"max_ejection_time" doc:"how long at most; 300s, or for if that is longer, if left out" above:"0"`
	Jitter      time.Duration  `key:"max_ejection_time_jitter" doc:"at most so much longer, drawn" min:"0"`
	MaxPercent  quantity.Share `key:"max_ejection_percent" doc:"ejected share from which on no more are ejected" min:"0" max:"1"`
	AlwaysOne   bool           `key:"always_eject_one_host" doc:"whether one may be ejected whatever that share is"`
	Panic       quantity.Share `key:"healthy_panic_threshold" doc:"with a smaller share left, requests go to all" min:"0" max:"1"`

	Enforcing        quantity.Share `key:"enforcing_consecutive" doc:"share of cases in which failures in a row eject" min:"0" max:"1"`
	Gateway          int            `key:"consecutive_gateway_failure" doc:"the same of unavailable, timeout, reset and refused" min:"1"`
	EnforcingGateway quantity.Share `key:"enforcing_consecutive_gateway_failure" doc:"share of cases in which those eject" min:"0" max:"1"`
	Split            bool           `key:"split_external_local_origin_errors" doc:"whether timeout, reset and refused are counted apart"`
	Local            int            `key:"consecutive_local_origin_failure" doc:"so many of those in a row, if they are counted apart" min:"1"`
	EnforcingLocal   quantity.Share `key:"enforcing_consecutive_local_origin_failure" doc:"share of cases in which those eject" min:"0" max:"1"`

	RateHosts     int            `key:"success_rate_minimum_hosts" doc:"replicas with enough answers, for rates of success to be compared" min:"1"`
	RateVolume    int64          `key:"success_rate_request_volume" doc:"answers in an interval that are enough" min:"1"`
	RateFactor    int64          `key:"success_rate_stdev_factor" doc:"a rate so many thousandths of a standard deviation below the mean ejects" min:"0"`
	EnforcingRate quantity.Share `key:"enforcing_success_rate" doc:"share of cases in which it does" min:"0" max:"1"`

	Threshold        quantity.Share `key:"failure_percentage_threshold" doc:"share of failures in an interval that ejects" min:"0" max:"1"`
	FailureHosts     int            `key:"failure_percentage_minimum_hosts" doc:"replicas with enough answers, for that to be judged" min:"1"`
	FailureVolume    int64          `key:"failure_percentage_request_volume" doc:"answers in an interval that are enough" min:"1"`
	EnforcingFailure quantity.Share `key:"enforcing_failure_percentage" doc:"share of cases in which it does" min:"0" max:"1"`

	Failures policies.Set   `key:"failures" doc:"outcomes that count as failures"`
	Scope    policies.Scope `key:"scope" doc:"who shares what it knows of the replicas; any but replica"`
	PerTool  bool           `key:"per_tool" doc:"a detection for each tool"`
}

// SetDefaults fills in what a written detection leaves out: Envoy's defaults.
func (s *Spec) SetDefaults() {
	s.Consecutive, s.For, s.Interval, s.MaxPercent, s.Panic, s.Enforcing = 5, 30*time.Second, 10*time.Second, 0.1, 0.5, 1
	s.Gateway, s.Local, s.EnforcingLocal = 5, 5, 1
	s.RateHosts, s.RateVolume, s.RateFactor, s.EnforcingRate = 5, 100, 1900, 1
	s.Threshold, s.FailureHosts, s.FailureVolume = 0.85, 5, 50
	s.Failures, s.Scope = policies.BreakerFailures, policies.ScopeProcess
}
