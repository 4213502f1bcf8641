package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/review"
)

// importRoutes is the import of messages: a file is sent in, looked at, and read.
func (s *Server) importRoutes() []route {
	if s.porter == nil {
		return nil
	}
	return []route{
		{"GET /p/{slug}/import", s.importers(), s.showImport},
		{"POST /p/{slug}/import", s.importers(), s.upload},
		{"POST /p/{slug}/import/file", s.importers(), s.decideFile},
		{"GET /p/{slug}/import/progress", s.importers(), s.importProgress},
		{"POST /p/{slug}/export", s.importers(), s.export},
	}
}

// importers is who takes messages in and out: nobody where there is no pipeline.
func (s *Server) importers() access {
	if s.porter == nil {
		return access{}
	}
	return owners
}

// importView is what the page shows.
type importView struct {
	Stage       stage
	Open        bool // the project takes messages
	Wrong       string
	File        string
	Look        formats.Look
	Told        bool
	Fields      []fieldRow
	Says        []string
	Encoding    string
	NoHeader    bool
	Encodings   []string
	Policies    []string
	Done, Total int
	Result      review.Imported
	Mega        int // of the bound on files
}

// fieldRow is a column of the file: what it is, and what stands in it first.
type fieldRow struct {
	formats.Field
	Number int // of a column that has no name
	Is     string
	Values []string
}

// isText is what a field says that holds the message.
const isText = "text"

// says is what a column may be, beside nothing.
func says() []string { return []string{isText, "ID", "conversation", "author", "time", "language"} }

// showImport is the page, at whichever stage the file is.
func (s *Server) showImport(w http.ResponseWriter, r *http.Request) {
	s.renderImport(w, r, http.StatusOK, "")
}

func (s *Server) renderImport(w http.ResponseWriter, r *http.Request, code int, wrong string) {
	p := whoIs(r.Context()).Project
	in := s.intakes.see(p.ID)
	view := importView{
		Stage: in.stage, Open: p.State == review.Open, File: in.file.Name, Look: in.look, Told: in.look.Told(),
		Wrong: cmp.Or(wrong, in.wrong), Says: says(), Encoding: in.how.Encoding, NoHeader: in.how.NoHeader,
		Encodings: []string{"", "utf-8", "windows-1252", "iso-8859-1", "utf-16"}, Policies: s.porter.Policies(p.Lang),
		Done: in.done, Total: in.total, Result: in.result, Mega: maxUpload >> 20,
	}
	_, named := in.look.Keys()
	for i, f := range in.look.Fields {
		row := fieldRow{Field: f, Is: f.Says}
		if !named {
			row.Number = i + 1
		}
		if f.Role == formats.Text {
			row.Is = isText
		}
		for _, line := range in.look.Lines {
			if i < len(line) {
				row.Values = append(row.Values, line[i])
			}
		}
		view.Fields = append(view.Fields, row)
	}
	if len(in.look.Lines) > 0 {
		if err := s.noteSight(r, "import"); err != nil {
			s.fail(w, r, err)
			return
		}
	}
	s.render(w, r, code, "import", page{Title: "tab.import", Body: view})
}

// uploadTime is how long a file may take to arrive.
const uploadTime = 10 * time.Minute

// upload takes a file in, and looks at it.
func (s *Server) upload(w http.ResponseWriter, r *http.Request) {
	me := whoIs(r.Context())
	if me.Project.State != review.Open {
		s.renderImport(w, r, http.StatusUnprocessableEntity, "")
		return
	}
	if err := s.intakes.begin(me.Project.ID); err != nil {
		s.renderImport(w, r, http.StatusServiceUnavailable, s.say(r, "import.busy"))
		return
	}
	f, err := sentFile(w, r)
	var l formats.Look
	if err == nil {
		if l, err = looked(f, formats.Mapping{}); err != nil {
			err = errUnread{err}
		}
	}
	if err == nil {
		err = s.noteLook(r, "upload", map[string]any{"bytes": len(f.Data)})
	}
	s.intakes.change(me.Project.ID, arriving, func(in *intake) {
		in.stage = failed
		if err == nil {
			in.stage, in.file, in.look, in.how = waiting, f, l, l.Mapping("", false)
		}
	})
	s.afterFile(w, r, err)
}

// errUnread is a file that nothing can be read from, and why.
type errUnread struct{ error }

// afterFile shows the page as it is after a form, or what was wrong with the file.
func (s *Server) afterFile(w http.ResponseWriter, r *http.Request, err error) {
	var unread errUnread
	var tooBig *http.MaxBytesError
	switch {
	case errors.As(err, &unread):
		s.renderImport(w, r, http.StatusUnprocessableEntity, s.say(r, "import.unread", unread.Error()))
	case errors.As(err, &tooBig):
		s.renderImport(w, r, http.StatusRequestEntityTooLarge, s.say(r, "import.big", maxUpload>>20))
	case err != nil:
		s.fail(w, r, err)
	default:
		http.Redirect(w, r, "/p/"+whoIs(r.Context()).Project.Slug+"/import", http.StatusSeeOther)
	}
}

// sentFile is the file of a form, with no copy on any disk.
func sentFile(w http.ResponseWriter, r *http.Request) (File, error) {
	// An error: this connection keeps its deadline.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(uploadTime))
	if whole, ok := r.Context().Value(bodyKey{}).(io.ReadCloser); ok {
		r.Body = http.MaxBytesReader(w, whole, maxUpload+maxBody)
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return File{}, errBadInput
	}
	for {
		part, err := parts.NextPart()
		if err != nil {
			return File{}, errBadInput
		}
		if part.FormName() == "file" {
			return readPart(part)
		}
	}
}

// readPart reads a file.
func readPart(part *multipart.Part) (File, error) {
	data, err := io.ReadAll(part)
	var tooBig *http.MaxBytesError
	switch {
	case errors.As(err, &tooBig):
		return File{}, err
	case err != nil || len(data) == 0:
		return File{}, errUnread{errors.New("the file is empty, or did not arrive whole")}
	}
	name := path.Base(strings.ReplaceAll(part.FileName(), `\`, "/"))
	if len(name) > maxFileName || strings.Trim(name, "-./") == "" {
		name = "file" + path.Ext(name)[:min(len(path.Ext(name)), 8)]
	}
	return File{name, data}, nil
}

// maxFileName bounds the name of a file, in bytes.
const maxFileName = 255

// decideFile does what the form of a file that waits asks: look once more, read it, or
// let it go.
func (s *Server) decideFile(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	switch act := r.PostForm.Get("act"); act {
	case "drop":
		err := s.noteLook(r, "import dropped", map[string]any{"stage": string(s.intakes.drop(me.Project.ID))})
		s.afterFile(w, r, err)
	case "look", "start":
		s.afterFile(w, r, s.lookAgain(r, act == "start"))
	default:
		s.fail(w, r, errBadInput)
	}
}

// lookAgain looks at a file as the form says it is to be read, and begins to read it.
func (s *Server) lookAgain(r *http.Request, start bool) error {
	me := whoIs(r.Context())
	in := s.intakes.see(me.Project.ID)
	if in.stage != waiting {
		return nil // somebody was faster: the page shows what became of it
	}
	policy := r.PostForm.Get("policy")
	if start && !slices.Contains(s.porter.Policies(me.Project.Lang), policy) {
		return errBadInput
	}
	how := mappingOf(&in, r)
	l, err := looked(in.file, how)
	if err != nil {
		return errUnread{err}
	}
	how = l.Mapping(how.Encoding, how.NoHeader)
	if start {
		if err := s.noteLook(r, "import begun", map[string]any{"bytes": len(in.file.Data)}); err != nil {
			return err
		}
	}
	s.intakes.change(me.Project.ID, waiting, func(in *intake) {
		in.look, in.how = l, how
		if !start {
			return
		}
		in.stage = reading
		in.cancel = s.beside(func(ctx context.Context) { s.takeIn(ctx, me.Project, me.ID, policy) })
	})
	return nil
}

// mappingOf is how the form says that a file is read. Where the first row is another
// thing than it was taken for, columns are called otherwise.
func mappingOf(in *intake, r *http.Request) formats.Mapping {
	m := formats.Mapping{
		Format: in.how.Format, Encoding: r.PostForm.Get("encoding"), NoHeader: r.PostForm.Get("noheader") != "",
	}
	if in.look.Told() {
		return m
	}
	keys, _ := in.look.Keys()
	switch {
	case m.NoHeader == in.how.NoHeader:
	case m.NoHeader:
		for i := range keys {
			keys[i] = strconv.Itoa(i + 1)
		}
	case len(in.look.Lines) > 0:
		keys = in.look.Lines[0]
	}
	for i, key := range keys {
		is := r.PostForm.Get(fmt.Sprint("field", i))
		if is == isText {
			m.Text = append(m.Text, key)
		} else if to := m.Place(is); to != nil {
			*to = key
		}
	}
	return m
}

// progressWire is how far a file has come.
type progressWire struct {
	Stage stage `json:"stage"`
	Done  int   `json:"done"`
	Total int   `json:"total"`
}

// importProgress tells it.
func (s *Server) importProgress(w http.ResponseWriter, r *http.Request) {
	in := s.intakes.see(whoIs(r.Context()).Project.ID)
	s.answer(w, http.StatusOK, progressWire{in.stage, in.done, in.total})
}
