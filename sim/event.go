package sim

// Rank is the tie rule: at one instant the world changes first, then replies
// arrive, then timeouts fire, then new work starts.
type Rank uint8

const (
	RankWorld   Rank = iota // faults, quota windows, expiry of keys and leases
	RankReply               // commits, ends of service, replies, refusals
	RankTimeout             // timeouts, ends of budgets and of waits for a permit
	RankStart               // arrivals, ends of thinking, resting and backoff, permits, hedges, requests at the door
)

// Kind says what an event is. The upper four bits are its rank, the lower four
// number the kinds of that rank.
type Kind uint8

// Rank gives the rank of events of this kind.
func (k Kind) Rank() Rank { return Rank(k >> 4) }

// order gives the Order of the event of that number in the sequence of creation.
func (k Kind) order(sequence uint64) uint64 { return uint64(k)>>4<<62 | sequence }

// Timer names one scheduled event for as long as the run lasts; no two events
// share one. 0 names none. Whoever schedules an event that may become pointless
// keeps its Timer, forgets it (sets it to 0) when the event no longer matters,
// and compares when the event comes: an event whose Timer is not the one kept
// is stale and is dropped.
type Timer uint64

// Event is a plain value without pointers, so a million waiting events cost the
// collector nothing. Order is (At, Order); Order holds the rank in its upper
// two bits and the sequence of creation below.
type Event struct {
	At    Time
	Order uint64
	Row   uint32 // whom it concerns: a row in the table that the kind implies
	Kind  Kind
}

// Timer gives the name under which the event was scheduled.
func (e Event) Timer() Timer { return Timer(e.Order) }

// Before is the total order of events.
func (e *Event) Before(other *Event) bool {
	return e.At < other.At || e.At == other.At && e.Order < other.Order
}
