// Command site makes a site of the docs: a folder of pages with a search, which lies on
// any host or opens from a disk, and asks nothing of anybody.
//
//	go -C tools run ./site -o ../bin/site
package main

import (
	"bytes"
	"cmp"
	"embed"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed static
var static embed.FS

//go:embed page.html
var layout string

func main() {
	dir := flag.String("dir", "..", "the project")
	out := flag.String("o", "../bin/site", "where to; made anew")
	flag.Parse()
	s := site{files: os.DirFS(*dir), source: "https://github.com/bauta/bauta/blob/main/"}
	err := s.read()
	if err == nil {
		err = s.write(*out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// site is the pages of a project.
type site struct {
	files  fs.FS
	source string // where other files of the project are shown
	pages  []*page
	assets []string // pictures and data that go with the pages
}

// page is one file in Markdown.
type page struct {
	name     string // in the project, as in docs/web.md
	URL      string
	Title    string
	body     []byte
	ids      map[string]bool
	sections []section
	links    []link // to other pages, to be looked up when all are read
}

// section is what stands under one heading.
type section struct{ id, title, text string }

// link is one from a page to a place of another.
type link struct{ page, id string }

// chapter is a part of the menu.
type chapter struct {
	Title string
	Pages []*page
}

// chapters are the parts of the menu by folder; pages of the project's own folder come
// first.
var chapters = []struct{ title, folder string }{
	{"bauta", "."},
	{"Using it", "docs"},
	{"Formats", "docs/formats"},
	{"Decisions", "docs/adr"},
	{"Experiments", "docs/experiments"},
}

// read takes in all pages, and looks each link up.
func (s *site) read() error {
	names, err := fs.Glob(s.files, "*.md")
	if err != nil {
		return err
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	err = fs.WalkDir(s.files, "docs", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
		case path.Ext(name) == ".md":
			names = append(names, name)
		case slices.Contains([]string{".png", ".svg", ".json"}, path.Ext(name)):
			s.assets = append(s.assets, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range names {
		s.pages = append(s.pages, &page{name: name, URL: urlOf(name), ids: map[string]bool{}})
	}
	for _, p := range s.pages {
		if err := s.render(p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return s.check()
}

// rank puts the README first, and what it is in other languages behind it.
func rank(name string) int {
	switch {
	case name == "README.md":
		return 0
	case languages[name].code != "":
		return 1
	}
	return 2
}

// urlOf is where a page goes.
func urlOf(name string) string {
	if name == "README.md" {
		return "index.html"
	}
	return strings.TrimSuffix(name, ".md") + ".html"
}

// find gives the page of a file, nil for none.
func (s *site) find(name string) *page {
	i := slices.IndexFunc(s.pages, func(p *page) bool { return p.name == name })
	if i < 0 {
		return nil
	}
	return s.pages[i]
}

// check looks up what pages link to in others.
func (s *site) check() error {
	for _, p := range s.pages {
		for _, l := range p.links {
			if to := s.find(l.page); l.id != "" && !to.ids[l.id] {
				return fmt.Errorf("%s: %s has no heading #%s", p.name, l.page, l.id)
			}
		}
	}
	return nil
}

// menu sorts the pages into chapters.
func (s *site) menu() []chapter {
	var all []chapter
	for _, c := range chapters {
		var in []*page
		for _, p := range s.pages {
			if path.Dir(p.name) == c.folder {
				in = append(in, p)
			}
		}
		all = append(all, chapter{c.title, in})
	}
	return all
}

// write makes the folder.
func (s *site) write(out string) error {
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	look, err := template.New("page").Parse(layout)
	if err != nil {
		return err
	}
	menu := s.menu()
	for _, p := range s.pages {
		var b bytes.Buffer
		err := look.Execute(&b, map[string]any{
			"Page": p, "Root": strings.Repeat("../", strings.Count(p.URL, "/")), "Menu": menu,
			"Body": template.HTML(p.body),
		})
		if err == nil {
			err = put(out, p.URL, b.Bytes())
		}
		if err != nil {
			return err
		}
	}
	if err := put(out, "words.js", s.index()); err != nil {
		return err
	}
	for _, name := range s.assets {
		if err := copied(s.files, name, out, name); err != nil {
			return err
		}
	}
	for _, name := range []string{"site.css", "search.js"} {
		if err := copied(static, "static/"+name, out, name); err != nil {
			return err
		}
	}
	return nil
}

// languages are those of the pages that are in another one than the rest.
var languages = map[string]struct{ code, name string }{
	"LISEZMOI.md": {"fr", "Français"}, "LIESMICH.md": {"de", "Deutsch"}, "LEGGIMI.md": {"it", "Italiano"},
	"LEAME.md": {"es", "Español"},
}

// Lang is the language of a page.
func (p *page) Lang() string { return cmp.Or(languages[p.name].code, "en") }

// Name is what the menu calls a page.
func (p *page) Name() string { return cmp.Or(languages[p.name].name, p.Title) }

func copied(from fs.FS, name, out, to string) error {
	data, err := fs.ReadFile(from, name)
	if err != nil {
		return err
	}
	return put(out, to, data)
}

func put(out, name string, data []byte) error {
	file := filepath.Join(out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}
