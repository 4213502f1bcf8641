package dialplan

import (
	_ "embed"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/packed"
)

//go:embed plans.tsv.zst
var table []byte

// plans reads the table once.
var plans = sync.OnceValue(func() *atlas {
	r := reader{atlas{map[string]*plan{}, map[int][]*plan{}}, map[string]*expression{}, nil}
	for line := range strings.Lines(string(packed.Embedded(table))) {
		if line[0] != '#' {
			r.line(strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return &r.atlas
})

// reader fills an atlas, line by line.
type reader struct {
	atlas
	seen map[string]*expression // regions share many
	last *plan
}

// line panics for one that is not of the table's form, which a test of the table finds.
func (r *reader) line(cells []string) {
	switch name, c := cells[0], cells[1:]; name {
	case "region":
		r.region(c)
	case "fixed":
		r.last.fixed = append(r.last.fixed, r.kind(c[0], c[1]))
	case "mobile":
		r.last.mobile = append(r.last.mobile, r.kind(c[0], c[1]))
	case "other":
		r.last.other = append(r.last.other, r.kind(c[0], c[1]))
	case "format":
		r.last.formats = append(r.last.formats, r.format(c))
	case "abroad":
		r.last.abroad = append(r.last.abroad, r.format(c))
	default:
		panic(fmt.Sprintf("numbering plans: a line of %q", name))
	}
}

func (r *reader) region(c []string) {
	code, err := strconv.Atoi(c[1])
	if err != nil {
		panic(err)
	}
	r.last = &plan{
		region: c[0], code: code, kind: r.kind(c[2], c[8]), local: span(c[3]),
		idd: r.starts(c[4]), trunk: r.starts(c[5]), rule: c[6], begin: r.starts(c[7]),
	}
	r.byCode[code] = append(r.byCode[code], r.last)
	if c[0] != nongeographic {
		r.byRegion[c[0]] = r.last
	}
}

func (r *reader) kind(lengths, pattern string) kind { return kind{span(lengths), r.whole(pattern)} }

func (r *reader) format(c []string) format {
	return format{pattern: r.whole(c[0]), begin: r.starts(c[1]), groups: c[2], must: c[3] != ""}
}

// whole and starts are expressions for a whole text and for its start; nil for an empty one.
func (r *reader) whole(source string) *expression { return r.expression("^(?:" + source + ")$") }

func (r *reader) starts(source string) *expression {
	if source == "" {
		return nil
	}
	return r.expression("^(?:" + source + ")")
}

func (r *reader) expression(source string) *expression {
	e := r.seen[source]
	if e == nil {
		e = &expression{source: source}
		r.seen[source] = e
	}
	return e
}

// span reads "7 8 9".
func span(list string) lengths {
	var l lengths
	for _, n := range strings.Fields(list) {
		i, err := strconv.Atoi(n)
		if err != nil {
			panic(err)
		}
		l |= 1 << i
	}
	return l
}

// expression is a regular expression that is compiled when it is first asked.
type expression struct {
	source string
	once   sync.Once
	re     *regexp.Regexp
}

func (e *expression) compiled() *regexp.Regexp {
	e.once.Do(func() { e.re = regexp.MustCompile(e.source) })
	return e.re
}

func (e *expression) matches(s string) bool { return e.compiled().MatchString(s) }
