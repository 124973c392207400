package dependency

import (
	"math"
	"time"

	"herdcast/models/event"
	"herdcast/sim"
)

// sharing is processor sharing: all present are served at once, each at the speed
// min(1, capacity / present). Everyone present gains the same, so it is enough to know
// how much someone would have gained who was there all along, and at which gain each
// is done (Kleinrock 1967; virtual time). One event, for the one who is done first,
// is on the clock.
type sharing struct {
	capacity  float64  // servers at work now
	room      int64    // that may be present beyond the servers
	gained    float64  // ns of service, since the dependency was last empty
	at        sim.Time // when that was true
	warmup    sim.Time
	warm      float64 // what was gained by the end of warm-up
	jobs      []job   // a heap
	pushed    uint64
	stays     *[]stay // by request, of all replicas
	planned   uint32  // the request whose event is on the clock, + 1
	plannedAt sim.Time
}

// job is the next that is to happen to a request: its landing or its end.
type job struct {
	due    float64 // gain at which it is
	number uint64
	id     uint32
	lands  bool
}

// stay is a request's time in service.
type stay struct {
	from, to float64 // gains at which it came and is done
	place    int32   // of its job in the heap
}

func (j *job) before(other *job) bool {
	return j.due < other.due || j.due == other.due && j.number < other.number
}

func newSharing(capacity float64, warmup sim.Time, stays *[]stay) *sharing {
	return &sharing{capacity: capacity, warmup: warmup, stays: stays}
}

// stay gives the row of a request that is present.
func (s *sharing) stay(id uint32) *stay { return &(*s.stays)[id] }

// speed is what each present gains in a nanosecond.
func (s *sharing) speed() float64 { return min(1, s.capacity/float64(len(s.jobs))) }

// advance brings the gain up to now.
func (s *sharing) advance(now sim.Time) {
	if now == s.at {
		return
	}
	speed := 0.0
	if len(s.jobs) > 0 {
		speed = s.speed()
	}
	if s.at < s.warmup && s.warmup <= now {
		s.warm = s.gained + float64(speed*float64(s.warmup-s.at))
	}
	s.gained += float64(speed * float64(now-s.at))
	s.at = now
}

// enter takes in a request that needs so much service, and lands after a part of it
// (0: at the end, or it has landed).
func (s *sharing) enter(now sim.Time, id uint32, took, landing time.Duration) {
	s.advance(now)
	if len(s.jobs) == 0 {
		s.gained, s.warm = 0, 0 // small numbers are exact ones
	}
	for int(id) >= len(*s.stays) {
		*s.stays = append(*s.stays, stay{})
	}
	at := s.stay(id)
	at.from, at.to = s.gained, s.gained+float64(took)
	if landing > 0 {
		s.push(job{due: s.gained + float64(landing), id: id, lands: true})
	} else {
		s.push(job{due: at.to, id: id})
	}
}

// goOn lets a request that has landed go on to its end.
func (s *sharing) goOn(now sim.Time, id uint32) {
	s.advance(now)
	s.remove(id)
	s.push(job{due: s.stay(id).to, id: id})
}

// worked is the service that a request has had, from the end of warm-up on.
func (s *sharing) worked(now sim.Time, id uint32) time.Duration {
	s.advance(now)
	at := s.stay(id)
	return time.Duration(math.Round(max(0, min(s.gained, at.to)-max(at.from, s.warm))))
}

// first gives the job that comes next, and when.
func (s *sharing) first(now sim.Time) (next job, at sim.Time, some bool) {
	if len(s.jobs) == 0 || s.capacity == 0 {
		return job{}, 0, false
	}
	next = s.jobs[0]
	wait := math.Round(max(0, next.due-s.gained) / s.speed())
	if wait >= float64(forEver) {
		return job{}, 0, false
	}
	return next, now.Add(time.Duration(wait)), true
}

func (s *sharing) push(j job) {
	s.pushed++
	j.number = s.pushed
	s.jobs = append(s.jobs, j)
	s.rise(len(s.jobs) - 1)
}

func (s *sharing) remove(id uint32) {
	at, last := int(s.stay(id).place), len(s.jobs)-1
	moved := s.jobs[last]
	s.jobs = s.jobs[:last]
	if at == last {
		return
	}
	s.jobs[at] = moved
	s.sink(at)
	s.rise(int(s.stay(moved.id).place))
}

func (s *sharing) rise(at int) {
	for at > 0 {
		up := (at - 1) / 2
		if !s.jobs[at].before(&s.jobs[up]) {
			break
		}
		s.jobs[at], s.jobs[up] = s.jobs[up], s.jobs[at]
		s.stay(s.jobs[at].id).place = int32(at)
		at = up
	}
	s.stay(s.jobs[at].id).place = int32(at)
}

func (s *sharing) sink(at int) {
	for {
		least := at
		for below := 2*at + 1; below <= 2*at+2 && below < len(s.jobs); below++ {
			if s.jobs[below].before(&s.jobs[least]) {
				least = below
			}
		}
		s.stay(s.jobs[at].id).place = int32(at)
		if least == at {
			return
		}
		s.jobs[at], s.jobs[least] = s.jobs[least], s.jobs[at]
		s.stay(s.jobs[at].id).place = int32(at)
		at = least
	}
}

// plan puts the event of the job that comes first in a replica on the clock.
func (d *Dependency) plan(now sim.Time, s *sharing) {
	next, at, some := s.first(now)
	if s.planned != 0 {
		r := &d.requests[s.planned-1]
		if some && s.planned == next.id+1 && s.plannedAt == at && r.timer != 0 {
			return
		}
		if r.timer != 0 {
			r.timer = 0
			d.engine.Forget()
		}
		s.planned = 0
	}
	if !some {
		return
	}
	kind := event.ServiceEnds
	if next.lands {
		kind = event.EffectLands
	}
	s.planned, s.plannedAt = next.id+1, at
	d.requests[next.id].timer = d.engine.At(at, kind, next.id)
}
