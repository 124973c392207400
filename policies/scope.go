package policies

// Scope says who shares a layer's state.
type Scope string

const (
	ScopeCall    Scope = "call"
	ScopeTask    Scope = "task"
	ScopeAgent   Scope = "agent"
	ScopeProcess Scope = "process"
	ScopeCohort  Scope = "cohort"
	ScopeFleet   Scope = "fleet"
	ScopeReplica Scope = "replica" // of the dependency, over the whole fleet
)

// Words lists the scopes.
func (Scope) Words() []string {
	return []string{"call", "task", "agent", "process", "cohort", "fleet", "replica"}
}
