// Package journal keeps what a run knows in a SQLite file: of threads that are more than it
// remembers, and of a run that is broken off, so that it goes on where it was. All of it
// is sealed; the file tells how much there is, and no more. The driver is linked by who
// uses it, under the name sqlite.
package journal

import (
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/private"
)

// The reasons why a journal is not gone on with.
var (
	ErrKey   = errors.New("this journal is damaged, or was written under another key")
	ErrOther = errors.New("this journal is of another run: another version, policy, key, model or option")
	ErrInput = errors.New("the messages are not those that the journal was written of")
)

// Journal is a file of what a run knows. It is safe for concurrent use.
type Journal struct {
	mu   sync.Mutex
	db   *sql.DB
	tx   *sql.Tx
	path string
	seal cipher.AEAD
	tag  []byte // key of the hashes of threads

	rows map[uint64]place // of the state of a thread, by its hash
	era  int              // marks so far
	kept int              // chunks of results
	old  []replaced       // states that the next chunk makes useless

	done  int   // messages in chunks
	at    int64 // chunks that were read
	again []record
}

// place is where a state stands, and behind how many marks it was written.
type place struct {
	row int64
	era int
}

// replaced is a row that goes when the results of an era are kept.
type replaced struct {
	row int64
	era int
}

const schema = `
CREATE TABLE IF NOT EXISTS head (data BLOB);
CREATE TABLE IF NOT EXISTS thread (row INTEGER PRIMARY KEY, id INTEGER, era INTEGER, data BLOB);
CREATE TABLE IF NOT EXISTS chunk (era INTEGER PRIMARY KEY, messages INTEGER, data BLOB);`

// Spill makes a file for threads in a folder, of which nothing is left behind.
func Spill(dir string) (*Journal, error) {
	key := make([]byte, 32)
	rand.Read(key)
	at := filepath.Join(dir, ".bauta-threads-"+rand.Text()+".tmp")
	j, err := open(at, key, url.Values{"_pragma": {
		"journal_mode(OFF)", "synchronous(OFF)", "cache_size(-16000)", "locking_mode(EXCLUSIVE)",
	}})
	return j, err
}

// head is what a journal says of its run.
type head struct {
	Run  string // digest of what the results hang on
	Held []byte // what the run drew
}

// Open opens the journal of a run, or makes it. run is a digest of all that results hang
// on but the messages. held is what a new run draws and one that goes on has to have
// again; it gives that of the run that began.
func Open(path string, key []byte, run string, held []byte) (j *Journal, begun []byte, err error) {
	j, err = open(path, key, url.Values{"_pragma": {
		"locking_mode(EXCLUSIVE)", "journal_mode(WAL)", "synchronous(NORMAL)", "cache_size(-16000)",
	}})
	if err != nil {
		return nil, nil, err
	}
	if begun, err = j.begin(run, held); err != nil {
		return nil, nil, errors.Join(err, j.Close())
	}
	return j, begun, nil
}

func open(path string, key []byte, how url.Values) (*Journal, error) {
	seal, err := private.Sealer(key, "bauta journal 1")
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written", path)
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("bauta journal 1 threads"))
	j := &Journal{path: path, seal: seal, tag: mac.Sum(nil), rows: map[uint64]place{}}
	if j.db, err = sql.Open("sqlite", "file:"+filepath.ToSlash(path)+"?"+how.Encode()); err != nil {
		return nil, err
	}
	j.db.SetMaxOpenConns(1)
	if _, err = j.db.Exec(schema); err == nil {
		j.tx, err = j.db.Begin()
	}
	if err != nil {
		j.db.Close()
		return nil, fmt.Errorf("%s: cannot be used; is another run at it? (%w)", path, err)
	}
	return j, nil
}

// begin reads the head, and finds what is there, or writes the head of a new run.
func (j *Journal) begin(run string, held []byte) ([]byte, error) {
	var sealed []byte
	err := j.tx.QueryRow("SELECT data FROM head").Scan(&sealed)
	if errors.Is(err, sql.ErrNoRows) {
		data, err := json.Marshal(head{run, held})
		if err == nil {
			_, err = j.tx.Exec("INSERT INTO head VALUES (?)", j.sealed("head", 0, data))
		}
		if err == nil {
			err = j.commit()
		}
		return held, err
	}
	if err != nil {
		return nil, err
	}
	data, err := j.opened("head", 0, sealed)
	var h head
	switch {
	case err != nil:
		return nil, err
	case json.Unmarshal(data, &h) != nil:
		return nil, ErrKey
	case h.Run != run:
		return nil, ErrOther
	}
	return h.Held, j.find()
}

// find finds what stands behind the last chunk: what was written later is not known
// whole, and goes.
func (j *Journal) find() error {
	var last, messages sql.NullInt64
	if err := j.tx.QueryRow("SELECT max(era), sum(messages) FROM chunk").Scan(&last, &messages); err != nil {
		return err
	}
	j.kept, j.era, j.done = int(last.Int64), int(last.Int64), int(messages.Int64)
	if _, err := j.tx.Exec("DELETE FROM thread WHERE era >= ?", j.kept); err != nil {
		return err
	}
	rows, err := j.tx.Query("SELECT row, id, era FROM thread")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var p place
		var id int64
		if err := rows.Scan(&p.row, &id, &p.era); err != nil {
			return err
		}
		before, twice := j.rows[uint64(id)]
		if twice && before.era > p.era {
			before, p = p, before
		}
		if j.rows[uint64(id)] = p; twice {
			j.old = append(j.old, replaced{before.row, 0})
		}
	}
	return rows.Err()
}

// bound ties what is sealed to its place.
func bound(table string, n int64) []byte { return fmt.Appendf(nil, "%s %d", table, n) }

func (j *Journal) sealed(table string, n int64, data []byte) []byte {
	return j.seal.Seal(nil, nil, data, bound(table, n))
}

func (j *Journal) opened(table string, n int64, data []byte) ([]byte, error) {
	out, err := j.seal.Open(nil, nil, data, bound(table, n))
	if err != nil {
		return nil, ErrKey
	}
	return out, nil
}

// commit brings what was written to the file.
func (j *Journal) commit() (err error) {
	if err = j.tx.Commit(); err == nil {
		j.tx, err = j.db.Begin()
	}
	return err
}

// hash stands for a thread, of whose name nothing is written.
func (j *Journal) hash(thread string) uint64 {
	mac := hmac.New(sha256.New, j.tag)
	mac.Write([]byte(thread))
	return binary.LittleEndian.Uint64(mac.Sum(nil))
}

// Save keeps what is known of a thread.
func (j *Journal) Save(thread string, state []byte) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	id := j.hash(thread)
	data := j.sealed("thread", int64(id), state)
	at, known := j.rows[id]
	if known && at.era == j.era {
		_, err := j.tx.Exec("UPDATE thread SET data = ? WHERE row = ?", data, at.row)
		return err
	}
	res, err := j.tx.Exec("INSERT INTO thread (id, era, data) VALUES (?, ?, ?)", int64(id), j.era, data)
	if err != nil {
		return err
	}
	if known {
		j.old = append(j.old, replaced{at.row, j.era})
	}
	at = place{era: j.era}
	at.row, err = res.LastInsertId()
	j.rows[id] = at
	return err
}

// Load gives what Save was given last; nil for a thread that is not known.
func (j *Journal) Load(thread string) ([]byte, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	id := j.hash(thread)
	at, ok := j.rows[id]
	if !ok {
		return nil, nil
	}
	var data []byte
	if err := j.tx.QueryRow("SELECT data FROM thread WHERE row = ?", at.row).Scan(&data); err != nil {
		return nil, err
	}
	return j.opened("thread", int64(id), data)
}

// Mark says that all was saved that is known so far.
func (j *Journal) Mark() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.era++
	return nil
}

// Close ends the use of the file, which stays.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	j.tx.Rollback()
	return j.db.Close()
}

// Remove ends the use of the file, and takes it away.
func (j *Journal) Remove() error {
	if j == nil {
		return nil
	}
	err := j.Close()
	for _, end := range []string{"", "-wal", "-shm"} {
		if gone := os.Remove(j.path + end); gone != nil && !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// Serve has a pipeline go on with the run, and keep what it works out.
func (j *Journal) Serve(p *bauta.Pipeline) {
	s := &p.Store
	s.Save, s.Load, s.Mark, s.Keep, s.Again, s.Done = j.Save, j.Load, j.Mark, j.Keep, j.Again, j.done
}

// Done is how many messages have results from an earlier run.
func (j *Journal) Done() int { return j.done }
