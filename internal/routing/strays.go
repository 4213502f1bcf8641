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

// Add samples a message.
func (s *Strays) Add(text string) {
	if s == nil || len(s.texts) >= maxStrays || len(text) < foreignLetters || letters(text) < foreignLetters {
		return
	}
	s.texts = append(s.texts, strings.ToValidUTF8(strings.Clone(text[:min(len(text), strayBytes)]), ""))
}

// Most gives the language that most of the sampled messages are in, and how many
// of how many are in languages that the policy does not read; "" where it is
// less than half of them.
func (s *Strays) Most() (lang string, n, of int, err error) {
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
	if 2*n < len(s.texts) {
		return "", 0, len(s.texts), nil
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
			s.Add(m.Text)
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
