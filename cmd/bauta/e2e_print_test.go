//go:build e2e

package main_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The part of a page of A4 between margins of 15 mm, in pixels.
const (
	paperWide = 680
	paperHigh = 1009
)

// TestReportPrints: the page on a release, with certificate, curve and attacks, prints on as many
// pages as it needs, in each language: nothing is wider than the paper, and no row, line or
// drawing makes a page end early.
func TestReportPrints(t *testing.T) {
	b := open(t, nil)
	in := reported(t)
	for _, lang := range []string{"fr", "en", "de", "es", "it", "sv"} {
		runs(t, "report", in("report.json"), "--release", in("out.csv"), "--certificate", in("c.json"), "--attacks", in("attacks.json"),
			"--policy", "gdpr", "--lang", lang, "-o", in("page.html"))
		b.size(paperWide, paperHigh)
		b.goTo("file://" + in("page.html"))
		b.wait(`document.querySelector("polyline")`)
		print := emulation.SetEmulatedMediaParams{Media: "print"}
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, print); err != nil {
			t.Fatal(err)
		}
		const cut = `[...document.querySelectorAll("svg, td, th, p, pre, li")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).length`
		if n := eval[int](b, cut); n > 0 {
			t.Errorf("%s: %d things are wider than the paper", lang, n)
		}
		if n := eval[int](b, `[...document.querySelectorAll("svg")].filter((e) => e.getBoundingClientRect().width < 50).length`); n > 0 {
			t.Errorf("%s: %d drawings have no width", lang, n)
		}
		high := eval[float64](b, `document.documentElement.getBoundingClientRect().height`)
		background := true
		got, err := chromedp.Call(b.ctx, page.PrintToPDF, page.PrintToPDFParams{
			PaperWidth: 8.27, PaperHeight: 11.69, PrintBackground: &background,
		})
		if err != nil {
			t.Fatal(err)
		}
		pages := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(got.Data, -1))
		if t.Logf("%s: %d pages for %.1f of text", lang, pages, high/paperHigh); pages < 2 || float64(pages) > 1.1*high/paperHigh+1 {
			t.Errorf("%s: %d pages, where the text fills %.1f", lang, pages, high/paperHigh)
		}
		if to := os.Getenv("BAUTA_PRINT"); to != "" {
			if err := os.WriteFile(filepath.Join(to, lang+".pdf"), got.Data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// runs runs the program.
func runs(t *testing.T, args ...string) []byte {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), path, args...).Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out
}

// reported makes a release with all that its page may tell; it gives where the files lie.
func reported(t *testing.T) func(string) string {
	t.Helper()
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	var corpus strings.Builder
	corpus.WriteString("id,thread,author,text\n")
	for i := range 240 {
		fmt.Fprintf(&corpus, "%d,%d,%d,\"Coucou Patrice, on se voit à Lausanne le %d ? 079 123 45 %02d\"\n", i, i%9, i%6, 1+i%28, i%100)
	}
	if err := os.WriteFile(in("a.csv"), []byte(corpus.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	runs(t, "anonymise", "-q", "--lang", "fr", "--policy", "gdpr", in("a.csv"), "-o", in("out.csv"), "--report", in("report.json"))
	runs(t, "key", "new", in("project.key"))
	runs(t, "audit", "draw", in("out.csv"), "--canaries", "0", "--log", in("log"), "--limit", "0.05", "-n", "120", "-o", in("sheet.csv"))
	sheet, err := os.ReadFile(in("sheet.csv"))
	if err == nil {
		err = os.WriteFile(in("sheet.csv"), bytes.ReplaceAll(sheet, []byte(",\n"), []byte(",0\n")), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	runs(t, "audit", "enter", in("sheet.csv"), "--log", in("log"))
	runs(t, "audit", "certify", in("out.csv"), "--log", in("log"), "--key", in("project.key"), "-o", in("c.json"), "--unreported")
	attacks := runs(t, "attack", in("out.csv"), "--policy", "gdpr", "--lang", "fr", "--json")
	if err := os.WriteFile(in("attacks.json"), attacks, 0o600); err != nil {
		t.Fatal(err)
	}
	return in
}
