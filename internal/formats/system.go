package formats

import (
	"embed"
	"regexp"
	"strings"
	"sync"
)

// The lines that WhatsApp itself writes into a chat, a file a language: a template a line,
// {p} for a person, {l} for a list of people, {t} for a text, {x} for what tells nobody.
// "and" is the word in lists, "you" how the owner of the telephone is called. Written by us
// from the messages that exports are known to hold.
//
//go:embed system/*.tsv
var systemFiles embed.FS

// template is a line of the program: groups of the expression that are people.
type template struct {
	has  []string // what stands between them, in order
	line *regexp.Regexp
	and  *regexp.Regexp // what parts a list
	you  map[string]bool
}

// templates are read once, in the order of files and lines.
var templates = sync.OnceValue(func() []template {
	var out []template
	files, _ := systemFiles.ReadDir("system")
	for _, f := range files {
		data, _ := systemFiles.ReadFile("system/" + f.Name())
		out = append(out, readTemplates(string(data))...)
	}
	return out
})

// readTemplates reads the templates of one language.
func readTemplates(data string) (out []template) {
	and, you := ",", map[string]bool{}
	for line := range strings.Lines(data) {
		kind, text, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		switch kind {
		case "and":
			and += "|" + regexp.QuoteMeta(" "+text+" ")
		case "you":
			you[text] = true
		case "line":
			out = append(out, template{has: holes.Split(text, -1), line: templateOf(text)})
		}
	}
	parts := regexp.MustCompile(and)
	for i := range out {
		out[i].and, out[i].you = parts, you
	}
	return out
}

// holes are the places of a template.
var holes = regexp.MustCompile(`\{\w\}`)

// may reports a line that holds the words of a template.
func (t template) may(plain string) bool {
	for _, words := range t.has {
		_, rest, ok := strings.Cut(plain, words)
		if !ok {
			return false
		}
		plain = rest
	}
	return true
}

// templateOf makes the expression of a template. Groups that hold people are called p.
func templateOf(text string) *regexp.Regexp {
	const name = waMarks + `(?P<p>[^:\r\n]{1,100}?)` + waMarks
	pattern := strings.NewReplacer(`\{p\}`, name, `\{l\}`, strings.ReplaceAll(name, "100", "1000"),
		`\{t\}`, `[^\r\n]*?`, `\{x\}`, `[^\r\n]{0,60}?`, ` `, `[ \p{Zs}]`).Replace(regexp.QuoteMeta(text))
	return regexp.MustCompile(`^` + waMarks + pattern + `\.?` + waMarks + `$`)
}

// longestLine bounds what can be a line of the program, in bytes.
const longestLine = 2000

// systemLine finds the people in a line that the program wrote; false for other lines.
func systemLine(all []template, said string) ([]Range, bool) {
	if len(said) > longestLine || strings.ContainsAny(said, "\r\n") {
		return nil, false
	}
	plain := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(said)
	for _, t := range all {
		if !t.may(plain) {
			continue
		}
		m := t.line.FindStringSubmatchIndex(said)
		if m == nil {
			continue
		}
		out := []Range{}
		for g := 1; g < len(m)/2; g++ {
			out = append(out, t.people(said, m[2*g], m[2*g+1])...)
		}
		return out, true
	}
	return nil, false
}

// people parts a list.
func (t template) people(said string, from, to int) (out []Range) {
	add := func(from, to int) {
		for ; from < to && strings.HasPrefix(said[from:to], " "); from++ {
		}
		for ; from < to && strings.HasSuffix(said[from:to], " "); to-- {
		}
		if from < to && !t.you[strings.ToLower(said[from:to])] {
			out = append(out, Range{Start: from, End: to})
		}
	}
	last := from
	for _, c := range t.and.FindAllStringIndex(said[from:to], -1) {
		add(last, from+c[0])
		last = from + c[1]
	}
	add(last, to)
	return out
}
