//go:build e2e

package main_test

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/bauta/bauta/internal/review"
)

// writeCSV writes messages under columns that nobody can tell by their names.
func writeCSV(t *testing.T, messages ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.csv")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	w := csv.NewWriter(f)
	w.Write([]string{"nr", "gruppe", "inhalt"})
	for i, m := range messages {
		w.Write([]string{fmt.Sprint(i + 1), fmt.Sprint("g", i%3), m})
	}
	if w.Flush(); w.Error() != nil || f.Close() != nil {
		t.Fatal(w.Error())
	}
	return path
}

// choose puts a file into the field for one.
func (b *tab) choose(sel, path string) {
	b.t.Helper()
	found, err := chromedp.Call(b.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: fmt.Sprintf("document.querySelector(%q)", sel)})
	if err == nil {
		_, err = chromedp.Call(b.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, ObjectID: found.Result.ObjectID})
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// submit presses a button as the keyboard does, which leads to another page.
func (b *tab) submit(sel string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(document.querySelector(%q).focus(), window.isBeingLeft = true)`, sel))
	b.press("Enter")
}

// TestTeamsWeek makes a project, imports a file whose columns must be named, stops one
// import, lets the other run, puts the project by and takes it up again.
func TestTeamsWeek(t *testing.T) {
	file := writeCSV(t, "coucou Patrice, tu viens ?", "j'ai vu Zyxabelle hier", "ok pour ce soir", "bisous, Sandrine", "on mange chez Rose")
	onBoth(t, []string{"[salut?0.1] toi"}, func(t *testing.T, s *stand) {
		b := s.visit("owner", "../../projects")
		b.wait(`document.getElementById("slug")`)
		eval[bool](b, `(document.getElementById("name").focus(), true)`)
		b.write("Enquête de mai")
		b.press("Tab")
		b.write("mai")
		eval[bool](b, `(document.getElementById("lang").value = "fr", true)`)
		b.submit(`form[action="/projects"] button`)
		b.wait(`location.pathname === "/p/mai/import" && document.getElementById("file")`)
		send := func() {
			b.choose("#file", file)
			b.submit(`form[enctype] button`)
			b.wait(`document.querySelector('select[name="field2"]') && document.querySelector('[name="noheader"]')`)
		}
		send()
		b.submit(`button[value="drop"]`)
		b.wait(`document.getElementById("file") && !document.querySelector('select[name="field2"]')`)
		send()
		eval[bool](b, `(() => { document.querySelector('[name="noheader"]').checked = false;
			document.querySelector('[name="field0"]').value = "ID"; document.querySelector('[name="field1"]').value = "conversation";
			document.querySelector('[name="field2"]').value = "text"; return true; })()`)
		b.submit(`button[value="look"]`)
		b.wait(`document.querySelector("tbody th").textContent === "nr"`)
		if rows := b.text("tbody"); !strings.Contains(rows, "inhalt") || !strings.Contains(rows, "coucou Patrice") {
			t.Errorf("the preview is %q", rows)
		}
		eval[bool](b, `(document.querySelector('input[value="seekhide"]').checked = true)`)
		b.submit(`button[value="start"]`)
		b.wait(`document.querySelector('a.first[href="/p/mai/"]')`)
		p, err := s.store.Project(t.Context(), "mai")
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for m, err := range s.store.Messages(t.Context(), p.ID) {
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, m.Message.ID+m.Message.Thread)
		}
		if got := strings.Join(ids, " "); got != "1g0 2g1 3g2 4g0 5g1" {
			t.Errorf("imported: %s", got)
		}
		b.goTo(s.base + "/projects")
		for _, to := range []review.State{review.Frozen, review.Open} {
			b.submit(fmt.Sprintf(`form[action="/p/mai/archive"] button[value=%q]`, to))
			b.wait(fmt.Sprintf(`document.querySelector('form[action="/p/mai/archive"] button:not([value=%q])')`, to))
			if p, err := s.store.Project(t.Context(), "mai"); err != nil || p.State != to {
				t.Errorf("%s, not %s, %v", p.State, to, err)
			}
			eval[bool](b, `(document.querySelectorAll("details").forEach((d) => { d.open = true }), true)`)
		}
		if b.mouse {
			t.Error("the mouse was used")
		}
		b.clean(s.base)
		s.searchFiles("Zyxabelle")
	})
}

// TestProjectPages holds the pages of projects, import and export against axe, at each
// step and in all languages, and writes their pictures.
func TestProjectPages(t *testing.T) {
	script := axe(t)
	file := writeCSV(t, "coucou Patrice, tu viens ?", "ok pour ce soir", "bisous, Sandrine")
	s := newStand(t, "sqlite", []string{"[salut?0.1] toi"})
	s.start()
	b := s.visit("owner", "../../projects")
	b.wait(`document.getElementById("slug")`)
	look := func(name string) {
		t.Helper()
		for _, theme := range []string{"light", "dark"} {
			b.themed(script, theme, name)
		}
		eval[bool](b, `(document.documentElement.dataset.theme = "", true)`)
		b.shot(filepath.Join("lang", name))
		b.size(320, 640)
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 320 {
			t.Errorf("%s is %d px wide at 320", name, wide)
		}
		b.size(1280, 900)
	}
	for _, lang := range []string{"de", "es", "it", "sv", "en", "fr"} {
		eval[bool](b, fmt.Sprintf(`fetch("/settings/language", {method: "POST", body: new URLSearchParams({language: %q}), redirect: "manual"}).then(() => true)`, lang))
		b.goTo(s.base + "/projects")
		look("projects-" + lang)
		b.goTo(s.base + "/p/sms/import")
		look("import-" + lang)
		b.choose("#file", file)
		b.submit(`form[enctype] button`)
		b.wait(`document.querySelector('select[name="field2"]')`)
		look("import-columns-" + lang)
		b.submit(`button[value="start"]`)
		b.wait(`document.querySelector('a.first[href="/p/sms/"]')`)
		look("import-done-" + lang)
	}
	if err := s.store.SetState(t.Context(), s.project.ID, review.Released, 1); err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"de", "fr"} {
		eval[bool](b, fmt.Sprintf(`fetch("/settings/language", {method: "POST", body: new URLSearchParams({language: %q}), redirect: "manual"}).then(() => true)`, lang))
		b.goTo(s.base + "/p/sms/release")
		look("export-" + lang)
	}
	b.goTo(s.base + "/p/sms/import")
	look("import-shut-fr")
	b.clean(s.base)
}
