package server

import (
	"bytes"
	"encoding/json"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
)

// page is what the layout shows around every page. Handlers fill Title and
// Body, work screens Screen, Module and Boot too; render fills the rest.
type page struct {
	Title   string // ids and names of screens, never words of messages
	Screen  string // in the registry of keys; empty: no keys
	Module  string // the ES module of a work screen
	Boot    any    // what the module starts with, as JSON
	Body    any    // the page's own view
	Refresh string // address to go on to, or empty

	Who      who
	Lang     string // of the words that are said in the reader's language
	Spoken   string // language of the page as a whole
	Settings Settings
	Assets   string // where this build's assets are
	Tabs     []tab
	bindings []Binding
	phrases  phrases
}

// Say is what stands for a key in the reader's language.
func (p page) Say(key string, args ...any) string { return p.phrases.say(p.Lang, key, args...) }

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

// Help lists the keys of the screen.
func (p page) Help() []helpRow {
	var out []helpRow
	for _, b := range p.bindings {
		row := helpRow{Says: b.Says}
		for _, c := range b.Keys {
			row.Keys = append(row.Keys, c.Print())
		}
		if len(row.Keys) > 0 {
			out = append(out, row)
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
	base, err := template.New("layout.html").Funcs(template.FuncMap{
		"inc":     func(n int) int { return n + 1 },
		"percent": percent,
	}).
		ParseFS(ui.Files, "templates/layout.html", "templates/part-*.html")
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(ui.Files, "templates/*.html")
	if err != nil {
		return nil, err
	}
	out := map[string]*template.Template{}
	for _, name := range names {
		short := strings.TrimSuffix(path.Base(name), ".html")
		if short == "layout" || strings.HasPrefix(short, "part-") {
			continue
		}
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

// spoken are the pages that are in the reader's language as a whole; of the others
// the menu alone is.
var spoken = []string{"signin", "link", "arrived", "account", "message", "search", "audit", "words"}

// render writes a page as a whole or, if its template fails, an error: never
// half a page.
func (s *Server) render(w http.ResponseWriter, r *http.Request, code int, name string, p page) {
	p.Who = whoIs(r.Context())
	p.phrases, p.Lang, p.Spoken = s.phrases, languageOf(r), "en"
	p.Settings = s.settingsOf(r)
	p.Assets = ui.Path
	p.Tabs = s.tabs(p)
	if slices.Contains(spoken, name) {
		p.Spoken = p.Lang
	}
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
		name, at string
		may      access
	}{
		{"Review", "review", deciders},
		{"Annotate", "annotate", annotators},
		{"Adjudicate", "adjudicate", adjudicators},
		{"Location", "location", s.places()},
		{"Words", "words", deciders},
		{"Search", "search", deciders},
		{"Second look", "second", deciders},
		{"Audit", "audit", auditors},
		{"Dashboard", "dashboard", everyRole},
		{"Agreement", "agreement", everyRole},
		{"Guidelines", "guidelines", everyRole},
		{"Release", "release", releasers},
		{"People", "people", owners},
	} {
		if t.may.may(p.Who.Role) {
			out = append(out, tab{t.name, "/p/" + p.Who.Project.Slug + "/" + t.at, p.Title == t.name})
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

// assets serves what the modules and styles are. Their path holds a digest of
// all of them, so they may be kept for ever; they hold no text.
func assets() http.Handler {
	files := http.StripPrefix(ui.Path, http.FileServerFS(ui.Files))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, ui.Path)
		folder, _, _ := strings.Cut(name, "/")
		// A valid path has no two dots, which written %2e%2e come this far.
		if !strings.HasPrefix(r.URL.Path, ui.Path) || !fs.ValidPath(name) ||
			!slices.Contains([]string{"js", "css", "img"}, folder) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		files.ServeHTTP(w, r)
	})
}

// homeView is what the first page shows.
type homeView struct {
	Projects []projectRow
}

// projectRow is a project in the list.
type projectRow struct {
	review.Project
	Role     review.Role
	Progress review.Progress
	Href     string
}

// Done is how many groups are decided.
func (r projectRow) Done() int { return r.Progress.Groups - r.Progress.Left }

// desk is where a decider begins: at the questions, or where nothing is asked at the
// words, which say what was hidden and what was not.
func desk(now review.Progress) string {
	if now.Left == 0 && now.Decisions == 0 {
		return "words"
	}
	return "review"
}

// percent prints a share.
func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// home lists the projects of the user; who has one alone is taken to it.
func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	me := whoIs(r.Context())
	projects, err := s.store.Projects(r.Context(), me.ID)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var view homeView
	for _, p := range projects {
		row := projectRow{Project: p}
		if row.Role, err = s.store.Role(r.Context(), p.ID, me.ID); err == nil {
			row.Progress, err = s.store.Progress(r.Context(), p.ID)
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
		row.Href = "/p/" + p.Slug + "/dashboard"
		if deciders.may(row.Role) && p.State == review.Open {
			row.Href = "/p/" + p.Slug + "/" + desk(row.Progress)
		}
		view.Projects = append(view.Projects, row)
	}
	if len(view.Projects) == 1 && view.Projects[0].State == review.Open {
		http.Redirect(w, r, view.Projects[0].Href, http.StatusSeeOther)
		return
	}
	s.render(w, r, http.StatusOK, "home", page{Title: "Projects", Body: view})
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
