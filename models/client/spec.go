// Package client is the tool wrapper: the layers that a call goes down and its
// outcome comes up.
package client

import (
	"herdcast/policies/breaker"
	"herdcast/policies/fallback"
	"herdcast/policies/hedge"
	"herdcast/policies/hop"
	"herdcast/policies/limit"
	"herdcast/policies/outlier"
	"herdcast/policies/rate"
	"herdcast/policies/retry"
	"herdcast/policies/throttle"
	"herdcast/policies/timeout"
)

// Policy is a named pipeline, outermost layer first, presets expanded.
type Policy struct {
	Name   string  `key:",name"`
	Layers []Layer `key:",bare"`
}

// Layer is one layer: exactly one of the kinds is set.
type Layer struct {
	Name   string   `key:"name" doc:"name in paths and measures; its kind if left out"`
	Tools  []string `key:"tools" doc:"only for these tools; others pass through" min:"1"`
	Shared string   `key:"shared" doc:"one state for the layers of this name, across policies"`
	Preset string   `key:"preset" kind:"layer" doc:"layers with a real library's defaults, in place of this one"`

	Timeout  *timeout.Spec  `key:"timeout" kind:"layer" doc:"cuts what runs below"`
	Retry    *retry.Spec    `key:"retry" kind:"layer" doc:"tries again"`
	Breaker  *breaker.Spec  `key:"breaker" kind:"layer" doc:"fails fast while the dependency fails"`
	Limit    *limit.Spec    `key:"limit" kind:"layer" doc:"calls under way at once"`
	Rate     *rate.Spec     `key:"rate" kind:"layer" doc:"calls that pass per span"`
	Throttle *throttle.Spec `key:"throttle" kind:"layer" doc:"turns calls away while few are accepted"`
	Hop      *hop.Spec      `key:"hop" kind:"layer" doc:"a proxy on the way"`
	Hedge    *hedge.Spec    `key:"hedge" kind:"layer" doc:"a second copy of a slow call"`
	Outlier  *outlier.Spec  `key:"outlier" kind:"layer" doc:"leaves out replicas that fail more than they should"`
	Fallback *fallback.Spec `key:"fallback" kind:"layer" doc:"another tool when all below has failed"`
}

// Kind gives the key under which the layer's kind is written.
func (l *Layer) Kind() string {
	switch {
	case l.Timeout != nil:
		return "timeout"
	case l.Retry != nil:
		return "retry"
	case l.Breaker != nil:
		return "breaker"
	case l.Limit != nil:
		return "limit"
	case l.Rate != nil:
		return "rate"
	case l.Throttle != nil:
		return "throttle"
	case l.Hop != nil:
		return "hop"
	case l.Hedge != nil:
		return "hedge"
	case l.Outlier != nil:
		return "outlier"
	}
	return "fallback"
}
