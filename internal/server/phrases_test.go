package server

import (
	"io/fs"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
)

// sources are the texts of files, one behind the other.
func sources(t *testing.T, files fs.FS, patterns ...string) string {
	t.Helper()
	var out strings.Builder
	for _, pattern := range patterns {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				out.Write(data)
			}
		}
	}
	return out.String()
}

func readAll(t *testing.T) phrases {
	t.Helper()
	p, err := readPhrases(ui.Files)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPhrases: what is said is there in all languages, with as many blanks, and
// nothing is there that nobody says.
func TestPhrases(t *testing.T) {
	p := readAll(t)
	code := sources(t, os.DirFS("."), "*.go")
	pages := sources(t, ui.Files, "templates/*.html", "js/*.js")
	for _, m := range regexp.MustCompile(`Say "([^"]+)"|"(js\.[a-z.]+[a-z])"`).FindAllStringSubmatch(pages, -1) {
		if key := m[1] + m[2]; p["fr"][key] == "" {
			t.Errorf("there is no %s", key)
		}
	}
	var stems []string // of keys that are put together
	for _, m := range regexp.MustCompile(`printf "([a-z.]+\.)%s|"([a-z]+\.(?:[a-z]+\.)*)" ?\+|"([a-z]+\.)"`).FindAllStringSubmatch(pages+code, -1) {
		stems = append(stems, m[1]+m[2]+m[3])
	}
	for key, french := range p["fr"] {
		composed := slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(key, stem) })
		if !composed && !strings.Contains(pages+code, `"`+key+`"`) {
			t.Errorf("nobody says %s", key)
		}
		for _, lang := range languages {
			there := p[lang][key]
			same := strings.Count(there, "%s") == strings.Count(french, "%s") && strings.Count(there, "%d") == strings.Count(french, "%d")
			if there == "" || !same || strings.Count(there, "{") != strings.Count(there, "}") {
				t.Errorf("%s in %s: %q", key, lang, there)
			}
		}
	}
	for _, bad := range []string{"a\tb\n", "a\t1\t2\t3\t4\t5\t6\na\t1\t2\t3\t4\t5\t6\n"} {
		if _, err := readPhrases(fstest.MapFS{"phrases/a.tsv": {Data: []byte(bad)}}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

// TestSaidOfOthers: what the keys do, and why a store refuses something, is there in all
// languages.
func TestSaidOfOthers(t *testing.T) {
	p := readAll(t)
	wanted := map[string]bool{}
	for _, bindings := range StandardKeys() {
		for _, b := range bindings {
			wanted[b.Says] = true
		}
	}
	for _, m := range regexp.MustCompile(`figure\("([^"]+)"`).FindAllStringSubmatch(sources(t, os.DirFS("."), "*.go"), -1) {
		wanted[m[1]] = true
	}
	wanted[review.Refuse(review.Word{Named: true}, nil, review.Decision{Scope: review.OnWord, Effect: review.Keep}, false)] = true
	delete(wanted, "")
	for english := range wanted {
		if p["fr"]["said."+english] == "" {
			t.Errorf("%q has no translation", english)
		}
	}
	if len(wanted) < 60 {
		t.Errorf("%d texts were looked for", len(wanted))
	}
}

func TestBlanks(t *testing.T) {
	p := phrases{
		"fr": {"a": "%d {mot|mots} sur %d {mot|mots}", "b": "{reste|restent} %d"}, "en": {"a": "%s: %d {word|words}, %s"},
	}
	for _, c := range []struct {
		want, lang, key string
		args            []any
	}{
		{"0 mot sur 1\u00a0200 mots", "fr", "a", []any{0, 1200}},
		{"restent 3", "fr", "b", []any{3}},
		{"reste 1", "fr", "b", []any{1}},
		{"x: 0 words, %s", "en", "a", []any{"x", 0}},
		{"c", "en", "c", nil},
	} {
		if got := p.say(c.lang, c.key, c.args...); strings.ReplaceAll(got, "\u202f", "\u00a0") != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestReasonsInWords: the parts of a reason are said one by one.
func TestReasonsInWords(t *testing.T) {
	p := readAll(t)
	for english, want := range map[string]string{
		"first name and a word":                 "prénom et mot courant",
		"first name + in no list":               "prénom + dans aucune liste",
		"surname, with the name beside it":      "nom de famille, avec le nom d’à côté",
		"nickname by misplaced accent":          "surnom par un accent déplacé",
		"phone-fr":                              "forme connue : phone-fr",
		"de, with the surname behind it":        "le modèle de langue (de), avec le nom de famille derrière",
		"":                                      "",
		"Something nobody has ever said so far": "Something nobody has ever said so far",
	} {
		if got := p.reason("fr", english); got != want {
			t.Errorf("%q: %q, want %q", english, got, want)
		}
	}
}

// TestPagesSpeakSixLanguages: each browser's, and French to whom speaks none; and what
// somebody chose goes before it.
func TestPagesSpeakSixLanguages(t *testing.T) {
	w := newWorld(t, withLink)
	for wish, want := range map[string][3]string{
		"fr-CH, en;q=0.5": {"fr", "Mot de passe", "Se déconnecter partout"},
		"en-GB":           {"en", "Password", "Sign out everywhere"},
		"de-AT":           {"de", "Passwort", "Überall abmelden"},
		"es-MX":           {"es", "Contraseña", "Cerrar sesión en todas partes"},
		"it":              {"it", "Password", "Esci ovunque"},
		"sv":              {"sv", "Lösenord", "Logga ut överallt"},
		"ja":              {"fr", "Mot de passe", "Se déconnecter partout"},
		"ja, it;q=0.3":    {"it", "Password", "Esci ovunque"},
		"":                {"fr", "Mot de passe", "Se déconnecter partout"},
		"\x00;;q=":        {"fr", "Mot de passe", "Se déconnecter partout"},
	} {
		in := w.as(t, w.users[review.Owner].ID)
		in.header = http.Header{"Accept-Language": {strings.Trim(wish, "\x00")}}
		out := w.stranger(t)
		out.header = in.header
		for _, path := range []string{"/sign-in", "/link/one-time"} {
			_, body := out.get(path)
			if !strings.Contains(body, `<html lang="`+want[0]+`"`) || path == "/sign-in" && !strings.Contains(body, ">"+want[1]+"<") {
				t.Errorf("%q: %s is not in %s", wish, path, want[0])
			}
		}
		for path, times := range map[string]int{"/account": 2, "/settings": 1} {
			_, body := in.get(path)
			if !strings.Contains(body, `<html lang="`+want[0]+`"`) || strings.Count(body, ">"+want[2]+"<") != times {
				t.Errorf("%q: %s is not in %s", wish, path, want[0])
			}
		}
	}
	c := w.stranger(t)
	for back, want := range map[string]string{"/sign-in": "/sign-in", "//else.where/": "/", "https://else.where": "/", `/\else`: "/", "": "/"} {
		res, _ := c.post("/settings/language", map[string][]string{"language": {"sv"}, "back": {back}})
		if got := res.Header.Get("Location"); res.StatusCode != http.StatusSeeOther || got != want {
			t.Errorf("back to %q: %d, %q", back, res.StatusCode, got)
		}
	}
	if _, body := c.get("/sign-in"); !strings.Contains(body, `<html lang="sv"`) {
		t.Error("the language that was chosen is not that of the page")
	}
}

// shownTo is what of a page people read or hear.
var shownTo = regexp.MustCompile(`>([^<>]+)<|(?:aria-label|placeholder|title)="([^"]+)"`)

// TestNoPageShowsAKey: in no language does any page have a key in place of its words, and
// no page but the English one says what the English one says.
func TestNoPageShowsAKey(t *testing.T) {
	p := readAll(t)
	w := newWorld(t, func(c *Config) { c.Locator, c.Porter = town{}, quay{} }, "salut [Lucas] ca va", "oui")
	c := w.as(t, w.users[review.Owner].ID)
	c.decide(decideAsk{Scope: "group", Effect: "flag", Group: c.claim(tabA).Desks[0].ID, Expect: -1})
	aKey := regexp.MustCompile(`^[a-z]+(\.[a-zA-Z_-]+)+$`)
	english, stems := map[string]bool{}, map[string]bool{}
	for key, said := range p["en"] {
		stem, _, _ := strings.Cut(key, ".")
		english[said], stems[stem] = true, true
	}
	for _, lang := range languages {
		for _, path := range []string{
			"/", "/settings", "/account", "/nowhere", "/p/sms/review", "/p/sms/annotate", "/p/sms/annotate?simple", "/p/sms/adjudicate", "/p/sms/location",
			"/p/sms/words", "/p/sms/search", "/p/sms/second", "/p/sms/audit", "/p/sms/dashboard", "/p/sms/agreement", "/p/sms/guidelines?lang=" + lang,
			"/p/sms/release", "/p/sms/people", "/p/sms/import", "/projects", "/p/sms/m/1",
		} {
			c.header = http.Header{"Accept-Language": {lang}}
			_, body := c.get(path)
			body = regexp.MustCompile(`(?s)<script.*?</script>`).ReplaceAllString(body, "")
			for _, m := range shownTo.FindAllStringSubmatch(body, -1) {
				text := strings.TrimSpace(m[1] + m[2])
				if key, _, _ := strings.Cut(text, "."); aKey.MatchString(text) && stems[key] || strings.Contains(text, "%!") {
					t.Errorf("%s in %s shows %q", path, lang, text)
				}
				if lang != "en" && len(text) > 12 && english[text] && !own(p, lang, text) {
					t.Errorf("%s in %s says %q", path, lang, text)
				}
			}
		}
	}
}

// own tells whether a text is one of a language's own.
func own(p phrases, lang, text string) bool {
	for _, said := range p[lang] {
		if said == text {
			return true
		}
	}
	return false
}

// TestPlainWords: nobody is told of groups and occurrences, which are the store's words, nor
// of a probability without its nought.
func TestPlainWords(t *testing.T) {
	store := map[string]*regexp.Regexp{
		"fr": regexp.MustCompile(`(?i)groupe|occurrence`), "en": regexp.MustCompile(`(?i)group|occurrence`),
		"de": regexp.MustCompile(`(?i)gruppe|vorkommen`), "es": regexp.MustCompile(`(?i)grupo|ocurrencia`),
		"it": regexp.MustCompile(`(?i)grupp|occorrenz`), "sv": regexp.MustCompile(`(?i)förekomst`),
	}
	bare := regexp.MustCompile(`(?:^|[^\d])[.,]\d`)
	for lang, words := range readAll(t) {
		for key, said := range words {
			// A type of the label set is called so, and what a pattern's brackets make.
			if strings.HasPrefix(key, "js.label.") || strings.HasPrefix(key, "said.invalid") {
				continue
			}
			if found := store[lang].FindString(said); found != "" {
				t.Errorf("%s in %s says %q: %s", key, lang, found, said)
			}
			if bare.MatchString(said) {
				t.Errorf("%s in %s has a bare fraction: %s", key, lang, said)
			}
		}
	}
}

// TestOneSentence: each page says under its title, or before it, what is asked and what
// becomes of it.
func TestOneSentence(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator, c.Porter = town{}, quay{} }, "salut [Lucas] ca va", "oui")
	c := w.as(t, w.users[review.Owner].ID)
	for _, path := range []string{
		"/projects", "/settings", "/account", "/p/sms/review", "/p/sms/annotate", "/p/sms/adjudicate", "/p/sms/location",
		"/p/sms/words", "/p/sms/search", "/p/sms/second", "/p/sms/audit", "/p/sms/dashboard", "/p/sms/agreement", "/p/sms/guidelines",
		"/p/sms/release", "/p/sms/people", "/p/sms/import", "/p/sms/m/1",
	} {
		_, body := c.get(path)
		_, body, _ = strings.Cut(body, `<main`)
		note := regexp.MustCompile(`<p class="note[^"]*">([^<]+)</p>`).FindStringSubmatchIndex(body)
		if note == nil || strings.Count(body[:note[0]], "<h1") > 1 || strings.Count(body[:note[0]], "<h2") > 0 {
			t.Errorf("%s says nothing of itself", path)
		} else if said := body[note[2]:note[3]]; len(strings.Fields(said)) < 5 || !strings.ContainsAny(said, ".?") {
			t.Errorf("%s says: %s", path, said)
		}
	}
}
