package corpus

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/nearest"
)

// openJSON opens any JSON. paths are the fields at its beginning. aLine says that the file
// has an object a line: it gets a verdict, where its texts are members of it.
func openJSON(br *bufio.Reader, lines *lineReader, cfg Config, paths []string, aLine bool) (codec, error) {
	also, err := cfg.also()
	if err != nil {
		return nil, err
	}
	texts := cfg.texts()
	c := cfg.Columns
	wanted := append(slices.Clone(texts), c.ID, c.Thread, c.Author, c.Time, c.Lang)
	wanted = slices.DeleteFunc(wanted, func(path string) bool { return path == "" })
	if len(texts) == 0 {
		if texts, err = usualTexts(paths); err != nil {
			return nil, err
		}
		if aLine { // a later line may have its text in front
			texts = append(texts, names.text...)
		}
	}
	judged := aLine && !strings.ContainsAny(texts[0], ".[")
	for _, t := range texts {
		judged = judged && !strings.Contains(t, "[")
	}
	cols := cfg.around(texts[0], paths)
	if cfg.people() && cols.Author == "" {
		cols.Author = writer(texts[0], paths)
	}
	s, err := openSlotted(br, lines, formats.JSON(formats.JSONFields{
		Texts: texts, Also: also, ID: cols.ID, Thread: cols.Thread, Author: cols.Author, Time: cols.Time,
		Lang: cols.Lang, Name: plainName, Judged: judged && !cfg.TextOnly, Whole: cfg.TextsAlone,
		Wanted: wanted, Somebody: cfg.somebody(cols.Author),
		Missed: func(path string) error { return noField(path, paths) },
	}), cfg)
	if err == nil && aLine && cols.Thread == "" {
		s.note = formats.AloneNote
	}
	return s, err
}

// noField is the error of a field that somebody named and the file does not have; paths are
// those at its beginning.
func noField(path string, paths []string) error {
	known := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !fieldName(p) })
	return fmt.Errorf("no field %q in the file%s; a field inside another has a path, as in messages[].sender",
		path, nearest.Meant(path, known))
}

// inside reports lines of which some have a text of a usual name deeper than in front:
// payload.text, messages[].content, or a column that is named by its path (user.name). Who reads texts alone has
// that in front, where one is.
func (c Config) inside(head []byte, paths []string) bool {
	n := c.Columns
	for _, named := range []string{n.Text, n.ID, n.Thread, n.Author, n.Time, n.Lang} {
		if strings.ContainsAny(named, ".[") && slices.Contains(paths, named) {
			return true
		}
	}
	if c.Columns.Text != "" || c.Author != nil {
		return false
	}
	found, err := usualTexts(paths)
	deeper := func(p string) bool { return strings.ContainsAny(p, ".[") }
	return err == nil && slices.ContainsFunc(found, deeper) && (c.Fields || !textInFront(head))
}

// pathsOf are the fields of the lines of a beginning: those of one that is cut, or broken, end
// with it.
func pathsOf(head []byte) (paths []string) {
	for line := range bytes.Lines(head) {
		for _, p := range formats.JSONPaths(line) {
			if !slices.Contains(paths, p) {
				paths = append(paths, p)
			}
		}
	}
	return paths
}

// textInFront reports a line with a text of a usual name.
func textInFront(head []byte) bool {
	for line := range bytes.Lines(head) {
		var object map[string]json.RawMessage
		if json.Unmarshal(line, &object) != nil {
			continue
		}
		for name := range object {
			if slices.Contains(names.text, spelt(name)) {
				return true
			}
		}
	}
	return false
}

// around finds by their usual names what nobody named: the conversation in the object of
// the text or in one around it, who wrote in those around it that hold no other text, the
// rest beside the text, where a record has one.
func (cfg Config) around(text string, paths []string) Columns {
	c, usual := cfg.Columns, cfg.usual()
	in := text[:strings.LastIndexAny(text, ".]")+1]
	if strings.Count(in, "[]") < 2 {
		c.ID = cmp.Or(c.ID, usualField(paths, in, usual[1]))
		for at := in; c.Author == ""; at = outside(at) {
			if c.Author = usualField(paths, at, usual[3]); at == "" || strings.HasSuffix(at, "[].") {
				break
			}
		}
		c.Time = cmp.Or(c.Time, usualField(paths, in, usual[4]))
		c.Lang = cmp.Or(c.Lang, usualField(paths, in, usual[5]))
	}
	for c.Thread == "" {
		if c.Thread = usualField(paths, in, usual[2]); in == "" {
			break
		}
		in = outside(in)
	}
	return c
}

// outside is the beginning of the paths of the object around one.
func outside(in string) string { return in[:strings.LastIndexByte(strings.TrimSuffix(in, "."), '.')+1] }

// usualField gives the path of a member of that object with a usual name; "" for none.
func usualField(paths []string, in string, usual []string) string {
	exactly := func(a, b string) bool { return a == b }
	alike := func(a, b string) bool { return spelt(a) == spelt(b) }
	for _, same := range []func(a, b string) bool{exactly, strings.EqualFold, alike} {
		for _, name := range usual {
			for _, p := range paths {
				if same(p, in+name) {
					return p
				}
			}
		}
	}
	return ""
}

// plainName refuses names of fields that read as a text: they come out unread.
func plainName(name string) error {
	if plain(name) {
		return nil
	}
	return fmt.Errorf("the name of a field reads as a text; give the field another name")
}

// usualTexts gives the paths whose last names are usual for a text, one of each object that
// the file has, those in front first.
func usualTexts(paths []string) ([]string, error) {
	var shown, found []string
	in := map[string]bool{}
	for _, usual := range names.text {
		for _, p := range paths {
			at := strings.LastIndexAny(p, ".]") + 1
			if spelt(p[at:]) == usual && !in[p[:at]] {
				in[p[:at]] = true
				found = append(found, p)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b string) int {
		return strings.Count(a, ".") + strings.Count(a, "[") - strings.Count(b, ".") - strings.Count(b, "[")
	})
	if len(found) > 0 {
		return found, nil
	}
	for i, p := range paths[:min(len(paths), maxListed)] {
		if fieldName(p) {
			shown = append(shown, p)
		} else {
			shown = append(shown, "field "+strconv.Itoa(i+1))
		}
	}
	more := ""
	if n := len(paths) - len(shown); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return nil, fmt.Errorf("cannot tell which field holds the text; name it with --text: the fields are %s%s",
		cmp.Or(strings.Join(shown, ", "), "none"), more)
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
