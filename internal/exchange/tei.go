package exchange

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// A message is a <post> (TEI P5, chapter on computer-mediated communication).
// What is labelled stands in a <seg> of that type as a <gap> with the reason
// and, <supplied> in its place, the text: the replacement in a corpus that was
// anonymised, the original where originals are exchanged.
const (
	teiSpace  = "http://www.tei-c.org/ns/1.0"
	teiReason = "anonymization"
	teiHead   = `<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="` + teiSpace + `">
<teiHeader>
<fileDesc>
<titleStmt><title>Annotated messages</title></titleStmt>
<publicationStmt><p>Not published.</p></publicationStmt>
<sourceDesc><p>Short messages, born digital.</p></sourceDesc>
</fileDesc>
<encodingDesc>
<editorialDecl>
<p>No offsets: each labelled passage is a seg whose type is the label, with a gap that gives the reason and the ` +
		`text supplied. A line break in a message is an lb; all other white space inside a post's p is the ` +
		`message's own.</p>
</editorialDecl>
</encodingDesc>
</teiHeader>
<text xml:space="preserve">
<body>
`
	teiFoot = "</body>\n</text>\n</TEI>\n"
)

func writeTEI(w io.Writer, gold Golds) error {
	out := bufio.NewWriter(w)
	out.WriteString(teiHead)
	for g, err := range checked(gold) {
		if err != nil {
			return err
		}
		m := g.Message
		if !xmlText(m.ID + m.Lang + m.Text) {
			return refuse(g, errors.New("a control character that XML cannot hold; remove it, or choose another "+
				"format"))
		}
		out.WriteString(`<post n="`)
		xml.EscapeText(out, []byte(m.ID))
		if m.Lang != "" {
			out.WriteString(`" xml:lang="`)
			xml.EscapeText(out, []byte(m.Lang))
		}
		out.WriteString(`"><p>`)
		at := 0
		for _, s := range g.Spans {
			teiText(out, m.Text[at:s.Start])
			out.WriteString(`<seg type="` + string(s.Label) + `"><gap reason="` + teiReason + `"/><supplied reason="` +
				teiReason + `">`)
			teiText(out, m.Text[s.Start:s.End])
			out.WriteString(`</supplied></seg>`)
			at = s.End
		}
		teiText(out, m.Text[at:])
		out.WriteString("</p></post>\n")
	}
	out.WriteString(teiFoot)
	return out.Flush()
}

func teiText(w *bufio.Writer, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			w.WriteString("<lb/>")
		}
		xml.EscapeText(w, []byte(line))
	}
}

// xmlText reports whether XML 1.0 can hold the text (section 2.2, Char).
func xmlText(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return r < 0x20 && !strings.ContainsRune("\t\n\r", r) || r == 0xFFFE || r == 0xFFFF
	}) < 0
}

func readTEI(r io.Reader, name string) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		in := &budget{r: r, left: corpus.MaxRecord}
		dec := xml.NewDecoder(in)
		p := post{}
		line := 1
		fail := func(err error) {
			yield(corpus.Gold{}, &corpus.Error{File: name, Line: line, Err: err})
		}
		root := false
		for {
			t, err := dec.Token()
			line, _ = dec.InputPos()
			if err == io.EOF && root {
				return
			}
			if err != nil {
				fail(xmlError(err))
				return
			}
			if e, ok := t.(xml.StartElement); ok && !root {
				if root = e.Name.Space == teiSpace; !root {
					fail(errors.New("not TEI: the namespace " + teiSpace + " is missing"))
					return
				}
			}
			done, err := p.take(t)
			var g corpus.Gold
			if done && err == nil {
				g, err = gold(cmp.Or(p.id, strconv.Itoa(line)), p.lang, p.text.String(), p.spans)
				p, in.left = post{}, corpus.MaxRecord
			}
			if err != nil {
				fail(err)
				return
			}
			if done && !yield(g, nil) {
				return
			}
		}
	}
}

// xmlError keeps the parser's words, which may quote the file, out of errors.
func xmlError(err error) error {
	if errors.Is(err, errTooLong) {
		return errTooLong
	}
	return errors.New("not well-formed XML in UTF-8, or cut off; check it with an XML tool")
}

var errTooLong = errors.New("a message of more than 64 MiB; is this TEI with a post a message?")

// budget ends a file whose next message does not come.
type budget struct {
	r    io.Reader
	left int
}

func (b *budget) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// post is the message that is being read.
type post struct {
	open     int // elements open since <post>
	id, lang string
	text     strings.Builder
	inP      int // of these, <p>
	paras    int
	label    []string // types of the <seg> that are open
	supplied int      // depth of the <supplied> that is open; 0: none is
	from     int      // where its text began
	spans    []bauta.Span
}

// take reads one token; done says that the post has ended.
func (p *post) take(t xml.Token) (done bool, err error) {
	switch t := t.(type) {
	case xml.StartElement:
		if p.open == 0 && t.Name.Local != "post" {
			return false, nil
		}
		p.open++
		return false, p.start(t)
	case xml.EndElement:
		if p.open == 0 {
			return false, nil
		}
		p.open--
		p.end(t.Name.Local)
		return p.open == 0, nil
	case xml.CharData:
		if p.inP > 0 {
			p.text.Write(t)
		}
	}
	return false, nil
}

func (p *post) start(t xml.StartElement) error {
	switch t.Name.Local {
	case "post":
		if p.open > 1 {
			return errors.New("a post inside a post")
		}
		p.id, p.lang = attribute(t, "n"), attribute(t, "lang")
	case "p":
		if p.paras++; p.paras > 1 && p.inP == 0 {
			p.text.WriteByte('\n')
		}
		p.inP++
	case "lb":
		if p.inP > 0 {
			p.text.WriteByte('\n')
		}
	case "seg":
		p.label = append(p.label, attribute(t, "type"))
	case "supplied":
		if attribute(t, "reason") != teiReason {
			return nil
		}
		if p.supplied > 0 || len(p.label) == 0 {
			return errors.New("text supplied for " + teiReason + " is to stand in a seg whose type is the label, once")
		}
		p.supplied, p.from = p.open, p.text.Len()
	}
	return nil
}

func (p *post) end(name string) {
	switch name {
	case "p":
		p.inP--
	case "seg":
		p.label = p.label[:len(p.label)-1]
	case "supplied":
		if p.supplied == p.open+1 {
			p.spans = append(p.spans, found(p.from, p.text.Len(), p.label[len(p.label)-1]))
			p.supplied = 0
		}
	}
}

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
