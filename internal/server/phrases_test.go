package server

import (
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
)

// TestPhrases: what templates say is there in all languages, with as many blanks,
// and nothing is there that nobody says.
func TestPhrases(t *testing.T) {
	p, err := readPhrases(ui.Files)
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	for _, folder := range []string{"templates/*.html", "js/*.js"} {
		names, err := fs.Glob(ui.Files, folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(ui.Files, name)
			if err != nil {
				t.Fatal(err)
			}
			said.Write(data)
		}
	}
	for _, m := range regexp.MustCompile(`Say "([^"]+)"`).FindAllStringSubmatch(said.String(), -1) {
		if p["fr"][m[1]] == "" {
			t.Errorf("there is no %s", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`"(js\.[a-z.]+[a-z])"`).FindAllStringSubmatch(said.String(), -1) {
		if p["fr"][m[1]] == "" {
			t.Errorf("there is no %s", m[1])
		}
	}
	fromGo := []string{
		"signin.wrong", "signin.wait", "signin.busy", "signin.oidc", "link.used", "account.title", "account.wrong", "account.done",
		"password.short", "password.long",
	}
	for key, french := range p["fr"] {
		module := strings.HasPrefix(key, "js.")
		stem := key[:strings.LastIndex(key, ".")+1]
		if module && (strings.Contains(said.String(), `"`+key+`"`) || strings.Contains(said.String(), `"`+stem+`" +`)) {
			module = true
		} else if strings.Contains(said.String(), `printf "`+stem+`%s"`) {
			continue
		} else if module || !strings.Contains(said.String(), `Say "`+key+`"`) && !slices.Contains(fromGo, key) {
			t.Errorf("nobody says %s", key)
		}
		for _, lang := range languages {
			if there := p[lang][key]; there == "" || strings.Count(there, "%s") != strings.Count(french, "%s") ||
				strings.Count(there, "%d") != strings.Count(french, "%d") {
				t.Errorf("%s in %s: %q", key, lang, there)
			}
		}
	}
	for _, key := range fromGo {
		if p["fr"][key] == "" {
			t.Errorf("there is no %s", key)
		}
	}
	if _, err := readPhrases(fstest.MapFS{"phrases.tsv": {Data: []byte("a\tb\n")}}); err == nil {
		t.Error("a line without all languages was taken")
	}
}

// TestPagesSpeakSixLanguages: each browser's, and French to whom speaks none.
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
		_, body := in.get("/account")
		if !strings.Contains(body, `<html lang="`+want[0]+`"`) || strings.Count(body, ">"+want[2]+"<") != 2 {
			t.Errorf("%q: the account is not in %s", wish, want[0])
		}
		_, body = in.get("/settings")
		if !strings.Contains(body, `<html lang="en"`) || !strings.Contains(body, `<div class="menu" lang="`+want[0]+`"`) {
			t.Errorf("%q: the languages of the settings and of its menu", wish)
		}
	}
}
