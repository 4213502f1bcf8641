package server

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// askless gives a world in which nothing is asked: the policy hides by itself.
func askless(t *testing.T) *world {
	t.Helper()
	w := newWorld(t, nil)
	texts := reviewtest.Texts("vu [Ana!] hier", "[Bo~0.4] est là", "et Bo part avec [Ana!]", "rien de neuf", "[Paul!] dort")
	if _, err := w.store.Import(t.Context(), w.project.ID, texts); err != nil {
		t.Fatal(err)
	}
	return w
}

// rowsOf are the words that a page lists, in their order.
func rowsOf(body string) string {
	var out []string
	for _, m := range regexp.MustCompile(`<a id="w\d+"[^>]*><bdi>([^<]+)</bdi>`).FindAllStringSubmatch(body, -1) {
		out = append(out, m[1])
	}
	return strings.Join(out, " ")
}

// next is where the page of words sends on to.
func next(body string) string {
	m := regexp.MustCompile(`<p class="next"><a href="([^"]+)"`).FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	return html.UnescapeString(m[1])
}

// TestNoEmptyDesk: where the policy asks nothing, one begins at the words: what was hidden,
// what was kept that looks like a name, and a link to these; from there to the audit.
func TestNoEmptyDesk(t *testing.T) {
	w := askless(t)
	c := w.as(t, w.users[review.Reviewer].ID)
	res, _ := c.get("/p/sms/")
	if to := res.Header.Get("Location"); to != "/p/sms/words" {
		t.Fatalf("one begins at %q", to)
	}
	_, body := c.get("/p/sms/words")
	var figures []string
	for _, m := range regexp.MustCompile(`<dt>([^<]+)</dt><dd>(\d+)</dd>`).FindAllStringSubmatch(body, -1) {
		figures = append(figures, m[2]+" "+m[1])
	}
	if got := strings.Join(figures, ", "); got != "2 words always masked, 1 words in clear that look like a name, 0 open questions" {
		t.Errorf("the first page says: %s", got)
	}
	to := next(body)
	if !strings.Contains(to, "kind=name") {
		t.Fatalf("the next step is %q", to)
	}
	_, body = c.get(to)
	if got := rowsOf(body); got != "Bo" {
		t.Errorf("what looks like a name is %q", got)
	}
	if to := next(body); to != "/p/sms/audit" {
		t.Errorf("from there one is sent to %q", to)
	}
}

// TestSortAndFilterWords: each link of the page leads to what it says.
func TestSortAndFilterWords(t *testing.T) {
	w := askless(t)
	c := w.as(t, w.users[review.Reviewer].ID)
	for at, want := range map[string]string{
		"kind=hidden&sort=times":                "Ana Paul",
		"kind=hidden&sort=alphabet":             "Ana Paul",
		"kind=name":                             "Bo",
		"kind=capital":                          "Bo",
		"kind=mixed":                            "",
		"kind=nonsense&sort=nonsense&from=-1":   "Ana Bo Paul avec de dort est et hier là neuf part rien vu",
		"label=PERSON&source=test&sort=hidden":  "Ana Paul Bo",
		"label=LOCATION":                        "",
		"source=elsewhere":                      "",
		"kind=hidden&sort=times&from=1":         "Paul",
		"kind=hidden&sort=times&from=999999999": "Ana Paul",
	} {
		if _, body := c.get("/p/sms/words?" + at); rowsOf(body) != want {
			t.Errorf("%s: %q, want %q", at, rowsOf(body), want)
		}
	}
	_, body := c.get("/p/sms/words?kind=hidden&sort=times")
	strip := regexp.MustCompile(`(?s)<svg class="where".*?</svg>`).FindString(body)
	if n := strings.Count(strip, "<rect"); n != 2 || !strings.Contains(strip, `aria-label="in 2 of 40 parts of the corpus"`) {
		t.Errorf("the strip of a word in two messages of five: %s", strip)
	}
}

// TestDecideWordsTogether: a preview that changes nothing, a decision about two words, and
// one undo for both.
func TestDecideWordsTogether(t *testing.T) {
	w := askless(t)
	c := w.as(t, w.users[review.Reviewer].ID)
	both := wordsAsk{Batch: deedA, Effect: "mask", Words: []alikeAsk{{2, 0, 2}, {4, 0, 4}}}
	masked := func() string {
		_, body := c.get("/p/sms/words?kind=hidden&sort=alphabet")
		return rowsOf(body)
	}
	var look, done, undone wordsWire
	if code := c.ask("words/look", both, &look); code != http.StatusOK || look.Words != 2 || look.Places != 3 || len(look.Lines) != 3 {
		t.Errorf("preview: %d %+v", code, look)
	}
	var lines []string
	for _, l := range look.Lines {
		lines = append(lines, l.Before+"_"+l.After)
	}
	if got := strings.Join(lines, "|"); got != "_ est là|et _ part avec Ana|_ de neuf" {
		t.Errorf("the preview shows %s", got)
	}
	if code := c.ask("words/look", wordsAsk{Batch: deedA, Effect: "keep", Words: []alikeAsk{{1, 3, 6}}}, &look); code != http.StatusOK ||
		look.Places != 2 || len(look.Lines) != 2 {
		t.Errorf("preview of what is shown: %d %+v", code, look)
	}
	if got := masked(); got != "Ana Paul" {
		t.Errorf("the preview has masked: %s", got)
	}
	if code := c.ask("words/decide", both, &done); code != http.StatusOK || done.Words != 2 || done.Places != 3 {
		t.Errorf("decide: %d %+v", code, done)
	}
	if got := masked(); got != "Ana Bo Paul rien" {
		t.Errorf("masked are %s", got)
	}
	if code := c.ask("words/undo", wordsAsk{Batch: deedA}, &undone); code != http.StatusOK || undone.Words != 2 || undone.Places != 3 {
		t.Errorf("undo: %d %+v", code, undone)
	}
	if got := masked(); got != "Ana Paul" {
		t.Errorf("masked are still %s", got)
	}
	for _, bad := range []wordsAsk{{Batch: "x", Effect: "mask", Words: both.Words}, {Batch: deedA, Effect: "mask"}, {Batch: deedA, Effect: "guess", Words: both.Words}} {
		if code := c.ask("words/decide", bad, nil); code != http.StatusBadRequest {
			t.Errorf("%+v: %d", bad, code)
		}
	}
}
