package formats

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// asides finds, token by token, what stands beside cells: texts of elements and attributes
// (@name) with a role, texts in formulas, and what points to sheets and ranges.
type asides struct {
	roles   map[string]Role // text(): any other element, *: anything
	names   *sheetNames     // nil: of no interest
	element string          // at hand
	slots   []Slot
	texts   int    // that stand apart so far, of those that are in pieces
	whole   string // an element that is left out with all in it
	left    int    // where it begins, from 1
	pieces  bool   // a paragraph is open, whose runs are one text
}

// token takes a token.
func (p *asides) token(raw []byte, t xmlToken) {
	if p.leaves(t) {
		return
	}
	switch t.kind {
	case xmlStart:
		if p.element = t.name; t.closed {
			p.element = ""
		}
		p.paragraph(t)
		if t.name == "Relationship" && attr(raw, t, "TargetMode") != "External" {
			return
		}
		for _, a := range attrs(raw, t.from, t.to) {
			p.attr(raw, t, a)
		}
	case xmlText:
		if slices.Contains(formulas, p.element) {
			p.formula(raw, t.from, t.to, quoteXML)
			return
		}
		p.add(raw, p.element, t.from, t.to, p.element == "lpstr", quoteXML)
	case xmlEnd:
		p.paragraph(t)
		p.element = ""
	case xmlOther:
		if aside(raw[t.from:t.to]) {
			p.slots = append(p.slots, goneToken(t))
		}
	}
}

// leaves reports a token of an element that is left out: what it says is of the text as it was.
func (p *asides) leaves(t xmlToken) bool {
	of := p.whole != "" && t.name == p.whole
	switch {
	case of && t.kind == xmlStart && p.left == 0:
		p.left = t.from + 1
		if !t.closed {
			return true
		}
	case p.left == 0:
		return false
	case !of || t.kind != xmlEnd:
		return true
	}
	p.slots = append(p.slots, Slot{From: p.left - 1, To: t.to, Role: Gone, Value: " "})
	p.left = 0
	return true
}

// aside reports what a part needs not: a comment, or what tells a program something, but that it is XML.
func aside(tag []byte) bool {
	return bytes.HasPrefix(tag, []byte("<!--")) || bytes.HasPrefix(tag, []byte("<?")) && !xmlHead().Match(tag)
}

// goneToken leaves a token out.
func goneToken(t xmlToken) Slot { return Slot{From: t.from, To: t.to, Role: Gone, Value: " "} }

// formulas are the elements and attributes in which formulas stand.
var formulas = []string{
	"f", "formula", "formula1", "formula2", "definedName", "calculatedColumnFormula", "totalsRowFormula",
	"table:formula", "table:condition", "table:expression", "calcext:value", "style:condition", "calcext:formula",
	"formatCode",
}

// attr takes an attribute.
func (p *asides) attr(raw []byte, t xmlToken, a xmlAttr) {
	name := "@" + a.name
	v := unescapeXML(string(raw[a.vf:a.vt]))
	if to, ok := p.names.style(a.name, v); ok {
		p.slots = append(p.slots, Slot{From: a.vf, To: a.vt, Role: Gone, Value: v, Quote: func(string) []byte {
			return []byte(to)
		}})
		return
	}
	switch {
	case callsSheet(t, a), callsRange(t, a):
		p.rename(a.vf, a.vt, v, true, quoteAttr)
	case name == "@xlink:href" && !outside().MatchString(v):
		p.rename(a.vf, a.vt, v, false, quoteAttr)
	case p.gone(name):
		p.slots = append(p.slots, goneAttr(a, v))
	case slices.Contains(formulas, a.name):
		p.formula(raw, a.vf, a.vt, quoteAttr)
	case name == "@location" && p.rename(a.vf, a.vt, v, false, quoteAttr):
	default:
		if _, known := p.roles[name]; !known && !inCell(t) && p.reads(a.name, v) {
			if !p.rename(a.vf, a.vt, v, false, quoteAttr) {
				p.named(Slot{From: a.vf, To: a.vt, Role: Note, Path: name, Value: v, Quote: quoteAttr})
			}
			return
		}
		p.add(raw, name, a.vf, a.vt, strings.HasSuffix(a.name, ":table-name"), quoteAttr)
	}
}

// gone reports an attribute that is left out, with its name.
func (p *asides) gone(name string) bool {
	role, ok := p.roles[name]
	return ok && role == Gone && name != "@Target"
}

// outside is an address that leads out of the file.
var outside = WhenAsked(`^(?i:[a-z][a-z0-9+.-]*:|//|\.\./|/|\\\\)`)

// goneAttr leaves an attribute out; an address has to lead somewhere.
func goneAttr(a xmlAttr, v string) Slot {
	s := Slot{From: a.from, To: a.to, Role: Gone, Path: "@" + a.name, Value: v}
	if strings.HasSuffix(a.name, "href") {
		s.From, s.To, s.Quote = a.vf, a.vt, nowhere
	}
	return s
}

// nowhere is where links lead that were left out.
func nowhere(string) []byte { return []byte("about:blank") }

// rename makes a slot of what names a sheet or a range, or points to one; false for what
// does neither.
func (p *asides) rename(from, to int, v string, whole bool, quote func(string) []byte) bool {
	if p.names == nil {
		return false
	}
	next := p.names.point(v, whole)
	if next == v {
		return false
	}
	p.slots = append(p.slots, Slot{From: from, To: to, Role: Gone, Value: v, Quote: func(string) []byte {
		return quote(next)
	}})
	return true
}

// add makes a slot of what is read, or has to point elsewhere.
func (p *asides) add(raw []byte, name string, from, to int, whole bool, quote func(string) []byte) {
	v := unescapeXML(string(raw[from:to]))
	role, ok := p.role(name)
	_, err := strconv.ParseFloat(v, 64)
	switch blank := strings.TrimSpace(v) == ""; {
	case v != "" && p.joins(name) != "": // a piece of a text
	case blank, ok && (err == nil || role == Keep), name == "author" && threadMark().MatchString(v):
		return
	}
	points := strings.HasPrefix(name, "@") || name == "lpstr"
	switch {
	case (!ok || name == "lpstr") && points && p.rename(from, to, v, whole, quote):
	case !ok:
	case isPageHead(name) && p.head(raw, name, role, from, to, quote):
	case name == "@Target":
		quote = nowhere
		fallthrough
	default:
		p.named(Slot{From: from, To: to, Role: role, Path: name, Value: v, Quote: quote, Join: p.joins(name)})
	}
}

// role is what an element or an attribute holds.
func (p *asides) role(name string) (Role, bool) {
	if role, ok := p.roles[name]; ok {
		return role, true
	}
	if role, ok := p.roles["text()"]; ok && name != "" && !strings.HasPrefix(name, "@") {
		return role, true
	}
	role, ok := p.roles["*"]
	return role, ok
}

// into puts what was found between the slots of a record. Who writes a range anew that
// holds such a place does not leave it as it is.
func (p *asides) into(rec *Record) {
	for _, s := range p.slots {
		at := slices.IndexFunc(rec.Slots, func(o Slot) bool { return o.To > s.From })
		switch {
		case at < 0:
			rec.Slots = append(rec.Slots, s)
		case rec.Slots[at].From < s.To:
			rec.Slots[at].Always = true
		default:
			rec.Slots = slices.Insert(rec.Slots, at, s)
		}
	}
	p.slots = nil
}
