package sim

import "math/bits"

// Purpose separates draws of one entity that mean different things. The numbers
// are part of the address: never renumber, only add.
type Purpose uint64

const (
	PurposeStart       Purpose = 1  // when an agent starts, its phase
	PurposeArrival     Purpose = 2  // gap before an arrival
	PurposeRest        Purpose = 3  // rest between tasks
	PurposeTurns       Purpose = 4  // planned turns of a task
	PurposeCalls       Purpose = 5  // calls of a turn
	PurposeTool        Purpose = 6  // tool of a call
	PurposeThink       Purpose = 7  // thinking before a turn
	PurposeSemantic    Purpose = 8  // does the call fail semantically?
	PurposeService     Purpose = 9  // service time of an attempt
	PurposeSend        Purpose = 10 // network delay of a request
	PurposeReturn      Purpose = 11 // network delay of an answer
	PurposeLoseRequest Purpose = 12
	PurposeLoseReply   Purpose = 13
	PurposeReset       Purpose = 14
	PurposeBackoff     Purpose = 15 // wait and jitter before a retry
	PurposeOpen        Purpose = 16 // how long a breaker opens
	PurposePermit      Purpose = 17 // how long a call waits for a permit
	PurposeReaction    Purpose = 18 // the model's reaction to a failed call
	PurposeFault       Purpose = 19 // does a fault hit this request?
	PurposeHint        Purpose = 20 // jitter on a hinted wait
	PurposeAdmission   Purpose = 21 // admission by a half-open breaker
	PurposeSameArgs    Purpose = 22
	PurposeHedge       Purpose = 23
	PurposeThrottle    Purpose = 24 // does a throttle turn a try away?
	PurposeChildren    Purpose = 25 // how many agents a call starts
	PurposeProbe       Purpose = 26 // when an adaptive limit measures anew
	PurposeBalance     Purpose = 27 // which replica a request goes to
	PurposeEject       Purpose = 28 // whether an outlier is ejected, and how much longer
)

// Key is an address in the tree of entities. A draw is fixed by the key of its
// entity, its purpose and an index, so no draw ever shifts another.
type Key uint64

// NewKey gives the root address of one replication of one seed.
func NewKey(seed uint64, replication int) Key {
	return Key(mix(mix(seed^0x6a09e667f3bcc908) + uint64(replication)*0x9e3779b97f4a7c15))
}

// Child gives the address of the n-th entity below k.
func (k Key) Child(n uint64) Key {
	return Key(mix(uint64(k) + (n+1)*0x9e3779b97f4a7c15))
}

// Named gives the address of the entity of that name below k (FNV-1a), so that
// adding a cohort to a file moves nobody else's draws.
func (k Key) Named(name string) Key {
	h := uint64(14695981039346656037)
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return k.Child(h)
}

// Bits gives 64 random bits for the index-th draw for a purpose.
func (k Key) Bits(p Purpose, index uint64) uint64 {
	hi, lo := bits.Mul64(uint64(k)^uint64(p)*0xd1342543de82ef95, 0x9e3779b97f4a7c15^(index+1)*0xa0761d6478bd642f|1)
	return mix(hi ^ lo ^ index)
}

// Uniform gives a draw from [0, 1) with 53 random bits.
func (k Key) Uniform(p Purpose, index uint64) float64 {
	return float64(int64(k.Bits(p, index)>>11)) * 0x1p-53
}

// mix is the finalizer of splitmix64 (Steele, Lea and Flood 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
