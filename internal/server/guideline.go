package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/guidelines"
)

// guidelineRoutes is the versions of the guidelines.
func (s *Server) guidelineRoutes() []route {
	return []route{
		{"GET /p/{slug}/guidelines", everyRole, s.showGuidelines},
		{"POST /p/{slug}/guidelines", adjudicators, s.publish},
	}
}

// block is one part of a guideline: a heading, a paragraph, a list, a table.
type block struct {
	Level int         // of a heading, 2 to 4; else 0
	Text  []piece     // of a heading or a paragraph
	Items [][]piece   // of a list
	Head  [][]piece   // of a table, cells
	Rows  [][][]piece // of a table, cells of each row
}

// piece is a stretch of text, Strong where it stood between two pairs of
// asterisks.
type piece struct {
	Text   string
	Strong bool
}

// blocks reads the Markdown of guidelines: headings, lists, tables, paragraphs,
// and what is strong. Anything else is a paragraph.
func blocks(text string) []block {
	var out []block
	open := "" // what the line before was
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		kind := "text"
		switch {
		case line == "":
			kind = ""
		case strings.HasPrefix(line, "#"):
			title := strings.TrimLeft(line, "#")
			out = append(out, block{Level: min(4, len(line)-len(title)+1), Text: strong(strings.TrimSpace(title))})
			kind = "heading"
		case strings.HasPrefix(line, "- "), strings.HasPrefix(line, "* "):
			kind = "list"
			if open != kind {
				out = append(out, block{})
			}
			out[len(out)-1].Items = append(out[len(out)-1].Items, strong(line[2:]))
		case strings.HasPrefix(line, "|"):
			kind = "table"
			cells := row(line)
			switch {
			case open != kind:
				out = append(out, block{Head: cells})
			case !rule(line):
				out[len(out)-1].Rows = append(out[len(out)-1].Rows, cells)
			}
		case open == "text":
			out[len(out)-1].Text = append(out[len(out)-1].Text, strong(" "+line)...)
		case open == "list":
			kind = "list"
			last := out[len(out)-1].Items
			last[len(last)-1] = append(last[len(last)-1], strong(" "+line)...)
		default:
			out = append(out, block{Text: strong(line)})
		}
		open = kind
	}
	return out
}

// row cuts a line of a table into cells.
func row(line string) (cells [][]piece) {
	for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		cells = append(cells, strong(strings.TrimSpace(cell)))
	}
	return cells
}

// rule reports the line of dashes below a table's head.
func rule(line string) bool { return strings.Trim(line, "|-: ") == "" }

// strong cuts a text at its pairs of asterisks.
func strong(text string) (out []piece) {
	for i, part := range strings.Split(text, "**") {
		if part != "" {
			out = append(out, piece{part, i%2 == 1})
		}
	}
	return out
}

// guideline is the one in force for a language.
func (s *Server) guideline(ctx context.Context, lang string) ([]block, error) {
	p := whoIs(ctx).Project
	versions, err := s.store.Guidelines(ctx, p.ID)
	return blocks(inForce(versions, cmp.Or(lang, p.Lang), p.Lang)), err
}

// inForce is the newest version for a language or, where it has none, for the
// project's language; before the first, what projects start with.
func inForce(versions []review.Guideline, lang, fallback string) string {
	for _, l := range []string{lang, fallback} {
		if i := slices.IndexFunc(versions, func(g review.Guideline) bool { return g.Lang == l }); i >= 0 {
			return versions[i].Text
		}
	}
	return guidelines.Text(lang)
}

// guidelinesView is what the page shows.
type guidelinesView struct {
	Version  int
	Lang     string
	Langs    []choice
	Now      []block
	Text     string // as it is edited
	May      bool   // publish
	Versions []versionRow
}

// versionRow is one version.
type versionRow struct {
	review.Guideline
	By string
}

// Language is what the version's language calls itself.
func (v versionRow) Language() string { return ownName(v.Lang) }

// showGuidelines shows the guideline of a language, its versions, and to whom
// may publish the form for a new one.
func (s *Server) showGuidelines(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	versions, err := s.store.Guidelines(ctx, me.Project.ID)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	lang := r.URL.Query().Get("lang")
	known := guidelines.Languages()
	if !slices.Contains(known, me.Project.Lang) && me.Project.Lang != "" {
		known = append(known, me.Project.Lang)
	}
	if !slices.Contains(known, lang) {
		lang = me.Project.Lang
	}
	view := guidelinesView{
		Version: me.Project.Guideline, Lang: lang, May: adjudicators.may(me.Role), Text: inForce(versions, lang, lang),
	}
	view.Now = blocks(view.Text)
	for _, l := range known {
		view.Langs = append(view.Langs, choice{l, ownName(l), l == lang})
	}
	names := s.names()
	for _, g := range versions {
		view.Versions = append(view.Versions, versionRow{g, names.of(ctx, g.User)})
	}
	s.render(w, r, http.StatusOK, "guidelines", page{Title: "tab.guidelines", Body: view})
}

// publish puts a new version in force; what was labelled under older ones is
// offered for revisit.
func (s *Server) publish(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	lang := r.PostForm.Get("lang")
	if !slices.Contains(guidelines.Languages(), lang) && lang != me.Project.Lang {
		s.fail(w, r, errBadInput)
		return
	}
	text := strings.ReplaceAll(r.PostForm.Get("text"), "\r\n", "\n")
	if _, err := s.store.Publish(r.Context(),
		review.Guideline{Project: me.Project.ID, Lang: lang, Text: text, User: me.ID}); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/p/"+me.Project.Slug+"/guidelines?lang="+lang, http.StatusSeeOther)
}
