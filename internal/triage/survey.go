package triage

import (
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

type letterCase uint8

const (
	lower letterCase = iota
	capital
	shout
)

// word is one word of a message with all that is known of it.
type word struct {
	tok       int
	at        int // among the words
	norm      string
	runes     int
	kinds     lexicon.Kind
	pos       lexicon.POS
	cityRank  uint8
	known     bool              // in a list, itself or by a variant
	hidden    bool              // in a dictionary
	kept      bool              // in an anti-dictionary
	variant   variant.Heuristic // by which it is known
	cap       letterCase
	starts    bool // a sentence
	stopped   bool // a sign that parts stands behind it, or nothing
	weighed   bool
	doubt     bauta.Doubt // of a weighed word: which lists
	logOdds   float64     // that it is a name; none where not weighed
	prev      string
	prevKinds lexicon.Kind
	prevPOS   lexicon.POS
}

// none is the log-odds of a word that nobody takes for a name.
const none = -12

func (w *word) midCapital() bool { return w.cap == capital && !w.starts }

// town reports a town that is no common word.
func (w *word) town() bool {
	return w.kinds&lexicon.City != 0 &&
		w.kinds&(lexicon.Form|lexicon.SMS|lexicon.Greeting|lexicon.Interjection|lexicon.Onomatopoeia|lexicon.Kinship|
			lexicon.Loan) == 0
}

// survey is what is counted of a message before the features are read off.
type survey struct {
	words       []word
	kindCounts  [32]float64
	finds       map[bauta.Label]float64
	labels      [4]float64 // dictionary, anti, ambiguous, unknown
	top         [4]float64
	sum         float64
	noLog       float64 // log of the chance that none is a name
	first, last float64
	questions   float64

	firstNames, cities, chars, letters, capitals, shouted, pronouns, numbers float64
	punctuation, elongations, handles, masked, smiles                        float64
	digits, digitRun, longestUnknown, citySize                               float64
}

func (s *survey) count(k lexicon.Kind) float64 {
	n := 0.0
	for i := range s.kindCounts {
		if k&(1<<i) != 0 {
			n += s.kindCounts[i]
		}
	}
	return n
}

func (s *survey) countWords(is func(*word) bool) float64 {
	n := 0.0
	for i := range s.words {
		if is(&s.words[i]) {
			n++
		}
	}
	return n
}

func (s *survey) atLeast(z float64) float64 {
	return s.countWords(func(w *word) bool { return w.weighed && w.logOdds >= z })
}

func (s *survey) best(is func(*word) bool) float64 {
	z := float64(none)
	for i := range s.words {
		if w := &s.words[i]; w.weighed && w.logOdds > z && is(w) {
			z = w.logOdds
		}
	}
	return z
}

func (s *survey) share(n float64) float64 { return n / math.Max(1, float64(len(s.words))) }

func (s *survey) abbreviations() float64 {
	return s.countWords(func(w *word) bool { return w.kinds&lexicon.SMS != 0 && w.kinds&lexicon.Form == 0 })
}

func (s *survey) meanLength() float64 { return s.share(s.letters) }

// any is the log-odds that not all words are no names.
func (s *survey) any() float64 {
	return math.Max(none, math.Min(20, math.Log(math.Expm1(math.Max(-s.noLog, 1e-9)))))
}

func (s *survey) otherFinds() float64 {
	n := 0.0
	for label, c := range s.finds {
		switch label {
		case bauta.Person, bauta.Email, bauta.Phone, bauta.URL, bauta.Address, bauta.ZipCode, bauta.UID,
			bauta.IPAddress:
		default:
			n += c
		}
	}
	return n
}

// Reader turns messages into rows. It is safe for concurrent use.
type Reader struct {
	lex   *lexicon.Lexicon
	lang  string
	weigh func(*bauta.Doc) []bauta.Span
	table []Feature
}

// ReaderConfig says what to look words up in.
type ReaderConfig struct {
	Lexicon *lexicon.Lexicon // nil: the one that comes with the program
	Lang    string           // of messages; "" is French
	// Weigh gives each word that the lists do not settle, with the
	// probability that it is a name as its score. Without it only what the
	// detectors returned is known.
	Weigh func(*bauta.Doc) []bauta.Span
}

// NewReader makes a reader.
func NewReader(cfg ReaderConfig) *Reader {
	r := &Reader{lang: cfg.Lang, weigh: cfg.Weigh, table: features()}
	if r.lang == "" {
		r.lang = "fr"
	}
	if r.lex = cfg.Lexicon; r.lex == nil {
		r.lex = lexicon.Default()
	}
	return r
}

// Read reads a message with what the detectors found in it.
func (r *Reader) Read(d *bauta.Doc, res *bauta.Result) Row {
	s := r.survey(d, res)
	row := Row{X: make([]float64, len(r.table)), Words: s.evidence(res)}
	for i, f := range r.table {
		row.X[i] = f.of(s)
	}
	return row
}

func (r *Reader) survey(d *bauta.Doc, res *bauta.Result) *survey {
	s := &survey{finds: map[bauta.Label]float64{}, top: [4]float64{none, none, none, none}, first: none, last: none}
	s.chars = float64(utf8.RuneCountInString(d.Text))
	starts, prev := true, -1
	for i, t := range d.Tokens {
		switch t.Kind {
		case bauta.Word:
			w := r.word(d, i)
			w.at, w.starts = len(s.words), starts
			if prev >= 0 {
				p := &s.words[prev]
				w.prev, w.prevKinds, w.prevPOS = p.norm, p.kinds, p.pos
			}
			s.words = append(s.words, w)
			prev, starts = len(s.words)-1, false
			continue
		case bauta.Punct:
			s.punctuation++
			starts = starts || strings.ContainsAny(t.Norm, ".!?…\n")
		case bauta.Emoji:
			s.smiles++
			starts = true
		case bauta.Handle, bauta.Tag:
			s.handles++
		case bauta.Masked:
			s.masked++
		}
		if prev >= 0 && t.Kind != bauta.Number {
			s.words[prev].stopped = true
		}
		prev = -1
	}
	if prev >= 0 {
		s.words[prev].stopped = true
	}
	r.weighed(d, res, s)
	s.tally(d)
	for _, sp := range res.Spans {
		s.finds[sp.Label]++
	}
	s.questions = float64(len(res.Candidates))
	return s
}

// word looks one token up.
func (r *Reader) word(d *bauta.Doc, i int) word {
	t := d.Tokens[i]
	w := word{
		tok: i, norm: t.Norm, logOdds: none, runes: utf8.RuneCountInString(t.Norm),
		cap: caseOf(d.Surface(t.Start, t.End)),
	}
	e, ok := r.lex.Look(t.Norm, r.lang)
	if !ok {
		var m lexicon.Match
		e, m, ok = r.lex.Resolve(t.Norm, r.lang)
		w.variant = m.Heuristic
	}
	w.kinds, w.pos, w.cityRank = e.Kinds, e.POS, e.CityRank
	w.hidden, w.kept = ok && e.Hidden(), ok && e.Kept()
	w.known = w.hidden || w.kept
	return w
}

// weighed joins what the detectors say to the words.
func (r *Reader) weighed(d *bauta.Doc, res *bauta.Result, s *survey) {
	join := func(spans []bauta.Span) {
		i := 0
		for _, sp := range spans {
			if sp.Label != bauta.Person {
				continue
			}
			for i < len(s.words) && d.Tokens[s.words[i].tok].End <= sp.Start {
				i++
			}
			for j := i; j < len(s.words) && d.Tokens[s.words[j].tok].Start < sp.End; j++ {
				w := &s.words[j]
				z := oddsOf(sp.P)
				if !w.weighed || z > w.logOdds {
					w.weighed, w.logOdds, w.doubt = true, z, sp.Doubt
				}
			}
		}
	}
	if r.weigh != nil {
		join(r.weigh(d))
	}
	join(res.Spans)
	join(res.Candidates)
}

// tally adds the words up.
func (s *survey) tally(d *bauta.Doc) {
	for i := range s.words {
		w := &s.words[i]
		s.tallyLists(w)
		s.letters += float64(w.runes)
		if w.cap != lower {
			s.capitals++
		}
		if w.cap == shout && w.runes > 1 {
			s.shouted++
		}
		if elongated(w.norm) {
			s.elongations++
		}
		if !w.weighed {
			continue
		}
		p := 1 / (1 + math.Exp(-w.logOdds))
		s.sum += p
		s.noLog += math.Log1p(-math.Min(p, 1-1e-9))
		for k, z := range s.top {
			if w.logOdds > z {
				copy(s.top[k+1:], s.top[k:])
				s.top[k] = w.logOdds
				break
			}
		}
	}
	if n := len(s.words); n > 0 {
		s.first, s.last = s.words[0].logOdds, s.words[n-1].logOdds
	}
	s.tallyDigits(d)
}

func (s *survey) tallyLists(w *word) {
	for k := range s.kindCounts {
		if w.kinds&(1<<k) != 0 {
			s.kindCounts[k]++
		}
	}
	switch {
	case w.hidden && w.kept:
		s.labels[2]++
	case w.hidden:
		s.labels[0]++
	case w.kept:
		s.labels[1]++
	default:
		s.labels[3]++
		s.longestUnknown = math.Max(s.longestUnknown, float64(w.runes))
	}
	if w.kinds&lexicon.FirstName != 0 && (!w.kept || w.weighed && w.logOdds > 0) {
		s.firstNames++
	}
	if w.town() {
		s.cities++
		s.citySize = math.Max(s.citySize, float64(w.cityRank))
	}
	if w.pos&lexicon.Pronoun != 0 {
		s.pronouns++
	}
}

func (s *survey) tallyDigits(d *bauta.Doc) {
	for _, t := range d.Tokens {
		if strings.ContainsAny(t.Norm, "0123456789") {
			s.numbers++
		}
	}
	run := 0.0
	for i := range len(d.Shadow) {
		switch c := d.Shadow[i]; {
		case c >= '0' && c <= '9':
			s.digits++
			run++
			s.digitRun = math.Max(s.digitRun, run)
		case c != ' ' && c != '.' && c != '-':
			run = 0
		}
	}
}

// oddsOf gives the log-odds of a probability, bounded where it is 0 or 1. What is
// no number counts as sure.
func oddsOf(p float64) float64 {
	if math.IsNaN(p) {
		p = 1
	}
	p = math.Max(0, math.Min(1, p))
	return math.Log(math.Max(p, 1e-5)) - math.Log(math.Max(1-p, 1e-5))
}

func caseOf(s string) letterCase {
	r, n := utf8.DecodeRuneInString(s)
	if !unicode.IsUpper(r) {
		return lower
	}
	for _, r := range s[n:] {
		if unicode.IsLower(r) {
			return capital
		}
	}
	if len(s) == n {
		return capital
	}
	return shout
}

// elongated reports a letter that stands three times running.
func elongated(norm string) bool {
	prev, run := rune(0), 0
	for _, r := range norm {
		if r != prev {
			prev, run = r, 0
		}
		run++
		if run == 3 && unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

var endearingEndings = sync.OnceValue(func() lists.Words { return lists.In("endearing-endings") })

// pet reports what nicknames look like: a syllable said twice (cricri, loulou)
// or an ending of endearment (titou, nanou, mimine, fredo).
func pet(norm string) bool {
	if n := len(norm); n >= 4 && n <= 12 && n%2 == 0 && norm[:n/2] == norm[n/2:] {
		return true
	}
	if n := utf8.RuneCountInString(norm); n < 4 || n > 9 {
		return false
	}
	for end := range endearingEndings() {
		if strings.HasSuffix(norm, end) {
			return true
		}
	}
	return false
}
