package formats

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// The lines that WhatsApp itself writes into a chat, a file a language: a template a line,
// {p} for a person, {l} for a list of people, {t} for a text, {x} for what tells nobody,
// what is more special first. "begin" is what stands behind who did something in a line that
// no template has, {w} a word in small letters in it; "said" is a whole sentence that names
// nobody, "opens" one with which a chat begins; "group" says that a group was made, or in {p}
// what it is called. "and" is the word in lists, "you" how the owner of the telephone is
// called, "nobody" what else stands in the place of a person.
// Written by us from the messages that exports are known to hold.
//
//go:embed system/*.tsv
var systemFiles embed.FS

// template is a line of the program: groups of the expression that are people.
type template struct {
	has  []string              // what stands between them, in order
	line func() *regexp.Regexp // of the whole line; made when it is first asked for
	and  *regexp.Regexp        // what parts a list
	you  map[string]bool
}

// phrases are the lines of a program: templates, and ends of lines that begin with a person.
type phrases struct {
	lines, begins templates
	groups        templates // of the lines that say what a group is called, or that it was made
	said          []string  // sentences that name nobody, the longest first
	opens         []string  // those with which a chat begins
}

// phrasesOf reads files of templates, in the order of files and lines.
func phrasesOf(files ...string) phrases {
	var lines, begins, groups []template
	var said, opens []string
	for _, data := range files {
		l, b, g := readTemplates(data)
		lines, begins, groups = append(lines, l...), append(begins, b...), append(groups, g...)
		for line := range strings.Lines(data) {
			kind, sentence, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
			if kind == "opens" {
				opens = append(opens, sentence)
			}
			if kind == "said" || kind == "opens" {
				said = append(said, sentence)
			}
		}
	}
	slices.SortStableFunc(said, func(a, b string) int { return len(b) - len(a) })
	return phrases{indexed(lines), indexed(begins), indexed(groups), said, opens}
}

// rest is how much of a line stands before sentences of the program that name nobody.
func (p phrases) rest(said string) int {
	if len(said) > longestLine {
		return len(said)
	}
	plain := blanks.Replace(said)
	if len(plain) != len(said) { // blanks that do not break are longer
		plain = said
	}
	for {
		at := strings.TrimRight(plain, ". \u200e\u200f")
		i := slices.IndexFunc(p.said, func(s string) bool {
			before, ok := strings.CutSuffix(at, s)
			before = strings.TrimLeft(before, "\u200e\u200f")
			return ok && (before == "" || strings.HasSuffix(before, ". ") || strings.HasSuffix(before, ".\u200e"))
		})
		if i < 0 {
			return len(plain)
		}
		if plain = strings.TrimRight(at[:len(at)-len(p.said[i])], " \u200e\u200f"); plain == "" {
			return 0
		}
	}
}

// waPhrases are those of all languages.
var waPhrases = sync.OnceValue(func() phrases {
	var all []string
	files, _ := systemFiles.ReadDir("system")
	for _, f := range files {
		data, _ := systemFiles.ReadFile("system/" + f.Name())
		all = append(all, string(data))
	}
	return phrasesOf(all...)
})

// readTemplates reads the templates of one language.
func readTemplates(data string) (lines, starts, groups []template) {
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
		case "line", "group":
			of := map[bool]*[]template{true: &lines, false: &groups}[kind == "line"]
			line := sync.OnceValue(func() *regexp.Regexp { return templateOf(text) })
			*of = append(*of, template{has: holes().Split(text, -1), line: line})
		}
	}
	if len(begins) > 0 {
		const who, rest = `(?P<p>[^:.,\r\n]{1,50}?)`, `(?:[^\p{L}].*)?`
		line := regexp.MustCompile(`^` + waMarks + who + ` (?:` + strings.Join(begins, "|") + `)` + rest + `$`)
		starts = []template{{line: func() *regexp.Regexp { return line }}}
	}
	parts := regexp.MustCompile(and)
	for _, list := range [][]template{lines, starts, groups} {
		for i := range list {
			list[i].and, list[i].you = parts, you
		}
	}
	return lines, starts, groups
}

// holes are the places of a template.
var holes = WhenAsked(`\{\w\}`)

// templateOf makes the expression of a template. Groups that hold people are called p. A list
// has no bound: each one more would be two levels deeper in the compiler of expressions, of
// which a small stack, as the page may get, holds some hundreds.
func templateOf(text string) *regexp.Regexp {
	const name = waMarks + `(?P<p>[^:\r\n]{1,100}?)` + waMarks
	pattern := strings.NewReplacer(`\{p\}`, name, `\{l\}`, strings.ReplaceAll(name, "{1,100}", "+"),
		`\{t\}`, `[^\r\n]*?`, `\{x\}`, `[^\r\n]{0,60}?`, ` `, `[ \p{Zs}]`).Replace(regexp.QuoteMeta(text))
	return regexp.MustCompile(`^` + waMarks + pattern + `[.。]?` + waMarks + `$`)
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
