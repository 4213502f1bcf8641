package formats

import (
	"archive/zip"
	"fmt"
	"regexp"
	"slices"
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
	idents  map[string]string // names of ranges and tables, folded, and what they will be
	styles  map[string]string // of styles that somebody may have named
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

// read finds what a part calls sheets, ranges and tables.
func (n *sheetNames) read(f *zip.File) error {
	return each(f, func(x *xmlReader, t xmlToken) (err error) {
		if t.kind == xmlStart {
			for _, a := range attrs(x.raw, t.from, t.to) {
				switch v := unescapeXML(string(x.raw[a.vf:a.vt])); {
				case callsSheet(t, a) && err == nil:
					err = n.add(v)
				case callsRange(t, a) && err == nil:
					err = n.addRange(v)
				case a.name == "style:name" && t.name != "font-face" && err == nil:
					err = n.addStyle(v)
				}
			}
		}
		x.raw = x.raw[:0]
		return err
	})
}

// note says that sheets have new names; "" where none has.
func (n *sheetNames) note() string {
	if n.renamed == 0 {
		return n.noteRanges()
	}
	called := "sheet is called Sheet1"
	if len(n.next) > 1 {
		called = fmt.Sprintf("sheets are called Sheet1 to Sheet%d", len(n.next))
	}
	if len(n.idents) > 0 {
		called += ", its ranges and tables Name1 and so on"
	}
	return "its " + called + " in what comes out: the name of a sheet may be somebody's"
}

// excelRef and calcRef are a sheet that a formula, a range or a link points to: in quotes,
// which stand twice in a name, or without; in Excel two with a colon between them.
var (
	excelRef = WhenAsked(`'((?:[^']|'')+)'!|([^\s'!:+\-*/^&=<>(),;{}"$\[\]#%|]+` +
		`(?::[^\s'!:+\-*/^&=<>(),;{}"$\[\]#%|]+)?)!`)
	calcRef = WhenAsked(`'((?:[^']|'')+)'\.\$?[A-Za-z]|([^\s'!.:+\-*/^&=<>(),;{}"$\[\]#%|]+)\.\$?[A-Za-z]`)
)

// point gives a value with the new names; all reports that it is nothing but a name.
func (n *sheetNames) point(v string, all bool) string {
	if to, ok := n.next[strings.ToLower(v)]; ok && all {
		return to
	}
	v = n.pointRanges(v)
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
