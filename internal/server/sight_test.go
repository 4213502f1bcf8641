package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// shelf is a world in which something waits on every screen. Every message has a
// canary of its own.
type shelf struct {
	*world
	group  int64   // one whose word is in several messages
	ids    []int64 // of the messages
	handed []int64 // of these, the annotator's
}

// canaryOf is the word that the n-th message alone has.
func canaryOf(n int) string { return canary + strings.Repeat("x", n+1) + "y" }

// newShelf imports messages of one author in one thread: two that everybody
// annotates, and others. The annotator has had both of the first and one more;
// others have labelled, and an adjudicator has settled, what was never theirs.
func newShelf(t *testing.T) *shelf {
	t.Helper()
	s := &shelf{world: newWorld(t, func(c *Config) { c.Locator = town{} })}
	var texts []string
	for n := range 12 {
		texts = append(texts, fmt.Sprintf("nord [Rose] [%s] %[1]s", canaryOf(n)))
	}
	var written []review.Item
	for it, err := range items(texts) {
		if err != nil {
			t.Fatal(err)
		}
		it.Message.Author = "author"
		written = append(written, it)
	}
	if _, err := s.store.Import(t.Context(), s.project.ID, reviewtest.Items(written...)); err != nil {
		t.Fatal(err)
	}
	for m, err := range s.store.Messages(t.Context(), s.project.ID) {
		if err != nil {
			t.Fatal(err)
		}
		s.ids = append(s.ids, m.ID)
	}
	groups, err := s.store.Groups(t.Context(), s.project.ID, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		if g.Count > 1 {
			s.group = g.ID
		}
	}
	s.training(t, 2)
	s.label(t, review.Annotator, 2, bauta.Person)
	s.label(t, review.Reviewer, 5, bauta.Location)
	s.label(t, review.Adjudicator, 1, bauta.Location)
	s.label(t, review.Owner, 1, bauta.Location)
	s.gold(t, s.ids[len(s.ids)-1])
	s.hand(t, review.Annotator)
	for _, id := range s.ids {
		task, err := s.store.Task(t.Context(), s.project.ID, s.users[review.Annotator].ID, id)
		if err != nil {
			t.Fatal(err)
		}
		if task.State != "" {
			s.handed = append(s.handed, id)
		}
	}
	if s.group == 0 || len(s.handed) != 3 {
		t.Fatalf("group %d, handed out %v of %v", s.group, s.handed, s.ids)
	}
	return s
}

// hand hands the next message out.
func (s *shelf) hand(t *testing.T, role review.Role) review.Task {
	t.Helper()
	task, err := s.store.Next(t.Context(), s.project.ID, s.users[role].ID)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// label makes somebody label "Rose" in their next n messages.
func (s *shelf) label(t *testing.T, role review.Role, n int, as bauta.Label) {
	t.Helper()
	for range n {
		task := s.hand(t, role)
		s.says(t, task, review.ActLabel, s.users[role].ID, as)
	}
}

// gold settles a message.
func (s *shelf) gold(t *testing.T, message int64) {
	t.Helper()
	m, err := s.store.Message(t.Context(), s.project.ID, message)
	if err != nil {
		t.Fatal(err)
	}
	s.says(t, review.Task{Stored: m, Version: -1}, review.ActGold, s.users[review.Adjudicator].ID, bauta.Organization)
}

func (s *shelf) says(t *testing.T, task review.Task, act review.Act, user int64, as bauta.Label) {
	t.Helper()
	at := strings.Index(task.Message.Text, "Rose")
	_, err := s.store.Annotate(t.Context(), review.Annotation{
		ID: newID(s.now()), Project: s.project.ID, User: user, Message: task.ID, Act: act, Expect: task.Version,
		Spans: []bauta.Span{{Start: at, End: at + len("Rose"), Label: as}},
	})
	if err != nil {
		t.Fatal(err)
	}
}

// requests are what an attentive reader would send to a route, about a message:
// path and body.
func (s *shelf) requests(pattern string, message int64) [][2]string {
	_, path, _ := strings.Cut(pattern, " ")
	path = strings.NewReplacer("{slug}", "sms", "{$}", "", "{message}", itoa(message), "{token}", "x").Replace(path)
	var out [][2]string
	add := func(bodies ...any) {
		for _, b := range bodies {
			data, _ := json.Marshal(b)
			out = append(out, [2]string{path, string(data)})
		}
	}
	id, three := newID(s.now()), []bool{false, false, false, false}
	switch path[strings.LastIndex(path, "/api/")+1:] {
	case "api/claim":
		add(claimAsk{Token: id, Order: review.ByLeak, Have: []int64{}, Count: true})
	case "api/desk":
		add(deskAsk{Group: s.group, All: true})
	case "api/decide":
		add(decideAsk{ID: id, Scope: "group", Effect: "flag", Group: s.group, Expect: -1})
	case "api/look":
		add(decideAsk{ID: id, Scope: "word", Effect: "keep", Group: s.group, Expect: -1})
	case "api/context":
		add(contextAsk{message})
	case "api/search":
		add(searchAsk{Pattern: canary})
	case "api/annotate/task":
		add(taskAsk{}, taskAsk{Message: message}, taskAsk{Message: message, Step: 1}, taskAsk{Message: message, Step: -1})
	case "api/annotate/save":
		add(saveAsk{ID: id, Message: message, Act: "skip", Reason: "later", At: []int{}, Cuts: []int{}, Marks: []string{}, Expect: -1})
	case "api/annotate/examples":
		for _, m := range s.handed {
			add(examplesAsk{Message: m, Pattern: canary}, examplesAsk{Message: m, Pattern: canary, Gold: true})
		}
		add(examplesAsk{Message: message, Pattern: canary})
	case "api/location/task":
		add(placeAsk{}, placeAsk{Message: message, This: true})
	case "api/location/look", "api/location/author":
		add(lookAtAsk{message, three})
	case "api/location/accept":
		add(acceptAsk{ID: id, Message: message, Out: three, Threshold: 0.9, Sure: true})
	default:
		add(struct{}{})
	}
	return out
}

// TestWhoSawTexts sends every role to every address about every message, each
// time in a session of its own. Where texts come back, it was allowed, and the
// audit tells of this person and this project; an annotator gets what was handed
// to them, and no more. No answer may be kept by anybody.
func TestWhoSawTexts(t *testing.T) {
	s := newShelf(t)
	deciding := []review.Role{review.Owner, review.Reviewer, review.Adjudicator}
	annotating := append([]review.Role{review.Annotator}, deciding...)
	auditing := append([]review.Role{review.PrivacyOfficer}, deciding...)
	want := map[string][]review.Role{ // who gets texts at an address, at least once
		"POST /p/{slug}/api/claim": deciding, "POST /p/{slug}/api/desk": deciding, "POST /p/{slug}/api/look": deciding,
		"POST /p/{slug}/api/search": deciding, "POST /p/{slug}/api/context": annotating,
		"GET /p/{slug}/annotate": annotating, "GET /p/{slug}/annotate/{message}": annotating, "POST /p/{slug}/api/annotate/task": annotating,
		"POST /p/{slug}/api/annotate/examples": annotating, "POST /p/{slug}/api/annotate/save": annotating,
		"GET /p/{slug}/adjudicate": {review.Owner, review.Adjudicator}, "POST /p/{slug}/api/adjudicate/next": {review.Owner, review.Adjudicator},
		"GET /p/{slug}/location": auditing, "POST /p/{slug}/api/location/task": auditing,
		"POST /p/{slug}/api/location/accept": auditing, "POST /p/{slug}/api/location/author": auditing,
		"GET /p/{slug}/audit": auditing, "GET /p/{slug}/second": deciding,
	}
	got := map[string]map[review.Role]bool{}
	for _, rt := range s.table() {
		if strings.Contains(rt.pattern, "people") || strings.Contains(rt.pattern, "sign-out") {
			continue // ends sessions, and shows nothing of messages
		}
		if rt.pattern == "GET /p/{slug}/audit" {
			s.as(t, s.users[review.Owner].ID).post("/p/sms/audit/begin", nil)
		}
		for role, u := range s.users {
			s.pass(time.Hour) // leases of those before end
			about := s.ids[:1]
			if role == review.Annotator { // one of theirs, and two that others had
				about = []int64{s.ids[0], s.ids[2], s.ids[len(s.ids)-1]}
			}
			for _, id := range about {
				for _, ask := range s.requests(rt.pattern, id) {
					if s.sawTexts(t, rt.pattern, ask, u, role) {
						if got[rt.pattern] == nil {
							got[rt.pattern] = map[review.Role]bool{}
						}
						got[rt.pattern][role] = true
					}
				}
			}
		}
	}
	for pattern, roles := range want {
		for _, role := range roles {
			if !got[pattern][role] {
				t.Errorf("%s shows a %s nothing: the test does not reach it", pattern, role)
			}
		}
	}
	for pattern, roles := range got {
		for role := range roles {
			if want[pattern] != nil && !slices.Contains(want[pattern], role) {
				t.Errorf("%s shows texts to a %s", pattern, role)
			}
		}
	}
}

// sawTexts sends one request and holds its answer against the laws; it tells
// whether there was text in it.
func (s *shelf) sawTexts(t *testing.T, pattern string, ask [2]string, u review.User, role review.Role) bool {
	t.Helper()
	before, err := s.store.Entries(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	method, _, _ := strings.Cut(pattern, " ")
	res, body := s.as(t, u.ID).do(method, ask[0], "application/json", ask[1])
	if got := res.Header.Values("Cache-Control"); len(got) == 0 || got[0] != "no-store" {
		t.Errorf("%s: Cache-Control %q", pattern, got)
	}
	if !strings.Contains(body, canary) {
		return false
	}
	entries, err := s.store.Entries(t.Context(), 20)
	if err != nil {
		t.Fatal(err)
	}
	noted := func(e review.Entry) bool {
		looks := []string{"sight", "context", "search", "view", "author"}
		return e.Seq > before[0].Seq && e.User == u.ID && e.Object == "project sms" && slices.Contains(looks, e.Action)
	}
	if !slices.ContainsFunc(entries, noted) {
		t.Errorf("%s shows a %s texts, and the audit does not tell", pattern, role)
	}
	for n, id := range s.ids {
		if role == review.Annotator && strings.Contains(body, canaryOf(n)) && !s.has(t, u.ID, id) {
			t.Errorf("%s %s shows an annotator message %d, which was not handed to them", pattern, ask[1], id)
		}
	}
	return true
}

// has tells whether a message was handed to somebody, by now.
func (s *shelf) has(t *testing.T, user, message int64) bool {
	t.Helper()
	task, err := s.store.Task(t.Context(), s.project.ID, user, message)
	if err != nil && !errors.Is(err, review.ErrNotFound) {
		t.Fatal(err)
	}
	return task.State != ""
}

// TestAnnotatorsDoNotSeeOthersLabels: neither in examples nor in what a word was
// labelled as before, whether or not the message is a blind one.
func TestAnnotatorsDoNotSeeOthersLabels(t *testing.T) {
	s := newShelf(t)
	c := s.as(t, s.users[review.Annotator].ID)
	for _, id := range s.handed {
		var task taskWire
		if code := c.ask("annotate/task", taskAsk{Message: id}, &task); code != http.StatusOK {
			t.Fatalf("task: %d", code)
		}
		for _, b := range task.Before {
			labels := map[string]int{}
			for _, l := range b.Labels {
				labels[l.Label] = l.N
			}
			if b.Others != 0 || labels[string(bauta.Location)] != 0 {
				t.Errorf("message %d: before %v, %d of others", id, slices.Collect(maps.Keys(labels)), b.Others)
			}
		}
		var found examplesWire
		c.ask("annotate/examples", examplesAsk{Message: id, Pattern: "Rose"}, &found)
		if found.Found == 0 {
			t.Error("one's own are not found")
		}
		for _, hit := range found.Hits {
			if slices.Contains(hit.Marks, string(bauta.Location)) || hit.By == "another annotator" {
				t.Errorf("message %d: found %v by %s", id, hit.Marks, hit.By)
			}
		}
	}
}

// TestLooksAreNotedEachTime: what is read beside the work that is handed out is
// noted with its number, each time, within one session too.
func TestLooksAreNotedEachTime(t *testing.T) {
	s := newShelf(t)
	c := s.as(t, s.users[review.Owner].ID)
	message := s.ids[0]
	for range 2 {
		c.ask("context", contextAsk{message}, nil)
		c.ask("location/task", placeAsk{Message: message, This: true}, nil)
		c.get("/p/sms/annotate/" + itoa(message))
	}
	entries, err := s.store.Entries(t.Context(), 50)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, e := range entries {
		if e.Detail["message"] == float64(message) {
			got[fmt.Sprint(e.Action, " ", e.Detail["screen"])]++
		}
	}
	for _, look := range []string{"context <nil>", "view location", "view annotate"} {
		if got[look] != 2 {
			t.Errorf("%s: %d rows of 2", look, got[look])
		}
	}
}
