// Package sweep simulates the cells of a plan, all or a shard of them, keeps every
// finished replication, and merges shards into what one machine would have written.
package sweep
