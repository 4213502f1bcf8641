package server

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// screen looks at the screen that is shown: leaks says which texts leak. It gives how many
// messages stood on it.
func (c *client) screen(leaks func(body string) bool) int {
	c.t.Helper()
	_, body := c.get("/p/sms/audit")
	form := url.Values{}
	for _, row := range strings.Split(body, "<li>")[1:] {
		key := regexp.MustCompile(`name="row" value="([0-9a-f]+)"`).FindStringSubmatch(row)
		if key == nil {
			continue
		}
		form.Add("row", key[1])
		if leaks != nil && leaks(row) {
			form.Add("leaks", key[1])
		}
	}
	if len(form["row"]) > 0 {
		if res, _ := c.post("/p/sms/audit/save", form); res.StatusCode != http.StatusSeeOther {
			c.t.Fatalf("save: %d", res.StatusCode)
		}
	}
	return len(form["row"])
}

// TestAuditPage: begin, find what leaks, mask it, begin anew, prove. What is undecided is
// shown masked.
func TestAuditPage(t *testing.T) {
	texts := []string{"salut [Lucas] ca va", "voici " + canary}
	for i := range 20 {
		texts = append(texts, "rien de neuf "+itoa(int64(i)))
	}
	w := newWorld(t, nil, texts...)
	w.project.LeakLimit = 0.5
	c := w.as(t, w.users[review.Owner].ID)
	if _, body := c.get("/p/sms/audit"); !strings.Contains(body, "Begin the audit") || strings.Contains(body, `name="row"`) {
		t.Error("messages are shown before the audit began")
	}
	c.post("/p/sms/audit/begin", nil)
	leak := func(row string) bool {
		if strings.Contains(row, "Lucas") {
			t.Error("what is undecided is shown unmasked")
		}
		return strings.Contains(row, canary)
	}
	for c.screen(leak) > 0 {
	}
	_, body := c.get("/p/sms/audit")
	if !strings.Contains(body, `data-leak="2"`) && !strings.Contains(body, "Proved") || !strings.Contains(body, "<polyline") {
		t.Errorf("neither found nor proved, or no curve: %s", body)
	}
	for _, bad := range []url.Values{nil, {"row": {"x"}, "leaks": {"y"}}} {
		if res, _ := c.post("/p/sms/audit/save", bad); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: %d", bad, res.StatusCode)
		}
	}
	at := review.Range{Start: len("voici "), End: len("voici " + canary)}
	if _, err := w.store.Decide(t.Context(), review.Decision{
		ID: "mask-the-leak", Project: w.project.ID, User: w.users[review.Owner].ID, Scope: review.OnWord, Message: 2, Range: at,
		Effect: review.Mask, Label: bauta.Person, Expect: -1,
	}); err != nil {
		t.Fatal(err)
	}
	if _, body = c.get("/p/sms/audit"); !strings.Contains(body, "Begin anew") || strings.Contains(body, `name="row"`) {
		t.Error("the release has changed, and the audit goes on")
	}
	c.post("/p/sms/audit/begin", nil)
	for c.screen(leak) > 0 {
	}
	if _, body = c.get("/p/sms/audit"); !strings.Contains(body, "Proved") || !strings.Contains(body, "audit no. 2") {
		t.Errorf("not proved: %s", body)
	}
}

// TestProofOfBefore: where messages come in behind a proof the page says that it is of before, and how many
// must be looked at again; so does the gate.
func TestProofOfBefore(t *testing.T) {
	w, c := auditBegun(t, 0.5, 40, "rien de neuf ")
	for c.screen(nil) > 0 {
	}
	const was = "What follows is of before"
	if _, body := c.get("/p/sms/audit"); !strings.Contains(body, "Proved") || strings.Contains(body, was) {
		t.Fatalf("not proved, or of before: %s", body)
	}
	if _, err := w.store.Import(t.Context(), w.project.ID, reviewtest.Items(reviewtest.Item("n1", "encore un"), reviewtest.Item("n2", "et un autre"))); err != nil {
		t.Fatal(err)
	}
	_, body := c.get("/p/sms/audit")
	if at := strings.Index(body, was); at < 0 || at > strings.Index(body, "Proved") || !strings.Contains(body, "looked at again: 2 messages that are new or have changed, of 42.") {
		t.Errorf("behind an import: %s", body)
	}
	if _, body := c.get("/p/sms/release"); !strings.Contains(body, "2 messages are new or have changed, of 42") {
		t.Errorf("the gate: %s", body)
	}
	if _, body := c.get("/p/sms/dashboard"); !strings.Contains(body, was) {
		t.Error("the dashboard shows the proof as if nothing had come in")
	}
}

// auditBegun is an audit of n messages that say something, at a limit; no look is made.
func auditBegun(t *testing.T, limit float64, n int, said string) (*world, *client) {
	t.Helper()
	var texts []string
	for i := range n {
		texts = append(texts, said+itoa(int64(i)))
	}
	w := newWorld(t, nil, texts...)
	w.project.LeakLimit = limit
	c := w.as(t, w.users[review.Owner].ID)
	c.post("/p/sms/audit/begin", nil)
	return w, c
}

// TestSecondSaveOfAScreen: whoever goes back and saves a screen once more adds leaks, and saves the rows that were
// still open; rows that are of no screen are refused in words.
func TestSecondSaveOfAScreen(t *testing.T) {
	w, c := auditBegun(t, 0.5, 40, "rien de neuf ")
	_, body := c.get("/p/sms/audit")
	var keys []string
	for _, found := range regexp.MustCompile(`name="row" value="([0-9a-f]+)"`).FindAllStringSubmatch(body, -1) {
		keys = append(keys, found[1])
	}
	if len(keys) != review.OneScreen {
		t.Fatalf("%d rows", len(keys))
	}
	post := func(form url.Values) int { res, _ := c.post("/p/sms/audit/save", form); return res.StatusCode }
	for _, form := range []url.Values{{"row": keys[:5]}, {"row": keys, "leaks": {keys[1], keys[7]}}, {"row": keys, "leaks": {keys[1], keys[7], keys[8]}}} {
		if code := post(form); code != http.StatusSeeOther {
			t.Errorf("save: %d", code)
		}
	}
	a, err := review.AuditOf(t.Context(), w.store, w.project)
	if err != nil {
		t.Fatal(err)
	}
	if a.LookedAt() != len(keys) || len(a.Leaking()) != 3 {
		t.Errorf("%d looked at, %d leak", a.LookedAt(), len(a.Leaking()))
	}
	res, page := c.post("/p/sms/audit/save", url.Values{"row": {keys[0], "f0f0"}, "leaks": {keys[0]}})
	if res.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, "nothing of this screen was saved") {
		t.Errorf("rows of no screen: %d", res.StatusCode)
	}
}

// TestStuckAuditBeginsAnew: of a reader who saw none of the names that were put back no look proves anything, and
// the page offers another audit of the same messages, which measures who reads anew.
func TestStuckAuditBeginsAnew(t *testing.T) {
	_, c := auditBegun(t, 0.2, 120, "salut [Lucas] ca va ")
	body := c.overlooks()
	for _, want := range []string{"too many of the names that were put back were not seen", "Another audit of the same messages", `name="anew"`, "Begin anew"} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing: %s", want, body)
		}
	}
	if strings.Contains(body, "mask what leaks") {
		t.Error("it says to mask what nobody found")
	}
	c.post("/p/sms/audit/begin", nil)
	if _, body := c.get("/p/sms/audit"); strings.Contains(body, "audit no. 2") {
		t.Error("it began anew unasked")
	}
	c.post("/p/sms/audit/begin", url.Values{"anew": {"1"}})
	if _, body := c.get("/p/sms/audit"); !strings.Contains(body, "audit no. 2") || !strings.Contains(body, `name="row"`) || strings.Contains(body, `name="anew"`) {
		t.Errorf("it did not begin anew: %s", body)
	}
	c.post("/p/sms/audit/begin", url.Values{"anew": {"1"}})
	if _, body := c.get("/p/sms/audit"); strings.Contains(body, "audit no. 3") {
		t.Error("an audit that can be proved began anew")
	}
	const end = "No other audit of these messages would prove the limit"
	for range 5 {
		if body = c.overlooks(); strings.Contains(body, end) {
			break
		}
		c.post("/p/sms/audit/begin", url.Values{"anew": {"1"}})
	}
	if !strings.Contains(body, end) || strings.Contains(body, `name="anew"`) {
		t.Errorf("it offers audits that measure nobody: %s", body)
	}
	c.post("/p/sms/audit/begin", url.Values{"anew": {"1"}})
	if _, after := c.get("/p/sms/audit"); !strings.Contains(after, end) {
		t.Errorf("it began one: %s", after)
	}
}

// overlooks looks at screens and sees nothing, until no number of looks proves the audit, or nothing is left.
func (c *client) overlooks() (body string) {
	for range 40 {
		if _, body = c.get("/p/sms/audit"); strings.Contains(body, `name="anew"`) || strings.Contains(body, "No other audit") || c.screen(nil) == 0 {
			break
		}
	}
	return body
}

// TestCanariesAreMarkedOnce: a screen that was saved is saved for good. Once the page has told how many
// names that were put back were missed, nobody marks them as seen.
func TestCanariesAreMarkedOnce(t *testing.T) {
	w, c := auditBegun(t, 0.5, 120, "salut [Lucas] ca va ")
	standing := func() audit.Standing {
		t.Helper()
		a, err := review.AuditOf(t.Context(), w.store, w.project)
		if err != nil {
			t.Fatal(err)
		}
		return a.Standing()
	}
	missed := url.Values{} // a form in which all canaries of the screens are marked
	for standing().Shown < 20 {
		c.screen(func(row string) bool {
			if key := regexp.MustCompile(`name="row" value="([0-9a-f]+)"`).FindStringSubmatch(row); strings.Contains(row, "Lucas") {
				missed.Add("row", key[1])
				missed.Add("leaks", key[1])
			}
			return false
		})
	}
	before := standing()
	if _, body := c.get("/p/sms/audit"); before.Recognised != 0 || len(missed["row"]) != before.Shown || !strings.Contains(body, itoa(int64(before.Shown))) {
		t.Fatalf("%d canaries in clear; %+v", len(missed["row"]), before)
	}
	for from := 0; from < len(missed["row"]); from += 5 {
		to := min(from+5, len(missed["row"]))
		form := url.Values{"row": missed["row"][from:to], "leaks": missed["leaks"][from:to]}
		c.post("/p/sms/audit/save", form) // shows the screen that waits
	}
	if after := standing(); after.Recognised != 0 || after.Shown != before.Shown || after.Sees != before.Sees || after.Looks != before.Looks {
		t.Errorf("canaries that were missed are seen: %+v", after)
	}
}

// TestAuditPageByNames: the unit and alpha are chosen before the first look, each row
// takes how many names are left, and a message of which several places are drawn is
// shown once.
func TestAuditPageByNames(t *testing.T) {
	texts := []string{"voici " + canary + " et " + canary}
	for i := range 24 {
		texts = append(texts, "salut [Lucas] numero "+itoa(int64(i)))
	}
	w := newWorld(t, nil, texts...)
	c := w.as(t, w.users[review.Owner].ID)
	for _, bad := range []url.Values{{"unit": {"word"}}, {"alpha": {"50"}}, {"alpha": {"x"}}} {
		if res, _ := c.post("/p/sms/audit/begin", bad); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%v: %d", bad, res.StatusCode)
		}
	}
	c.post("/p/sms/audit/begin", url.Values{"unit": {"name"}, "alpha": {"10"}})
	shown, rows := map[string]bool{}, 0
	for {
		_, body := c.get("/p/sms/audit")
		form := url.Values{}
		for _, row := range strings.Split(body, "<li>")[1:] {
			key := regexp.MustCompile(`name="row" value="([0-9a-f]+)"`).FindStringSubmatch(row)
			if key == nil {
				continue
			}
			left := "0"
			if strings.Contains(row, canary) {
				left = "2"
			}
			form.Add("row", key[1])
			form.Add("names", left)
			shown[key[1]] = true
			rows++
		}
		if len(form["row"]) == 0 {
			break
		}
		if rows == len(form["row"]) { // a screen that is not whole
			if res, _ := c.post("/p/sms/audit/save", url.Values{"row": form["row"], "names": {"1"}}); res.StatusCode != http.StatusBadRequest {
				t.Errorf("half a screen: %d", res.StatusCode)
			}
		}
		if res, _ := c.post("/p/sms/audit/save", form); res.StatusCode != http.StatusSeeOther {
			t.Fatalf("save: %d", res.StatusCode)
		}
	}
	a, err := review.AuditOf(t.Context(), w.store, w.project)
	if err != nil {
		t.Fatal(err)
	}
	s := a.Standing()
	if s.Names == nil || s.Names.Hidden != 24 || s.Level != 0.1 || len(shown) != rows || rows > 25+24 {
		t.Errorf("%d rows, %d shown; %+v, unit %+v", rows, len(shown), s, s.Names)
	}
	if s.Looks == 75 && len(s.Leaks) != 2 {
		t.Errorf("all places were looked at, and %d leak", len(s.Leaks))
	}
	if _, body := c.get("/p/sms/audit"); !strings.Contains(body, "The unit is the name: at most 3") {
		t.Error("the page does not say what the unit is")
	}
}
