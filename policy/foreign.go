package policy

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
)

// The ways with a message in a language that the policy does not read.
const (
	Route      = "route"      // read it as the nearest one
	Quarantine = "quarantine" // set it aside, and release nothing of it
	Delete     = "delete"     // leave it out
)

// Foreign tells messages in languages that a policy does not read.
type Foreign struct {
	Way   string // Route, Quarantine or Delete
	id    *langid.Identifier
	reads map[string]bool
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
	// maxTogether bounds the messages of a thread that are judged together.
	maxTogether = 256
)

// foreign makes what sets messages aside, nil where the policy has one language
// or the user named one.
func (f *File) foreign(b *Built) error {
	if b.Lang != auto {
		return nil
	}
	m, err := langid.Default()
	if err != nil {
		return err
	}
	id, err := m.With(langid.Config{Bound: unknownBelow})
	if err != nil {
		return err
	}
	b.Foreign = &Foreign{Way: f.foreignWay(), id: id, reads: map[string]bool{}}
	for _, l := range f.languages() {
		b.Foreign.reads[l] = true
	}
	return nil
}

// foreignWay is what the policy says, or quarantine where it says which
// languages it reads.
func (f *File) foreignWay() string {
	switch {
	case f.Foreign != "":
		return f.Foreign
	case len(f.Languages) > 0:
		return Quarantine
	}
	return Route
}

// checkForeign holds what is wrong with the key.
func (f *File) checkForeign() string {
	switch {
	case f.Foreign == "":
	case f.Foreign != Route && f.Foreign != Quarantine && f.Foreign != Delete:
		return fmt.Sprintf("foreign %q; use route, quarantine or delete", f.Foreign)
	case f.Language != auto:
		return fmt.Sprintf("foreign %q needs language: auto, which tells the language of each message", f.Foreign)
	}
	return ""
}

// Aside is told of a foreign message and its language ("" where it is not
// known). It may change the message, and says whether to pass it on; an error
// ends the run.
type Aside func(*bauta.Message, langid.Guess) (keep bool, err error)

// Filter passes the messages on, in order, and asks aside about those that are
// foreign. Consecutive messages of a thread are judged together.
func (o *Foreign) Filter(messages iter.Seq2[bauta.Message, error], aside Aside) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		var thread []bauta.Message
		flush := func() bool {
			defer func() { thread = thread[:0] }()
			return o.pass(thread, aside, yield)
		}
		for m, err := range messages {
			if err != nil {
				if flush() {
					yield(m, err)
				}
				return
			}
			if n := len(thread); n > 0 && (m.Thread == "" || m.Thread != thread[n-1].Thread || n >= maxTogether) && !flush() {
				return
			}
			thread = append(thread, m)
		}
		flush()
	}
}

// pass judges a thread and hands its messages on; false ends the run.
func (o *Foreign) pass(thread []bauta.Message, aside Aside, yield func(bauta.Message, error) bool) bool {
	for i, g := range o.judge(thread) {
		if g != nil {
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

// judge gives the language of the messages of a thread that are foreign, nil
// for the others. A message that says too little goes with its thread.
func (o *Foreign) judge(thread []bauta.Message) []*langid.Guess {
	out := make([]*langid.Guess, len(thread))
	var silent []int
	told, foreign := 0, 0
	for i, m := range thread {
		g, sure := o.alone(m)
		switch out[i] = g; {
		case !sure:
			silent = append(silent, i)
		case g != nil:
			foreign++
			fallthrough
		default:
			told++
		}
	}
	if 2*foreign <= told || len(silent) == 0 {
		return out
	}
	texts := make([]string, len(thread))
	for i, m := range thread {
		texts[i] = m.Text
	}
	guesses := o.id.Thread(texts)
	for _, i := range silent {
		if g := guesses[i]; g.Lang != "" && !o.reads[g.Lang] && thread[i].Lang == "" {
			out[i] = &g
		}
	}
	return out
}

// alone judges one message: its language where it is foreign, and whether it
// says enough to be judged.
func (o *Foreign) alone(m bauta.Message) (g *langid.Guess, sure bool) {
	if lang, _, _ := strings.Cut(m.Lang, "-"); lang != "" {
		if o.reads[lang] || o.reads[near[lang]] && !slices.Contains(langid.Languages(), lang) {
			return nil, true
		}
		if slices.Contains(langid.Languages(), lang) {
			return &langid.Guess{Lang: lang, Prob: 1}, true
		}
	}
	ranks := o.id.Rank(m.Text)
	if len(ranks) == 0 {
		return nil, false
	}
	read, script := 0.0, false
	for _, r := range ranks {
		if o.reads[r.Lang] {
			read, script = read+r.Prob, true
		}
	}
	least := foreignLetters
	if !script {
		least = foreignScript
	}
	if letters(m.Text) < least {
		return nil, false
	}
	if read >= foreignBelow {
		return nil, true
	}
	best := ranks[0]
	if best.Prob < unknownBelow {
		best.Lang = ""
	}
	return &best, true
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
