package formats

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"strings"
)

var (
	errXML      = errors.New("not XML from here on; was the file copied whole?")
	errEntities = errors.New("XML with sections or entities of its own, which is not read; write them out first, " +
		"as xmllint --noent --nocdata --dropdtd does")
)

// xmlKind is what a token of XML is.
type xmlKind uint8

const (
	xmlText  xmlKind = iota
	xmlStart         // <a>, and <a/> with closed
	xmlEnd
	xmlOther // a declaration, a comment
)

// xmlToken is a range of the bytes at hand.
type xmlToken struct {
	kind     xmlKind
	name     string // without its prefix
	from, to int
	closed   bool
	section  bool // a text as it is, without references
}

// What is around a section of characters.
const (
	sectionStart = "<![CDATA["
	sectionEnd   = "]]>"
)

// xmlReader cuts XML into tokens and keeps their bytes until somebody takes them.
type xmlReader struct {
	in   *Input
	raw  []byte
	open []string // elements
	seen bool     // there is one
	html bool     // elements may end as those of HTML do
	data bool     // sections of characters are texts
	code string   // of HTML, an element of which what follows is no text: a script, a style
}

// maxOpen bounds the elements in each other.
const maxOpen = 1000

// next reads a token. io.EOF stands behind the last one. What is not closed, or closed by
// another name, is damaged, and nobody knows any more where something of it stands.
func (x *xmlReader) next() (t xmlToken, err error) {
	t.from = len(x.raw)
	if x.code != "" {
		return x.script(t)
	}
	if x.raw, err = x.in.run(x.raw, beforeTag); len(x.raw) == t.from && err == nil {
		if t, err = x.tag(t); err == nil {
			err = x.balance(t)
		}
		return t, err
	}
	switch {
	case err == io.EOF && len(x.raw) > t.from:
		err = nil
	case err == io.EOF && len(x.open) > 0:
		err = errEarly
	}
	t.to = len(x.raw)
	return t, err
}

// balance notes which elements are open.
func (x *xmlReader) balance(t xmlToken) error {
	n := len(x.open)
	x.seen = x.seen || t.kind == xmlStart
	switch {
	case t.kind == xmlEnd && x.html:
		x.open = x.open[:x.ends(t)]
	case t.kind == xmlStart && !t.closed:
		if n == maxOpen {
			return fmt.Errorf("more than %d elements in each other", maxOpen)
		}
		x.open = append(x.open, t.name)
	case t.kind == xmlEnd:
		if n == 0 || x.open[n-1] != t.name {
			return errXML
		}
		x.open = x.open[:n-1]
	}
	return nil
}

// The signs at which something happens in a text, and in a tag.
var (
	beforeTag = stopsAt("<")
	inTag     = stopsAt(`"'<>`)
)

// take reads up to the next byte of a tag at which something happens: of a comment or a
// declaration, each.
func (x *xmlReader) take(t xmlToken) (err error) {
	if second := t.from + 1; len(x.raw) > second && x.raw[second] != '!' {
		if x.raw, err = x.in.run(x.raw, inTag); err != nil {
			return ended(err)
		}
	}
	c, err := x.in.byte()
	if x.raw = append(x.raw, c); err != nil {
		return ended(err)
	}
	if len(x.raw) > MaxRecord {
		return errTooLong
	}
	return nil
}

// tag reads what begins with <.
func (x *xmlReader) tag(t xmlToken) (xmlToken, error) {
	quote := byte(0)
	for {
		if err := x.take(t); err != nil {
			return t, err
		}
		tag := x.raw[t.from:]
		c := tag[len(tag)-1]
		switch {
		case x.goesOn(tag):
			continue
		case bytes.HasPrefix(tag, []byte("<!--")):
		case x.data && bytes.HasPrefix(tag, []byte(sectionStart)):
			return x.section(t)
		case bytes.HasPrefix(tag, []byte(sectionStart)), bytes.HasPrefix(tag, []byte("<!DOCTYPE")) && c == '[':
			return t, errEntities
		case quote != 0:
			if c == quote {
				quote = 0
			}
			continue
		case c == '"' || c == '\'':
			if len(tag) > 1 && tag[1] != '?' && tag[1] != '!' {
				quote = c
			}
			continue
		case c == '<' && len(tag) > 1:
			return t, errXML
		case c != '>':
			continue
		}
		break
	}
	t.to = len(x.raw)
	t, err := named(t, x.raw[t.from:t.to])
	if x.html {
		t = x.page(t)
	}
	return t, err
}

// goesOn reports a comment, or an instruction to a program, that is not complete.
func (x *xmlReader) goesOn(tag []byte) bool {
	if bytes.HasPrefix(tag, []byte("<!--")) {
		return !commentEnds(tag)
	}
	return !x.html && bytes.HasPrefix(tag, []byte("<?")) && !bytes.HasSuffix(tag[2:], []byte("?>"))
}

// commentEnds reports a comment that is complete.
func commentEnds(tag []byte) bool { return len(tag) >= 7 && bytes.HasSuffix(tag, []byte("-->")) }

// section reads to the end of a section of characters.
func (x *xmlReader) section(t xmlToken) (xmlToken, error) {
	for !bytes.HasSuffix(x.raw[t.from:], []byte(sectionEnd)) {
		if err := x.take(t); err != nil {
			return t, err
		}
	}
	t.to, t.section = len(x.raw), true
	return t, nil
}

// named finds the name of a tag.
func named(t xmlToken, tag []byte) (xmlToken, error) {
	switch t.kind = xmlStart; {
	case tag[1] == '!' || tag[1] == '?':
		t.kind = xmlOther
		return t, nil
	case tag[1] == '/':
		t.kind, tag = xmlEnd, tag[1:]
	}
	t.closed = bytes.HasSuffix(tag, []byte("/>"))
	name := string(tag[1 : len(tag)-1])
	if i := strings.IndexAny(name, " \t\r\n/"); i >= 0 {
		name = name[:i]
	}
	t.name = name[strings.IndexByte(name, ':')+1:]
	if t.name == "" {
		return t, errXML
	}
	return t, nil
}

// xmlAttr is an attribute: the ranges of all of it, and of its value.
type xmlAttr struct {
	name             string
	from, to, vf, vt int
}

// attrs gives the attributes of the tag at raw[from:to].
func attrs(raw []byte, from, to int) (out []xmlAttr) {
	at := from + bytes.IndexAny(raw[from:to], " \t\r\n")
	for at >= from && at < to {
		for at < to && strings.IndexByte(" \t\r\n/>?", raw[at]) >= 0 {
			at++
		}
		eq := bytes.IndexByte(raw[at:to], '=')
		if eq < 0 {
			return out
		}
		name := strings.TrimSpace(string(raw[at : at+eq]))
		bare := strings.LastIndexAny(name, " \t\r\n") + 1 // behind attributes without a value
		a := xmlAttr{name: name[bare:], from: at + bare}
		vf := at + eq + 1
		for vf < to && raw[vf] != '"' && raw[vf] != '\'' {
			vf++
		}
		if vf >= to {
			return out
		}
		end := bytes.IndexByte(raw[vf+1:to], raw[vf])
		if end < 0 {
			return out
		}
		a.vf, a.vt = vf+1, vf+1+end
		a.to = a.vt + 1
		out = append(out, a)
		at = a.to
	}
	return out
}

// attr gives the value of an attribute.
func attr(raw []byte, t xmlToken, name string) string {
	for _, a := range attrs(raw, t.from, t.to) {
		if a.name == name {
			return html.UnescapeString(string(raw[a.vf:a.vt]))
		}
	}
	return ""
}

// quoteXML writes text; what XML 1.0 has no sign for goes.
func quoteXML(v string) []byte {
	v = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' {
			return -1
		}
		return r
	}, v)
	return []byte(xmlEscaper.Replace(v))
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// quoteAttr writes the value of an attribute, in quotes of either kind.
func quoteAttr(v string) []byte {
	return []byte(attrEscaper.Replace(string(quoteXML(v))))
}

var attrEscaper = strings.NewReplacer("'", "&apos;", "\n", "&#10;", "\r", "&#13;", "\t", "&#9;")
