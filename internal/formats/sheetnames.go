package formats

import (
	"archive/zip"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxSheets bounds the sheets of a workbook.
const maxSheets = 100_000

// sheetNames are what the sheets of a workbook are called, folded, and what they will be:
// Sheet1, Sheet2 … A sheet a donor bears the donor's name, and formulas, ranges and links
// repeat it.
type sheetNames struct {
	ref     *regexp.Regexp // what points to one
	next    map[string]string
	renamed int
}

// add gives a sheet its name.
func (n *sheetNames) add(name string) error {
	if n.next == nil {
		n.next = map[string]string{}
	}
	key := strings.ToLower(name)
	if _, ok := n.next[key]; ok || name == "" {
		return nil
	}
	if len(n.next) == maxSheets {
		return fmt.Errorf("more than %d sheets", maxSheets)
	}
	to := fmt.Sprintf("Sheet%d", len(n.next)+1)
	if n.next[key] = to; name != to {
		n.renamed++
	}
	return nil
}

// read finds the names in a part: attribute of element.
func (n *sheetNames) read(f *zip.File, element, attribute string) error {
	return each(f, func(x *xmlReader, t xmlToken) (err error) {
		if t.name == element && t.kind == xmlStart {
			err = n.add(attr(x.raw, t, attribute))
		}
		x.raw = x.raw[:0]
		return err
	})
}

// note says that sheets have new names; "" where none has.
func (n *sheetNames) note() string {
	if n.renamed == 0 {
		return ""
	}
	called := "sheet is called Sheet1"
	if len(n.next) > 1 {
		called = fmt.Sprintf("sheets are called Sheet1 to Sheet%d", len(n.next))
	}
	return "its " + called + " in what comes out: the name of a sheet may be somebody's"
}

// excelRef and calcRef are a sheet that a formula, a range or a link points to: in quotes,
// which stand twice in a name, or without; in Excel two with a colon between them.
var (
	excelRef = regexp.MustCompile(`'((?:[^']|'')+)'!|([^\s'!:+\-*/^&=<>(),;{}"$\[\]#%|]+` +
		`(?::[^\s'!:+\-*/^&=<>(),;{}"$\[\]#%|]+)?)!`)
	calcRef = regexp.MustCompile(`'((?:[^']|'')+)'\.\$?[A-Za-z]|([^\s'!.:+\-*/^&=<>(),;{}"$\[\]#%|]+)\.\$?[A-Za-z]`)
)

// point gives a value with the new names; all reports that it is nothing but a name.
func (n *sheetNames) point(v string, all bool) string {
	if to, ok := n.next[strings.ToLower(v)]; ok && all {
		return to
	}
	if n.renamed == 0 || !strings.ContainsAny(v, "!.") {
		return v
	}
	var b strings.Builder
	last := 0
	for _, m := range n.ref.FindAllStringSubmatchIndex(v, -1) {
		from, to := max(m[2], m[4]), max(m[3], m[5])
		name := strings.ReplaceAll(v[from:to], "''", "'")
		whole, ok := n.next[strings.ToLower(name)]
		if first, second, two := strings.Cut(name, ":"); two && !ok {
			a, b := n.next[strings.ToLower(first)], n.next[strings.ToLower(second)]
			whole, ok = a+":"+b, a != "" && b != ""
		}
		if ok {
			b.WriteString(v[last:from] + whole)
			last = to
		}
	}
	return b.String() + v[last:]
}

// asides finds, token by token, what stands beside cells: texts of elements and attributes
// (@name) with a role, and what points to sheets.
type asides struct {
	roles   map[string]Role
	names   *sheetNames // nil: of no interest
	element string      // at hand
	slots   []Slot
}

// token takes a token.
func (p *asides) token(raw []byte, t xmlToken) {
	if p.names != nil && p.names.renamed == 0 {
		p.names = nil
	}
	if p.roles == nil && p.names == nil {
		return
	}
	switch t.kind {
	case xmlStart:
		if p.element = t.name; t.closed {
			p.element = ""
		}
		if t.name == "Relationship" && attr(raw, t, "TargetMode") != "External" {
			return
		}
		for _, a := range attrs(raw, t.from, t.to) {
			whole := (t.name == "sheet" || t.name == "table") && (a.name == "name" || a.name == "table:name")
			p.add(raw, "@"+a.name, a.vf, a.vt, whole || strings.HasSuffix(a.name, ":table-name"), quoteAttr)
		}
	case xmlText:
		p.add(raw, p.element, t.from, t.to, p.element == "lpstr", quoteXML)
	case xmlEnd:
		p.element = ""
	}
}

// pointing are the elements in which formulas and names of sheets stand.
var pointing = []string{"f", "formula", "formula1", "formula2", "definedName", "lpstr"}

// add makes a slot of what is read, or has to point elsewhere.
func (p *asides) add(raw []byte, name string, from, to int, whole bool, quote func(string) []byte) {
	role, ok := p.roles[name]
	if !ok {
		role, ok = p.roles["*"]
	}
	points := p.names != nil && (strings.HasPrefix(name, "@") || slices.Contains(pointing, name))
	if !ok && !points {
		return
	}
	v := unescapeXML(string(raw[from:to]))
	if _, err := strconv.ParseFloat(v, 64); ok && (err == nil || strings.TrimSpace(v) == "") {
		return
	}
	slot := Slot{From: from, To: to, Role: role, Path: name, Value: v, Quote: quote}
	switch next := ""; {
	case ok && name == "@Target":
		slot.Quote = func(string) []byte { return []byte("about:blank") }
	case !ok:
		if next = p.names.point(v, whole); next == v {
			return
		}
		slot.Role, slot.Quote = Gone, func(string) []byte { return quote(next) }
	}
	p.slots = append(p.slots, slot)
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

// plainCopies counts, by their ends, the parts that come out as they are and may show
// somebody, for the summary.
func plainCopies(todo []entry, unread int) (said []string) {
	n := map[string]int{}
	for _, e := range todo {
		if kind := kindOf(e.name); e.format.Open == nil && kind != ".xml" && kind != ".rels" && e.name != "mimetype" {
			n[kind]++
		}
	}
	for kind, many := range n {
		said = append(said, counted(many, "file")+" in it ("+kind+")")
	}
	slices.Sort(said)
	if unread > 0 {
		said = append(said, counted(unread, "sheet")+" without a text")
	}
	return said
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
