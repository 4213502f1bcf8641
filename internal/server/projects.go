package server

import (
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"github.com/bauta/bauta/internal/review"
)

// projectRoutes is what there is beside the work in a project: its beginning, and its rest.
func (s *Server) projectRoutes() []route {
	return []route{
		{"GET /projects", member, s.showProjects},
		{"POST /projects", member, s.makeProject},
		{"POST /p/{slug}/archive", owners, s.archive},
	}
}

// homeView is what the page of projects shows.
type homeView struct {
	Projects, Archived []projectRow
	Make               bool   // the reader may
	Lang               string // chosen for the new one
	Wrong              string // key
	Form               map[string]string
}

// projectRow is one project of the reader.
type projectRow struct {
	review.Project
	Progress review.Progress
	Role     review.Role
	Href     string
}

// Done is how many groups need nobody any more.
func (p projectRow) Done() int { return p.Progress.Groups - p.Progress.Left }

// Shelves reports that the reader may put the project by, or take it up again.
func (p projectRow) Shelves() bool {
	return owners.may(p.Role) && (p.State == review.Open || p.State == review.Frozen)
}

// home is where people land: at work where they have one project, else at all of theirs.
func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	view, err := s.projectsOf(r)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case len(view.Projects) == 1 && len(view.Archived) == 0:
		http.Redirect(w, r, view.Projects[0].Href, http.StatusSeeOther)
	default:
		s.render(w, r, http.StatusOK, "home", page{Title: "home.title", Body: view})
	}
}

// showProjects lists the reader's projects, and lets owners make another.
func (s *Server) showProjects(w http.ResponseWriter, r *http.Request) {
	s.renderProjects(w, r, http.StatusOK, "")
}

func (s *Server) renderProjects(w http.ResponseWriter, r *http.Request, code int, wrong string) {
	view, err := s.projectsOf(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	view.Wrong, view.Form = wrong, map[string]string{}
	for _, name := range []string{"slug", "name"} {
		view.Form[name] = r.PostForm.Get(name)
	}
	s.render(w, r, code, "home", page{Title: "home.title", Body: view})
}

// projectsOf is the projects of the reader.
func (s *Server) projectsOf(r *http.Request) (homeView, error) {
	me := whoIs(r.Context())
	view := homeView{Lang: s.languageOf(r)}
	projects, err := s.store.Projects(r.Context(), me.ID)
	if err != nil {
		return view, err
	}
	for _, p := range projects {
		row := projectRow{Project: p}
		if row.Role, err = s.store.Role(r.Context(), p.ID, me.ID); err == nil {
			row.Progress, err = s.store.Progress(r.Context(), p.ID)
		}
		if err != nil {
			return view, err
		}
		view.Make = view.Make || owners.may(row.Role)
		row.Href = "/p/" + p.Slug + "/" + s.landing(row)
		if p.State == review.Open {
			view.Projects = append(view.Projects, row)
		} else {
			view.Archived = append(view.Archived, row)
		}
	}
	return view, nil
}

// landing is the page on which a project's reader finds what is next.
func (s *Server) landing(p projectRow) string {
	switch {
	case p.State != review.Open:
		return "dashboard"
	case p.Progress.Messages == 0 && s.importers().may(p.Role):
		return "import"
	case deciders.may(p.Role):
		return desk(p.Progress)
	case p.Role == review.Annotator:
		return "annotate"
	}
	return "dashboard"
}

// makeProject makes a project, which its maker owns. Whoever owns none may not.
func (s *Server) makeProject(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	view, err := s.projectsOf(r)
	switch {
	case err != nil:
		s.fail(w, r, err)
		return
	case !view.Make:
		s.fail(w, r, errForbidden)
		return
	}
	slug, name := strings.TrimSpace(r.PostForm.Get("slug")), strings.TrimSpace(r.PostForm.Get("name"))
	lang, err := language.ParseBase(r.PostForm.Get("lang"))
	if err != nil || name == "" || len(name) > maxFileName {
		s.renderProjects(w, r, http.StatusUnprocessableEntity, "home.needs")
		return
	}
	if _, err := s.store.Project(r.Context(), slug); err == nil {
		s.renderProjects(w, r, http.StatusUnprocessableEntity, "home.taken")
		return
	}
	p, err := s.store.CreateProject(r.Context(), review.Fresh(slug, name, lang.String()))
	if err == nil {
		err = s.store.SetUp(r.Context(), p.ID, review.Setup{Training: review.Training, Prefill: true})
	}
	if err == nil {
		err = s.store.SetMember(r.Context(), review.Member{Project: p.ID, User: me.ID, Role: review.Owner}, me.ID)
	}
	if err == nil {
		err = s.note(r, me.ID, "make", "project "+p.Slug, nil)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/p/"+p.Slug+"/"+s.landing(projectRow{Project: p, Role: review.Owner}), http.StatusSeeOther)
}

// archive puts a project by, so that nothing more is imported, or takes it up again.
func (s *Server) archive(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me, to := whoIs(r.Context()), review.State(r.PostForm.Get("to"))
	if to != review.Open && to != review.Frozen {
		s.fail(w, r, errBadInput)
		return
	}
	if err := s.store.SetState(r.Context(), me.Project.ID, to, me.ID); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/projects", http.StatusSeeOther)
}
