package table

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta/internal/formats"
)

// Columns names what is read: by path (messages.list.element.content), in short where lists
// are written with brackets (messages[].content).
type Columns struct {
	Texts                          []string // the text; several where there are
	ID, Thread, Author, Time, Lang string
	// Also says what becomes of other columns, COLUMN=OPERATOR: drop, hash, keep, scan, name.
	Also []string
}

// Flags adds the options of a command that name columns.
func (c *Columns) Flags(f *flag.FlagSet) {
	each := func(list *[]string) func(string) error {
		return func(name string) error {
			*list = append(*list, name)
			return nil
		}
	}
	f.Func("text", "`COLUMN` of a text, messages[].content in a list; may be given several times (default: text)",
		each(&c.Texts))
	f.Func("also", "what becomes of another column, `COLUMN=OPERATOR`: drop, hash, keep, scan or name", each(&c.Also))
	f.StringVar(&c.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&c.Thread, "thread-column", "", "column of the conversation")
	f.StringVar(&c.Author, "author-column", "", "column of the author")
	f.StringVar(&c.Time, "time-column", "", "column of the time")
	f.StringVar(&c.Lang, "lang-column", "", "column of the language")
}

// column is a leaf of the schema.
type column struct {
	path     []string
	name     string // for people
	role     formats.Role
	text     bool   // it can be read as texts
	kind     string // its type, for people
	optional bool
}

// operators are what may become of other columns.
var operators = map[string]formats.Role{
	"drop": formats.Gone, "hash": formats.Key, "keep": formats.Keep, "scan": formats.Note, "name": formats.Name,
}

// leaves are the columns of a Parquet file, in its order.
func leaves(root *parquet.Column) (out []column) {
	for _, c := range root.Columns() {
		if !c.Leaf() {
			out = append(out, leaves(c)...)
			continue
		}
		short := strings.NewReplacer(".list.element", "[]", ".list.item", "[]", ".bag.array_element", "[]")
		out = append(out, column{
			path: c.Path(), name: short.Replace(strings.Join(c.Path(), ".")), role: formats.Keep,
			text: c.Type().Kind() == parquet.ByteArray, kind: c.Type().Kind().String(), optional: c.Optional(),
		})
	}
	return out
}

// layout is what the columns of a file hold; -1 where none holds it.
type layout struct {
	columns                        []column
	id, thread, author, time, lang int
}

// lay finds what is named among the columns of a file.
func lay(all []column, c Columns) (*layout, error) {
	l := &layout{columns: all}
	if len(c.Texts) == 0 {
		c.Texts = []string{"text"}
	}
	for _, a := range c.Also {
		name, op, ok := strings.Cut(a, "=")
		role, known := operators[op]
		if !ok || !known {
			return nil, errors.New("--also wants COLUMN=OPERATOR: drop, hash, keep, scan or name")
		}
		if err := l.set(name, role); err != nil {
			return nil, err
		}
	}
	for _, name := range c.Texts {
		if err := l.set(name, formats.Text); err != nil {
			return nil, err
		}
	}
	for i, name := range []string{c.ID, c.Thread, c.Author, c.Time, c.Lang} {
		to := []*int{&l.id, &l.thread, &l.author, &l.time, &l.lang}[i]
		if *to = -1; name == "" {
			continue
		}
		if *to = l.find(name); *to < 0 {
			return nil, l.unknown()
		}
	}
	return l, nil
}

// find gives the number of a column; -1 for none.
func (l *layout) find(name string) int {
	return slices.IndexFunc(l.columns, func(c column) bool {
		return c.name == name || strings.Join(c.path, ".") == name
	})
}

// set gives a column its role. What is read must be a text.
func (l *layout) set(name string, role formats.Role) error {
	i := l.find(name)
	if i < 0 {
		return l.unknown()
	}
	c := &l.columns[i]
	if read := role <= formats.Mail || role == formats.Key; read && !c.text {
		return fmt.Errorf("column %d holds no texts, but %s; its operators are keep and drop", i+1, c.kind)
	}
	if role == formats.Gone && !c.optional && !c.text {
		return fmt.Errorf("column %d may not be empty, so that drop can write nothing; take it out of the file", i+1)
	}
	c.role = role
	return nil
}

// unknown lists the columns of texts.
func (l *layout) unknown() error {
	var texts []string
	for _, c := range l.columns {
		if c.text && len(texts) < 20 {
			texts = append(texts, c.name)
		}
	}
	return fmt.Errorf("no such column; name the text with --text, others with --also: %s", strings.Join(texts, ", "))
}

// beside names the columns that stay in clear.
func (l *layout) beside() (out []string) {
	for i, c := range l.columns {
		if c.role == formats.Keep && !slices.Contains([]int{l.id, l.thread, l.time, l.lang}, i) {
			out = append(out, c.name)
		}
	}
	return out
}
