package sweep

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync"

	"herdcast/experiments/replicate"
)

// journal keeps finished replications, one a line, in the order in which they were
// finished. A process that is killed leaves at most its last line torn.
type journal struct {
	mutex sync.Mutex
	file  *os.File
	rows  map[piece]replicate.Row
}

// piece is one replication of one cell, both from 0.
type piece struct{ cell, replication int }

type entry struct {
	Cell        int           `json:"cell"`
	Replication int           `json:"replication"`
	Row         replicate.Row `json:"row"`
}

// openJournal reads what an earlier process kept and cuts off a torn line.
func openJournal(path string) (*journal, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file, rows: map[piece]replicate.Row{}}
	whole, err := j.read()
	if err == nil {
		err = file.Truncate(whole)
	}
	if err == nil {
		_, err = file.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// read gives the length of the whole lines.
func (j *journal) read() (whole int64, err error) {
	reader := bufio.NewReaderSize(j.file, 1<<20)
	for {
		line, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return whole, nil
		}
		if err != nil {
			return 0, err
		}
		var e entry
		if json.Unmarshal(line, &e) != nil {
			return whole, nil // damaged: what follows is simulated again
		}
		j.rows[piece{e.Cell, e.Replication}] = e.Row
		whole += int64(len(line))
	}
}

// add keeps a replication: in one write, so that a line is whole or the last.
func (j *journal) add(at piece, row replicate.Row) error {
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(entry{at.cell, at.replication, row}); err != nil {
		return err
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	_, err := j.file.Write(b.Bytes())
	return err
}

func (j *journal) close() error { return j.file.Close() }
