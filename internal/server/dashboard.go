package server

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// dashboardRoutes is where a project stands, and the audit sample.
func (s *Server) dashboardRoutes() []route {
	return []route{
		{"GET /p/{slug}/dashboard", everyRole, s.showDashboard},
		{"GET /p/{slug}/audit", auditors.shown("audit"), s.showAudit},
		{"POST /p/{slug}/audit/begin", auditors, s.beginAudit},
		{"POST /p/{slug}/audit/save", auditors, s.saveAudit},
	}
}

// allRows is how much of the log the figures read.
const allRows = 1_000_000

// dashboardView is what the page shows. The whole project's effort is for
// everybody, one's own pace for oneself alone.
type dashboardView struct {
	Progress   review.Progress
	All        review.Effort
	Mine       review.Effort
	Tally      tally
	Curve      []bar
	Way        *wayView        // nil: nothing is decided
	Annotation *annotationView // nil: nobody has annotated
}

// wayView is how the open questions became fewer, as a line.
type wayView struct {
	From, To, Steps int
	Points          string
}

// The drawing of a way: its size, and at most how many points.
const (
	wayWidth  = 600
	wayHeight = 150
	wayPoints = 120
)

// wayOf draws the questions left over the decisions that stand: from all to what is
// left, in between by the places that were decided until then.
func wayOf(now review.Progress, log []review.Logged) *wayView {
	sums := []int{0}
	for _, d := range slices.Backward(log) {
		settles := d.Effect == review.Mask || d.Effect == review.Keep || d.Effect == review.Accept
		if settles && !d.Undone && !d.Again && d.Affected > 0 {
			sums = append(sums, sums[len(sums)-1]+d.Affected)
		}
	}
	steps, all := len(sums)-1, sums[len(sums)-1]
	if steps == 0 || now.Occurrences == 0 {
		return nil
	}
	out := &wayView{From: now.Occurrences, To: now.LeftOcc, Steps: steps}
	var line strings.Builder
	for n := range min(steps, wayPoints) + 1 {
		i := n * steps / min(steps, wayPoints)
		left := float64(out.From) - float64(out.From-out.To)*float64(sums[i])/float64(all)
		fmt.Fprintf(&line, "%.1f,%.1f ", wayWidth*float64(i)/float64(steps), wayHeight*(1-left/float64(out.From)))
	}
	out.Points = strings.TrimSpace(line.String())
	return out
}

// bar is one column of the chart: a hundred decisions.
type bar struct {
	X, Y, Height int // in the chart's own units, 100 high
	From, To     int
	Seconds      float64
}

// showDashboard is the page of figures.
func (s *Server) showDashboard(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	progress, err := s.store.Progress(ctx, me.Project.ID)
	view := dashboardView{Progress: progress}
	var log []review.Logged
	if err == nil {
		log, err = s.store.Decisions(ctx, me.Project.ID, 0, allRows)
	}
	if err == nil {
		view.Annotation, err = s.annotation(ctx)
	}
	if err == nil {
		view.Tally, err = s.tally(ctx)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	view.All = review.Measure(progress, log)
	view.Way = wayOf(progress, log)
	view.Mine = review.Measure(progress, slices.DeleteFunc(log, func(d review.Logged) bool { return d.User != me.ID }))
	if len(view.Mine.LearningCurve) > 1 {
		view.Curve = bars(view.Mine.LearningCurve)
	}
	s.render(w, r, http.StatusOK, "dashboard", page{Title: "tab.dashboard", Body: view})
}

// bars lays a learning curve out, the highest column 100 units high.
func bars(curve []review.Curve) []bar {
	top := 0.0
	for _, c := range curve {
		top = max(top, c.Seconds)
	}
	var out []bar
	for i, c := range curve {
		h := 0
		if top > 0 {
			h = int(100 * c.Seconds / top)
		}
		out = append(out, bar{X: 24 * i, Y: 100 - h, Height: h, From: c.From + 1, To: c.From + 100, Seconds: c.Seconds})
	}
	return out
}
