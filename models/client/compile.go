package client

import (
	"fmt"
	"slices"
	"time"

	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/policies/hedge"
	"herdcast/policies/limit"
	"herdcast/policies/retry"
	"herdcast/policies/timeout"
	"herdcast/sim"
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
	tells   bool  // timeout: requests carry its deadline to the dependency
	laned   bool  // timeout: a constant span with a lane of its own
	late    bool  // timeout: laned, and nothing below keeps a call on after an answer
	hedged  bool  // inside a copy beside the first
	parent  uint8 // none: the call itself
	size    uint8 // nodes of it and below
	copies  uint8 // hedge: at most
	width   uint8 // hedge: nodes of one copy
	retry   uint8 // the nearest retry layer above
	held    uint8 // wire: the slot that keeps the request
	path    uint8 // the hedge copy whose path it is on; none: the call's own
	layer   uint16
	setting uint16        // row of its kind's settings
	budget  int16         // retry: row of budgets; -1: none
	span    time.Duration // timeout: the constant span
	lane    sim.Lane
}

// none is the number of no node.
const none uint8 = 255

// maxNodes is how many nodes a call's set of active ones can hold.
const maxNodes = 64

// pipeline is a policy as it applies to one tool.
type pipeline struct {
	nodes [maxNodes]node
	size  uint8 // nodes in use
}

func (p *pipeline) at(n uint8) *node { return &p.nodes[n%maxNodes] }

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
func (c *compiler) compile(p *Policy, first int, t int, tools []tool.Spec) (*pipeline, error) {
	layers := layersFor(p, &tools[t])
	b := builder{compiler: c, policy: p, first: first, tool: t, innermostCut: innermostCut(p, layers)}
	if err := checkSize(p, layers); err != nil {
		return nil, fmt.Errorf("policies.%s: %w", p.Name, err)
	}
	b.build(layers, none, none, false)
	all := &pipeline{size: uint8(len(b.nodes))}
	copy(all.nodes[:], b.nodes)
	for n := range all.size {
		node := all.at(n)
		node.bit = 1 << n
		node.retry = all.retryAbove(n)
		node.late = node.laned && !all.keepsOn(n)
		node.held = n
		if n > 0 && all.at(n-1).kind == timeoutLayer {
			node.held = n - 1 // has room, and every attempt touches it anyway
		}
	}
	return all, nil
}

// layersFor gives the numbers of the layers that calls of a tool go down.
func layersFor(p *Policy, t *tool.Spec) (layers []int) {
	for i := range p.Layers {
		l := &p.Layers[i]
		if l.Tools != nil && !slices.Contains(l.Tools, t.Name) {
			continue
		}
		if l.Hedge != nil && l.Hedge.OnlyIfSafe && Unsafe(t) {
			continue // an effect without key is not hedged
		}
		layers = append(layers, i)
	}
	return layers
}

// CheckSize answers an error if a policy has more layers for some tool than a
// call can go down.
func CheckSize(p *Policy, tools []tool.Spec) error {
	for t := range tools {
		if err := checkSize(p, layersFor(p, &tools[t])); err != nil {
			return err
		}
	}
	return nil
}

func checkSize(p *Policy, layers []int) error {
	if size := count(p, layers); size > maxNodes {
		return fmt.Errorf("found too many layers, but at most %d fit, where each copy of a hedge counts all that is below it", maxNodes-1)
	}
	return nil
}

// keepsOn tells whether a layer below node n may keep a call after an answer.
func (p *pipeline) keepsOn(n uint8) bool {
	for below := n + 1; below < n+p.at(n).size; below++ {
		if kind := p.at(below).kind; kind == retryLayer || kind == hedgeLayer {
			return true
		}
	}
	return false
}

// retryAbove gives the nearest retry layer above node n.
func (p *pipeline) retryAbove(n uint8) uint8 {
	up := p.at(n).parent
	for up != none && p.at(up).kind != retryLayer {
		up = p.at(up).parent
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
	nodes        []node
}

// count tells how many nodes the layers take, each copy of a hedge with all that
// is below it.
func count(p *Policy, layers []int) int {
	below, size := 1, 1 // the wire
	for i := len(layers) - 1; i >= 0; i-- {
		size = below + 1
		if h := p.Layers[layers[i]].Hedge; h != nil {
			size = 1 + int(h.Extra+1)*(below+1)
		}
		below = min(size, maxNodes+1) // more does not fit anyway, and must not overflow
	}
	return size
}

// build appends the nodes of the layers left, outermost first.
func (b *builder) build(layers []int, parent, path uint8, hedged bool) {
	at := uint8(len(b.nodes))
	b.nodes = append(b.nodes, node{kind: wire, parent: parent, size: 1, path: path, hedged: hedged, budget: -1})
	if len(layers) == 0 {
		return
	}
	l := &b.policy.Layers[layers[0]]
	n := node{parent: parent, path: path, hedged: hedged, budget: -1, layer: uint16(b.first + layers[0])}
	switch {
	case l.Timeout != nil:
		n.kind, n.cuts, n.tells = timeoutLayer, layers[0] == b.innermostCut, l.Timeout.Propagate
		n.setting = b.place(l, layers[0], "timeout", func() int { return b.addTimeout(l.Timeout) })
		if limit, constant := b.wrapper.timeouts[n.setting].For(b.tool, -1); constant && l.Timeout.ShareOfBudget == nil && l.Timeout.Min == nil {
			n.span, n.lane, n.laned = limit, b.engine.Lane(limit), true
		}
	case l.Retry != nil:
		n.kind, n.gives = retryLayer, l.Retry.PastDeadline == "give_up"
		n.setting = b.place(l, layers[0], "retry", func() int { return b.addRetry(l.Retry) })
		b.wrapper.noted = b.wrapper.noted || l.Retry.Budget != nil || l.Retry.SleepsAfterLast
		if l.Retry.Budget != nil {
			n.budget = int16(b.share(l, layers[0], "budget", func() int { return b.addBudget(l.Retry, n.layer) }))
		}
	case l.Breaker != nil:
		n.kind = breakerLayer
		n.setting = b.share(l, layers[0], "breaker", func() int { return b.addBreaker(l.Breaker, n.layer) })
	case l.Limit != nil:
		n.kind = limitLayer
		n.setting = b.share(l, layers[0], "limit", func() int { return b.addLimit(l.Limit, n.layer) })
	case l.Hedge != nil:
		n.kind, n.copies = hedgeLayer, uint8(l.Hedge.Extra+1)
		n.setting = b.place(l, layers[0], "hedge", func() int { return b.addHedge(l.Hedge) })
	}
	b.nodes[at] = n
	if n.kind == hedgeLayer {
		b.buildCopies(at, layers[1:], hedged)
	} else {
		b.build(layers[1:], at, path, hedged)
	}
	b.nodes[at].size = uint8(len(b.nodes)) - at
}

func (b *builder) buildCopies(at uint8, layers []int, hedged bool) {
	for i := range b.nodes[at].copies {
		root := uint8(len(b.nodes))
		b.nodes = append(b.nodes, node{kind: hedgeCopy, parent: at, path: root, hedged: hedged || i > 0, budget: -1})
		b.build(layers, root, root, hedged || i > 0)
		b.nodes[root].size = uint8(len(b.nodes)) - root
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
	b.wrapper.perCall = b.wrapper.perCall || scope == policies.ScopeCall
	b.wrapper.perTask = b.wrapper.perTask || scope == policies.ScopeTask
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

func (b *builder) addBudget(r *retry.Spec, layer uint16) int {
	s := r.Budget
	b.wrapper.budgets = append(b.wrapper.budgets, budgets{owners: b.owners(s.Scope, s.PerTool), Budget: s.Compile(r.On), layer: layer})
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
