package dependency

import (
	"testing"

	"pgregory.net/rapid"
)

// The table agrees with a map under any mix of insertions and removals, also
// where keys fall on the same place.
func TestKeyStoreAgreesWithMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s keyStore
		known := map[uint64]uint32{}
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			key := rapid.Uint64Range(1, 40).Draw(t, "key") * 16 // collide in small tables
			entry, held := known[key]
			found, ok := s.find(key)
			if ok != held || held && found != entry {
				t.Fatalf("find(%d) = %d, %v; the map says %d, %v", key, found, ok, entry, held)
			}
			if held {
				s.remove(entry)
				delete(known, key)
			} else {
				known[key] = s.insert(key, 0)
			}
		}
		for key, entry := range known {
			if found, ok := s.find(key); !ok || found != entry {
				t.Fatalf("key %d is lost", key)
			}
		}
		if s.used != len(known) {
			t.Fatalf("%d used, %d known", s.used, len(known))
		}
	})
}
