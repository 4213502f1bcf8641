package pattern

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// identifierTable holds the identifiers that a form tells; its first lines say what its
// columns are.
//
//go:embed identifiers.tsv
var identifierTable string

// allRules is the table of all kinds: what has a finder of its own, and the rows of
// identifiers.tsv, each with the words that stand beside it.
func allRules() []rule { return append(finders(), identifiers()...) }

// identifiers are the rows of identifiers.tsv. The table is part of the program: a
// malformed row panics, and a test reads them all.
var identifiers = sync.OnceValue(func() []rule {
	var rules []rule
	for line := range strings.Lines(identifierTable) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		r, err := readRow(strings.TrimSpace(line))
		if err != nil {
			panic(fmt.Sprintf("pattern: identifiers.tsv, row %.20q: %v", line, err))
		}
		rules = append(rules, r)
	}
	return rules
})

// readRow reads a row of identifiers.tsv.
func readRow(line string) (rule, error) {
	f := strings.Split(line, "\t")
	if len(f) != 9 {
		return rule{}, fmt.Errorf("%d columns, not 9", len(f))
	}
	for i := range f {
		if f[i] == "-" {
			f[i] = ""
		}
	}
	r := rule{name: f[0], country: f[1], label: bauta.Label(f[2])}
	r.kind, _, _ = strings.Cut(r.name, "/")
	for _, flag := range strings.Fields(f[3]) {
		switch flag {
		case "doubt":
			r.doubt = true
		case "mistyped":
			r.typo = true
		case "glued":
			r.glued = true
		default:
			return r, fmt.Errorf("no flag %q", flag)
		}
	}
	var err error
	if r.check, err = readCheck(f[4]); err != nil {
		return r, err
	}
	if r.whole, err = readCheck(f[5]); err != nil {
		return r, err
	}
	r.context = wordsBeside(append(strings.Fields(f[6]), r.name)...)
	for _, form := range strings.Split(f[7], " | ") {
		score, form, _ := strings.Cut(form, " ")
		p, err := strconv.ParseFloat(score, 64)
		if err != nil || form == "" {
			return r, fmt.Errorf("form %q has no score before it", form)
		}
		r.shapes = append(r.shapes, shape{form, p})
	}
	return r, nil
}

// wordsBeside are the words of identifier-words.tsv that speak for one of the names.
func wordsBeside(names ...string) []string {
	var out []string
	for _, name := range names {
		out = append(out, identifierWords()[name]...)
	}
	return out
}

// identifierWords are the words of all languages by what they speak for.
var identifierWords = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, words := range lists.NotesByLang("identifier-words") {
		for word, names := range words {
			for _, name := range strings.Fields(names) {
				out[name] = append(out[name], word)
			}
		}
	}
	return out
})
