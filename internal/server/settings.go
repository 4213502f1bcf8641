package server

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Settings are one person's choices on one browser: no secrets, no text of
// messages. They live in a cookie, so that the first paint is already right.
type Settings struct {
	Language string           // of the pages, or empty: the browser's
	Theme    string           // light, dark, or empty: as the system has it
	Size     string           // large, larger, or empty
	Density  string           // airy, compact, or empty
	Annotate string           // simple: a list for each token; or empty
	Keys     string           // ctrl-alt, off, or empty: single keys
	Remap    map[string]Chord // screen.action → its key
}

const (
	settingsCookie = "bauta-settings"
	maxSettings    = 2048 // bytes of the cookie
)

// choices are the values that the settings can have, the default first.
func choices() map[string][]string {
	return map[string][]string{
		"language": append([]string{""}, languages...),
		"theme":    {"", "light", "dark"},
		"size":     {"", "large", "larger"},
		"density":  {"", "airy", "compact"},
		"annotate": {"", "simple"},
		"keys":     {"", "ctrl-alt", "off"},
	}
}

// parseSettings reads settings from a query string; what it does not know it
// leaves out.
func parseSettings(v url.Values) Settings {
	pick := func(name string) string {
		if got := v.Get(name); slices.Contains(choices()[name], got) {
			return got
		}
		return ""
	}
	s := Settings{
		Language: pick("language"),
		Theme:    pick("theme"), Size: pick("size"), Density: pick("density"), Annotate: pick("annotate"),
		Keys:  pick("keys"),
		Remap: map[string]Chord{},
	}
	for name, values := range v {
		action, ok := strings.CutPrefix(name, "key.")
		if ok && len(values) == 1 && values[0] != "" && len(s.Remap) < 64 {
			s.Remap[action] = Chord(values[0])
		}
	}
	return s
}

// named gives the settings that have choices, by name.
func (s Settings) named() map[string]string {
	return map[string]string{
		"language": s.Language, "theme": s.Theme, "size": s.Size, "density": s.Density, "annotate": s.Annotate,
		"keys": s.Keys,
	}
}

// encode is the inverse of parseSettings.
func (s Settings) encode() string {
	v := url.Values{}
	for name, value := range s.named() {
		if value != "" {
			v.Set(name, value)
		}
	}
	for action, c := range s.Remap {
		v.Set("key."+action, string(c))
	}
	return v.Encode()
}

// settingsOf reads the settings that came with a request. Keys that clash are
// dropped as a whole: nothing of a cookie can make a key do two things.
func (s *Server) settingsOf(r *http.Request) Settings {
	c, err := r.Cookie(settingsCookie)
	if err != nil || len(c.Value) > maxSettings {
		return Settings{}
	}
	v, err := url.ParseQuery(c.Value)
	if err != nil {
		return Settings{}
	}
	out := parseSettings(v)
	if s.keys.remapped(out).Check() != nil {
		out.Remap = nil
	}
	return out
}

// keysView is one screen of the key settings.
type keysView struct {
	Screen string
	Rows   []keyRow
}

// keyRow is one action and its key.
type keyRow struct {
	Name, Says, Standard, Own string
}

// settingsView is what the settings page shows.
type settingsView struct {
	Choices map[string][]string
	Now     map[string]string
	Keys    []keysView
	Wrong   string // said already
}

// showSettings is the page of the settings.
func (s *Server) showSettings(w http.ResponseWriter, r *http.Request) {
	s.render(w, r, http.StatusOK, "settings", page{Title: "set.title", Body: s.settingsView(s.settingsOf(r), "")})
}

func (s *Server) settingsView(now Settings, wrong string) settingsView {
	view := settingsView{Choices: choices(), Wrong: wrong, Now: now.named()}
	for _, screen := range s.screens() {
		rows := keysView{Screen: screen}
		for _, b := range s.keys[screen] {
			if !b.Keys[0].single() {
				continue
			}
			name := screen + "." + b.Action
			rows.Rows = append(rows.Rows, keyRow{name, b.Says, string(b.Keys[0]), string(now.Remap[name])})
		}
		view.Keys = append(view.Keys, rows)
	}
	return view
}

// saveSettings takes the settings over, if no key would do two things.
func (s *Server) saveSettings(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	now := parseSettings(r.PostForm)
	wrong := ""
	if err := s.keys.remapped(now).Check(); err != nil {
		wrong = s.say(r, "set.clash", err.Error())
	} else if len(now.encode()) > maxSettings {
		wrong = s.say(r, "set.many")
	}
	if wrong != "" {
		s.render(w, r, http.StatusUnprocessableEntity, "settings", page{
			Title: "set.title", Body: s.settingsView(now, wrong),
		})
		return
	}
	s.keepSettings(w, now)
	http.Redirect(w, r, "/settings", http.StatusSeeOther)
}

// keepSettings sends the settings to be kept for a year.
func (s *Server) keepSettings(w http.ResponseWriter, now Settings) {
	http.SetCookie(w, &http.Cookie{
		Name: settingsCookie, Value: now.encode(), Path: "/", SameSite: http.SameSiteStrictMode,
		HttpOnly: true, Secure: true, MaxAge: int((365 * 24 * time.Hour).Seconds()),
	})
}

// saveLanguage sets the language alone, from the menu or the page for signing in, and
// goes back to the page it was chosen on.
func (s *Server) saveLanguage(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	now := s.settingsOf(r)
	now.Language = parseSettings(r.PostForm).Language
	s.keepSettings(w, now)
	http.Redirect(w, r, here(r.PostForm.Get("back")), http.StatusSeeOther)
}

// here is an address of this server, or the first page.
func here(path string) string {
	u, err := url.Parse(path)
	elsewhere := err != nil || u.Host != "" || u.Scheme != "" || strings.ContainsAny(path, "\\\n\r")
	if elsewhere || !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return "/"
	}
	return (&url.URL{Path: u.Path, RawQuery: u.RawQuery}).String()
}
