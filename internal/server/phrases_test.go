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

	"github.com/bauta/bauta/internal/plural"
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
	pages := sources(t, os.DirFS("ui"), "templates/*.html", "js/*.js")
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
		{"1 mot sur 0 mot", "fr", "a", []any{1, 0}},
		{"2 mots sur 10\u00a0000\u00a0001 mots", "fr", "a", []any{2, 10_000_001}},
		{"x: 1 word, y", "en", "a", []any{"x", 1, "y"}},
		{"x: 21 words, y", "en", "a", []any{"x", 21, "y"}},
	} {
		if got := p.say(c.lang, c.key, c.args...); strings.ReplaceAll(got, "\u202f", "\u00a0") != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestCounted: a phrase that says how many there are of something says it of one, too. Keys
// of what has a number and is not counted, as the number of a message, stand in a list.
func TestCounted(t *testing.T) {
	p := readAll(t)
	data, err := os.ReadFile("testdata/uncounted.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Fields(string(data))
	for _, key := range listed {
		if !strings.Contains(p["fr"][key], "%d") {
			t.Errorf("%s is listed and has no number", key)
		}
	}
	for key := range p["fr"] {
		counts, numbered := false, false
		for _, lang := range languages {
			counts = counts || plural.Blank.FindString(strings.NewReplacer("%d", "", "%s", "").Replace(p[lang][key])) != ""
			numbered = numbered || strings.Contains(p[lang][key], "%d")
			if one := p.say(lang, key, 1, 1, 1, 1); strings.ContainsAny(one, "{|}") && !strings.HasPrefix(key, "said.") {
				t.Errorf("%s in %s: %q", key, lang, one)
			}
		}
		if numbered && counts == slices.Contains(listed, key) {
			t.Errorf("%s: is something counted? %q", key, p["en"][key])
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

// TestReasonsInAllLanguages: what the detectors give as reasons is said in each language.
func TestReasonsInAllLanguages(t *testing.T) {
	p := readAll(t)
	data, err := os.ReadFile("testdata/reasons.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		reason := strings.TrimSpace(line)
		if strings.HasPrefix(reason, "#") {
			continue
		}
		n++
		for _, lang := range languages {
			if got := p.reason(lang, reason); lang != "en" && got == reason && !own(p, lang, got) {
				t.Errorf("%q is not said in %s", reason, lang)
			}
		}
	}
	if n < 50 {
		t.Errorf("%d reasons were looked for", n)
	}
}

// TestUndefinedInAllLanguages: why a figure of agreement is none is said in each language.
func TestUndefinedInAllLanguages(t *testing.T) {
	p := readAll(t)
	for english, french := range map[string]string{
		"no token was labelled by both":           "aucun mot n’a été annoté par les deux",
		"no token was labelled by two annotators": "aucun mot n’a été annoté par deux personnes",
		"neither marked anything":                 "aucune des deux personnes n’a rien marqué",
		"no token was marked by either":           "aucune des deux n’a marqué de mot",
		"both used only O":                        "les deux n’ont dit que : aucun type",
		"all used only PERSON":                    "tous n’ont dit que : Personne",
		"neither used LOCATION":                   "aucune des deux n’a dit : Lieu",
		"both used only other labels":             "les deux n’ont dit que d’autres types",
	} {
		if got := p.undefined("fr", english); got != french {
			t.Errorf("%q: %q, want %q", english, got, french)
		}
		if !strings.Contains(sources(t, os.DirFS("../agreement"), "*.go"), strings.TrimSuffix(strings.TrimRight(english, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), " other labels")) {
			t.Errorf("no figure is undefined for %q", english)
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
	aTag := regexp.MustCompile(`\b[BI]-[A-Z]{3}`)
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
				if _, code := p["en"]["js.label."+text]; code || aTag.MatchString(text) {
					t.Errorf("%s in %s shows a label's code: %q", path, lang, text)
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

// unplain are the words of testdata/unplain.tsv, as one expression for each language.
func unplain(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	data, err := os.ReadFile("testdata/unplain.tsv")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		lang, word, ok := strings.Cut(strings.TrimSpace(line), "\t")
		switch {
		case !ok:
		case word == strings.ToUpper(word):
			parts[lang] = append(parts[lang], regexp.QuoteMeta(word)+`(?:$|[^\pL\d’'])`)
		default:
			parts[lang] = append(parts[lang], `(?i:`+regexp.QuoteMeta(word)+`)`)
		}
	}
	out := map[string]*regexp.Regexp{}
	for _, lang := range languages {
		out[lang] = regexp.MustCompile(`(?:^|[^\pL\d])(?:` + strings.Join(parts[lang], "|") + `)`)
	}
	return out
}

// TestPlainWords: nobody is told of groups and tokens, which are the store's words, nor
// of a probability without its nought.
func TestPlainWords(t *testing.T) {
	never := unplain(t)
	bare := regexp.MustCompile(`(?:^|[^\d])[.,]\d`)
	for lang, words := range readAll(t) {
		for key, said := range words {
			// A type of the label set is called so, and what a pattern's brackets make.
			if strings.HasPrefix(key, "js.label.") || strings.HasPrefix(key, "said.invalid") {
				continue
			}
			if found := never[lang].FindString(said); found != "" {
				t.Errorf("%s in %s says %q: %s", key, lang, found, said)
			}
			if bare.MatchString(said) {
				t.Errorf("%s in %s has a bare fraction: %s", key, lang, said)
			}
		}
	}
	for lang, said := range map[string]string{"en": "3 tokens", "de": "Ein Token", "fr": "aucun type (O)", "sv": "två förekomster", "it": "le etichette", "es": "sin IOB"} {
		if !never[lang].MatchString(said) {
			t.Errorf("%q in %s is taken for plain", said, lang)
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
