package server

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// BenchmarkAuditScreen saves a screen of the audit of 100,000 messages and gets the next
// one: ms/p95 is what whoever looks waits for.
func BenchmarkAuditScreen(b *testing.B) {
	w := newWorld(b, nil)
	owner := w.users[review.Owner].ID
	p, err := w.store.CreateProject(b.Context(), review.Project{Slug: "long", Seed: "s", LeakLimit: 0.001})
	if err == nil {
		err = w.store.SetMember(b.Context(), review.Member{Project: p.ID, User: owner, Role: review.Owner}, owner)
	}
	if err == nil {
		_, err = w.store.Import(b.Context(), p.ID, reviewtest.Many(100_000, 10))
	}
	if err != nil {
		b.Fatal(err)
	}
	c := w.as(b, owner)
	c.post("/p/long/audit/begin", nil)
	key := regexp.MustCompile(`name="row" value="([0-9a-f]+)"`)
	_, body := c.get("/p/long/audit")
	var took []float64
	for b.Loop() {
		form := url.Values{}
		for _, m := range key.FindAllStringSubmatch(body, -1) {
			form.Add("row", m[1])
		}
		for _, row := range regexp.MustCompile(`(?s)<li>.*?</li>`).FindAllString(body, -1) {
			if !regexp.MustCompile(`<mark>`).MatchString(row) { // a canary
				form.Add("leaks", key.FindStringSubmatch(row)[1])
			}
		}
		began := time.Now()
		if res, _ := c.post("/p/long/audit/save", form); res.StatusCode != http.StatusSeeOther {
			b.Fatalf("save: %d", res.StatusCode)
		}
		_, body = c.get("/p/long/audit")
		took = append(took, float64(time.Since(began).Microseconds())/1000)
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "ms/p50")
	b.ReportMetric(took[len(took)*95/100], "ms/p95")
}
