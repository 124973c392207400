package client

import (
	"fmt"
	"slices"
	"time"

	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/policies/budget"
	"herdcast/policies/hedge"
	"herdcast/policies/limit"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
	"herdcast/sim"
	"herdcast/sim/dist"
)

// kind is the code of a node: what the walk up and down a pipeline switches on.
type kind uint8

const (
	wire kind = iota // the innermost: a request to the dependency
	timeoutLayer
	retryLayer
	breakerLayer
	limitLayer
	hedgeLayer
	hedgeCopy // the root of what one copy of a hedge runs
)

// node is one layer of a pipeline. Nodes stand in the order of the walk down, a
// layer before what is below it, so what is below node n is (n, n+size).
type node struct {
	bit     uint64 // in a call's set of active nodes
	kind    kind
	gives   bool  // retry: gives up what would end past the deadline, so it asks for it
	cuts    bool  // timeout: an attempt that it cuts ends as a timeout, not as abandoned
	laned   bool  // timeout: a constant span with a lane of its own
	hedged  bool  // inside a copy beside the first
	parent  int16 // -1: the call itself
	size    int16 // nodes of it and below
	copies  int16 // hedge: at most
	width   int16 // hedge: nodes of one copy
	retry   int16 // the nearest retry layer above; -1: none
	held    int16 // wire: the slot that keeps the request
	path    int16 // the hedge copy whose path it is on; -1: the call's own
	layer   uint16
	setting uint16        // row of its kind's settings
	budget  int16         // retry: row of budgets; -1: none
	span    time.Duration // timeout: the constant span
	lane    sim.Lane
}

// pipeline is a policy as it applies to one tool.
type pipeline []node

// maxNodes is how many nodes a call's set of active ones can hold.
const maxNodes = 64

// owners finds the state of a layer that a call uses.
type owners struct {
	scope   policies.Scope
	perTool bool
	tools   int
}

func (o *owners) of(c *Call, id uint32) int {
	owner := 0
	switch o.scope {
	case policies.ScopeCall:
		owner = int(id)
	case policies.ScopeTask, policies.ScopeAgent:
		owner = int(c.Row)
	case policies.ScopeProcess:
		owner = int(c.Process)
	case policies.ScopeCohort:
		owner = int(c.Cohort)
	}
	if o.perTool {
		return owner*o.tools + int(c.Tool)
	}
	return owner
}

// The settings of each kind of layer that shares state, with its states.
type (
	breakers struct {
		owners
		breaker.Breaker
		states []breaker.State
		asked  []bool
		layer  uint16
	}
	limits struct {
		owners
		limit.Limit
		states   []limit.State
		patience dist.Sampler
		forever  bool
		waiting  int64
		layer    uint16
	}
	budgets struct {
		owners
		budget.Budget
		states []budget.State
		layer  uint16
	}
)

// compiler turns policies into pipelines.
type compiler struct {
	wrapper *Wrapper
	engine  *sim.Engine
	names   []string
	shared  map[string]uint16 // settings of layers that share one state
	placed  map[string]uint16 // settings of a layer of a policy, whatever the tool
}

// compile gives the pipeline of a policy for one tool; first is the number of
// the policy's first layer.
func (c *compiler) compile(p *Policy, first int, t int, tools []tool.Spec) (pipeline, error) {
	var layers []int
	for i := range p.Layers {
		l := &p.Layers[i]
		if l.Tools != nil && !slices.Contains(l.Tools, tools[t].Name) {
			continue
		}
		if l.Hedge != nil && l.Hedge.OnlyIfSafe && Unsafe(&tools[t]) {
			continue // an effect without key is not hedged
		}
		layers = append(layers, i)
	}
	b := builder{compiler: c, policy: p, first: first, tool: t, innermostCut: innermostCut(p, layers)}
	b.build(layers, -1, -1, false)
	if len(b.nodes) > maxNodes {
		return nil, fmt.Errorf("policies.%s: %d layers and copies, at most %d fit", p.Name, len(b.nodes), maxNodes)
	}
	for n := range b.nodes {
		b.nodes[n].bit = 1 << n
		b.nodes[n].retry = b.nodes.retryAbove(n)
		b.nodes[n].held = int16(n)
		if n > 0 && b.nodes[n-1].kind == timeoutLayer {
			b.nodes[n].held = int16(n - 1) // has room, and every attempt touches it anyway
		}
	}
	return b.nodes, nil
}

// retryAbove gives the nearest retry layer above node n; -1: none.
func (p pipeline) retryAbove(n int) int16 {
	up := p[n].parent
	for up >= 0 && p[up].kind != retryLayer {
		up = p[up].parent
	}
	return up
}

// Unsafe tells whether repeating a call of the tool may do harm that nothing
// guards against.
func Unsafe(t *tool.Spec) bool { return t.Effect && !t.Natural && t.Key == tool.KeyNone }

// innermostCut gives the layer whose cut counts as an attempt's own timeout: the
// innermost timeout, if it is below the innermost retry; -1: none.
func innermostCut(p *Policy, layers []int) int {
	for i := len(layers) - 1; i >= 0; i-- {
		switch l := &p.Layers[layers[i]]; {
		case l.Timeout != nil:
			return layers[i]
		case l.Retry != nil:
			return -1
		}
	}
	return -1
}

type builder struct {
	*compiler
	policy       *Policy
	first        int
	tool         int
	innermostCut int
	nodes        pipeline
}

// build appends the nodes of the layers left, outermost first.
func (b *builder) build(layers []int, parent, path int16, hedged bool) {
	at := int16(len(b.nodes))
	b.nodes = append(b.nodes, node{kind: wire, parent: parent, size: 1, path: path, hedged: hedged, budget: -1})
	if len(layers) == 0 {
		return
	}
	l := &b.policy.Layers[layers[0]]
	n := node{parent: parent, path: path, hedged: hedged, budget: -1, layer: uint16(b.first + layers[0])}
	switch {
	case l.Timeout != nil:
		n.kind, n.cuts = timeoutLayer, layers[0] == b.innermostCut
		n.setting = b.place(l, layers[0], "timeout", func() int { return b.addTimeout(l.Timeout) })
		if limit, constant := b.wrapper.timeouts[n.setting].For(b.tool, -1); constant && l.Timeout.ShareOfBudget == nil && l.Timeout.Min == nil {
			n.span, n.lane, n.laned = limit, b.engine.Lane(limit), true
		}
	case l.Retry != nil:
		n.kind, n.gives = retryLayer, l.Retry.PastDeadline == "give_up"
		n.setting = b.place(l, layers[0], "retry", func() int { return b.addRetry(l.Retry) })
		b.wrapper.noted = b.wrapper.noted || l.Retry.Budget != nil || l.Retry.SleepsAfterLast
		if l.Retry.Budget != nil {
			n.budget = int16(b.share(l, layers[0], "budget", func() int { return b.addBudget(l.Retry.Budget, n.layer) }))
		}
	case l.Breaker != nil:
		n.kind = breakerLayer
		n.setting = b.share(l, layers[0], "breaker", func() int { return b.addBreaker(l.Breaker, n.layer) })
	case l.Limit != nil:
		n.kind = limitLayer
		n.setting = b.share(l, layers[0], "limit", func() int { return b.addLimit(l.Limit, n.layer) })
	case l.Hedge != nil:
		n.kind, n.copies = hedgeLayer, int16(l.Hedge.Extra+1)
		n.setting = b.place(l, layers[0], "hedge", func() int { return b.addHedge(l.Hedge) })
	}
	b.nodes[at] = n
	if n.kind == hedgeLayer {
		b.buildCopies(at, layers[1:], hedged)
	} else {
		b.build(layers[1:], at, path, hedged)
	}
	b.nodes[at].size = int16(len(b.nodes)) - at
}

func (b *builder) buildCopies(at int16, layers []int, hedged bool) {
	for i := int16(0); i < b.nodes[at].copies; i++ {
		root := int16(len(b.nodes))
		b.nodes = append(b.nodes, node{kind: hedgeCopy, parent: at, path: root, hedged: hedged || i > 0, budget: -1})
		b.build(layers, root, root, hedged || i > 0)
		b.nodes[root].size = int16(len(b.nodes)) - root
		b.nodes[at].width = b.nodes[root].size
	}
}

// place makes the settings of one layer once, for all tools that pass it.
func (b *builder) place(l *Layer, at int, what string, add func() int) uint16 {
	name := fmt.Sprintf("%s/%d/%s", b.policy.Name, at, what)
	if row, known := b.placed[name]; known {
		return row
	}
	row := uint16(add())
	b.placed[name] = row
	return row
}

// share makes the state of a layer once: for its policy, or for all layers that
// name the same.
func (b *builder) share(l *Layer, at int, what string, add func() int) uint16 {
	if l.Shared == "" {
		return b.place(l, at, what, add)
	}
	name := l.Shared + "/" + what
	if row, known := b.shared[name]; known {
		return row
	}
	row := uint16(add())
	b.shared[name] = row
	return row
}

func (b *builder) owners(scope policies.Scope, perTool bool) owners {
	return owners{scope: scope, perTool: perTool, tools: len(b.names)}
}

func (b *builder) addTimeout(s *timeout.Spec) int {
	b.wrapper.timeouts = append(b.wrapper.timeouts, s.Compile(b.names))
	return len(b.wrapper.timeouts) - 1
}

func (b *builder) addRetry(s *retry.Spec) int {
	b.wrapper.retries = append(b.wrapper.retries, s.Compile())
	return len(b.wrapper.retries) - 1
}

func (b *builder) addHedge(s *hedge.Spec) int {
	b.wrapper.hedges = append(b.wrapper.hedges, s.Compile())
	return len(b.wrapper.hedges) - 1
}

func (b *builder) addBudget(s *budget.Spec, layer uint16) int {
	b.wrapper.budgets = append(b.wrapper.budgets, budgets{owners: b.owners(s.Scope, s.PerTool), Budget: s.Compile(), layer: layer})
	return len(b.wrapper.budgets) - 1
}

func (b *builder) addBreaker(s *breaker.Spec, layer uint16) int {
	b.wrapper.breakers = append(b.wrapper.breakers, breakers{owners: b.owners(s.Scope, s.PerTool), Breaker: s.Compile(), layer: layer})
	return len(b.wrapper.breakers) - 1
}

func (b *builder) addLimit(s *limit.Spec, layer uint16) int {
	l := limits{owners: b.owners(s.Scope, s.PerTool), Limit: s.Compile(), layer: layer}
	l.patience, l.forever = l.Limit.Patience()
	b.wrapper.limits = append(b.wrapper.limits, l)
	return len(b.wrapper.limits) - 1
}
