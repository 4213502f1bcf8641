package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/policy"
)

// maxShards is into how many parts a run is cut at most.
const maxShards = 4096

// shard is a part of a run: the threads that fall to it. It notes where what comes out
// stands in the whole, for bauta merge.
type shard struct {
	shardHead
	mu     sync.Mutex
	order  []int // of messages that are in hand, their numbers in the file
	seen   int   // messages of the file
	alone  int   // … of no thread
	sum    hash.Hash
	reader *corpus.Reader
	at     int    // bytes written, and …
	index  []byte // … numbers and lengths of what was written, each less the one before
	last   int
}

// shardHead is the first line of the file beside the output of a part.
type shardHead struct {
	Bauta   string `json:"bauta"` // shard 1
	Part    int    `json:"part"`  // from 1
	Of      int    `json:"of"`
	Run     string `json:"run"`      // digest of what results hang on
	Corpus  string `json:"corpus"`   // … of the messages
	Whole   int    `json:"messages"` // of the file
	Here    int    `json:"here"`     // of this part
	Header  int    `json:"header"`   // bytes before the first …
	Content int    `json:"bytes"`    // … and of all but what stands behind the last
}

const shardKind = "shard 1"

// shardOf reads 3/16.
func shardOf(said string) (*shard, error) {
	if said == "" {
		return nil, nil
	}
	a, b, _ := strings.Cut(said, "/")
	part, err := strconv.Atoi(a)
	of, err2 := strconv.Atoi(b)
	if err != nil || err2 != nil || part < 1 || part > of || of > maxShards {
		return nil, errUsage{fmt.Errorf("--shard %s; write PART/PARTS, from 1/16 to 16/16 and at most %d parts", said,
			maxShards)}
	}
	return &shard{shardHead: shardHead{Bauta: shardKind, Part: part, Of: of}, sum: sha256.New()}, nil
}

// shardable says why a run cannot be cut into parts.
func (o *anonymise) shardable(files []string) error {
	switch {
	case o.out == "" || o.out == "-" || len(files) != 1 || files[0] == "-":
		return errUsage{errors.New("--shard takes one file, and -o FILE for its part")}
	case o.together:
		return errUsage{errors.New("--shard does not go with --together: people are one across all parts")}
	case o.authors == "number":
		return errUsage{errors.New("--shard does not go with --authors number: no part knows the authors of another")}
	case o.rejects != "" || o.certified != "":
		return errUsage{errors.New("--shard goes neither with --rejects nor with --certified, which are of the whole")}
	}
	return nil
}

// sharded makes a pipeline work on a part.
func (o *anonymise) sharded(built *policy.Built) (err error) {
	if o.shard.Run, err = o.digest(built, ""); err != nil {
		return err
	}
	built.Pipeline.Store.Mine, o.live = o.shard.mine, true
	return nil
}

// mine reports a message of the part: by its thread, and one after the other where it has none.
func (s *shard) mine(m bauta.Message) bool {
	var n uint64
	if m.Thread == "" {
		n, s.alone = uint64(s.alone), s.alone+1
	} else {
		sum := sha256.Sum256([]byte(m.Thread))
		n = binary.BigEndian.Uint64(sum[:])
	}
	for _, part := range []string{m.ID, m.Thread, m.Author, m.Text} {
		s.sum.Write(binary.AppendUvarint(nil, uint64(len(part))))
		io.WriteString(s.sum, part)
	}
	s.seen++
	if n%uint64(s.Of) != uint64(s.Part-1) {
		s.reader.SetAside(&m)
		return false
	}
	s.mu.Lock()
	s.order = append(s.order, s.seen-1)
	s.mu.Unlock()
	return true
}

// begin looks at the file: one of which no record can be taken out has no parts.
func (s *shard) begin(r *corpus.Reader) error {
	if s == nil {
		return nil
	}
	if s.reader = r; r.InPlace() {
		return fmt.Errorf("--shard reads text, CSV, TSV and JSONL of one text: nothing can be taken out of %s; cut "+
			"the file at its conversations instead", r.Format())
	}
	return nil
}

// headed notes what stands before the first result.
func (s *shard) headed() {
	if s != nil {
		s.Header, s.Content = s.at, s.at
	}
}

// Write counts what is written of the part.
func (s *shard) Write(p []byte) (int, error) {
	s.at += len(p)
	return len(p), nil
}

// written notes that a result was written.
func (s *shard) written() {
	if s == nil {
		return
	}
	s.mu.Lock()
	n := s.order[0]
	s.order = s.order[1:]
	s.mu.Unlock()
	s.index = binary.AppendUvarint(s.index, uint64(n-s.last))
	s.index = binary.AppendUvarint(s.index, uint64(s.at-s.Content))
	s.last, s.Content = n, s.at
	s.Here++
}

// write writes the file that goes beside the output.
func (s *shard) write(out *output) error {
	if s.Here > 0 && s.Content == s.Header {
		return errors.New("--shard writes no packed file; unpack it before")
	}
	s.Whole, s.Corpus = s.seen, hex.EncodeToString(s.sum.Sum(nil))
	if err := json.NewEncoder(out).Encode(s.shardHead); err != nil {
		return err
	}
	_, err := out.Write(s.index)
	return err
}
