package lexicon

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/lexicon/fst"
	textlines "github.com/bauta/bauta/internal/lines"
)

// listReader reads the lines of a list.
type listReader struct {
	columns  []string // what the fields of a line are
	header   bool     // the list names them
	label    bauta.Label
	role     Role
	patterns int
}

// readList reads the lines of a list.
func readList(r io.Reader, name string, o Options) ([]listWord, error) {
	data, err := bounded.Read(textlines.Unify(r), name, maxListBytes)
	if err != nil {
		return nil, err
	}
	if o.Role == RoleDictionary {
		data = quoteTags(data)
	}
	in := csv.NewReader(bytes.NewReader(data))
	in.Comment = '#'
	in.FieldsPerRecord = -1
	in.TrimLeadingSpace = true
	in.ReuseRecord = true
	lines := listReader{columns: []string{"word", "kind", "sex"}, label: o.Type, role: o.Role}
	if o.Type != "" && !o.Type.Known() {
		return nil, errUnknownType
	}
	var out []listWord
	for {
		from := in.InputOffset()
		f, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, lines.holds(out, name)
		}
		if err != nil {
			return nil, listError(name, err)
		}
		line, _ := in.FieldPos(0)
		if line == 1 {
			f[0] = strings.TrimPrefix(f[0], "\ufeff")
		}
		if !lines.header && len(out) == 0 && lines.isHeader(f) {
			continue
		}
		w, err := lines.read(f)
		if err == nil && otherwise(w.word, data[from:in.InputOffset()]) {
			err = errSeparated
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		if w.line = line; w.word == "" && w.rule == nil {
			continue
		}
		if len(out) == maxListWords {
			return nil, fmt.Errorf("%s:%d: the list is longer than %d words; split it", name, line, maxListWords)
		}
		out = append(out, w)
	}
}

// errNoEntry is said of a list that would hide nothing, or keep nothing, though nobody says so: a header alone does.
var errNoEntry = errors.New("no entry in it; give one a line, or begin with the line word,type where it is to be empty")

// holds is an error of a list that has no entry, and no header.
func (l *listReader) holds(words []listWord, name string) error {
	if len(words) == 0 && !l.header {
		return fmt.Errorf("%s: %w", name, errNoEntry)
	}
	return nil
}

// errColumns is said of a line whose fields are not what they are read as.
var errColumns = errors.New("a line is an entry, or word,kind,sex; put an entry that holds a comma in quotation marks")

var errSeparated = errors.New("columns are separated by commas, not by semicolons or tabs; give one entry a line, in " +
	"quotation marks where it holds one of them")

// otherwise reports an entry that is a line of several columns, as other programs separate them: it
// would be found in no message, and none of its words hidden. raw is the line; who quotes means it.
func otherwise(word string, raw []byte) bool {
	if bytes.ContainsRune(raw, '"') {
		return false
	}
	if strings.ContainsRune(word, '\t') {
		return true
	}
	before, _, found := strings.Cut(word, ";")
	last, _ := utf8.DecodeLastRuneInString(before)
	return found && (unicode.IsLetter(last) || unicode.IsMark(last) || unicode.IsDigit(last))
}

// isHeader takes a line that names the columns: two or more of them, words or
// expressions among them.
func (l *listReader) isHeader(f []string) bool {
	columns := make([]string, len(f))
	for i, field := range f {
		columns[i] = strings.ToLower(strings.TrimSpace(field))
		if !slices.Contains([]string{"word", "kind", "sex", "type", "pattern", "check"}, columns[i]) ||
			slices.Contains(columns[:i], columns[i]) {
			return false
		}
	}
	if len(f) < 2 || !slices.Contains(columns, "word") && !slices.Contains(columns, "pattern") {
		return false
	}
	l.columns, l.header = columns, true
	return true
}

var errUnknownType = errors.New("unknown type; docs/formats/policy.md has the types, such as ORGANIZATION")

// read reads the fields of a line.
func (l *listReader) read(f []string) (w listWord, err error) {
	if len(f) > len(l.columns) {
		if l.header {
			return w, fmt.Errorf("more fields than the header has; quote an entry that holds a comma")
		}
		return w, errColumns
	}
	by := map[string]string{}
	for i, field := range f {
		switch {
		case !utf8.ValidString(field):
			return w, errors.New("not UTF-8; save the file as UTF-8")
		case strings.ContainsRune(field, 0):
			return w, errors.New("a NUL byte; save the file as plain text")
		}
		by[l.columns[i]] = strings.TrimSpace(field)
	}
	w.word = by["word"]
	if len(norm.NFC.String(w.word)) > fst.MaxWord/2 {
		return w, fmt.Errorf("a word of more than %d bytes; give one word a line", fst.MaxWord/2)
	}
	if by["kind"] != "" {
		if w.kind, err = ParseKind(by["kind"]); err != nil {
			return w, l.unknown(err)
		}
	}
	if w.sex, err = ParseSex(by["sex"]); err != nil {
		return w, l.unknown(err)
	}
	w.rule, err = l.rule(by)
	return w, err
}

// unknown is said of a kind or sex that is none: where no header asks for them, a comma of the entry makes them.
func (l *listReader) unknown(err error) error {
	if l.header {
		return err
	}
	return fmt.Errorf("%w (%w)", errColumns, err)
}

// rule makes the rule of a line; nil where it is a word of names, or empty.
func (l *listReader) rule(by map[string]string) (*Rule, error) {
	r := Rule{Word: by["word"], Pattern: by["pattern"], Type: bauta.Label(by["type"]), Check: by["check"]}
	if r.Word == "" && r.Pattern == "" {
		return nil, nil
	}
	if r.Type == "" {
		r.Type = l.label
	}
	switch {
	case r.Type != "" && !r.of(l.role):
		return nil, errUnknownType
	case r.Pattern == "" && r.Check != "":
		return nil, errors.New("a check digit without pattern; only expressions are checked")
	case r.Pattern == "" && r.Type == "":
		return nil, nil
	case r.Pattern == "":
		return &r, nil
	case r.Word != "":
		return nil, errors.New("both word and pattern; write a line for each")
	case r.Type == "":
		return nil, errors.New("an expression without type; say what it finds, such as UID")
	}
	if l.patterns++; l.patterns > maxPatterns {
		return nil, fmt.Errorf("more than %d expressions; each is searched for in every message, so join some",
			maxPatterns)
	}
	_, err := r.compile()
	return &r, err
}

// quoteTags quotes the lines of a list of what must be hidden that are a hashtag,
// one word behind #: who meant a comment loses nothing.
func quoteTags(data []byte) []byte {
	if !bytes.ContainsRune(data, '#') {
		return data
	}
	var out []byte
	for line := range bytes.Lines(data) {
		word := bytes.TrimRight(line, " \t\r\n")
		if len(word) < 2 || word[0] != '#' || bytes.ContainsAny(word[1:], "# \t,\"!") {
			out = append(out, line...)
			continue
		}
		out = append(append(append(append(out, '"'), word...), '"'), line[len(word):]...)
	}
	return out
}

// listError puts the place before an error of the CSV reader, which does not
// show the text.
func listError(name string, err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%s:%d: %w; quote a field that holds a quotation mark, and double the mark", name, p.Line,
			p.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}
