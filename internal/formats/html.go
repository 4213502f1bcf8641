package formats

import (
	"bytes"
	"slices"
	"strings"
)

// codeElements are those of which what stands in them is no text.
var codeElements = []string{"script", "style"}

// htmlTag is a tag of HTML with its values in quotes, as programs write them.
var htmlTag = WhenAsked(`^</?[a-zA-Z][\w:-]*(?:\s+(?:[a-zA-Z_][\w:.-]*\s*=\s*(?:"[^"]*"|'[^']*')|` +
	`checked|disabled|selected|hidden|readonly|controls|autoplay|loop|muted|async|defer|open|nowrap))*\s*/?>$`)

// page makes a tag one of HTML.
func (x *xmlReader) page(t xmlToken) xmlToken {
	t.name = strings.ToLower(t.name)
	if t.kind == xmlStart {
		t.closed = htmlWords(t.name) == "void"
		if slices.Contains(codeElements, t.name) {
			x.code = t.name
		}
	}
	return t
}

// partsLines reports an element that stands in no running text, or ends a line of it.
func partsLines(name string) bool { return name == "br" || htmlWords(name) == "line" }

// script reads what stands in a script or a style, up to its end.
func (x *xmlReader) script(t xmlToken) (xmlToken, error) {
	end := "</" + x.code
	for x.code = ""; ; {
		var err error
		if x.raw, err = x.in.run(x.raw, beforeTag); err != nil {
			return t, ended(err)
		}
		if next, _ := x.in.r.Peek(len(end)); strings.EqualFold(string(next), end) {
			t.to = len(x.raw)
			return t, nil
		}
		c, err := x.in.byte()
		if err != nil {
			return t, ended(err)
		}
		x.raw = append(x.raw, c)
	}
}

// ends gives how many elements stay open behind the end of one: of HTML it ends those in it,
// too, and nothing where none of its name is open.
func (x *xmlReader) ends(t xmlToken) int {
	for i, name := range slices.Backward(x.open) {
		if name == t.name {
			return i
		}
	}
	return len(x.open)
}

// lastLevel is the place of the last open element of a name; -1 for none.
func lastLevel(stack []xmlLevel, tag string) int {
	for i := range slices.Backward(stack) {
		if stack[i].tag == tag {
			return i
		}
	}
	return -1
}

// class calls an element of a page by the first of the classes of the format that it has.
func (f *xmlShape) class(l *xmlLevel) {
	if !f.page {
		return
	}
	has := strings.Fields(l.attrs["class"])
	for _, c := range f.classes {
		if slices.Contains(has, c) {
			l.name = c
			return
		}
	}
}

// inPage says what the text of an element of a page is: code is none, and names stand
// without the blanks around them.
func (s *xmlSource) inPage(l xmlLevel, slot *Slot) {
	raw := s.raw[slot.From:slot.To]
	switch {
	case l.tag == "style" && plainStyle(raw):
		slot.Role = Keep
	case slices.Contains(codeElements, l.tag):
		slot.Role = Gone
	case slot.Role > Note:
		from := slot.From + len(raw) - len(bytes.TrimLeft(raw, " \t\r\n"))
		to := slot.From + len(bytes.TrimRight(raw, " \t\r\n"))
		slot.From, slot.To = min(from, to), to
		if m := pageDate().FindIndex(bytes.TrimSpace(raw)); m != nil {
			slot.Role = Keep
		}
		slot.Quote = s.quote(slot.From, slot.To)
	}
}

// plainStyle reports a style without texts or addresses.
func plainStyle(raw []byte) bool {
	for _, what := range []string{"url(", "/*", "content", "@import"} {
		if bytes.Contains(raw, []byte(what)) {
			return false
		}
	}
	return !bytes.ContainsFunc(raw, func(r rune) bool { return r > '~' })
}

var (
	// pageDate is a date, a time, both, or a count; no telephone.
	pageDate = WhenAsked(`^(?:\d{1,5}|(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4})?[T, ]*` +
		`(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)?(?: ?[AaPp][Mm])?(?: ?(?:Z|(?:UTC|GMT)(?:[+-]\d\d:?\d\d)?))?)$`)
	htmlHead = WhenAsked(`(?i)^<!doctype html(?:\s+(?:system|public)(?:\s+"[^"<>]*")+)?\s*>$`)
	// pagePlace is a place in the page, what a click on it does, or a page beside it.
	pagePlace = WhenAsked(`^(?:#?(?:go_to_)?message-?\d{1,19}|(?:return )?[A-Za-z]+\([\d, ]*\);?|` +
		`messages\d{0,6}\.html(?:#[a-z_]*message-?\d{1,19})?|(?:\.\./)?(?:css|js)/[\w.-]{1,40}|#)$`)
	pageStyle = WhenAsked(`^(?:\s*[a-z-]+:[\w\s.%#,-]*;?)*$`)
)

// pageAttribute is what an attribute of a page holds that the format says nothing of.
func pageAttribute(_, name, value string) Role {
	switch {
	case htmlWords("@"+name) == "kept", pagePlace().MatchString(value), pageDate().MatchString(value):
		return Keep
	case name == "style" && pageStyle().MatchString(value):
		return Keep
	case name == "style", strings.HasPrefix(name, "on"), name == "srcset":
		return Gone
	case name == "id", name == "for", name == "itemid":
		return Key
	case name == "href" && strings.Contains(value, ":"):
		return Note
	case name == "href", name == "src", name == "poster", name == "background":
		return File
	}
	return Note
}

// Tags gives the tags in a text that is replaced, as they would be missing around it: those
// of elements that stand in running text, without attributes, and begin or end outside of it.
func Tags(said string) string {
	var open []string // names, those of ends with a stroke in front
	for rest := said; ; {
		_, behind, ok := strings.Cut(rest, "<")
		if !ok {
			break
		}
		rest = behind
		name, _, ok := strings.Cut(rest, ">")
		other, ends := strings.CutPrefix(strings.ToLower(name), "/")
		if !ok || htmlWords("</"+other+">") != "mark" {
			continue
		}
		if name = other; ends {
			name = "/" + other
		} else {
			other = "/" + other
		}
		if n := len(open); n > 0 && open[n-1] == other {
			open = open[:n-1]
		} else {
			open = append(open, name)
		}
	}
	if len(open) == 0 {
		return ""
	}
	return "<" + strings.Join(open, "><") + ">"
}
