package variant

import "strings"

const minKey = 4 // sounds: shorter keys fit too much

// phonetic gives the phonetic key of the word when a common word has it, too.
// The candidate's Text is the key, since many words may share it.
func (q *query) phonetic() {
	if q.done || q.cfg.Keys == nil || len(q.letters) < minKey {
		return
	}
	for _, open := range [...]bool{false, true} {
		key := q.cfg.Lang.key(q.word, open)
		if len(key) < minKey {
			continue
		}
		if _, ok := q.cfg.Keys.Find(key); ok {
			q.give(Candidate{Text: key, Heuristic: Phonetic})
			return
		}
	}
}

// Key returns the phonetic key of a folded word: what it sounds like, in
// letters that stand for one sound each, whatever its spelling (trankil,
// tranquille). It is empty for a language without rules.
func (l *Lang) Key(word string) string { return l.key(word, false) }

// key is Key; with open, every e without accent that may be heard is: SMS
// often lack the accents (telefone).
func (l *Lang) key(word string, open bool) string {
	if len(l.Sounds) == 0 || len(word) > 4*maxRunes {
		return ""
	}
	var key strings.Builder
	last := byte(0)
	for i := 0; i < len(word); {
		n, out := l.sound(word, i)
		if open && out == "" && word[i] == 'e' && i+1 < len(word) {
			out = "E"
		}
		for j := range len(out) {
			if out[j] != last {
				key.WriteByte(out[j])
				last = out[j]
			}
		}
		i += n
	}
	return key.String()
}

// sound applies the first rule that fits the word at byte i: how many bytes it
// takes, and what they sound like. A byte without rule is silent.
func (l *Lang) sound(word string, i int) (n int, out string) {
	for _, r := range l.Sounds {
		if rest, ok := strings.CutPrefix(word[i:], r.From); ok && r.goesBefore(rest) {
			return len(r.From), r.To
		}
	}
	return 1, ""
}

// goesBefore reports whether the rule holds before the rest of the word.
func (r *SoundRule) goesBefore(rest string) bool {
	if rest == "" {
		return r.Before == ""
	}
	next := firstRune(rest)
	if r.Last || r.Before != "" && !strings.ContainsRune(r.Before, next) {
		return false
	}
	return !strings.ContainsRune(r.NotBefore, next)
}

// SoundRule says what letters sound like. The first rule that fits counts.
type SoundRule struct {
	From      string // letters of a folded word
	To        string // sounds, ASCII; empty for silent
	Last      bool   // at the end of the word only
	Before    string // only before one of these letters
	NotBefore string // not before any of these letters
}
