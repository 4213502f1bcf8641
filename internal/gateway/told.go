package gateway

import (
	"crypto/sha256"
	"fmt"
	"math"
	"net/http"
	"sync"

	"github.com/bauta/bauta/internal/recent"
	"github.com/bauta/bauta/internal/session"
)

// told are the answers that may be asked on, each with the session in which it was given. What
// was asked on longest ago goes first when all sessions hold too much; who asks on it is told to
// send the messages.
type told struct {
	mu      sync.Mutex
	most    int64 // bytes
	held    int64 // about
	answers *recent.Map[answered, *session.Session]
	of      map[*session.Session]*share
}

// answered is an answer by its ID, and who asked: a hash, as keys of the upstream are among it.
type answered [sha256.Size]byte

// answerWeight is what an answer takes beside its session, in bytes, about.
const answerWeight = 512

// share is what a session takes, and under how many answers it is there.
type share struct {
	answers int
	weight  int64
}

func newTold(most int64) *told {
	return &told{
		most: most, answers: recent.New[answered, *session.Session](math.MaxInt, nil),
		of: map[*session.Session]*share{},
	}
}

// answerOf names an answer to a request. Who asks is told apart by all that a request may show
// of itself.
func answerOf(r *http.Request, id string) answered {
	h, subject := r.Header, []byte(nil)
	if r.TLS != nil && len(r.TLS.VerifiedChains) > 0 {
		subject = r.TLS.PeerCertificates[0].RawSubject
	}
	return sha256.Sum256(fmt.Appendf(nil, "%q", []string{
		h.Get("X-Bauta-Token"), h.Get("Authorization"), h.Get("X-Api-Key"), string(subject), id,
	}))
}

// put remembers an answer.
func (t *told) put(a answered, s *session.Session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.answers.Get(a); ok {
		t.drop(a, old)
	}
	t.answers.Put(a, s)
	of := t.of[s]
	if of == nil {
		of = &share{}
		t.of[s] = of
	}
	of.answers++
	t.held += answerWeight
	t.weigh(s)
}

// get gives the session of an answer.
func (t *told) get(a answered) (*session.Session, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.answers.Get(a)
}

// grown counts what a session holds after a request, whatever comes of that.
func (t *told) grown(s *session.Session) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.weigh(s)
}

// weigh counts a session that is there, and lets go of what is too much.
func (t *told) weigh(s *session.Session) {
	if of := t.of[s]; of != nil {
		t.held += s.Weight() - of.weight
		of.weight = s.Weight()
	}
	for t.held > t.most {
		a, s, ok := t.answers.Oldest()
		if !ok {
			return
		}
		t.drop(a, s)
	}
}

func (t *told) drop(a answered, s *session.Session) {
	t.answers.Delete(a)
	of := t.of[s]
	of.answers--
	t.held -= answerWeight
	if of.answers == 0 {
		t.held -= of.weight
		delete(t.of, s)
	}
}
