package routing

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/langid"
)

// The ways with a message in a language that the policy does not read.
const (
	Route      = "route"      // read it as the nearest one
	Quarantine = "quarantine" // set it aside, and release nothing of it
	Delete     = "delete"     // leave it out
)

// Foreign tells the languages of the messages of a corpus, and which of them
// are in none that the policy reads.
type Foreign struct {
	Way string // Route, Quarantine or Delete
	*Teller
	Names *lexicon.Lexicon // names in it do not make a message foreign
}

const (
	// foreignBelow is the probability of all languages that the policy reads,
	// together, below which a text is in none of them, and foreignLetters the
	// letters that such a text must have: docs/experiments/langid.md measures.
	foreignBelow   = 0.05
	foreignLetters = 12
	// foreignScript is the same for a script in which no read language is written.
	foreignScript = 2
	// unknownBelow is the probability below which its language is not named.
	unknownBelow = 0.5
	// A message of strangeWords words in small letters and more, of which at most half
	// are usual in a language that is read, is in none of them, unless one is as likely
	// as clearRead: romanised Hindi and Chinese are told to be whatever is least unlike.
	strangeWords = 5
	clearRead    = 0.8
	// maxTogether bounds the messages of a thread that are judged together.
	maxTogether = 256
)

// Aside is told of a foreign message and its language ("" where it is not
// known). It may change the message, and says whether to pass it on; an error
// ends the run.
type Aside func(*bauta.Message, langid.Guess) (keep bool, err error)

// Filter passes the messages on, in order, each with the languages in which it
// is to be read where it declares none, and asks aside about those that are
// foreign; a nil aside passes all on. Consecutive messages of a thread are
// judged together, and what was read before is the prior (langid.Listener). A
// nil Foreign passes all on as they are.
func (o *Foreign) Filter(messages iter.Seq2[bauta.Message, error], aside Aside) iter.Seq2[bauta.Message, error] {
	if o == nil {
		return messages
	}
	return func(yield func(bauta.Message, error) bool) {
		var soFar listener
		var thread []bauta.Message
		flush := func() bool {
			defer func() { thread = thread[:0] }()
			return o.pass(&soFar, thread, aside, yield)
		}
		for m, err := range messages {
			if err != nil {
				if flush() && yield(m, err) && m.ID != "" {
					continue
				}
				return
			}
			n := len(thread)
			other := n > 0 && (m.Thread == "" || m.Thread != thread[n-1].Thread || n >= maxTogether)
			if other && !flush() {
				return
			}
			m.Lang = cmp.Or(m.Lang, o.given)
			thread = append(thread, m)
		}
		flush()
	}
}

// Live is Filter for who cannot wait for the rest of a thread: what it returns tells
// one message after the other, in order, with what was told before as the prior, and
// says which to pass on. It is for one goroutine.
func (o *Foreign) Live(aside Aside) func(*bauta.Message) (keep bool, err error) {
	if o == nil {
		return func(*bauta.Message) (bool, error) { return true, nil }
	}
	var soFar listener
	return func(m *bauta.Message) (keep bool, err error) {
		m.Lang = cmp.Or(m.Lang, o.given)
		o.pass(&soFar, []bauta.Message{*m}, aside, func(told bauta.Message, failed error) bool {
			*m, keep, err = told, failed == nil, failed
			return true
		})
		return keep, err
	}
}

// Strict is the analyser for who takes messages as they come and passes them on at once:
// one in a language that the policy does not read is an error, unless it is to be read as
// the nearest one. What is mostly no words, as programs write it, is in no language. A nil
// Foreign analyses as otherwise.
func (o *Foreign) Strict(otherwise bauta.Analyser) bauta.Analyser {
	if o == nil || o.Way == Route {
		return otherwise
	}
	return strict{o}
}

type strict struct{ foreign *Foreign }

var errForeign = errors.New("in a language that the policy does not read")

// Analyse tells the language of a message by itself alone.
func (s strict) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	aside := func(*bauta.Message, langid.Guess) (bool, error) { return !prose(m.Text), nil }
	reads, err := s.foreign.Live(aside)(&m)
	if err == nil && !reads {
		err = errForeign
	}
	if err != nil {
		return nil, err
	}
	return s.foreign.Teller.Analyse(ctx, m)
}

// prose reports that half of what stands between blanks is a word, signs beside it left
// out.
func prose(text string) bool {
	words, fields := 0, 0
	for field := range strings.FieldsSeq(text) {
		fields++
		if word := strings.TrimFunc(field, unicode.IsPunct); word != "" && strings.IndexFunc(word, notLetter) < 0 {
			words++
		}
	}
	return 2*words >= fields
}

// codeSigns stand in what programs write, and in no word.
const codeSigns = `/\_=@{}<>|$`

// coded reports a text of paths and settings, with too few letters beside them to be told by: ls -la /home/lea/.config
func coded(text string) bool {
	other, code := 0, false
	for field := range strings.FieldsSeq(text) {
		switch {
		case strings.ContainsAny(field, codeSigns):
			code = true
		case strings.ContainsFunc(field, otherScript):
			return false
		default:
			other += letters(field)
		}
	}
	return code && other < foreignLetters
}

func otherScript(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }

func notLetter(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) }

// pass judges a thread and hands its messages on; false ends the run.
func (o *Foreign) pass(
	l *listener, thread []bauta.Message, aside Aside, yield func(bauta.Message, error) bool,
) bool {
	if len(thread) == 0 {
		return true
	}
	guesses, err := o.listen(l, thread)
	if err != nil {
		for _, m := range thread {
			if !yield(m, err) {
				return false
			}
		}
		return true
	}
	for i, g := range guesses {
		if g != nil && aside != nil && thread[i].Field() == "" {
			keep, err := aside(&thread[i], *g)
			if err != nil {
				yield(bauta.Message{}, err)
				return false
			}
			if !keep {
				continue
			}
		}
		if !yield(thread[i], nil) {
			return false
		}
	}
	return true
}

// listen gives the languages of the messages of a thread that are foreign, and
// sets those in which the others are read. A panic is an error of the thread: one
// message may not stop a run.
func (o *Foreign) listen(l *listener, thread []bauta.Message) (guesses []*langid.Guess, err error) {
	defer func() {
		if recover() != nil {
			err = bauta.ErrPanic
		}
	}()
	if o.given != "" && l.to == nil && o.allDeclared(thread) {
		return make([]*langid.Guess, len(thread)), nil
	}
	if l.to == nil {
		if l.to, err = o.open(); err != nil {
			return nil, err
		}
		l.Listener = l.to.all.Listen()
	}
	lines, named := make([]langid.Line, len(thread)), o.people(thread)
	for i, m := range thread {
		lines[i] = langid.Line{Author: m.Author}
		if m.Field() == "" { // a name is in no language
			lines[i].Text = named.without(&thread[i], unwritten(m.Text))
		}
	}
	beliefs := l.Thread(thread[0].Thread, lines)
	guesses = o.judge(l.to, thread, lines, beliefs)
	for i, m := range thread {
		if len(o.declared(m.Lang)) == 0 && !o.apart(lines[i].Text) {
			thread[i].Lang = strings.Join(o.tell(l.to, &beliefs[i], lines[i].Text), ",")
		}
	}
	return guesses, nil
}

// listener is what was heard of a corpus. It hears nothing, and needs no model,
// while the languages of all messages are given.
type listener struct {
	to *ears
	*langid.Listener
}

// allDeclared reports that each message declares a language that the policy reads.
func (o *Foreign) allDeclared(thread []bauta.Message) bool {
	return !slices.ContainsFunc(thread, func(m bauta.Message) bool {
		return len(o.declared(m.Lang)) == 0 || o.Reading(m.Lang) == ""
	})
}

// Reading gives the language as which messages declared to be in a language, or
// in several, are read; "" where the policy reads none of them. Languages that
// nobody tells are read as their neighbours: Swiss German as German.
func (o *Teller) Reading(declared string) string {
	for l := range codes(declared) {
		if !slices.Contains(langid.Languages(), l) {
			l = neighbours[l]
		}
		if slices.Contains(o.reads, l) {
			return l
		}
	}
	return ""
}

// judge gives the language of the messages of a thread that are foreign, nil
// for the others. A message that says too little goes with its thread.
func (o *Foreign) judge(
	to *ears, thread []bauta.Message, lines []langid.Line, beliefs []langid.Belief,
) []*langid.Guess {
	out := make([]*langid.Guess, len(thread))
	var silent []int
	known, foreign := 0, 0
	for i := range thread {
		g, sure := o.alone(to, thread[i].Lang, lines[i].Text, &beliefs[i])
		switch out[i] = g; {
		case !sure:
			silent = append(silent, i)
		case g != nil:
			foreign++
			fallthrough
		default:
			known++
		}
	}
	if 2*foreign <= known {
		return out
	}
	for _, i := range silent {
		if g := beliefs[i].Best(); g.Prob >= unknownBelow && !slices.Contains(o.reads, g.Lang) {
			out[i] = &g
		}
	}
	return out
}

// alone judges one message: its language where it is foreign, and whether it
// says enough to be judged.
func (o *Foreign) alone(to *ears, declared, text string, b *langid.Belief) (g *langid.Guess, sure bool) {
	if o.Reading(declared) != "" {
		return nil, true
	}
	for l := range codes(declared) {
		if slices.Contains(langid.Languages(), l) {
			return &langid.Guess{Lang: l, Prob: 1}, true
		}
	}
	if coded(text) {
		return nil, false
	}
	g, sure = o.speaks(b)
	if g == nil && o.strange(text, b) {
		return o.unread(b), true
	}
	if g == nil || called(text) {
		return nil, g == nil && sure
	}
	if plain, named := o.nameless(text); named {
		if other, sure := o.speaks(&to.all.Listen().Thread("", []langid.Line{{Text: plain}})[0]); other == nil {
			return nil, sure
		}
	}
	return g, true
}

// speaks gives the language of a text of which this is believed, where it is
// foreign, and whether it says enough to be judged.
func (o *Foreign) speaks(b *langid.Belief) (g *langid.Guess, sure bool) {
	read := 0.0
	for _, l := range o.reads {
		read += b.Of(l)
	}
	least := foreignLetters
	if read == 0 {
		least = foreignScript
	}
	if b.Letters < least {
		return nil, false
	}
	if read >= foreignBelow {
		return nil, true
	}
	return o.unread(b), true
}

// unread is the language of a foreign text, unnamed where it is not clear or would be one
// that is read.
func (o *Foreign) unread(b *langid.Belief) *langid.Guess {
	best := b.Best()
	if best.Prob < unknownBelow || slices.Contains(o.reads, best.Lang) {
		best.Lang = ""
	}
	return &best
}

// strange reports a text that is not clearly in one language that is read, and of whose
// words in small letters most are in use in none of them.
func (o *Foreign) strange(text string, b *langid.Belief) bool {
	for _, l := range o.reads {
		if b.Of(l) >= clearRead {
			return false
		}
	}
	words, usual := 0, 0
	for w := range langid.Words(text) {
		word := text[w.Start:w.End]
		if len(word) < 2 || strings.ContainsFunc(word, unicode.IsUpper) {
			continue
		}
		words++
		if o.Names.Usual(lexicon.Fold(word), o.reads...) {
			usual++
		}
	}
	return words >= strangeWords && 2*usual <= words
}

// nameless gives a text without the names of the lists that have a capital, and
// whether there are any: names tell where people come from, not what they
// write.
func (o *Foreign) nameless(text string) (string, bool) {
	var out strings.Builder
	last := 0
	for w := range langid.Words(text) {
		word := text[w.Start:w.End]
		r, _ := utf8.DecodeRuneInString(word)
		if e, _ := o.Names.Look(word, ""); unicode.IsUpper(r) && e.Hidden() {
			out.WriteString(text[last:w.Start])
			last = w.End
		}
	}
	out.WriteString(text[last:])
	return out.String(), last > 0
}

// letters counts the letters of a text that tell a language.
func letters(text string) int {
	n := 0
	for w := range langid.Words(text) {
		for _, r := range text[w.Start:w.End] {
			if unicode.IsLetter(r) {
				n++
			}
		}
	}
	return n
}
