package client

import (
	"fmt"
	"time"

	"herdcast/models/tool"
	"herdcast/policies"
	"herdcast/policies/breaker"
	"herdcast/policies/fallback"
	"herdcast/policies/hedge"
	"herdcast/policies/hop"
	"herdcast/policies/limit"
	"herdcast/policies/rate"
	"herdcast/policies/retry"
	"herdcast/policies/throttle"
	"herdcast/policies/timeout"
	"herdcast/sim"
)

// kind is the code of a node: what the walk up and down a pipeline switches on.
type kind uint8

const (
	wire    kind = iota // the innermost: a request to the dependency
	spawner             // the innermost of tools that spawn agents
	timeoutLayer
	retryLayer
	breakerLayer
	limitLayer
	rateLayer
	throttleLayer
	hopLayer
	hedgeLayer
	hedgeCopy // the root of what one copy of a hedge runs
	fallbackLayer
	outlierLayer
	replicaChoice // chooses the replica that what is below it goes to
	elsewhere     // a call that is made outside, in place of all layers
)

// node is one layer of a pipeline. Nodes stand in the order of the walk down, a
// layer before what is below it, so what is below node n is (n, n+size).
type node struct {
	bit     uint64 // in a call's set of active nodes
	kind    kind
	gives   bool  // retry: gives up what would end past the deadline, so it asks for it
	tells   bool  // timeout: requests carry its deadline to the dependency
	laned   bool  // timeout: a constant span with a lane of its own
	late    bool  // timeout: laned, and nothing below keeps a call on after an answer
	hedged  bool  // inside a copy beside the first
	asks    bool  // hedge: its copies ask a retry budget
	steers  bool  // choice: an outlier layer tells which replicas are out
	parent  uint8 // none: the call itself
	size    uint8 // nodes of it and below
	copies  uint8 // hedge: at most
	width   uint8 // hedge: nodes of one copy; fallback: nodes of what it runs first
	retry   uint8 // the nearest retry layer above
	held    uint8 // wire: the slot that keeps the request
	choice  uint8 // the node that chooses its replica; none: the door does
	path    uint8 // the hedge copy whose path it is on; none: the call's own
	cutter  uint8 // wire: the timeout whose cut ends its attempt as a timeout; none: every cut leaves it abandoned
	doubt   doubt // wire: what an attempt may leave behind; hop: any below
	layer   uint16
	setting uint16        // row of its kind's settings
	budget  int16         // retry, hedge and its copies beside the first: row of the budget that they ask; -1: none
	tool    uint16        // that is called below; below a fallback the first one
	span    time.Duration // timeout: the constant span
	lane    sim.Lane
}

// none is the number of no node.
const none uint8 = 255

// maxNodes is how many nodes a call's set of active ones can hold.
const maxNodes = 64

// pipeline is a policy as it applies to one tool.
type pipeline struct {
	nodes  [maxNodes]node
	size   uint8 // nodes in use
	single bool  // one way down: neither copies nor another tool
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
	if err := CheckSize(p, tools); err != nil {
		return nil, fmt.Errorf("policies.%s: %w", p.Name, err)
	}
	b := builder{compiler: c, route: route{p, tools}, first: first}
	b.build(0, position{tool: t, parent: none, path: none, choice: none})
	all := &pipeline{size: uint8(len(b.nodes)), single: true}
	copy(all.nodes[:], b.nodes)
	for n := range all.size {
		node := all.at(n)
		node.bit = 1 << n
		all.single = all.single && node.kind != hedgeLayer && node.kind != fallbackLayer
		node.retry = all.retryAbove(n)
		node.cutter = all.cutterOf(n)
		node.late = node.laned && !all.keepsOn(n)
		node.held = n
		if node.kind == hopLayer {
			node.doubt = all.doubtBelow(n)
		}
		if n > 0 && all.at(n-1).kind == timeoutLayer {
			node.held = n - 1 // has room, and every attempt touches it anyway
		}
	}
	for n := range all.size {
		if all.at(n).asks {
			all.shareBudget(n)
		}
	}
	return all, nil
}

// shareBudget lets a hedge at node n and its copies beside the first ask the
// budget of the nearest retry layer above, else of the first below.
func (p *pipeline) shareBudget(n uint8) {
	hedge := p.at(n)
	for up := hedge.retry; up != none && hedge.budget < 0; up = p.at(up).retry {
		hedge.budget = p.at(up).budget
	}
	for below := n + 1; below <= n+hedge.width && hedge.budget < 0; below++ {
		hedge.budget = p.at(below).budget
	}
	for i := uint8(1); i < hedge.copies; i++ {
		p.at(n + 1 + i*hedge.width).budget = hedge.budget
	}
}

// keepsOn tells whether a layer below node n may keep a call after an answer.
func (p *pipeline) keepsOn(n uint8) bool {
	for below := n + 1; below < n+p.at(n).size; below++ {
		if kind := p.at(below).kind; kind == retryLayer || kind == hedgeLayer || kind == fallbackLayer || kind == hopLayer {
			return true
		}
	}
	return false
}

// doubtBelow gives what the attempts below node n may leave behind.
func (p *pipeline) doubtBelow(n uint8) (d doubt) {
	for below := n + 1; below < n+p.at(n).size; below++ {
		d |= p.at(below).doubt
	}
	return d
}

// retryAbove gives the nearest retry layer above node n.
func (p *pipeline) retryAbove(n uint8) uint8 {
	up := p.at(n).parent
	for up != none && p.at(up).kind != retryLayer {
		up = p.at(up).parent
	}
	return up
}

// cutterOf gives the timeout whose cut ends an attempt at node n as a timeout: the
// innermost, unless a retry layer is further in; none: there is none.
func (p *pipeline) cutterOf(n uint8) uint8 {
	up := p.at(n).parent
	for up != none && p.at(up).kind != timeoutLayer {
		if p.at(up).kind == retryLayer {
			return none
		}
		up = p.at(up).parent
	}
	return up
}

type builder struct {
	*compiler
	route
	first int
	nodes []node
}

// position is where the way down a policy has got to.
type position struct {
	tool         int
	parent, path uint8
	choice       uint8 // the node above that chooses a replica; none: there is none
	hedged       bool
}

// build appends the nodes of the layers from at on, outermost first.
func (b *builder) build(at int, in position) {
	row := uint8(len(b.nodes))
	n := node{parent: in.parent, path: in.path, hedged: in.hedged, budget: -1, tool: uint16(in.tool), choice: in.choice, size: 1}
	l, at := b.next(at, in.tool)
	if b.wrapper.outside != nil && b.tools[in.tool].Spawns == nil {
		n.kind, n.doubt = elsewhere, doubtOf(&b.tools[in.tool])
		b.nodes = append(b.nodes, n)
		return
	}
	if l == nil {
		n.kind, n.doubt = wire, doubtOf(&b.tools[in.tool])
		if b.tools[in.tool].Spawns != nil {
			n.kind = spawner
		}
		b.nodes = append(b.nodes, n)
		return
	}
	if in.choice == none && b.byReplica(l, at) && b.tools[in.tool].Spawns == nil {
		b.buildChoice(at, in)
		return
	}
	n.layer = uint16(b.first + at)
	switch {
	case l.Timeout != nil:
		n.kind, n.tells = timeoutLayer, l.Timeout.Propagate
		n.setting = b.place(l, at, "timeout", func() int { return b.addTimeout(l.Timeout) })
		if limit, constant := b.wrapper.timeouts[n.setting].For(in.tool, -1); constant && l.Timeout.ShareOfBudget == nil && l.Timeout.Min == nil {
			n.span, n.lane, n.laned = limit, b.engine.Lane(limit), true
		}
	case l.Retry != nil:
		n.kind, n.gives = retryLayer, l.Retry.PastDeadline == "give_up"
		n.setting = b.place(l, at, "retry", func() int { return b.addRetry(l.Retry) })
		b.wrapper.noted = b.wrapper.noted || l.Retry.Budget != nil || l.Retry.SleepsAfterLast
		if l.Retry.Budget != nil {
			n.budget = int16(b.share(l, at, "budget", func() int { return b.addBudget(l.Retry, n.layer) }))
		}
	case l.Breaker != nil:
		n.kind = breakerLayer
		n.setting = b.share(l, at, "breaker", func() int { return b.addBreaker(l.Breaker, n.layer) })
	case l.Limit != nil:
		n.kind = limitLayer
		n.setting = b.share(l, at, "limit", func() int { return b.addLimit(l.Limit, n.layer) })
	case l.Rate != nil:
		n.kind = rateLayer
		n.setting = b.share(l, at, "rate", func() int { return b.addRate(l.Rate) })
	case l.Throttle != nil:
		n.kind = throttleLayer
		n.setting = b.share(l, at, "throttle", func() int { return b.addThrottle(l.Throttle) })
	case l.Hop != nil:
		n.kind = hopLayer
		n.setting = b.place(l, at, "hop", func() int { return b.addHop(l.Hop) })
	case l.Hedge != nil:
		n.kind, n.copies, n.asks = hedgeLayer, uint8(l.Hedge.Extra+1), l.Hedge.Budget == "shared"
		settle := b.place
		if l.Hedge.After.Quantile > 0 { // it has a state: what it has learned
			settle = b.share
		}
		n.setting = settle(l, at, "hedge", func() int { return b.addHedge(l.Hedge) })
	case l.Outlier != nil:
		n.kind, n.setting = outlierLayer, b.placeOutlier(l, at)
	case l.Fallback != nil:
		n.kind = fallbackLayer
		n.setting = b.place(l, at, "fallback", func() int { return b.addFallback(l.Fallback) })
	}
	b.nodes = append(b.nodes, n)
	in.parent = row
	switch {
	case l.Hedge != nil:
		b.buildCopies(row, at+1, in)
	case l.Fallback != nil:
		b.build(at+1, in)
		b.nodes[row].width = uint8(len(b.nodes)) - row - 1
		in.tool = b.other(l)
		b.build(at+1, in)
	default:
		b.build(at+1, in)
	}
	b.nodes[row].size = uint8(len(b.nodes)) - row
}

func (b *builder) buildCopies(row uint8, at int, in position) {
	for i := range b.nodes[row].copies {
		root := uint8(len(b.nodes))
		copied := position{tool: in.tool, parent: root, path: root, choice: in.choice, hedged: in.hedged || i > 0}
		b.nodes = append(b.nodes, node{kind: hedgeCopy, parent: row, path: root, hedged: copied.hedged, budget: -1, tool: uint16(in.tool), choice: in.choice})
		b.build(at, copied)
		b.nodes[root].size = uint8(len(b.nodes)) - root
		b.nodes[row].width = b.nodes[root].size
	}
}

// doubtOf gives what an attempt may leave behind that may have landed.
func doubtOf(t *tool.Spec) (d doubt) {
	if t.Effect && !t.Natural {
		d |= mayHaveLanded
	}
	if Unsafe(t) {
		d |= mayLandTwice
	}
	return d
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
	h := hedges{Hedge: s.Compile()}
	if h.Learns() {
		h.latencies = make([]hedge.Latencies, len(b.names))
	}
	b.wrapper.hedges = append(b.wrapper.hedges, h)
	return len(b.wrapper.hedges) - 1
}

func (b *builder) addFallback(s *fallback.Spec) int {
	b.wrapper.fallbacks = append(b.wrapper.fallbacks, s.Compile())
	return len(b.wrapper.fallbacks) - 1
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

func (b *builder) addRate(s *rate.Spec) int {
	r := rates{owners: b.owners(s.Scope, s.PerTool), Rate: s.Compile()}
	r.patience, r.forever = r.Rate.Patience()
	b.wrapper.rates = append(b.wrapper.rates, r)
	return len(b.wrapper.rates) - 1
}

func (b *builder) addThrottle(s *throttle.Spec) int {
	b.wrapper.throttles = append(b.wrapper.throttles, throttles{owners: b.owners(s.Scope, false), Throttle: s.Compile()})
	return len(b.wrapper.throttles) - 1
}

func (b *builder) addHop(s *hop.Spec) int {
	b.wrapper.hops = append(b.wrapper.hops, s.Delay.Compile())
	return len(b.wrapper.hops) - 1
}
