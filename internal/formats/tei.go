package formats

import (
	_ "embed" // of the list of elements
	"strings"
)

// tei is a corpus of computer-mediated communication in TEI, as CoMeRe has it.
func tei() Format {
	return Format{
		Name: "tei", What: "TEI of messages (CoMeRe, TEI-CMC)", Ends: []string{".xml", ".tei"},
		Told:   "an element TEI or teiCorpus, with posts or utterances",
		People: "persons of the header, who wrote; IDs and what points to them",
		Is:     func(_ string, head []byte) bool { return xmlRoot(head, "TEI", "teiCorpus", "TEI.2") },
		Open:   func(in *Input) (Source, error) { return teiShape().open(in) },
	}
}

// The elements and attributes of the guidelines (P5, chapters on the header, on names, on
// computer-mediated communication), a kind and a name a line: block, whose text is one;
// space, behind which a word ends; place, with a type where only that says so; person, the same; record;
// kept, what publishers say of the corpus and of themselves; credit, where they say who they are, and named, what is
// somebody there and in a person; name, in a person; mail; phone; text; inline, what is part of the text around it;
// around, what holds people, in which an element without a rule is somebody; said, what guidelines have there
// beside them; word, an attribute that programs fill with a word of theirs; pointer to IDs; whose,
// what a pointer outside of the file tells who it is; file; gone; keep.
//
//go:embed system/tei.txt
var teiList string

// teiShape reads the list.
func teiShape() *xmlShape {
	f := &xmlShape{
		thread: "tei", cut: true, rest: Note, quoteID: quoteNCName, about: "teiHeader/", within: "/text/",
	}
	var kept []xmlRule
	var credit []string
	for line := range strings.Lines(teiList) {
		kind, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		switch kind {
		case "block":
			f.blocks = append(f.blocks, name)
		case "space":
			f.spaces = append(f.spaces, name)
		case "place":
			f.places = append(f.places, name)
		case "person":
			f.persons = append(f.persons, name)
		case "record":
			f.records = append(f.records, name)
		case "whose":
			f.whose = append(f.whose, name)
		case "around":
			f.around = append(f.around, name)
		case "said":
			f.beside = append(f.beside, name)
		case "inline":
			f.inline = append(f.inline, name)
		case "kept":
			kept = append(kept, xmlRule{at: "*", in: name, role: Keep})
		case "credit":
			credit = append(credit, name)
		case "named":
			for _, in := range credit {
				f.rules = append(f.rules, xmlRule{at: name, in: in, role: Name, who: "xml:id"})
			}
			f.rules = append(f.rules, teiRules("name", name)...)
		default:
			f.rules = append(f.rules, teiRules(kind, name)...)
		}
	}
	f.rules = append(append(f.rules, kept...), xmlRule{at: "@xml:id", role: Key})
	return f
}

// teiRules are those of a line of the list.
func teiRules(kind, name string) []xmlRule {
	switch kind {
	case "name":
		return []xmlRule{{at: name, in: "person", role: Name, who: "xml:id"}}
	case "text":
		return []xmlRule{
			{at: name, role: Text},
			{at: "*", in: name, role: Text},
			{at: name + "@xml:id", role: Key, meta: 'i'},
			{at: name + "@who", role: Key, part: " ", skip: "#", meta: 'a'},
		}
	case "pointer":
		return []xmlRule{{at: name, role: Key, part: " ", skip: "#"}}
	case "word":
		return []xmlRule{{at: name, role: Keep, word: true}}
	case "mail":
		return []xmlRule{{at: name, role: Mail}}
	case "phone":
		return []xmlRule{{at: name, role: Phone}}
	case "file":
		return []xmlRule{{at: name, role: File}}
	case "gone":
		return []xmlRule{{at: name, role: Gone}}
	}
	return []xmlRule{{at: name, role: Keep}}
}

// quoteNCName writes an ID as XML asks for: it begins with a letter.
func quoteNCName(v string) []byte {
	if v != "" && v[0] >= '0' && v[0] <= '9' {
		v = "i" + v
	}
	return quoteAttr(v)
}
