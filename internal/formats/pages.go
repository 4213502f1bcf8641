package formats

import (
	"bytes"
	_ "embed" // of the list of classes
	"strings"
	"sync"
)

// The classes of pages that programs write, a format, a kind and a class a line: record;
// block, whose text is one; name, phone, file, date, gone; what stands behind in is an element
// around it.
//
//go:embed system/pages.txt
var pageList string

// htmlWords says what a word of HTML is: void, an element that has no end; kept, an
// attribute (@) that programs fill with words of their own; mark, the end of an element that
// stands in running text; line, an element that parts lines.
func htmlWords(word string) string { return htmlKinds()[word] }

var htmlKinds = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(pageList) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "html\t"); ok {
			kind, word, _ := strings.Cut(rest, "\t")
			out[word] = kind
		}
	}
	return out
})

// pageShape reads the list for a format.
func pageShape(format string) *xmlShape {
	f := &xmlShape{
		thread: format, page: true, rest: Note, cut: true, said: pageAttribute,
	}
	for line := range strings.Lines(pageList) {
		of, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		kind, class, _ := strings.Cut(rest, "\t")
		class, in, _ := strings.Cut(class, " in ")
		if of != format {
			continue
		}
		if f.classes = append(f.classes, class); in != "" {
			f.classes = append(f.classes, in)
		}
		switch kind {
		case "record":
			f.records = append(f.records, class)
		case "block":
			f.blocks = append(f.blocks, class)
			f.rules = append(f.rules, xmlRule{at: class, role: Text}, xmlRule{at: "*", in: class, role: Text})
		case "name":
			f.rules = append(f.rules, xmlRule{at: class, in: in, role: Name}, titled(class))
		case "phone":
			f.rules = append(f.rules, xmlRule{at: class, in: in, role: Phone})
		case "file":
			f.rules = append(f.rules, xmlRule{at: class, in: in, role: File})
		case "date":
			f.rules = append(f.rules, xmlRule{at: class, role: Keep})
		case "gone":
			f.rules = append(f.rules, xmlRule{at: class, in: in, role: Gone}, titled(class))
		}
	}
	return f
}

// titled is the rule of who is behind initials, with the time at which they reacted.
func titled(class string) xmlRule {
	return xmlRule{at: class + "@title", role: Name, behind: titleTime()}
}

// titleTime is the time behind a name.
var titleTime = WhenAsked(`, [\d.:/-]{6,10} [\d:]{4,8}(?: UTC[+-][\d:]{2,5})?$`)

// page is a format of pages, told by two of its classes in their beginning.
func page(name, what, told, author string, signs ...string) Format {
	return Format{
		Name: name, What: what, Ends: []string{".html", ".htm"}, Told: told,
		People: "who wrote, is forwarded, reacts; contacts; files; scripts and comments are left out",
		Is: func(_ string, head []byte) bool {
			low := bytes.ToLower(bytes.TrimSpace(head))
			is := bytes.HasPrefix(low, []byte("<!doctype html")) || bytes.HasPrefix(low, []byte("<html"))
			seen := 0
			for _, s := range signs {
				if bytes.Contains(low, []byte(s)) {
					seen++
				}
			}
			return is && seen > 1
		},
		Open: func(in *Input) (Source, error) {
			shape, last := pageShape(name), ""
			shape.each = func(rec *Record) {
				for _, s := range rec.Slots { // who goes on writes no name
					if s.Path == author {
						last = s.Value
					}
				}
				rec.Author = last
			}
			return shape.open(in)
		},
	}
}

// telegramHTML is what Telegram Desktop exports to be read.
func telegramHTML() Format {
	return page("telegram-html", "Telegram Desktop, messages.html", "a page with page_wrap and from_name", "from_name",
		"page_wrap", "from_name", "chat_page")
}

// teamsHTML is the transcript of a chat of Teams, as Purview's eDiscovery gives it.
func teamsHTML() Format {
	return page("teams-html", "Microsoft Teams, transcript of eDiscovery (Purview)",
		"a page with message-wrapper, message-sender and message-text", "message-sender",
		"message-wrapper", "message-sender", "message-text", "chat-label", "chat-data")
}
