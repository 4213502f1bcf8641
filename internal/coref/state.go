package coref

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// What a session and a search remember is written as JSON, so that a thread may go on
// in another process. What is read back is held to the bounds of a session.

// errState is what is said of a state that no session wrote.
var errState = errors.New("the state of a thread is damaged")

// savedWord is a word as it is written: what newWord made of it, and not the lists
// again, which another process need not have opened.
type savedWord struct {
	Key   string      `json:"k"`
	Loose string      `json:"l,omitempty"` // where it is not the key
	Stem  string      `json:"t,omitempty"`
	Sound string      `json:"s,omitempty"`
	Mute  string      `json:"m,omitempty"` // where it is not the sound
	Full  []string    `json:"f,omitempty"`
	Heads []string    `json:"h,omitempty"`
	Marks uint8       `json:"x,omitempty"`
	Sex   lexicon.Sex `json:"g,omitempty"`
}

// The marks of a word, one bit each.
const (
	markDrawn = 1 << iota
	markFirst
	markLast
	markPlain
)

func marksOf(bits ...bool) (set uint8) {
	for i, on := range bits {
		if on {
			set |= 1 << i
		}
	}
	return set
}

func (w *word) saved() savedWord {
	return savedWord{
		w.key, differing(w.loose, w.key), w.stem, w.sound, differing(w.mute, w.sound), w.full, w.heads,
		marksOf(w.drawn, w.first, w.last, w.plain), w.sex,
	}
}

// differing is "" for what is the same as something else.
func differing(s, from string) string {
	if s == from {
		return ""
	}
	return s
}

// word is the word that was saved. One without letters is none.
func (s savedWord) word() (word, error) {
	w := word{
		key: s.Key, loose: orElse(s.Loose, s.Key), stem: s.Stem, sound: s.Sound, mute: orElse(s.Mute, s.Sound),
		full: s.Full, heads: s.Heads, sex: s.Sex,
		drawn: s.Marks&markDrawn != 0, first: s.Marks&markFirst != 0, last: s.Marks&markLast != 0,
		plain: s.Marks&markPlain != 0,
	}
	if w.key == "" || w.loose == "" {
		return word{}, errState
	}
	w.begin = beginnings(w.loose, w.sound, w.mute) | beginnings(w.full...) | beginnings(w.heads...)
	w.end = w.key[len(w.key)-1]
	return w, nil
}

func orElse(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}

func savedWords(words []word) []savedWord {
	var out []savedWord
	for i := range words {
		out = append(out, words[i].saved())
	}
	return out
}

// wordsOf are saved words, at most so many.
func wordsOf(saved []savedWord, most int) ([]word, error) {
	if len(saved) > most {
		return nil, errState
	}
	var out []word
	for _, s := range saved {
		w, err := s.word()
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

type savedPerson struct {
	Kind   bauta.Label `json:"k,omitempty"` // none: PERSON
	Number int         `json:"n"`
	First  []savedWord `json:"f,omitempty"`
	Last   []savedWord `json:"l,omitempty"`
	Middle []savedWord `json:"m,omitempty"`
	Sex    lexicon.Sex `json:"g,omitempty"`
	Seen   int         `json:"s"`
	ID     string      `json:"i,omitempty"`
	Called []string    `json:"c,omitempty"`
}

// saved is the kind of a person as it is written down.
func (p *person) saved() bauta.Label {
	if p.kind == bauta.Person {
		return ""
	}
	return p.kind
}

// person is the person that was saved.
func (s savedPerson) person() (*person, error) {
	p := &person{
		kind: cmp.Or(s.Kind, bauta.Person), number: s.Number, sex: s.Sex, seen: s.Seen, id: s.ID, called: s.Called,
	}
	var errs [3]error
	p.first, errs[0] = wordsOf(s.First, MaxForms)
	p.last, errs[1] = wordsOf(s.Last, MaxForms)
	p.middle, errs[2] = wordsOf(s.Middle, MaxForms)
	if len(p.called) > MaxForms || p.number < 0 || !named(p.kind) {
		return nil, errState
	}
	return p, errors.Join(errs[:]...)
}

type savedSession struct {
	People  []savedPerson  `json:"p,omitempty"`
	Numbers map[string]int `json:"n,omitempty"`
	// Given are the stretches of numbers that were given, where they are not all.
	Given  map[string][][2]int `json:"g,omitempty"`
	Things [][2]string         `json:"t,omitempty"`
	Turn   int                 `json:"u,omitempty"`
}

// MarshalBinary writes what the session remembers.
func (s *Session) MarshalBinary() ([]byte, error) {
	out := savedSession{Turn: s.turn, Numbers: make(map[string]int, len(s.numbers))}
	for _, p := range s.people {
		out.People = append(out.People, savedPerson{
			p.saved(), p.number, savedWords(p.first), savedWords(p.last), savedWords(p.middle),
			p.sex, p.seen, p.id, p.called,
		})
	}
	for _, n := range s.numbers {
		out.Numbers[n.kind] = n.n
		if !n.whole() {
			if out.Given == nil {
				out.Given = map[string][][2]int{}
			}
			out.Given[n.kind] = n.given
		}
	}
	for _, t := range s.things {
		out.Things = append(out.Things, [2]string{t.key, t.entity})
	}
	return json.Marshal(out)
}

// UnmarshalBinary takes what another session wrote in the place of what this one
// remembers.
func (s *Session) UnmarshalBinary(data []byte) error {
	var in savedSession
	if json.Unmarshal(data, &in) != nil || len(in.People) > MaxPersons || len(in.Things) > MaxThings {
		return errState
	}
	read := Session{lex: s.lex, turn: in.Turn}
	for _, saved := range in.People {
		p, err := saved.person()
		if err != nil {
			return err
		}
		read.people = append(read.people, p)
	}
	for kind, n := range in.Numbers {
		given, parted := in.Given[kind]
		if !parted {
			given = [][2]int{{1, n}}
		}
		if len(given) > maxStretches {
			return errState
		}
		read.numbers = append(read.numbers, tally{kind, n, given})
	}
	for _, t := range in.Things {
		read.things = append(read.things, thing{t[0], t[1]})
	}
	*s = read
	return nil
}

type savedName struct {
	Key   string  `json:"k"`
	Score float64 `json:"s"`
	Bound float64 `json:"b"`
	Marks uint8   `json:"x,omitempty"`
}

// The marks of a name that is sought.
const (
	markWord = 1 << iota
	markCommon
	markGiven
	markField
	markTitle
	markBehind
)

// MarshalBinary writes the names that are known of the thread.
func (s *search) MarshalBinary() ([]byte, error) {
	out := []savedName{}
	for _, n := range s.names {
		marks := marksOf(n.word, n.common, n.first, n.field, n.title, n.last)
		out = append(out, savedName{n.key, n.score, n.bound, marks})
	}
	return json.Marshal(out)
}

// UnmarshalBinary takes the names that another search knew.
func (s *search) UnmarshalBinary(data []byte) error {
	var in []savedName
	bad := func(n savedName) bool { return len(n.Key) < least || len(n.Key) > maxWord }
	if json.Unmarshal(data, &in) != nil || len(in) > MaxNames || slices.ContainsFunc(in, bad) {
		return errState
	}
	read := search{lex: s.lex, keeps: s.keeps, stands: s.stands, fields: s.fields}
	for _, n := range in {
		read.remember(sought{
			key: n.Key, score: n.Score, bound: n.Bound,
			word: n.Marks&markWord != 0, common: n.Marks&markCommon != 0, first: n.Marks&markGiven != 0,
			field: n.Marks&markField != 0, title: n.Marks&markTitle != 0,
			last: n.Marks&markBehind != 0,
		})
	}
	*s = read
	return nil
}
