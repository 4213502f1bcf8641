package server

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

const (
	deedA = "0190a000-0000-7000-8000-0000000000c1"
	deedB = "0190a000-0000-7000-8000-0000000000c2"
)

// TestMaskWhereSeen: a name that nothing found is searched, looked at, masked
// everywhere, shown as masked, and brought back.
func TestMaskWhereSeen(t *testing.T) {
	w := newWorld(t, nil, "salut Arthur, [Lucas] est là", "et Artur ?", "Arthur dort")
	c := w.as(t, w.users[review.Reviewer].ID)
	var found searchWire
	if code := c.ask("search", searchAsk{Pattern: "ARTHUR", Plain: true, Cursor: true}, &found); code != http.StatusOK || len(found.Talk) != 2 {
		t.Fatalf("search: %d, %d messages", code, len(found.Talk))
	}
	hit := found.Talk[0]
	if hit.Pieces[1] != "salut" || len(hit.Marks) != 1 || hit.Marks[0].Effect != "" || hit.Hit[0] != 6 {
		t.Errorf("message: %+v", hit)
	}
	all := decideAsk{ID: deedA, Scope: "word", Effect: "mask", Message: hit.Message, Start: 6, End: 12, Expect: -1, Screen: "mark"}
	var look previewWire
	if code := c.ask("look", all, &look); code != http.StatusOK || look.Passed != 2 || len(look.Places) != 2 || look.Places[1].Hit != "Arthur" {
		t.Fatalf("preview: %d %+v", code, look)
	}
	var out outcomeWire
	if code := c.ask("decide", all, &out); code != http.StatusOK || out.Affected != 2 {
		t.Fatalf("decide: %d %+v", code, out)
	}
	var talk talkWire
	c.ask("message", messageAsk{Message: hit.Message}, &talk)
	if len(talk.Messages) != 3 || !talk.Messages[0].Here || talk.Messages[0].Marks[0].Effect != "mask" || talk.Messages[2].Marks[0].Stands != "[PERSON]" {
		t.Errorf("conversation: %+v", talk)
	}
	var like alikeWire
	c.ask("alike", alikeAsk{hit.Message, 6, 12}, &like)
	if len(like.Alike) != 1 || like.Alike[0].Hit != "Artur" || like.Alike[0].How != review.SameStem {
		t.Errorf("alike: %+v", like)
	}
	undo := decideAsk{ID: deedB, Scope: "undo", Of: deedA, Expect: -1, Screen: "mark"}
	if code := c.ask("decide", undo, &out); code != http.StatusOK || out.Affected != 2 {
		t.Errorf("undo: %d %+v", code, out)
	}
	for _, bad := range []decideAsk{
		{ID: deedA, Scope: "group", Effect: "mask", Message: hit.Message, Start: 6, End: 12, Screen: "mark"},
		{ID: deedA, Scope: "word", Effect: "mask", Message: hit.Message, Start: 6, End: 12, Screen: "elsewhere"},
		{ID: deedA, Scope: "word", Effect: "mask", Message: hit.Message, Start: 6, End: 12, Label: "NONE"},
		{ID: deedA, Scope: "word", Effect: "mask", Message: hit.Message, Start: 12, End: 6},
	} {
		if code := c.ask("look", bad, nil); code < 400 || code >= 500 {
			t.Errorf("%+v: %d", bad, code)
		}
	}
	for path, want := range map[string]int{"/p/sms/m/1": 200, "/p/sms/m/99": 404, "/p/sms/m/x": 404, "/p/sms/search": 200} {
		res, body := c.get(path)
		if res.StatusCode != want || strings.Contains(body, "Arthur") {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
	}
}

// TestAnswersAreNamed: who hears the page is told which answers stand together.
func TestAnswersAreNamed(t *testing.T) {
	w := newWorld(t, nil, "salut")
	_, body := w.as(t, w.users[review.Reviewer].ID).get("/p/sms/search")
	groups := regexp.MustCompile(`(?s)<div class="pair" role="group" aria-label="([^"]+)">(.*?)</div>`).FindAllStringSubmatch(body, -1)
	if len(groups) != 2 {
		t.Fatalf("%d groups of answers", len(groups))
	}
	for i, want := range []string{"Mask mask always", "Leave keep never"} {
		got := groups[i][1]
		for _, m := range regexp.MustCompile(`data-do="([a-z]+)"`).FindAllStringSubmatch(groups[i][2], -1) {
			got += " " + m[1]
		}
		if got != want {
			t.Errorf("answers %q, want %q", got, want)
		}
	}
}
