// Package benchmark measures the engine against another one on the same work.
package benchmark
