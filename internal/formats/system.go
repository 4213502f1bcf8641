package formats

import (
	"embed"
	"regexp"
	"strings"
	"sync"
)

// The lines that WhatsApp itself writes into a chat, a file a language: a template a line,
// {p} for a person, {l} for a list of people, {t} for a text, {x} for what tells nobody,
// what is more special first. "begin" is what stands behind who did something in a line that
// no template has, {w} a word in small letters in it. "and" is the word in lists, "you" how
// the owner of the telephone is called, "nobody" what else stands in the place of a person.
// Written by us from the messages that exports are known to hold.
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

// phrases are the lines of a program: templates, and ends of lines that begin with a person.
type phrases struct{ lines, begins []template }

// templates are read once, in the order of files and lines.
var templates = sync.OnceValue(func() phrases {
	var out phrases
	files, _ := systemFiles.ReadDir("system")
	for _, f := range files {
		data, _ := systemFiles.ReadFile("system/" + f.Name())
		of := readTemplates(string(data))
		out.lines, out.begins = append(out.lines, of.lines...), append(out.begins, of.begins...)
	}
	return out
})

// readTemplates reads the templates of one language.
func readTemplates(data string) (out phrases) {
	and, you, begins := ",", map[string]bool{}, []string{}
	for line := range strings.Lines(data) {
		kind, text, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		switch kind {
		case "and":
			and += "|" + regexp.QuoteMeta(" "+text+" ")
		case "you", "nobody":
			you[text] = true
		case "begin":
			begins = append(begins, strings.ReplaceAll(regexp.QuoteMeta(text), `\{w\}`, `\p{Ll}+`))
		case "line":
			out.lines = append(out.lines, template{has: holes.Split(text, -1), line: templateOf(text)})
		}
	}
	if len(begins) > 0 {
		const who, rest = `(?P<p>[^:.,\r\n]{1,50}?)`, `(?:[^\p{L}].*)?`
		line := `^` + waMarks + who + ` (?:` + strings.Join(begins, "|") + `)` + rest + `$`
		out.begins = []template{{line: regexp.MustCompile(line)}}
	}
	parts := regexp.MustCompile(and)
	for _, list := range [][]template{out.lines, out.begins} {
		for i := range list {
			list[i].and, list[i].you = parts, you
		}
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

// templateOf makes the expression of a template. Groups that hold people are called p. A list
// has no bound: each one more would be two levels deeper in the compiler of expressions, of
// which a small stack, as the page may get, holds some hundreds.
func templateOf(text string) *regexp.Regexp {
	const name = waMarks + `(?P<p>[^:\r\n]{1,100}?)` + waMarks
	pattern := strings.NewReplacer(`\{p\}`, name, `\{l\}`, strings.ReplaceAll(name, "{1,100}", "+"),
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
