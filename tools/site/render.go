package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// marked reads the Markdown of the project: HTML within it is left out.
var marked = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// render fills a page from its file.
func (s *site) render(p *page) error {
	src, err := fs.ReadFile(s.files, p.name)
	if err != nil {
		return err
	}
	doc := marked.Parser().Parse(text.NewReader(src), parser.WithContext(parser.NewContext(parser.WithIDs(ids(p.ids)))))
	p.sections = append(p.sections, section{})
	err = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Heading:
			p.head(n, src)
		case *ast.Link:
			n.Destination, err = s.target(p, n.Destination)
		case *ast.Image:
			n.Destination, err = s.target(p, n.Destination)
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			p.say(n.Lines().Value(src))
		case *ast.Text:
			p.say(n.Segment.Value(src))
		}
		return ast.WalkContinue, err
	})
	if err != nil {
		return err
	}
	if p.Title == "" {
		return errors.New("the page has no heading")
	}
	var b bytes.Buffer
	if err := marked.Renderer().Render(&b, src, doc); err != nil {
		return err
	}
	p.body = b.Bytes()
	return nil
}

// head begins a section.
func (p *page) head(n *ast.Heading, src []byte) {
	var title strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		title.Write(words(c, src))
	}
	if p.Title == "" {
		p.Title = title.String()
	}
	id, _ := n.AttributeString("id")
	name, _ := id.([]byte)
	p.sections = append(p.sections, section{id: string(name), title: title.String()})
}

// words are those of a part of a line.
func words(n ast.Node, src []byte) []byte {
	if t, ok := n.(*ast.Text); ok {
		return t.Segment.Value(src)
	}
	var all []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		all = append(all, words(c, src)...)
	}
	return all
}

// say adds to what the search finds.
func (p *page) say(words []byte) {
	last := &p.sections[len(p.sections)-1]
	last.text += " " + string(words)
}

// target is what a link of the project is on the site: a page, a file that goes with
// the pages, or one that is shown where the source is. What there is not is an error.
func (s *site) target(p *page, to []byte) ([]byte, error) {
	name, id, _ := strings.Cut(string(to), "#")
	if strings.Contains(name, ":") {
		return to, nil
	}
	at := p.name
	if name != "" {
		at = path.Join(path.Dir(p.name), name)
	}
	up := strings.Repeat("../", strings.Count(p.URL, "/"))
	if page := s.find(at); page != nil {
		p.links = append(p.links, link{at, id})
		if name == "" {
			return to, nil
		}
		if id != "" {
			id = "#" + id
		}
		return []byte(up + page.URL + id), nil
	}
	if slices.Contains(s.assets, at) {
		return []byte(up + at), nil
	}
	if _, err := fs.Stat(s.files, filepath.ToSlash(at)); err != nil {
		return nil, fmt.Errorf("links to %s, which there is not", name)
	}
	return []byte(s.source + at), nil
}

// ids are the names of headings, as where the source is shown: small letters and
// digits, a stroke for a blank, and a number where one stands twice.
type ids map[string]bool

// Generate names a heading.
func (all ids) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(value)))
	free := name
	for i := 1; all[free]; i++ {
		free = name + "-" + strconv.Itoa(i)
	}
	all[free] = true
	return []byte(free)
}

// Put takes a name that the text gives itself.
func (all ids) Put(value []byte) { all[string(value)] = true }
