package session

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/recent"
)

// Known remembers what was found in messages: who talks to a language model sends the whole conversation with each
// message of it. It holds no text, but digests under a key of its own, which is drawn when it is made, and where in a
// message what was found. It is safe for concurrent use.
type Known struct {
	mu    sync.Mutex
	key   [sha256.Size]byte
	most  int64 // bytes
	held  int64 // about
	age   time.Duration
	now   func() time.Time
	finds *recent.Map[digest, remembered]
}

// digest names a message of somebody.
type digest [sha256.Size]byte

// remembered is what was found in a message.
type remembered struct {
	spans  []bauta.Span
	weight int64
	used   time.Time
}

// What a message and a find take of memory, about.
const (
	knownWeight = 256
	spanWeight  = 256
)

// NewKnown makes room for so many bytes, about; what nobody sent for so long is forgotten.
func NewKnown(most int64, age time.Duration) *Known {
	k := &Known{most: most, age: age, now: time.Now, finds: recent.New[digest, remembered](math.MaxInt, nil)}
	rand.Read(k.key[:])
	return k
}

// Recall has the session know what was found in messages of the same owner: who else sent one is not to be learned from
// how long it takes. It is for a session that has read nothing.
func (s *Session) Recall(k *Known, owner []byte) {
	s.pipeline.Recall = func(d *bauta.Doc, read func() ([]bauta.Span, error)) ([]bauta.Span, error) {
		return k.Finds(owner, d, read)
	}
}

// Finds gives what was found in such a message of the owner, or what read finds: the bauta.Pipeline's Recall.
func (k *Known) Finds(owner []byte, d *bauta.Doc, read func() ([]bauta.Span, error)) ([]bauta.Span, error) {
	if d.Thread != "" || d.Author != "" || len(d.Known) > 0 {
		return read()
	}
	at := k.digest(owner, d)
	if spans, ok := k.get(at); ok {
		return spans, nil
	}
	spans, err := read()
	if err == nil {
		k.put(at, spans)
	}
	return spans, err
}

// digest is that of all on which it hangs what is found.
func (k *Known) digest(owner []byte, d *bauta.Doc) (sum digest) {
	h := hmac.New(sha256.New, k.key[:])
	for _, part := range []string{string(owner), d.Message.Lang, d.Lang, strings.Join(d.Also, ","), d.Main, d.Text} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	h.Sum(sum[:0])
	return sum
}

func (k *Known) get(at digest) ([]bauta.Span, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.forget(k.most)
	r, ok := k.finds.Get(at)
	if !ok {
		return nil, false
	}
	r.used = k.now()
	k.finds.Put(at, r)
	return copied(r.spans), true
}

func (k *Known) put(at digest, spans []bauta.Span) {
	weight := knownWeight + spanWeight*counted(spans)
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, ok := k.finds.Get(at); ok || weight > k.most {
		return
	}
	k.forget(k.most - weight)
	k.finds.Put(at, remembered{copied(spans), weight, k.now()})
	k.held += weight
}

// forget lets go of what is old, and of what is more than so many bytes.
func (k *Known) forget(most int64) {
	for {
		at, r, ok := k.finds.Oldest()
		if !ok || k.held <= most && k.now().Sub(r.used) < k.age {
			return
		}
		k.finds.Delete(at)
		k.held -= r.weight
	}
}

// copied gives spans of which nothing is shared: linkers change them.
func copied(spans []bauta.Span) []bauta.Span {
	out := slices.Clone(spans)
	for i := range out {
		out[i].Inner = copied(out[i].Inner)
	}
	return out
}

// counted is how many spans there are, with those that they contain.
func counted(spans []bauta.Span) int64 {
	n := int64(len(spans))
	for _, s := range spans {
		n += counted(s.Inner)
	}
	return n
}
