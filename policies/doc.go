// Package policies holds what the machines of its subfolders share: how a try
// can end and what people hold of each ending. A policy never reads a clock,
// never sleeps and owns no generator: the instant and the address of its draws
// are passed in, so the same code runs in a simulation and in a real wrapper.
package policies
