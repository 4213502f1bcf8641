package corpus

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/formats"
)

// many reports that more is asked than one text in a table or in objects.
func (c Config) many() bool { return len(c.Texts) > 0 || len(c.Also) > 0 }

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
			return nil, fmt.Errorf("--also knows the operators drop, hash, keep, scan and name")
		}
		out[a[:i]] = role
	}
	return out, nil
}

// openJSON opens any JSON. Where no text is named it is the field of the usual name.
func openJSON(br *bufio.Reader, lines *lineReader, cfg Config, head []byte) (codec, error) {
	also, err := cfg.also()
	if err != nil {
		return nil, err
	}
	texts := cfg.texts()
	if len(texts) == 0 {
		if texts, err = usualTexts(formats.JSONPaths(head)); err != nil {
			return nil, err
		}
	}
	return openSlotted(br, lines, formats.JSON(formats.JSONFields{
		Texts: texts, Also: also, ID: cfg.Columns.ID, Thread: cfg.Columns.Thread, Author: cfg.Columns.Author,
		Time: cfg.Columns.Time, Name: plainName,
	}), cfg)
}

// plainName refuses names of fields that read as a text: they come out unread.
func plainName(name string) error {
	if plain(name) {
		return nil
	}
	return fmt.Errorf("the name of a field reads as a text; give the field another name")
}

// usualTexts gives the path whose last name is usual for a text.
func usualTexts(paths []string) ([]string, error) {
	var shown []string
	for _, usual := range names.text {
		for _, p := range paths {
			if strings.EqualFold(p[strings.LastIndexAny(p, ".]")+1:], usual) {
				return []string{p}, nil
			}
		}
	}
	for i, p := range paths {
		if fieldName(p) {
			shown = append(shown, p)
		} else {
			shown = append(shown, "field "+strconv.Itoa(i+1))
		}
	}
	return nil, fmt.Errorf("cannot tell which field holds the text; name it with --text: the fields are %s",
		cmp.Or(strings.Join(shown, ", "), "none"))
}

// fieldName reports a path that programs name fields by: what begins with a capital may
// as well be somebody's name, and errors show none.
func fieldName(path string) bool {
	names := strings.Fields(strings.NewReplacer(".", " ", "[]", " ").Replace(path))
	for _, n := range names {
		if c, _ := utf8.DecodeRuneInString(n); !unicode.IsLower(c) {
			return false
		}
	}
	return plain(strings.Join(names, " "))
}

// rows is a table as a Source: each row is a record, each column that holds something of
// somebody a slot.
type rows struct {
	*table
	header []byte // still to be handed out
	roles  []formats.Role
	taken  int64
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
	r := &rows{table: t, header: header, roles: slices.Repeat([]formats.Role{formats.Keep}, t.width)}
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
	return &slotted{src: r, lines: lines, counted: true, cfg: cfg, all: cfg.Fields, key: keyerOf(cfg.Key)}, nil
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
		if role == formats.Keep && !slices.Contains([]int{r.cols[1], r.cols[2], r.cols[4], r.cols[5]}, i) {
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
	for i, to := range []*string{1: &out.ID, 2: &out.Thread, 3: &out.Author, 4: &out.Time} {
		if to != nil && r.cols[i] >= 0 {
			*to = fields[r.cols[i]].value(rec.raw)
		}
	}
	if r.cols[2] < 0 {
		out.Thread = "row " + strconv.Itoa(rec.line) // its texts are one conversation
	}
	for i, f := range fields {
		v := f.value(rec.raw)
		if r.roles[i] == formats.Keep || v == "" {
			continue
		}
		out.Slots = append(out.Slots, formats.Slot{
			From: f.from, To: f.to, Role: r.roles[i], Value: v, Path: "column-" + strconv.Itoa(i+1), Who: v,
			Quote: func(s string) []byte { return r.cell(s, f.quoted) },
		})
	}
	return out, nil
}

// pick finds the columns of a sheet as those of a table with a header.
func (c Config) pick(header []string) (formats.Columns, error) {
	also, err := c.also()
	if err != nil {
		return formats.Columns{}, err
	}
	out := formats.Columns{Roles: slices.Repeat([]formats.Role{formats.Keep}, len(header))}
	find := func(want string, usual []string) int {
		i, e := column(header, len(header), want, usual)
		err = cmp.Or(err, e)
		return i
	}
	out.ID, out.Thread = find(c.Columns.ID, names.id), find(c.Columns.Thread, names.thread)
	out.Time = find(c.Columns.Time, names.time)
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
