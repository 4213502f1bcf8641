package server

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// TestTemplates runs every template with nothing and with all there is.
func TestTemplates(t *testing.T) {
	templates, err := parseTemplates()
	if err != nil {
		t.Fatal(err)
	}
	project := review.Project{ID: 1, Slug: "sms", Name: "SMS", Labels: []bauta.Label{bauta.Person}, Released: time.Now(), Purged: time.Now()}
	rows := []pendingRow{{Group: 1, Word: "rose", By: "Anna", Before: []countWire{{"PERSON", 2}}, Lines: []lineWire{{1, "a ", "rose", " b"}}}, {Mine: true, Exact: true, Named: true, State: "conflict"}}
	rowsOf := []projectRow{{Project: project, Role: review.Owner, Href: "/p/sms/review"}}
	full := tally{K: 1, N: 10, Upper: 0.2, Limit: 0.5, All: 50, Left: 3, Canaries: 2, Of: 20, Seen: 1, Attempt: 1, Curve: "0,1 2,3"}
	states := func(s review.State) releaseView {
		p := project
		p.State = s
		return releaseView{Project: p, Gates: []gateRow{{Name: "open", Shut: "1", Href: "/"}, {Name: "audit"}}, Wrong: "no", Said: "yes", Leaving: true}
	}
	bodies := map[string][]any{
		"account": {accountView{}, accountView{"wrong", "done"}}, "arrived": {nil}, "error": {errorView{}, errorView{404, "none"}},
		"annotate": {annotateView{}, annotateView{
			Task: &taskWire{At: []int{0, 1}, Marks: []string{"PERSON"}, Blind: true}, Labels: []string{"PERSON"}, Nine: []string{"PERSON"}, Simple: true, Last: 2,
			Units: []unitView{{0, "", "a", "PERSON", []choice{{"", "O", false}, {"PERSON", "PERSON", true}}}}, Guide: blocks("# A\n\ntext **b**\n- c\n\n| d |\n|---|\n| e |\n"),
		}},
		"adjudicate": {adjudicateView{}, adjudicateView{[]string{"PERSON"}, blocks("## A")}},
		"agreement":  {agreementView{}, fullAgreement(t)},
		"location":   {Layout{}, town{}.Layout()},
		"guidelines": {guidelinesView{}, guidelinesView{2, "fr", []choice{{"fr", "fr", true}}, blocks("# A"), "# A", true, []versionRow{{review.Guideline{Version: 2}, "Anna"}}}},
		"audit": {auditView{}, auditView{
			Begun: true, Tally: full, Leaking: []int{3},
			Rows: []auditRow{{"k", 1, "ltr", 0, []auditPiece{{"a", false}, {"[PERSON]", true}}}},
		}, auditView{Begun: true, Doubtful: true, Tally: tally{Proved: true}}, auditView{
			Begun: true, Tally: tally{Names: 3, Proved: true}, Rows: []auditRow{{Key: "k", Most: 3}},
		}},
		"dashboard": {dashboardView{}, dashboardView{Tally: full, Curve: bars([]review.Curve{{From: 0, Seconds: 4}, {From: 100, Seconds: 2}}), Annotation: &annotationView{Figures: []figureRow{{Name: "kappa", Says: "1"}, {Name: "alpha", Undefined: "why"}}}}},
		"home":      {homeView{}, homeView{Projects: rowsOf, Archived: rowsOf, Make: true, Wrong: "w"}},
		"import":    importViews(),
		"people":    {peopleView{}, peopleView{People: []personRow{{review.User{ID: 1}, review.Owner, false}, {review.User{ID: 2, Disabled: true, Password: "x"}, review.Reviewer, true}}, Roles: everyRole.roles, Wrong: "w", Said: "s"}},
		"release":   {releaseView{}, states(review.Open), states(review.Released), states(review.Purged)},
		"review":    {reviewView{}, reviewView{[]string{"PERSON"}, []review.Order{review.ByLeak}, blocks("# Rules\n\n- mask **names**\n")}},
		"second":    {secondView{}, secondView{rows, rows, []string{"PERSON"}, true, "done"}, secondView{Disputed: rows}},
		"settings":  {settingsView{}, (&Server{keys: StandardKeys()}).settingsView(Settings{Theme: "dark"}, "wrong")},
		"link":      {nil},
		"message":   {nil},
		"words": {wordsView{}, wordsOf(project, review.WordQuery{From: 50}, review.WordPage{
			Rows: []review.WordRow{{Word: "a", Likely: 0.5, Strip: []int{3: 2}}}, Found: 200, Labels: project.Labels, Sources: []string{"crf"},
		}, review.Progress{})},
		"search": {nil},
		"signin": {signInView{}, signInView{"Issuer", true, "wrong", "anna"}},
	}
	said, err := readPhrases(ui.Files)
	if err != nil {
		t.Fatal(err)
	}
	for name, tmpl := range templates {
		if bodies[name] == nil {
			t.Errorf("template %s is not tried", name)
		}
		for i, body := range bodies[name] {
			for _, p := range []page{{Body: body}, {
				Body: body, Title: "T", Screen: "review", Module: "review.js", Boot: bootWire{}, Refresh: "/",
				Who: who{User: review.User{ID: 1, Login: "a", Password: "x"}, Project: project, Role: review.Owner}, Tabs: []tab{{"Review", "/", true}},
				bindings: StandardKeys()["review"], phrases: said, Lang: "fr",
			}} {
				var out bytes.Buffer
				if err := tmpl.ExecuteTemplate(&out, "layout.html", p); err != nil {
					t.Errorf("%s, body %d: %v", name, i, err)
				}
				if strings.Contains(out.String(), "ZgotmplZ") {
					t.Errorf("%s, body %d: a value was refused by the template", name, i)
				}
			}
		}
	}
}

// TestC6PrintedKeysAreTheRegistry: every button of the review page shows the key
// of its action.
func TestC6PrintedKeysAreTheRegistry(t *testing.T) {
	w := newWorld(t, nil)
	_, body := w.as(t, w.users[review.Owner].ID).get("/p/sms/review")
	printed := regexp.MustCompile(`(?s)data-do="([a-z0-9]+)"[^>]*>(?:[^<]|<span[^>]*>[^<]*</span>)*<kbd>([^<]+)</kbd>`)
	found := 0
	for _, m := range printed.FindAllStringSubmatch(body, -1) {
		for _, b := range StandardKeys()["review"] {
			if b.Action == m[1] {
				found++
				if got := b.Keys[0].Print(); got != html.UnescapeString(m[2]) {
					t.Errorf("%s prints %s, its key is %s", m[1], m[2], got)
				}
			}
		}
	}
	if found < 15 {
		t.Errorf("only %d buttons have keys", found)
	}
}

// TestC9HostileTexts: markup in messages and names comes out as text.
func TestC9HostileTexts(t *testing.T) {
	hostile := []string{"<img src=x onerror=alert(1)>", "{{.}}", "</script><script>alert(1)</script>", "a\u202eb\u200bc", "\"'><svg/onload=alert(1)>"}
	var texts []string
	for _, h := range hostile {
		texts = append(texts, "salut ["+h+"] !")
	}
	w := newWorld(t, nil, texts...)
	c := w.as(t, w.users[review.Owner].ID)
	for _, d := range c.claim(tabA).Desks {
		c.decide(decideAsk{Scope: "group", Effect: "flag", Group: d.ID, Expect: d.Version})
	}
	_, body := c.get("/p/sms/second")
	for _, bad := range []string{"<img", "<script>", "<svg/"} {
		if strings.Contains(body, bad) {
			t.Errorf("the page has %s as markup", bad)
		}
	}
	if !strings.Contains(body, "&lt;img src=x onerror=alert(1)&gt;") || !strings.Contains(body, "{{.}}") {
		t.Error("the texts are not shown")
	}
	var data string
	if res, got := c.do("POST", "/p/sms/api/search", "application/json", `{"pattern":"salut"}`); res.Header.Get("Content-Type") == "application/json" {
		data = got
	}
	if strings.Contains(data, "<img") || !strings.Contains(data, `\u003cimg`) {
		t.Error("JSON does not escape angle brackets")
	}
}

func TestSettings(t *testing.T) {
	w := newWorld(t, nil)
	c := w.as(t, w.users[review.Owner].ID)
	if res, body := c.post("/settings", url.Values{"theme": {"dark"}, "key.review.mask": {"k"}}); res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "two things") {
		t.Errorf("a clash: %d", res.StatusCode)
	}
	if res, _ := c.post("/settings", url.Values{"theme": {"dark"}, "size": {"x"}, "key.review.mask": {"q"}}); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("save: %d", res.StatusCode)
	}
	_, body := c.get("/p/sms/review")
	if !strings.Contains(body, `data-theme="dark"`) || !strings.Contains(body, `"q":"mask"`) || strings.Contains(body, `"m":"mask"`) || !strings.Contains(body, "<kbd>Q</kbd>") {
		t.Error("the page does not follow the settings")
	}
	if res, _ := c.post("/settings/theme", url.Values{"theme": {"light"}}); res.StatusCode != http.StatusSeeOther {
		t.Errorf("theme: %d", res.StatusCode)
	}
	if _, body := c.get("/settings"); !strings.Contains(body, `data-theme="light"`) || !strings.Contains(body, `value="q"`) {
		t.Error("the theme alone did not change")
	}
}

func FuzzSettings(f *testing.F) {
	f.Add("theme=dark&keys=ctrl-alt&key.review.mask=q")
	f.Add("key.review.mask=k&key.=%00&size=large")
	f.Add("%zz")
	keys := StandardKeys()
	f.Fuzz(func(t *testing.T, s string) {
		v, err := url.ParseQuery(s)
		if err != nil {
			return
		}
		one := parseSettings(v)
		again, err := url.ParseQuery(one.encode())
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(parseSettings(again)) != fmt.Sprint(one) {
			t.Error("settings do not come back")
		}
		_ = keys.remapped(one).Check()
	})
}

func TestSecondLook(t *testing.T) {
	w := newWorld(t, nil, roses()...)
	asks, confirms := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.Owner].ID)
	d := asks.claim(tabA).Desks[0]
	id := newID(time.Now())
	asks.decide(decideAsk{ID: id, Scope: "word", Effect: "keep", Group: d.ID, Expect: d.Version})
	form := url.Values{"group": {itoa(d.ID)}, "of": {id}}
	if _, body := asks.get("/p/sms/second"); !strings.Contains(body, "somebody else must confirm") {
		t.Error("who asked is not told that somebody else must confirm")
	}
	if res, _ := asks.post("/p/sms/second/confirm", form); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("confirming oneself: %d", res.StatusCode)
	}
	if res, _ := confirms.post("/p/sms/second/refuse", url.Values{"group": {itoa(d.ID)}, "of": {newID(time.Now())}}); res.StatusCode != http.StatusNotFound {
		t.Errorf("refusing what does not wait: %d", res.StatusCode)
	}
	if res, body := confirms.post("/p/sms/second/confirm", form); res.StatusCode != http.StatusOK || !strings.Contains(body, "Confirmed") {
		t.Fatalf("confirm: %d", res.StatusCode)
	}
	groups, err := w.store.Groups(t.Context(), w.project.ID, review.Second, 9)
	if err != nil || len(groups) != 0 {
		t.Errorf("%d groups still wait, %v", len(groups), err)
	}
}

func TestRefuseAndSettle(t *testing.T) {
	w := newWorld(t, nil, append(roses(), "salut [Lucas]")...)
	asks, judge := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.Adjudicator].ID)
	for _, d := range asks.claim(tabA).Desks {
		if strings.EqualFold(d.Word, "rose") {
			id := newID(time.Now())
			asks.decide(decideAsk{ID: id, Scope: "word", Effect: "keep", Group: d.ID, Expect: d.Version})
			if res, body := judge.post("/p/sms/second/refuse", url.Values{"group": {itoa(d.ID)}, "of": {id}}); res.StatusCode != http.StatusOK || !strings.Contains(body, "Refused") {
				t.Errorf("refuse: %d", res.StatusCode)
			}
			continue
		}
		asks.decide(decideAsk{Scope: "group", Effect: "flag", Group: d.ID, Expect: d.Version})
		if _, body := asks.get("/p/sms/second"); !strings.Contains(body, "An adjudicator settles it") {
			t.Error("a reviewer is not told who settles")
		}
		if res, _ := judge.post("/p/sms/second/settle", url.Values{"group": {itoa(d.ID)}, "label": {"O"}}); res.StatusCode != http.StatusOK {
			t.Errorf("settle: %d", res.StatusCode)
		}
		if res, _ := judge.post("/p/sms/second/settle", url.Values{"group": {"x"}}); res.StatusCode != http.StatusBadRequest {
			t.Errorf("settle nothing: %d", res.StatusCode)
		}
	}
	p, err := w.store.Progress(t.Context(), w.project.ID)
	if err != nil || p.Flagged != 0 || p.Second != 0 {
		t.Errorf("%+v %v", p, err)
	}
}

// TestP1GatesOfARelease opens one gate after the other.
func TestP1GatesOfARelease(t *testing.T) {
	w := newWorld(t, nil, "salut [Lucas] ca va", "oui")
	rev, officer := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.PrivacyOfficer].ID)
	refused := func(gate string) {
		t.Helper()
		res, body := officer.post("/p/sms/release", nil)
		if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, gate) {
			t.Errorf("gate %s: %d", gate, res.StatusCode)
		}
	}
	refused("Questions: ")
	d := rev.claim(tabA).Desks[0]
	flag := newID(time.Now())
	out := rev.decide(decideAsk{ID: flag, Scope: "group", Effect: "flag", Group: d.ID, Expect: d.Version})
	refused("Disagreements: ")
	rev.decide(decideAsk{Scope: "undo", Of: flag, Group: d.ID, Expect: -1})
	rev.claim(tabA)
	rev.decide(decideAsk{Scope: "group", Effect: "accept", Group: d.ID, Expect: out.Version + 1})
	refused("Audit: ")
	if _, body := officer.get("/p/sms/release"); !strings.Contains(body, "50%") {
		t.Error("the page of releases does not tell the limit before the audit began")
	}
	if res, _ := officer.post("/p/sms/release/purge", url.Values{"slug": {"sms"}}); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a purge before release: %d", res.StatusCode)
	}
	officer.post("/p/sms/audit/begin", nil)
	if n := officer.screen(nil); n != 2 {
		t.Fatalf("a screen of %d", n)
	}
	if _, body := officer.get("/p/sms/release"); strings.Contains(body, "bounds the leak") || strings.Contains(body, "looked at: the leak") {
		t.Error("the audit is still shut")
	}
}

func TestReleaseAndPurge(t *testing.T) {
	w := newWorld(t, nil, "salut "+canary, "oui", "non", "si", "bof", "ok")
	rev, officer := w.as(t, w.users[review.Reviewer].ID), w.as(t, w.users[review.PrivacyOfficer].ID)
	officer.post("/p/sms/audit/begin", nil)
	officer.screen(nil)
	if res, body := officer.post("/p/sms/release", nil); res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(body, "Two people: ") {
		t.Errorf("nobody has decided: %d", res.StatusCode)
	}
	if err := w.store.SetState(t.Context(), w.project.ID, review.Released, 1); err != nil {
		t.Fatal(err)
	}
	if res, _ := officer.post("/p/sms/release/purge", url.Values{"slug": {"other"}}); res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a purge not confirmed: %d", res.StatusCode)
	}
	if res, _ := officer.post("/p/sms/release/purge", url.Values{"slug": {"sms"}}); res.StatusCode != http.StatusSeeOther {
		t.Fatalf("purge: %d", res.StatusCode)
	}
	for path, want := range map[string]int{
		"/p/sms/release": http.StatusOK, "/p/sms/dashboard": http.StatusOK, "/": http.StatusOK,
		"/p/sms/audit": http.StatusGone,
	} {
		res, body := officer.get(path)
		if res.StatusCode != want {
			t.Errorf("%s after the purge: %d", path, res.StatusCode)
		}
		if strings.Contains(body, canary) {
			t.Errorf("%s shows a text after the purge", path)
		}
	}
	if res, _ := rev.get("/p/sms/review"); res.StatusCode != http.StatusGone {
		t.Errorf("review after the purge: %d", res.StatusCode)
	}
}

func TestAssets(t *testing.T) {
	w := newWorld(t, nil)
	c := w.stranger(t)
	_, body := c.get("/sign-in")
	css := regexp.MustCompile(`href="(/assets/[^"]+base\.css)"`).FindStringSubmatch(body)
	if css == nil {
		t.Fatal("no style sheet")
	}
	if res, _ := c.get(css[1]); res.StatusCode != http.StatusOK || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("style sheet: %d", res.StatusCode)
	}
	for _, path := range []string{"/assets/", "/assets/0/css/base.css", strings.Replace(css[1], "css/base.css", "templates/review.html", 1), strings.Replace(css[1], "base.css", "", 1), css[1] + "/../../../server.go"} {
		if res, _ := c.get(path); res.StatusCode == http.StatusOK {
			t.Errorf("%s was served", path)
		}
	}
	if _, body := c.get("/healthz"); body != "ok\n" {
		t.Errorf("healthz says %q", body)
	}
}

// TestEmptyPagesGoOn: where nothing waits, a page says where to go on, as far as the role may.
func TestEmptyPagesGoOn(t *testing.T) {
	w := newWorld(t, nil, "salut")
	for _, c := range []struct {
		role       review.Role
		page, want string
	}{
		{review.Reviewer, "second", "review words audit"},
		{review.Reviewer, "agreement", "annotate dashboard"},
		{review.PrivacyOfficer, "agreement", "dashboard"},
	} {
		_, body := w.as(t, w.users[c.role].ID).get("/p/sms/" + c.page)
		_, ways, _ := strings.Cut(body, `<p class="next">`)
		ways, _, _ = strings.Cut(ways, "</p>")
		var to []string
		for _, m := range regexp.MustCompile(`href="/p/sms/([a-z]+)"`).FindAllStringSubmatch(ways, -1) {
			to = append(to, m[1])
		}
		if got := strings.Join(to, " "); got != c.want {
			t.Errorf("%s sends a %s to %q, not %q", c.page, c.role, got, c.want)
		}
	}
	flagged := newWorld(t, nil, "salut [Lucas]")
	c := flagged.as(t, flagged.users[review.Reviewer].ID)
	c.decide(decideAsk{Scope: "group", Effect: "flag", Group: c.claim(tabA).Desks[0].ID, Expect: -1})
	if _, body := c.get("/p/sms/second"); strings.Contains(body, `<p class="next">`) {
		t.Error("a page with something to do sends elsewhere")
	}
}

// TestLanding: everybody begins at their own work, from the project and from the list.
func TestLanding(t *testing.T) {
	asks, idle := newWorld(t, nil, "salut [Lucas]"), newWorld(t, nil, "salut")
	for _, c := range []struct {
		w    *world
		role review.Role
		want string
	}{
		{asks, review.Reviewer, "review"},
		{asks, review.Adjudicator, "review"},
		{idle, review.Reviewer, "words"},
		{asks, review.Annotator, "annotate"},
		{idle, review.Annotator, "annotate"},
		{asks, review.PrivacyOfficer, "dashboard"},
	} {
		in := c.w.as(t, c.w.users[c.role].ID)
		for _, from := range []string{"/", "/p/sms/"} {
			res, _ := in.get(from)
			if got := res.Header.Get("Location"); got != "/p/sms/"+c.want {
				t.Errorf("%s from %s comes to %q, not %s", c.role, from, got, c.want)
			}
		}
	}
}

// TestEmptyScreensGoOn: the screens of work show, where nothing waits, what that means and a
// way on.
func TestEmptyScreensGoOn(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} }, "salut")
	c := w.as(t, w.users[review.Owner].ID)
	for page, want := range map[string]string{
		"review": "words audit dashboard", "annotate": "dashboard", "adjudicate": "agreement", "location": "dashboard",
	} {
		_, body := c.get("/p/sms/" + page)
		_, body, _ = strings.Cut(body, `<section id="empty"`)
		body, _, _ = strings.Cut(body, "</section>")
		var to []string
		for _, m := range regexp.MustCompile(`href="/p/sms/([a-z]+)"`).FindAllStringSubmatch(body, -1) {
			to = append(to, m[1])
		}
		if got := strings.Join(to, " "); got != want || !regexp.MustCompile(`<h1[^>]*>[^<]+</h1>\s*<p`).MatchString(body) {
			t.Errorf("%s leads to %q, not %q", page, got, want)
		}
	}
}

// TestThreeFiguresFirst: the dashboard shows three figures and the place of one curve; all
// else is folded.
func TestThreeFiguresFirst(t *testing.T) {
	w := newWorld(t, nil, "salut [Lucas]", "et [Rose]")
	c := w.as(t, w.users[review.Reviewer].ID)
	first := func() string {
		_, body := c.get("/p/sms/dashboard")
		_, body, _ = strings.Cut(body, "<main")
		body, rest, folded := strings.Cut(body, `<details class="folded">`)
		if figures := strings.Count(body, "<dt>"); figures != 3 || !folded || strings.Count(rest, "<dt>") < 8 {
			t.Errorf("%d figures stand first, %d behind the fold", figures, strings.Count(rest, "<dt>"))
		}
		return body
	}
	if body := first(); strings.Contains(body, "<svg") || !strings.Contains(body, "The curve comes with the first decisions.") {
		t.Error("before the first decision there is a curve")
	}
	for _, d := range c.claim(tabA).Desks {
		c.decide(decideAsk{Scope: "group", Effect: "accept", Group: d.ID, Expect: -1})
	}
	if body := first(); strings.Count(body, "<polyline") != 1 || !strings.Contains(body, "From 2 places to 0 in 2 decisions.") {
		t.Error("two decisions make no curve")
	}
}

// TestShutGatesLeadOn: each shut gate says why, and leads whoever may go there to where it
// opens; the button is off.
func TestShutGatesLeadOn(t *testing.T) {
	w := newWorld(t, nil, "salut [Lucas]")
	for role, want := range map[review.Role]string{
		review.Owner: "review audit people", review.PrivacyOfficer: "audit",
	} {
		_, body := w.as(t, w.users[role].ID).get("/p/sms/release")
		var to []string
		for _, m := range regexp.MustCompile(`<span class="open"><b>[^<]+</b> <i>[^<]+</i></span>(?:<a class="button" href="/p/sms/([a-z]+)")?`).FindAllStringSubmatch(body, -1) {
			to = append(to, m[1])
		}
		if got := strings.Join(strings.Fields(strings.Join(to, " ")), " "); got != want || len(to) != 3 {
			t.Errorf("a %s is led from %d gates to %q, not %q", role, len(to), got, want)
		}
		if !regexp.MustCompile(`<button class="first" disabled aria-describedby="shut">`).MatchString(body) {
			t.Errorf("the button is on for a %s", role)
		}
	}
}
