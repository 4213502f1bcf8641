package server

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// TestProjects: an owner makes a project, owns it, puts it by and takes it up; others do not.
func TestProjects(t *testing.T) {
	w := harbour(t, quay{})
	c := w.as(t, w.users[review.Owner].ID)
	form := url.Values{"slug": {"tweets"}, "name": {"Tweets"}, "lang": {"de"}}
	res, _ := c.post("/projects", form)
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != "/p/tweets/import" {
		t.Fatalf("%d, to %s", res.StatusCode, res.Header.Get("Location"))
	}
	p, err := w.store.Project(t.Context(), "tweets")
	if err != nil || p.Lang != "de" || p.SecondAbove != review.SecondAbove || p.LeakLimit != review.LeakLimit || len(p.Labels) != 9 || p.Seed == "" {
		t.Errorf("%+v, %v", p, err)
	}
	if got := w.actions(t); !strings.HasPrefix(got, "make, role, ") && !strings.HasPrefix(got, "make, ") {
		t.Errorf("the audit has %s", got)
	}
	for name, bad := range map[string]url.Values{
		"the same short name": form, "a capital": {"slug": {"A"}, "name": {"A"}, "lang": {"de"}},
		"no name": {"slug": {"a"}, "lang": {"de"}}, "no language": {"slug": {"a"}, "name": {"A"}, "lang": {"x-y"}},
	} {
		if res, _ := c.post("/projects", bad); res.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
	}
	for role, u := range w.users {
		if role == review.Owner {
			continue
		}
		other := w.as(t, u.ID)
		if res, _ := other.post("/projects", url.Values{"slug": {"b"}, "name": {"B"}, "lang": {"fr"}}); res.StatusCode != http.StatusForbidden {
			t.Errorf("%s makes a project: %d", role, res.StatusCode)
		}
		if _, body := other.get("/projects"); strings.Contains(body, "Tweets") || strings.Contains(body, `name="slug"`) {
			t.Errorf("%s sees what is for others", role)
		}
	}
	for _, to := range []review.State{review.Frozen, review.Open} {
		if res, _ := c.post("/p/tweets/archive", url.Values{"to": {string(to)}}); res.StatusCode != http.StatusSeeOther {
			t.Errorf("to %s: %d", to, res.StatusCode)
		}
		p, err := w.store.Project(t.Context(), "tweets")
		if err != nil || p.State != to {
			t.Errorf("%s, not %s, %v", p.State, to, err)
		}
		_, body := c.get("/p/tweets/import")
		if takes := strings.Contains(body, `type="file"`); takes != (to == review.Open) {
			t.Errorf("%s: takes a file: %v", to, takes)
		}
	}
	if res, _ := c.post("/p/tweets/archive", url.Values{"to": {"released"}}); res.StatusCode != http.StatusBadRequest {
		t.Errorf("a release past its gates: %d", res.StatusCode)
	}
}
