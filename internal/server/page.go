package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
	decimal "golang.org/x/text/number"
)

// page is what the layout shows around every page. Handlers fill Title and
// Body, work screens Screen, Module and Boot too; render fills the rest.
type page struct {
	Title   string // a phrase's key, or an id; never words of messages
	Screen  string // in the registry of keys; empty: no keys
	Module  string // the ES module of a work screen
	Boot    any    // what the module starts with, as JSON
	Body    any    // the page's own view
	Refresh string // address to go on to, or empty

	Who      who
	Lang     string // of the page
	Back     string // address of the page, to come back to
	Settings Settings
	Assets   string // where this build's assets are
	Tabs     []tab
	bindings []Binding
	phrases  phrases
}

// Say is what stands for a key in the reader's language.
func (p page) Say(key string, args ...any) string { return p.phrases.say(p.Lang, key, args...) }

// Said is what stands for a text of a package below, which is in English.
func (p page) Said(english string) string { return p.phrases.said(p.Lang, english) }

// Label is what a label is called; one that a project made for itself has its own name.
func (p page) Label(name string) string { return p.phrases.label(p.Lang, name) }

// Source is what those who find something are called; one that is none of ours has its own name.
func (p page) Source(name string) string {
	if said, ok := p.phrases[p.Lang]["words.source."+name]; ok {
		return said
	}
	return name
}

// Named is a text of guidelines, with labels as the pages call them.
func (p page) Named(text string) string {
	return aLabel.ReplaceAllStringFunc(text, func(found string) string { return p.Label(found) })
}

// aLabel is a word that may be a label.
var aLabel = regexp.MustCompile(`\b[A-Z][A-Z_]{2,}\b`)

// Undefined is why a figure of agreement is none.
func (p page) Undefined(english string) string { return p.phrases.undefined(p.Lang, english) }

// Num prints a figure with some decimal places.
func (p page) Num(places int, x float64) string { return number(p.Lang, places, x) }

// Percent prints a share.
func (p page) Percent(share float64) string { return percent(p.Lang, share) }

// Whole prints a share in whole per cents.
func (p page) Whole(share float64) string { return percentage(p.Lang, share, 0) }

// Sure prints a confidence, which is not rounded up to all.
func (p page) Sure(share float64) string {
	digits := 0
	for x := 100 * share; digits < 2 && math.Abs(x-math.Round(x)) > 1e-6; x *= 10 {
		digits++
	}
	return percentage(p.Lang, share, digits)
}

// Languages are those that the pages can be read in.
func (p page) Languages() []languageRow { return languagesOffered() }

// tab is a link of the top bar.
type tab struct {
	Name, Href string
	Here       bool
}

// Key prints the key of an action of the page's screen, or nothing where the
// settings leave it none. It is what buttons show and, through KeyData, what
// the module listens to: one registry for both.
func (p page) Key(action string) string {
	for _, b := range p.bindings {
		if b.Action == action && len(b.Keys) > 0 {
			return b.Keys[0].Print()
		}
	}
	return ""
}

// helpRow is one line of the key help.
type helpRow struct {
	Keys []string
	Says string
}

// Help lists the keys of the screen. What several keys in a row do alike stands once,
// with the first and the last of them.
func (p page) Help() []helpRow {
	var out []helpRow
	was := ""
	for _, b := range p.bindings {
		row := helpRow{Says: p.Said(b.Says)}
		for _, c := range b.Keys {
			row.Keys = append(row.Keys, c.Print())
		}
		switch {
		case len(row.Keys) == 0:
		case b.Says == was:
			last := &out[len(out)-1]
			last.Keys = append(last.Keys[:1], "…", row.Keys[0])
		default:
			out = append(out, row)
			was = b.Says
		}
	}
	return out
}

// bootWire is what modules find in the page.
type bootWire struct {
	Keys    map[string]map[Chord]string  `json:"keys"`  // screen → chord → action
	Print   map[string]map[string]string `json:"print"` // screen → action → as printed
	Say     map[string]string            `json:"say"`   // phrases for modules, in the reader's language
	Project string                       `json:"project,omitempty"`
	User    int64                        `json:"user"`
	Screen  any                          `json:"screen,omitempty"`
}

// BootJSON is the data block of the page. Angle brackets come out escaped, so
// it cannot end the block.
func (p page) BootJSON() (template.JS, error) {
	data, err := json.Marshal(p.Boot)
	return template.JS(data), err
}

// parseTemplates reads layout, partials and pages, each page on its own copy of
// the layout.
func parseTemplates() (map[string]*template.Template, error) {
	names, err := fs.Glob(ui.Files, "templates/*.html"+packed.Suffix)
	if err != nil {
		return nil, err
	}
	var parts []string
	pages := map[string]string{} // by what they are called
	for _, name := range names {
		name = strings.TrimSuffix(name, packed.Suffix)
		short := strings.TrimSuffix(path.Base(name), ".html")
		if short == "layout" || strings.HasPrefix(short, "part-") {
			parts = append(parts, name)
		} else {
			pages[short] = name
		}
	}
	base, err := template.New("layout.html").Funcs(template.FuncMap{
		"inc": func(n int) int { return n + 1 },
		"of":  partOf,
	}).
		ParseFS(ui.Files, parts...)
	if err != nil {
		return nil, err
	}
	out := map[string]*template.Template{}
	for short, name := range pages {
		t, err := base.Clone()
		if err != nil {
			return nil, err
		}
		if out[short], err = t.ParseFS(ui.Files, name); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// scope is a part of a page, with the page around it.
type scope struct {
	page
	It any
}

// partOf is a part of a page, or of a part of it.
func partOf(around, it any) (scope, error) {
	switch p := around.(type) {
	case page:
		return scope{p, it}, nil
	case scope:
		return scope{p.page, it}, nil
	}
	return scope{}, errors.New("a part needs its page")
}

// render writes a page as a whole or, if its template fails, an error: never
// half a page.
func (s *Server) render(w http.ResponseWriter, r *http.Request, code int, name string, p page) {
	p.Who = whoIs(r.Context())
	p.phrases, p.Lang, p.Back = s.phrases, s.languageOf(r), backTo(r)
	p.Settings = s.settingsOf(r)
	p.Assets = ui.Path()
	p.Tabs = s.tabs(p)
	p.Title = p.Say(p.Title)
	p.bindings = s.keys.under(p.Screen, p.Settings)
	p.Boot = s.boot(p)
	var out bytes.Buffer
	if err := s.templates[name].ExecuteTemplate(&out, "layout.html", p); err != nil {
		s.log.Error("template", "page", name, "error", err)
		http.Error(w, "this page could not be made", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(code)
	out.WriteTo(w) // an error: the reader went away
}

// backTo is the address of a page that can be asked for again.
func backTo(r *http.Request) string {
	if r.Method != http.MethodGet {
		return "/"
	}
	return r.URL.RequestURI()
}

// boot gathers what the page's modules start with: the keys of its screen and
// of the screen's panels.
func (s *Server) boot(p page) bootWire {
	b := bootWire{
		Keys: map[string]map[Chord]string{}, Print: map[string]map[string]string{}, Project: p.Who.Project.Slug,
		User: p.Who.ID, Screen: p.Boot, Say: s.phrases.under(p.Lang, "js."),
	}
	for screen := range s.keys {
		of := screen == p.Screen || screen == "mark" && p.Screen == "audit" || strings.HasPrefix(screen, p.Screen+".")
		if p.Screen == "" || !of {
			continue
		}
		b.Keys[screen], b.Print[screen] = map[Chord]string{}, map[string]string{}
		for _, binding := range s.keys.under(screen, p.Settings) {
			for _, c := range binding.Keys {
				b.Keys[screen][c] = binding.Action
			}
			if len(binding.Keys) > 0 {
				b.Print[screen][binding.Action] = binding.Keys[0].Print()
			}
		}
	}
	return b
}

// tabs are the screens of the project that the role may see.
func (s *Server) tabs(p page) []tab {
	if p.Who.Project.ID == 0 {
		return nil
	}
	var out []tab
	for _, t := range []struct {
		at  string
		may access
	}{
		{"review", deciders},
		{"annotate", annotators},
		{"adjudicate", adjudicators},
		{"location", s.places()},
		{"words", deciders},
		{"search", deciders},
		{"second", deciders},
		{"audit", auditors},
		{"dashboard", everyRole},
		{"agreement", everyRole},
		{"guidelines", everyRole},
		{"import", s.importers()},
		{"release", releasers},
		{"people", owners},
	} {
		if t.may.may(p.Who.Role) {
			key := "tab." + t.at
			out = append(out, tab{p.Say(key), "/p/" + p.Who.Project.Slug + "/" + t.at, p.Title == key})
		}
	}
	return out
}

// places is who sees the location screen: nobody where there is no model.
func (s *Server) places() access {
	if s.locator == nil {
		return access{}
	}
	return locators
}

// Ways are those of the reader's tabs that lead to some screens: where to go on from a page
// on which nothing waits.
func (p page) Ways(screens ...string) []tab {
	var out []tab
	for _, t := range p.Tabs {
		if slices.Contains(screens, path.Base(t.Href)) {
			out = append(out, t)
		}
	}
	return out
}

// assets serves what the modules and styles are. Their path holds a digest of
// all of them, so they may be kept for ever; they hold no text.
func assets() http.Handler {
	files := http.StripPrefix(ui.Path(), http.FileServerFS(ui.Files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, ui.Path())
		folder, _, _ := strings.Cut(name, "/")
		// A valid path has no two dots, which written %2e%2e come this far.
		if !strings.HasPrefix(r.URL.Path, ui.Path()) || !fs.ValidPath(name) ||
			!slices.Contains([]string{"js", "css", "img"}, folder) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		files.ServeHTTP(w, r)
	})
}

// desk is where a decider begins: at the questions, or where nothing is asked at the
// words, which say what was hidden and what was not.
func desk(now review.Progress) string {
	if now.Left == 0 && now.Decisions == 0 {
		return "words"
	}
	return "review"
}

// number prints a figure as a language does.
func number(lang string, places int, x float64) string {
	return message.NewPrinter(language.Make(lang)).Sprintf("%.*f", places, x)
}

// percent prints a share as a language does.
func percent(lang string, share float64) string { return percentage(lang, share, 1) }

func percentage(lang string, share float64, places int) string {
	return message.NewPrinter(language.Make(lang)).Sprint(decimal.Percent(share, decimal.MaxFractionDigits(places)))
}

// saveTheme sets the theme alone, from the button of the top bar.
func (s *Server) saveTheme(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	now := s.settingsOf(r)
	now.Theme = parseSettings(r.PostForm).Theme
	s.keepSettings(w, now)
	http.Redirect(w, r, "/settings", http.StatusSeeOther)
}
