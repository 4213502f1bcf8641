package formats

import "strconv"

// Mapping says how a file is read: what bauta look writes, --map reads and the page of
// the import asks.
type Mapping struct {
	Format   string   `yaml:"format,omitempty"` // one of bauta formats; told from the file where it is left out
	Encoding string   `yaml:"encoding,omitempty"`
	NoHeader bool     `yaml:"no-header,omitempty"` // the first row is data
	Text     []string `yaml:"text,omitempty"`      // columns or fields of texts; paths into JSON
	ID       string   `yaml:"id,omitempty"`        // column of the message's ID
	Thread   string   `yaml:"thread,omitempty"`    // column of the conversation
	Author   string   `yaml:"author,omitempty"`    // column of who wrote it
	Time     string   `yaml:"time,omitempty"`      // column of when
	Lang     string   `yaml:"lang,omitempty"`      // column of the language
	// Also has an operator for each other column or field: drop, hash, keep, scan (as a
	// text) or name (of a person).
	Also map[string]string `yaml:"also,omitempty"`
}

// Told reports that the format says it all: there is nothing to choose.
func (l *Look) Told() bool {
	_, export := Of(l.Format)
	return export || len(l.Fields) == 1 || l.Format == "slack"
}

// Mapping writes down how a file was read.
func (l *Look) Mapping(encoding string, noHeader bool) Mapping {
	m := Mapping{Format: l.Format, Encoding: encoding, NoHeader: noHeader}
	switch {
	case l.Format == "slack", len(l.Formats) > 0: // told by what stands in the archive
		return Mapping{}
	case l.Told():
		return m
	case l.Format == "xlsx", l.Format == "ods": // likewise
		m.Format = ""
	}
	keys, named := l.Keys()
	m.Also, m.NoHeader = map[string]string{}, noHeader || !named
	for i := range l.Fields {
		if !l.Fields[i].Aside {
			m.put(&l.Fields[i], keys[i])
		}
	}
	return m
}

// Keys are what a mapping calls the fields: their names, or the numbers of columns that
// have none.
func (l *Look) Keys() (keys []string, named bool) {
	for i := range l.Fields {
		keys = append(keys, l.Fields[i].Name)
		named = named || keys[i] != Numbered(i)
	}
	for i := range keys {
		if !named {
			keys[i] = strconv.Itoa(i + 1)
		}
	}
	return keys, named
}

// Numbered is what people read in the place of a column's name, where the first row is data.
func Numbered(column int) string { return "column " + strconv.Itoa(column+1) }

// operator is what --also calls a role.
var operator = map[Role]string{Gone: "drop", Key: "hash", Keep: "keep", Note: "scan", Name: "name"}

// Place is where the mapping names what a field says of its message; nil: nowhere.
func (m *Mapping) Place(says string) *string {
	return map[string]*string{
		"ID": &m.ID, "conversation": &m.Thread, "author": &m.Author, "time": &m.Time, "language": &m.Lang,
	}[says]
}

// put writes down a field by its key.
func (m *Mapping) put(f *Field, key string) {
	if f.Role == Text {
		m.Text = append(m.Text, key)
		return
	}
	to := m.Place(f.Says)
	if to != nil && *to != "" { // as another sheet calls it
		to = nil
	}
	if to != nil {
		*to = key
	}
	does := operator[f.Role] // none for what is told by itself: an address, a telephone
	if does != "" && (to == nil || f.Role != Keep || f.Says == "author") {
		m.Also[key] = does
	}
}
