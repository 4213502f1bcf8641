package server

import (
	"context"
	"net/http"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/review"
)

// dashboardRoutes is where a project stands, and the audit sample.
func (s *Server) dashboardRoutes() []route {
	return []route{
		{"GET /p/{slug}/dashboard", everyRole, s.showDashboard},
		{"GET /p/{slug}/audit", auditors, s.showAudit},
		{"POST /p/{slug}/audit/save", auditors, s.saveAudit},
	}
}

// showDashboard is the page of figures.
func (s *Server) showDashboard(w http.ResponseWriter, r *http.Request) {
	me := whoIs(r.Context())
	progress, err := s.store.Progress(r.Context(), me.Project.ID)
	var view dashboardView
	if err == nil {
		view.Progress = progress
		view.Tally, _, err = s.tally(r.Context())
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "dashboard", page{Title: "Dashboard", Body: view})
}

// dashboardView is what the page shows.
type dashboardView struct {
	Progress review.Progress
	Tally    tally
}

// allRows is how much of the log the figures read.
const allRows = 1_000_000

// tally is what the audit sample has shown: K of N messages leak.
type tally struct {
	K, N  int
	Upper float64 // with 95 % confidence fewer than this share of the messages leak (Clopper–Pearson)
	Limit float64 // above it nothing is released
}

// Within tells whether the bound is below the limit.
func (t tally) Within() bool { return t.N > 0 && t.Upper <= t.Limit }

// tally counts the looks of the audit, and gives my last one that stands.
func (s *Server) tally(ctx context.Context) (tally, string, error) {
	me := whoIs(ctx)
	rows, err := s.store.Decisions(ctx, me.Project.ID, 0, allRows)
	out, last := tally{Limit: me.Project.LeakLimit}, ""
	leaks := map[int64]bool{} // by message: the worst that anybody saw
	for _, d := range rows {
		if d.Scope != review.OnAudit || d.Undone {
			continue
		}
		leaks[d.Message] = leaks[d.Message] || d.Effect == review.Mask
		if d.User == me.ID && last == "" {
			last = d.ID
		}
	}
	for _, leak := range leaks {
		out.N++
		if leak {
			out.K++
		}
	}
	out.Upper = 1
	if out.N > 0 {
		out.Upper = eval.ClopperPearson(out.K, out.N).Upper
	}
	return out, last, err
}
