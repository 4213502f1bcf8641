package routing

import (
	"fmt"
	"iter"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
)

// Strays samples the messages of a run whose policy reads one language, to say
// afterwards that they are in another one: nothing else would, and names that
// its lists do not have stay. It is for one goroutine; nil samples nothing.
type Strays struct {
	lang  string
	model func() (*langid.Model, error)
	texts []string
}

// The first messages long enough to tell a language are sampled, this many
// bytes of each. From the fewest on the sample says something.
const (
	maxStrays   = 200
	strayBytes  = 200
	fewestStray = 3
)

// NewStrays starts a sample of messages that are read in a language; nil where there is
// no model that tells languages.
func NewStrays(lang string, model func() (*langid.Model, error)) *Strays {
	if model == nil {
		return nil
	}
	return &Strays{lang: lang, model: model}
}

// Lang is the language in which the messages are read.
func (s *Strays) Lang() string { return s.lang }

// Add samples a message that is read in a language, where that is the one that all are read in ("": whatever it
// says of itself, it is).
func (s *Strays) Add(lang, text string) {
	if s == nil || len(s.texts) >= maxStrays || lang != "" && lang != s.lang {
		return
	}
	if len(text) < foreignLetters || letters(text) < foreignLetters {
		return
	}
	s.texts = append(s.texts, strings.ToValidUTF8(strings.Clone(text[:min(len(text), strayBytes)]), ""))
}

// Most is Count where half of the sampled messages or more are in languages that are not read; else "".
func (s *Strays) Most() (lang string, n, of int, err error) {
	if lang, n, of, err = s.Count(); 2*n < of {
		return "", 0, of, err
	}
	return lang, n, of, err
}

// Some is Count where so many are that they are no chance finds: a tenth of the sampled messages; else "".
func (s *Strays) Some() (lang string, n, of int, err error) {
	if lang, n, of, err = s.Count(); 10*n < of {
		return "", 0, of, err
	}
	return lang, n, of, err
}

// Count gives how many of how many sampled messages are in languages other than the one that is read, and the one
// that most of those are in; "" for none.
func (s *Strays) Count() (lang string, n, of int, err error) {
	if s == nil || len(s.texts) < fewestStray {
		return "", 0, 0, nil
	}
	m, err := s.model()
	if err != nil {
		return "", 0, 0, err
	}
	all, err := m.With(langid.Config{})
	if err != nil {
		return "", 0, 0, err
	}
	by := map[string]int{}
	for _, text := range s.texts {
		b := &all.Listen().Thread("", []langid.Line{{Text: text}})[0]
		if g := b.Best(); b.Of(s.lang) < foreignBelow && g.Prob >= unknownBelow {
			n++
			if by[g.Lang]++; by[g.Lang] > by[lang] || by[g.Lang] == by[lang] && g.Lang < lang {
				lang = g.Lang
			}
		}
	}
	return lang, n, len(s.texts), nil
}

// How far Guard reads ahead, in messages and bytes of text.
const (
	maxAhead      = 1000
	maxAheadBytes = 1 << 20
)

// Guard reads the first messages of a corpus ahead and passes all on, or ends it with
// an error before the first one where most are in languages that are not read: what
// is read in the wrong language loses words and keeps names. policy is what the error
// calls whoever reads them.
func (s *Strays) Guard(messages iter.Seq2[bauta.Message, error], policy string) iter.Seq2[bauta.Message, error] {
	if s == nil {
		return messages
	}
	return func(yield func(bauta.Message, error) bool) {
		type read struct {
			m   bauta.Message
			err error
		}
		var ahead []read
		bytes, looking := 0, true
		flush := func() bool {
			looking = false
			if err := s.refuse(policy); err != nil {
				yield(bauta.Message{}, err)
				return false
			}
			for _, r := range ahead {
				if !yield(r.m, r.err) {
					return false
				}
			}
			ahead = nil
			return true
		}
		for m, err := range messages {
			if !looking {
				if !yield(m, err) {
					return
				}
				continue
			}
			s.Add("", m.Text)
			ahead, bytes = append(ahead, read{m, err}), bytes+len(m.Text)
			if full := len(s.texts) >= maxStrays || len(ahead) >= maxAhead || bytes >= maxAheadBytes; full && !flush() {
				return
			}
		}
		if looking {
			flush()
		}
	}
}

// refuse says that most of the sampled messages are in other languages.
func (s *Strays) refuse(policy string) error {
	lang, n, of, err := s.Most()
	if err != nil || lang == "" {
		return err
	}
	return fmt.Errorf("%d of the first %d messages that say it are in a language that policy %s does not read, "+
		"most in %s; take a policy that does (gdpr tells languages), or give --lang %s to have all read in that one",
		n, of, policy, lang, s.lang)
}
