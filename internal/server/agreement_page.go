package server

import (
	"context"
	"fmt"
	"math"
	"net/http"

	"github.com/bauta/bauta/internal/agreement"
	"github.com/bauta/bauta/internal/review"
)

// pageRounds are the draws of the bootstrap for the page; the command draws
// more.
const pageRounds = 200

// agreementView is what the page shows.
type agreementView struct {
	Figures []figureRow
	Labels  []labelRow
	Pairs   []pairView
	Self    []selfRow
	Unseen  []figureRow // without the messages labelled with the panel open
	N       int         // messages
	Tokens  int
}

// figureRow is a figure with its interval, or why there is none.
type figureRow struct {
	Name, Says string
	Undefined  string
}

// labelRow is the agreement on one label.
type labelRow struct {
	Label        string
	Kappa, Spans figureRow
}

// selfRow is how far one annotator agrees with themselves.
type selfRow struct {
	Who            string
	Messages, Same int
	Kappa          figureRow
}

// pairView is two annotators: their figures and how they label the same tokens.
type pairView struct {
	A, B    string
	Figures []figureRow
	Names   []string
	Rows    []matrixRow
	Width   int // of the drawing
	Height  int
}

// matrixRow is a row of the confusion matrix: what A said.
type matrixRow struct {
	Label string
	Y     int
	Cells []cellView
}

// cellView is one cell; Shade is 0 to 100, relative to its row.
type cellView struct {
	N, X, Y int
	Shade   string // opacity
}

const (
	cellSize  = 44
	cellsLeft = 120 // room for the names of rows
	cellsTop  = 24
)

func figure(name string, v agreement.Value) figureRow {
	out := figureRow{Name: name, Undefined: v.Undefined}
	if v.Undefined == "" {
		out.Says = places(v.X)
		if v.Interval != nil {
			out.Says += fmt.Sprintf(" [%s, %s]", places(v.Interval.Low), places(v.Interval.High))
		}
	}
	return out
}

// places prints three decimal places; what rounds to nothing has no sign.
func places(x float64) string { return fmt.Sprintf("%.3f", math.Round(1000*x)/1000+0) }

func figures(r agreement.Report) []figureRow {
	return []figureRow{
		figure("Cohen’s kappa, all tokens, mean of pairs", r.Kappa),
		figure("kappa, tokens that somebody marked", r.Marked),
		figure("F1 of exact spans, per cent", r.Spans),
		figure("Krippendorff’s alpha", r.Alpha),
	}
}

// annotationView is what the dashboard says of annotation: how far it is, and
// how far people agree with each other and, asked twice, with themselves.
type annotationView struct {
	review.Work
	Figures  []figureRow
	Overlap  int // messages that two or more people labelled
	Repeated int // messages that somebody labelled twice
	Same     int // of these, alike both times
}

// annotation sums a project's annotation up; nil where nobody has begun.
func (s *Server) annotation(ctx context.Context) (*annotationView, error) {
	me := whoIs(ctx)
	work, err := s.store.Work(ctx, me.Project.ID, me.ID)
	if err != nil || work.Annotated == 0 {
		return nil, err
	}
	a, err := Agree(ctx, s.store, me.Project.ID, 0)
	if err != nil {
		return nil, err
	}
	out := &annotationView{Work: work, Figures: figures(a.Report), Overlap: a.Messages}
	for _, c := range a.Self {
		out.Repeated += c.Messages
		out.Same += c.Same
	}
	return out, nil
}

// agreementViewOf lays a report out.
func agreementViewOf(a Agreed) agreementView {
	out := agreementView{Figures: figures(a.Report), N: a.Messages, Tokens: a.Tokens}
	for _, l := range a.Labels {
		out.Labels = append(out.Labels, labelRow{l.Label, figure("", l.Kappa), figure("", l.Spans)})
	}
	for _, p := range a.Pairs {
		if p.Tokens > 0 {
			out.Pairs = append(out.Pairs, pairViewOf(p, a.Names))
		}
	}
	for _, c := range a.Self {
		out.Self = append(out.Self, selfRow{c.Annotator, c.Messages, c.Same, figure("", c.Kappa)})
	}
	if a.Unseen != nil {
		out.Unseen = figures(*a.Unseen)
	}
	return out
}

// pairViewOf draws the confusion of a pair.
func pairViewOf(p agreement.Pair, names []string) pairView {
	out := pairView{
		A: p.A, B: p.B, Names: names, Width: cellsLeft + cellSize*len(names), Height: cellsTop + cellSize*len(names),
		Figures: []figureRow{
			figure("kappa, all tokens", p.Kappa), figure("kappa, marked tokens", p.Marked),
			figure("span F1, per cent", p.Spans),
		},
	}
	for i, counts := range p.Confusion {
		row := matrixRow{Label: names[i], Y: cellsTop + cellSize*i}
		sum := 0
		for _, n := range counts {
			sum += n
		}
		for j, n := range counts {
			c := cellView{N: n, X: cellsLeft + cellSize*j, Y: row.Y, Shade: "0"}
			if n > 0 {
				c.Shade = fmt.Sprintf("%.2f", 0.15+0.5*float64(n)/float64(sum))
			}
			row.Cells = append(row.Cells, c)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// showAgreement is the page on how far annotators agree. Annotators see it when
// nothing is blind to them any more: totals give nobody's labels away, so they
// see the figures of the whole alone.
func (s *Server) showAgreement(w http.ResponseWriter, r *http.Request) {
	me := whoIs(r.Context())
	a, err := Agree(r.Context(), s.store, me.Project.ID, pageRounds)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	view := agreementViewOf(a)
	if !adjudicators.may(me.Role) {
		view.Pairs, view.Self = nil, nil
	}
	s.render(w, r, http.StatusOK, "agreement", page{Title: "tab.agreement", Body: view})
}
