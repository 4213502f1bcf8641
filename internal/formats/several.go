package formats

import (
	"regexp"
	"strings"
	"sync"
)

// joining parts people in what a conversation of several is called: signs, and the word in lists of each language.
var joining = sync.OnceValue(func() *regexp.Regexp {
	words := `\s*[,;&+/]\s*`
	files, _ := systemFiles.ReadDir("system")
	for _, f := range files {
		data, _ := systemFiles.ReadFile("system/" + f.Name())
		for line := range strings.Lines(string(data)) {
			if word, ok := strings.CutPrefix(line, "and\t"); ok {
				words += `|\s+` + regexp.QuoteMeta(strings.TrimSpace(word)) + `\s+`
			}
		}
	}
	return regexp.MustCompile(words)
})

// several parts a name into those of people of the file, by what joins them: Svenja und Irmtraud are two, where the
// file has each of them. nil for what is one name, as a surname before a comma and a first name, or has somebody in it
// whom the file does not tell.
func (p people) several(name string) (out []Range) {
	cuts := joining().FindAllStringIndex(name, -1)
	if len(cuts) == 0 || len(cuts) == 1 && strings.TrimSpace(name[cuts[0][0]:cuts[0][1]]) == "," {
		return nil
	}
	from := 0
	for _, cut := range append(cuts, []int{len(name), len(name)}) {
		if !p.chosen(name[from:cut[0]]) {
			return nil
		}
		out = append(out, Range{Start: from, End: cut[0]})
		from = cut[1]
	}
	return out
}

// titled makes a text of what a conversation is called, where it is called after several people of the file, or is
// one of several that nobody writes under.
func (p people) titled(s *Slot) {
	if s.Role == Name && (p.several(s.Value) != nil || p.group(s.Value)) {
		s.title(p)
	}
}

// title makes a text of a name: a reader says whether somebody is in it.
func (s *Slot) title(met people) {
	s.Role, s.Who = Note, ""
	s.Known = beside(met.named(s.Value), met.owners(s.Value))
}

// writers is under what those are remembered who write in a conversation: no text begins so.
const writers = "\x00writers"

// wrote remembers who writes.
func (p people) wrote(name string) { p.under(writers, called{name: name}) }

// leastOthers is how many people write, beside whom a conversation of two is called after, where it is one of several.
const leastOthers = 2

// group reports what a conversation of several is called: under it nobody writes, and more than one do under other
// names. One of two is called after who is spoken to there.
func (p people) group(title string) bool {
	others := p.others(title)
	return others >= leastOthers && others == len(p[writers])
}

// others counts those who write under other names than that of a conversation.
func (p people) others(title string) (n int) {
	for _, who := range p[writers] {
		if title != who.name && !strings.HasPrefix(title, who.name+"_") {
			n++
		}
	}
	return n
}

// one reports a text that is nothing but what one of them is called.
func (p people) one(said string) bool { return p.whole(said) && p.several(said) == nil }

// each are the people whom a name found at a byte of a text stands for: one, or several.
func (p people) each(at int, who called) []Range {
	all := p.several(who.name)
	if all == nil || who.place {
		return []Range{{at, at + len(who.name), who.place}}
	}
	for i := range all {
		all[i].Start += at
		all[i].End += at
	}
	return all
}
