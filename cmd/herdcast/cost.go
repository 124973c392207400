package main

import (
	"encoding/json"
	"time"

	"herdcast/experiments/scenario"
	"herdcast/experiments/worstcase"
	"herdcast/policies/backoff"
	"herdcast/policies/preset"
	"herdcast/sim/quantity"
)

// cost is a policy with what one call under it costs at worst.
type cost struct {
	heading
	Algorithm string          `json:"algorithm,omitempty"` // code of its own, where no layers can say its rules
	Layers    json.RawMessage `json:"layers"`              // with every default
	Retries   []waits         `json:"retries"`
	Attempts  *quantity.Limit `json:"attempts"` // null: without bound
	Horizon   span            `json:"retry_horizon"`
	Time      span            `json:"time"`
}

// waits are the waits before the first retries of one layer.
type waits struct {
	Layer string    `json:"layer"`
	Waits [][2]span `json:"waits"` // the least and the most
	More  bool      `json:"more"`  // there are more than these
}

// span is a duration that may be without bound: seconds in JSON, then null.
type span time.Duration

func (s span) MarshalJSON() ([]byte, error) {
	if s == span(backoff.Forever) {
		return []byte("null"), nil
	}
	return json.Marshal(time.Duration(s).Seconds())
}

func (s span) String() string {
	if s == span(backoff.Forever) {
		return "without bound"
	}
	return quantity.FormatDuration(time.Duration(s))
}

// mostWaits is how many waits of a layer are shown.
const mostWaits = 10

func presetCost(p preset.Preset) (*cost, error) {
	s, err := scenario.OfPreset(p.Name)
	if err != nil {
		return nil, err
	}
	return costOf(headingOf(p), s, scenario.PresetPolicy), nil
}

// costOf gives the cost of a policy that the scenario has.
func costOf(h heading, s *scenario.Scenario, policy string) *cost {
	layers, resolved, _ := s.Policy(policy)
	worst := worstcase.Of(layers)
	c := &cost{heading: h, Layers: resolved, Retries: []waits{}, Horizon: span(worst.Waits), Time: span(worst.Time)}
	if worst.Attempts != quantity.Unlimited {
		c.Attempts = &worst.Attempts
	}
	for _, layer := range layers {
		if b := layer.Breaker; b != nil && b.Algorithm != nil {
			c.Algorithm = b.Algorithm.Name()
		}
		if t := layer.Throttle; t != nil && t.Algorithm != "" {
			c.Algorithm = string(t.Algorithm)
		}
		if layer.Retry == nil {
			continue
		}
		all := waits{Layer: layer.Name, Waits: [][2]span{}, More: layer.Retry.Attempts > mostWaits+1}
		for _, w := range worstcase.Waits(layer.Retry, mostWaits) {
			all.Waits = append(all.Waits, [2]span{span(w.Least), span(w.Most)})
		}
		c.Retries = append(c.Retries, all)
	}
	return c
}

// between writes the least and the most of a wait.
func between(w [2]span) string {
	if w[0] == w[1] {
		return w[0].String()
	}
	return w[0].String() + " to " + w[1].String()
}

func (c *cost) attempts() string {
	if c.Attempts == nil {
		return "without bound"
	}
	return c.Attempts.String()
}

// waits writes those of one of the layers that retry, counted from 0, one a retry.
func (c *cost) waits(layer int) (all []string) {
	if layer >= len(c.Retries) {
		return nil
	}
	for _, w := range c.Retries[layer].Waits {
		all = append(all, between(w))
	}
	if c.Retries[layer].More {
		all = append(all, "and so on")
	}
	return all
}
