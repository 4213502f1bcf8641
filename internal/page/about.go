package page

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
)

// About is what is said of a file that was read, beside its rows.
type About struct {
	Messages int            `json:"messages"` // as the summary of bauta anonymise counts them
	Langs    map[string]int `json:"langs"`    // how many texts were read in each language
	Held     int            `json:"held"`     // texts that do not come out: nobody reads their language
	Alone    bool           `json:"alone"`    // people are numbered anew in each message
	Columns  []Column       `json:"columns"`  // what stays in clear, or would
	Choose   bool           `json:"choose"`   // what becomes of these can be said by Treat
}

// Column is a column or field beside the texts.
type Column struct {
	Name    string `json:"name"`
	Key     string `json:"key"`     // by which Treat knows it
	Author  bool   `json:"author"`  // it says who wrote
	Becomes string `json:"becomes"` // keep, drop or hash, as --also has them
}

// What becomes of a column, as --also has it.
const (
	keep = "keep"
	drop = "drop"
	hash = "hash"
)

// About tells of the file that was read.
func (p *Page) About() About { return p.about }

// Treat says what becomes of a column of the file from the next reading on: keep, drop (it
// is emptied) or hash (an ID stands in its place). It reports whether it took it.
func (p *Page) Treat(key, how string) bool {
	known := slices.ContainsFunc(p.about.Columns, func(c Column) bool { return c.Key == key })
	if !p.about.Choose || !known || how != keep && how != drop && how != hash {
		return false
	}
	p.also = maps.Clone(p.also)
	if p.also == nil {
		p.also = map[string]string{}
	}
	if p.also[key] = how; how == keep {
		delete(p.also, key)
	}
	return true
}

// tally counts a file as it is read.
type tally struct {
	About
	last  bauta.Message
	leads bool // the record at hand counts, and none of its texts came yet
	alone int
}

// add takes a result into account, and reports the first text of a message that counts.
func (t *tally) add(r *bauta.Result, out bool) bool {
	m := r.Message
	if t.last.Meta == nil || !corpus.Together(&t.last, &m) {
		if t.leads, _ = corpus.First(&m); t.leads {
			t.Messages++
		}
	}
	t.last = bauta.Message{Meta: m.Meta}
	if m.Thread == "" && slices.ContainsFunc(r.Spans, func(s bauta.Span) bool { return s.Entity != "" }) {
		t.alone++
	}
	if m.Field() != "" {
		return false
	}
	lang, _, _ := strings.Cut(r.Lang, ",")
	switch {
	case !out:
		t.Held++
	case lang != "":
		t.Langs[lang]++
	}
	first := t.leads
	t.leads = false
	return first
}

// tell notes what was counted, and what stays beside the texts: what the program's summary
// names, in the order of the file.
func (p *Page) tell(t *tally, r *corpus.Reader) {
	t.Alone = t.alone > 1 || strings.Contains(r.Note(), formats.AloneNote)
	stays := r.Beside()
	plain := p.config()
	plain.Also = nil
	look, err := corpus.Look(bytes.NewReader(p.data), p.name, plain, 0)
	if err != nil {
		look = formats.Look{}
	}
	var names []string
	for _, f := range look.Fields {
		names = append(names, f.Name)
	}
	for _, name := range append(names, stays...) {
		c := Column{Name: name, Key: keyed(name), Becomes: keep}
		if how := p.also[c.Key]; how != "" {
			c.Becomes = how
		} else if !slices.Contains(stays, name) {
			continue
		}
		if !slices.ContainsFunc(t.Columns, func(o Column) bool { return o.Name == name }) {
			c.Author = look.Says(name) == "author"
			t.Columns = append(t.Columns, c)
		}
	}
	for i := range t.Columns {
		plain.Also = append(plain.Also, t.Columns[i].Key+"="+drop)
	}
	if len(t.Columns) > 0 && !look.Told() {
		_, err := corpus.Open(bytes.NewReader(p.data), p.name, plain)
		t.Choose = err == nil
	}
	p.about = t.About
}

// keyed is what names a column where it is to be treated: its name, or the number of one
// that has none.
func keyed(name string) string {
	n, numbered := strings.CutPrefix(name, "column ")
	if i, err := strconv.Atoi(n); numbered && err == nil && name == formats.Numbered(i-1) {
		return n
	}
	return name
}
