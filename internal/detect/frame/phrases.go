package frame

import (
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// phrase is what stands before a name.
type phrase struct {
	words []string
	text  string // for Span.Why
	wants bool   // a person, behind an article anything else
}

var (
	introductions = sync.OnceValue(func() byLang { return index(lists.NotesByLang("introductions")) })
	addressed     = sync.OnceValue(func() byLang { return index(lists.NotesByLang("addressed")) })
	leavings      = sync.OnceValue(func() byLang { return index(lists.NotesByLang("leave-takings")) })
	acts          = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("acts") })
	clauses       = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("clause-openers") })
	givings       = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("givings") })
	recipients    = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("recipients") })
	payees        = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("payees") })
	firstPersons  = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("first-persons") })
	relations     = sync.OnceValue(func() map[string]lists.Notes { return lists.NotesByLang("relations") })
	pronouns      = sync.OnceValue(func() lists.Words { return lists.In("name-pronouns") })
)

// byLang are phrases by language and last word, the longest first.
type byLang map[string]map[string][]phrase

func index(of map[string]lists.Notes) byLang {
	out := byLang{}
	for lang, list := range of {
		out[lang] = map[string][]phrase{}
		for text, note := range list {
			words := strings.Fields(text)
			last := words[len(words)-1]
			out[lang][last] = append(out[lang][last], phrase{words, text, note == "wants"})
		}
		for _, p := range out[lang] {
			slices.SortFunc(p, func(a, b phrase) int {
				if len(a.words) != len(b.words) {
					return len(b.words) - len(a.words)
				}
				return strings.Compare(a.text, b.text)
			})
		}
	}
	return out
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
