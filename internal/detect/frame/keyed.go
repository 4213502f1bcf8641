package frame

import (
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// nameKeys are the keys of records that have names as values; "sure" stands behind those that have nothing else.
var nameKeys = sync.OnceValue(func() lists.Notes { return lists.NotesIn("name-keys") })

// RuleKeyed is the key (Span.Rule) of a value behind the key of a name.
const RuleKeyed = "keyed"

// Bounds of what is read as a key and as its value, in words.
const (
	longestKey   = 4
	longestValue = 4
)

// keyed reads a value behind the key of a name, as programs write records: "nachname":"…", last_name=…,
// surname LIKE '…', <cognome>…</cognome>. Where the key may be of other things, the value is to be no word of the
// language.
func keyed(r *frames, i int) (bauta.Span, bool) {
	key, quote, ok := r.keyBefore(i)
	last := 0
	if ok {
		last = r.valueEnd(i, quote)
	} else if key, last, quote = r.elementOf(i); key == "" {
		return bauta.Span{}, false
	}
	if sure := nameKeys()[key] == "sure"; !r.mayBeValue(i, last, sure, quote != "") {
		return bauta.Span{}, false
	}
	s := r.person(i, last, said, "behind the key of a name")
	s.Rule = RuleKeyed
	return s, true
}

// mayBeValue reports a value that is somebody's name: behind a sure key what has a capital, and in small letters
// what is quoted or in a list of names; behind another what ends with a word that no list but those of names has, with
// a capital.
func (r *frames) mayBeValue(i, last int, sure, quoted bool) bool {
	w, capital := r.Compound(i), r.Word(i).Capital
	if !sure {
		return capital && r.Word(last).Capital && !r.Joined(last) && r.strange(last)
	}
	common := w.Common && !w.Is(lexicon.Dictionary)
	return capital || !common && (quoted || w.Is(lexicon.Dictionary))
}

// keyBefore gives the key whose value begins with word i, in plain letters without the signs between its words, and
// the quote that opens the value.
func (r *frames) keyBefore(i int) (key, quote string, ok bool) {
	at := i - 1
	if at > 0 && strings.Contains(`"'`, r.Surface(at)) {
		quote = r.Surface(at)
		at--
	}
	if at < 1 || !strings.Contains(":=", r.Surface(at)) && (quote == "" || r.Norm(at) != "like") {
		return "", "", false
	}
	at--
	if at > 0 && strings.Contains(`"')`, r.Surface(at)) { // "surname": and lower(surname) =
		at--
	}
	key = r.keyEnding(at)
	return key, quote, key != ""
}

// keyEnding joins the words of a key of the list that ends with token at; "" for none.
func (r *frames) keyEnding(at int) string {
	key, longest := "", ""
	for words := 0; words < longestKey && r.IsWord(at); words++ {
		key = r.Plain(at) + key
		if _, listed := nameKeys()[key]; listed {
			longest = key
		}
		if at--; at < 1 || !strings.Contains("_-", r.Surface(at)) || r.Gap(at-1, at) != "" || r.Gap(at, at+1) != "" {
			break
		}
		at--
	}
	return longest
}

// elementOf gives the key that is the name of the element whose text begins with word i, its last word, and what
// closes it; "" for none, and for longer texts.
func (r *frames) elementOf(i int) (key string, last int, quote string) {
	name, end := reading.Element(r.Doc.Text, r.Doc.Tokens[i].Start)
	if name == "" {
		return "", 0, ""
	}
	last = i
	for at := i + 1; at < r.Len() && r.Doc.Tokens[at].End <= end; at++ {
		if at-i > 2*longestValue {
			return "", 0, ""
		}
		if r.IsWord(at) {
			last = at
		}
	}
	return listedKey(reading.KeyWords(name)), last, "<"
}

// listedKey joins the last words of a key to one of the list; "" for none.
func listedKey(words []string) (longest string) {
	key := ""
	for _, word := range slices.Backward(words[max(0, len(words)-longestKey):]) {
		key = text.Plain(strings.ToLower(word)) + key
		if _, listed := nameKeys()[key]; listed {
			longest = key
		}
	}
	return longest
}

// valueEnd gives the last word of a value that begins with word i: up to the quote that closes it, and without one as
// long as words with a capital follow.
func (r *frames) valueEnd(i int, quote string) int {
	if quote == "" {
		last := i
		for last-i+1 < longestValue && r.near(last, last+1) && r.Word(last+1).Capital {
			last++
		}
		return last
	}
	last := i
	for at := i + 1; at < r.Len() && at-i < 2*longestValue && r.Surface(at) != quote; at++ {
		if r.IsWord(at) {
			last = at
		}
	}
	return last
}
