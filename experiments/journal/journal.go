// Package journal keeps pieces of work that are finished, so that whoever was
// interrupted, even by kill -9, does not do them twice.
package journal

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"sync"

	"herdcast/experiments/folder"
)

// Journal keeps what pieces of work came to, one a line, in the order in which they
// were finished. A process that is killed leaves at most its last line torn. A nil
// Journal keeps nothing.
type Journal struct {
	mutex sync.Mutex
	file  *os.File
	held  map[string]json.RawMessage // of earlier processes, as long as nobody has asked
	kept  int
	torn  error // of a write: what came after half a line would be lost
}

// line is one of a file: a piece of work, or in the first one what all are part of.
type line struct {
	Sum   uint32          `json:"sum"` // CRC-32 (IEEE) of key and value, as they are written
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

func (l *line) sum() uint32 {
	return crc32.Update(crc32.ChecksumIEEE([]byte(l.Key)), crc32.IEEETable, l.Value)
}

// Name is what a journal is called in the folder of what it keeps.
const Name = "unfinished.jsonl"

// of is the key of a file's first line.
const of = "of"

// ErrDamaged says that a line is not as it was written.
var ErrDamaged = errors.New("the line is damaged; delete it to go on with the others, or say --fresh to begin anew")

// Open takes the journal at a path, making it if it is not there, and reads what
// earlier processes kept of the same work. A last line that is not whole is cut off. A
// journal of other work is refused with folder.ErrOther, a line that was changed with
// ErrDamaged.
func Open(path, work string) (*Journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{file: file, held: map[string]json.RawMessage{}}
	if err := j.resume(work); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

func (j *Journal) resume(work string) error {
	first, err := written(of, work)
	if err != nil {
		return err
	}
	whole, err := j.read(first, work)
	if err != nil {
		return err
	}
	if err := j.file.Truncate(whole); err != nil {
		return err
	}
	if _, err := j.file.Seek(whole, io.SeekStart); err != nil || whole > 0 {
		return err
	}
	_, err = j.file.Write(first)
	return err
}

// read gives the length of the whole lines.
func (j *Journal) read(first []byte, work string) (whole int64, err error) {
	reader := bufio.NewReaderSize(j.file, 1<<20)
	for number := 1; ; number++ {
		text, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			if number == 1 && !bytes.HasPrefix(first, text) {
				return 0, other(j.file.Name(), "no journal")
			}
			return whole, nil
		}
		if err != nil {
			return 0, err
		}
		l, sound := parsed(text)
		switch {
		case number == 1:
			var held string
			if sound && l.Key == of {
				json.Unmarshal(l.Value, &held) // what is no text is not ours
			}
			if held != work {
				return 0, other(j.file.Name(), cmp.Or(held, "no journal"))
			}
		case !sound:
			return 0, fmt.Errorf("%s:%d: %w", j.file.Name(), number, ErrDamaged)
		default:
			j.held[l.Key] = l.Value
			j.kept++
		}
		whole += int64(len(text))
	}
}

func other(path, what string) error {
	return fmt.Errorf("%s (%s) %w", path, what, folder.ErrOther)
}

func parsed(text []byte) (l line, sound bool) {
	err := json.Unmarshal(text, &l)
	return l, err == nil && l.Sum == l.sum()
}

func written(key string, value any) ([]byte, error) {
	var err error
	l := line{Key: key}
	if l.Value, err = json.Marshal(value); err != nil {
		return nil, err
	}
	l.Sum = l.sum()
	text, err := json.Marshal(l)
	return append(text, '\n'), err
}

// add keeps a piece of work: in one write, so that a line is whole or the last.
func (j *Journal) add(key string, value any) error {
	text, err := written(key, value)
	if err != nil {
		return err
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if j.torn == nil {
		_, j.torn = j.file.Write(text)
	}
	if j.torn == nil {
		j.kept++
	}
	return j.torn
}

// take gives what an earlier process kept, once: it is needed no longer then.
func (j *Journal) take(key string) (json.RawMessage, bool) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	value, ok := j.held[key]
	delete(j.held, key)
	return value, ok
}

// Kept tells how many pieces of work are kept.
func (j *Journal) Kept() int {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.kept
}

// Close ends the writing; the file stays.
func (j *Journal) Close() error { return j.file.Close() }

// Do gives what an earlier process kept of a piece of work, or does it and keeps
// what it came to. The key names everything that this depends on. What JSON does
// not tell exactly cannot be kept.
func Do[T any](j *Journal, key string, work func() (T, error)) (T, error) {
	if j == nil {
		return work()
	}
	if held, ok := j.take(key); ok {
		var value T
		err := json.Unmarshal(held, &value)
		return value, err
	}
	value, err := work()
	if err != nil {
		return value, err
	}
	return value, j.add(key, value)
}
