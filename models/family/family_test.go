package family

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestAllChildrenEnd(t *testing.T) {
	b := &Books{}
	id := b.Begin(Family{Caller: 7})
	if !b.Waiting() || b.Next() != (Order{id, Start}) {
		t.Fatal("the children are not ordered to start")
	}
	b.Family(id).Expect(2, 2, false)
	b.Join(id, 4)
	b.Join(id, 9)
	if _, over := b.Leave(9, true); over {
		t.Error("over after the first of two")
	}
	if of, over := b.Leave(4, false); of != id || !over {
		t.Errorf("after the last: family %d, over %v", of, over)
	}
	if b.Family(id).Succeeded() {
		t.Error("one of two has failed and both were needed")
	}
	if b.Waiting() {
		t.Error("something is ordered, but nothing is left to do")
	}
}

func TestTheFirstSuccessDecides(t *testing.T) {
	b := &Books{}
	id := b.Begin(Family{})
	b.Next()
	b.Family(id).Expect(3, 1, true)
	for child := range uint32(3) {
		b.Join(id, child)
	}
	if _, over := b.Leave(1, false); over {
		t.Error("over with a failure")
	}
	if _, over := b.Leave(0, true); !over || !b.Family(id).Succeeded() {
		t.Error("the first success does not decide")
	}
	if !b.Waiting() || b.Next() != (Order{id, CutAll}) {
		t.Error("the last child is not ordered cut")
	}
	if b.Orphans() != 1 {
		t.Errorf("%d children without a call, want 1", b.Orphans())
	}
	if child, some := b.Child(id); child != 2 || !some {
		t.Errorf("living: %d, %v", child, some)
	}
	if _, over := b.Leave(2, true); over {
		t.Error("over twice")
	}
	if _, some := b.Child(id); some || b.Orphans() != 0 {
		t.Error("somebody lives after the last has gone")
	}
}

// Families that begin, lose children and are cut in any order: their living children
// are those that joined and have not left; a call ends with the child that decides
// it, and once; what is settled has nothing to tell.
func TestFamiliesKeepTheirBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type expected struct {
			living            []uint32
			succeeded, needed int64
			any, settled      bool
		}
		b, all, free := &Books{}, map[uint32]*expected{}, []uint32{0, 1, 2, 3, 4, 5, 6, 7}
		var ids []uint32
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if len(ids) == 0 || len(free) > 3 && rapid.Bool().Draw(t, "begin") {
				if len(free) == 0 {
					continue
				}
				count := rapid.IntRange(1, min(3, len(free))).Draw(t, "count")
				e := &expected{living: slices.Clone(free[:count]), needed: int64(rapid.IntRange(0, count).Draw(t, "needed")), any: rapid.Bool().Draw(t, "any")}
				free = slices.Clone(free[count:])
				id := b.Begin(Family{})
				if _, taken := all[id]; taken {
					t.Fatalf("family %d begins while it lives", id)
				}
				b.Family(id).Expect(int64(count), e.needed, e.any)
				for _, child := range e.living {
					b.Join(id, child)
				}
				all[id], ids = e, append(ids, id)
				continue
			}
			id := rapid.SampledFrom(ids).Draw(t, "family")
			e := all[id]
			switch {
			case len(e.living) == 0:
				b.Release(id)
				delete(all, id)
				ids = slices.DeleteFunc(ids, func(other uint32) bool { return other == id })
			case !e.settled && rapid.IntRange(0, 5).Draw(t, "cut") == 0:
				b.Cut(id)
				e.settled = true
			default:
				child := rapid.SampledFrom(e.living).Draw(t, "child")
				succeeded := rapid.Bool().Draw(t, "succeeded")
				e.living = slices.DeleteFunc(e.living, func(other uint32) bool { return other == child })
				free = append(free, child)
				if succeeded && !e.settled {
					e.succeeded++
				}
				want := !e.settled && (len(e.living) == 0 || e.any && succeeded)
				if of, over := b.Leave(child, succeeded); of != id || over != want {
					t.Fatalf("child %d leaves family %d, over %v; want %d, %v", child, of, over, id, want)
				}
				e.settled = e.settled || want
				if want && b.Family(id).Succeeded() != (e.succeeded >= e.needed) {
					t.Fatalf("%d succeeded of %d needed", e.succeeded, e.needed)
				}
			}
			orphans := 0
			for id, e := range all {
				if e.settled {
					orphans += len(e.living)
				}
				if child, some := b.Child(id); some != (len(e.living) > 0) || some && !slices.Contains(e.living, child) {
					t.Fatalf("family %d has the child %d, %v; want one of %v", id, child, some, e.living)
				}
			}
			if b.Orphans() != orphans {
				t.Fatalf("%d orphans, want %d", b.Orphans(), orphans)
			}
		}
	})
}
