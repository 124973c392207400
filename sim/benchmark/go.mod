// The engine against others. A module of its own, so that users of Herdcast do
// not download what it is measured against.
module herdcast/sim/benchmark

go 1.26.0

require (
	github.com/fschuetz04/simgo v0.7.0
	herdcast v0.0.0
)

replace herdcast => ../..
