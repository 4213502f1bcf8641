package corpus

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/nearest"
)

// many reports that more is asked than one text in a table or in objects.
func (c Config) many() bool { return c.named() || c.every }

// columns reports that some are named.
func (c Config) columns() bool { return c.named() || c.Columns != Columns{} }

// named reports that texts or other columns are named.
func (c Config) named() bool { return len(c.Texts) > 0 || len(c.Also) > 0 }

// errFields refuses names where they would do nothing, and what they name would stay.
var errFields = errors.New("the fields of this format are known, and none is named: bauta formats says which hold " +
	"people; leave --also and several --text away")

var errLines = errors.New(
	"these are lines of text, which have no columns; give CSV, TSV or JSONL, or name none",
)

// texts are the columns or fields of texts.
func (c Config) texts() []string {
	if c.Columns.Text == "" || slices.Contains(c.Texts, c.Columns.Text) {
		return c.Texts
	}
	return append([]string{c.Columns.Text}, c.Texts...)
}

// operators are what may become of other columns.
var operators = map[string]formats.Role{
	"drop": formats.Gone, "hash": formats.Key, "keep": formats.Keep, "scan": formats.Note, "name": formats.Name,
}

// also reads Also.
func (c Config) also() (map[string]formats.Role, error) {
	out := map[string]formats.Role{}
	for _, a := range c.Also {
		i := strings.LastIndexByte(a, '=')
		if i < 1 {
			return nil, fmt.Errorf("--also wants COLUMN=OPERATOR: drop, hash, keep, scan or name")
		}
		role, ok := operators[a[i+1:]]
		if !ok {
			return nil, fmt.Errorf("no such operator of --also%s; it knows drop, hash, keep, scan and name",
				nearest.Meant(a[i+1:], slices.Sorted(maps.Keys(operators))))
		}
		out[a[:i]] = role
	}
	return out, nil
}

// rows is a table as a Source: each row is a record, each column that holds something of
// somebody a slot.
type rows struct {
	*table
	header []byte // still to be handed out
	roles  []formats.Role
	taken  int64
	every  bool // what stays has slots, too
	met    formats.Met
}

// openRows opens a table with several texts, or with an operator for other columns.
func openRows(lines *lineReader, cfg Config, format Format) (codec, error) {
	if cfg.Author != nil {
		return nil, errAuthors
	}
	also, err := cfg.also()
	if err != nil {
		return nil, err
	}
	texts := cfg.texts()
	if len(texts) > 0 {
		cfg.Columns.Text = texts[0]
	}
	one, header, err := openTable(lines, cfg, format)
	if err != nil {
		return nil, err
	}
	t := one.(*table)
	r := &rows{table: t, header: header, every: cfg.every, met: formats.NewMet()}
	r.roles = slices.Repeat([]formats.Role{formats.Keep}, t.width)
	r.roles[r.cols[0]] = formats.Text
	for name, role := range also {
		if err := r.set(name, role); err != nil {
			return nil, err
		}
	}
	for _, name := range texts {
		if err := r.set(name, formats.Text); err != nil {
			return nil, err
		}
	}
	if slices.Contains(r.roles, formats.Name) || r.cols[3] >= 0 {
		t.look(r.meet)
	}
	c := &slotted{src: r, lines: lines, counted: true, cfg: cfg, all: cfg.Fields, key: formats.NewKeyer(cfg.Key)}
	if r.cols[2] < 0 {
		c.note = formats.AloneNote
	}
	return c, nil
}

// set gives a column its role.
func (r *rows) set(name string, role formats.Role) error {
	i, err := column(r.table.header, r.width, name, nil)
	if err == nil {
		r.roles[i] = role
	}
	return err
}

func (r *rows) Line() int    { return r.lines.line }
func (r *rows) Taken() int64 { return r.taken }

// Beside names the columns that stay.
func (r *rows) Beside() []string {
	var out []string
	for i, role := range r.roles {
		quiet := i == r.cols[5] || i == r.cols[4] && !r.untimed
		if role == formats.Keep && !quiet {
			out = append(out, r.called(i))
		}
	}
	return out
}

// Names gives the header.
func (r *rows) Names() []string { return r.table.header }

// Next gives a row; the header first.
func (r *rows) Next() (formats.Record, error) {
	if r.header != nil {
		out := formats.Record{Line: 1, Raw: r.header}
		r.header = nil
		r.taken += int64(len(out.Raw))
		return out, nil
	}
	rec, err := r.next()
	if err == io.EOF && len(rec.raw) > 0 { // blank lines at the end
		r.taken += int64(len(rec.raw))
		return formats.Record{Line: rec.line, Raw: rec.raw}, nil
	}
	if err != nil {
		return formats.Record{Line: rec.line, Raw: rec.raw}, err
	}
	r.taken += int64(len(rec.raw))
	out := formats.Record{Line: rec.line, Raw: rec.raw}
	fields := rec.form.([]field)
	for i, to := range []*string{1: &out.ID, 2: &out.Thread, 3: &out.Author, 4: &out.Time, 5: &out.Lang} {
		if to != nil && r.cols[i] >= 0 {
			*to = fields[r.cols[i]].value(rec.raw)
		}
	}
	r.untimed = r.untimed || out.Time != "" && parseTime(out.Time).IsZero()
	if r.cols[2] < 0 {
		out.Thread, out.Apart = "row "+strconv.Itoa(rec.line), true // its texts are one conversation
	}
	for i, f := range fields {
		v := f.value(rec.raw)
		if v == "" && r.roles[i] == formats.Text {
			out.Empty++
		}
		if r.roles[i] == formats.Keep && !r.every || v == "" {
			continue
		}
		out.Slots = append(out.Slots, formats.Slot{
			From: f.from, To: f.to, Role: r.roles[i], Value: v, Path: "column-" + strconv.Itoa(i+1), Who: v,
			Quote: func(s string) []byte { return r.cell(s, f.quoted) }, Says: r.says(i),
		})
	}
	r.met.Find(&out)
	return out, nil
}

// path is what the column of a slot is called.
func (r *rows) path(slot string) string {
	n, _ := strconv.Atoi(strings.TrimPrefix(slot, "column-"))
	return r.called(n - 1)
}

// says is what a column is of its message.
func (r *rows) says(i int) string {
	what := [...]string{"", "ID", "conversation", "author", "time", "language"}
	return what[max(0, slices.Index(r.cols[1:], i)+1)]
}

// pick finds the columns of a sheet as those of a table with a header.
func (c Config) pick(header []string) (formats.Columns, error) {
	also, err := c.also()
	if err != nil {
		return formats.Columns{}, err
	}
	out := formats.Columns{Roles: slices.Repeat([]formats.Role{formats.Keep}, len(header)), Header: header}
	find := func(want string, usual []string) int {
		i, e := column(header, len(header), want, usual)
		err = cmp.Or(err, e)
		return i
	}
	usual := c.usual()
	out.ID, out.Thread = find(c.Columns.ID, usual[1]), find(c.Columns.Thread, usual[2])
	out.Time, out.Author = find(c.Columns.Time, usual[4]), find(c.Columns.Author, usual[3])
	out.Lang = find(c.Columns.Lang, usual[5])
	for name, role := range also {
		if i := find(name, nil); i >= 0 {
			out.Roles[i] = role
		}
	}
	texts := c.texts()
	if len(texts) == 0 {
		texts = []string{""}
	}
	for _, name := range texts {
		i := find(name, names.text)
		if i < 0 && err == nil {
			err = fmt.Errorf("cannot tell which column holds the text; name it with --text: %s",
				list(header, len(header)))
		}
		if i >= 0 {
			out.Roles[i] = formats.Text
		}
	}
	return out, err
}
