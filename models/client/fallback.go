package client

import "herdcast/policies"

// fallsBack tells whether a fallback layer, of which the node from has failed,
// goes on with the other tool. What it runs first are the width nodes below it,
// then those of the other tool.
func (w *Wrapper) fallsBack(c *Call, node *node, n, from uint8, o policies.Outcome) bool {
	return from <= n+node.width && w.fallbacks[node.setting].Follows(o, c.doubt&mayHaveLanded != 0)
}
