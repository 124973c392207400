// Package timeout computes how long a try may take.
package timeout

import (
	"time"

	"herdcast/sim/quantity"
)

// Spec is a timeout as people write it: a span or a map.
type Spec struct {
	Max           *time.Duration  `key:"max,bare" doc:"cuts what runs below after this" above:"0"`
	Min           *time.Duration  `key:"min" doc:"never shorter than this, but never past the end of the task's budget"`
	ShareOfBudget *quantity.Share `key:"share_of_budget" doc:"share of what is then left of the task's wall clock" above:"0" max:"1"`
	Propagate     bool            `key:"propagate" doc:"whether requests tell the dependency when it ends"`
	ByTool        []ToolTimeout   `key:"by_tool" doc:"in place of max, by tool"`
}

// ToolTimeout is the timeout of one tool.
type ToolTimeout struct {
	Tool string        `key:",name"`
	Max  time.Duration `key:",bare"`
}
