package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"sync"
	"time"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/review"
)

// Porter takes messages in and out: what the pages need of a pipeline.
type Porter interface {
	// Policies are those offered for messages of a language, the usual one first.
	Policies(lang string) []string
	// Items reads a file through a policy.
	Items(ctx context.Context, f File, how formats.Mapping, policy, lang string) iter.Seq2[review.Item, error]
	// Export gives what writes the messages of a released project as a policy masks
	// them. What it refuses wraps review.ErrRefused.
	Export(ctx context.Context, p review.Project, policy string) (func(io.Writer) error, error)
}

// File is one that was sent in. It lies in memory alone.
type File struct {
	Name string
	Data []byte
}

// maxUpload bounds a file that is sent in, in bytes; maxIntakes how many there are at a
// time, and waits how long one waits for somebody to say what it holds.
const (
	maxUpload  = 32 << 20
	maxIntakes = 4
	waits      = 30 * time.Minute
)

// stage is how far a file has come.
type stage string

const (
	arriving  stage = "arriving"
	waiting   stage = "waiting" // for somebody to say what the columns are
	reading   stage = "reading"
	writing   stage = "writing"
	ended     stage = "ended"
	failed    stage = "failed"
	cancelled stage = "cancelled"
)

// works reports that the program has the file in hand.
func (s stage) works() bool { return s == arriving || s == reading || s == writing }

// intake is a file on its way into a project.
type intake struct {
	file        File
	at          time.Time
	how         formats.Mapping
	look        formats.Look
	stage       stage
	done, total int // messages
	cancel      context.CancelFunc
	result      review.Imported
	wrong       string // in English, without text of messages
}

// intakes are the files on their way, one a project.
type intakes struct {
	now func() time.Time
	mu  sync.Mutex
	of  map[int64]*intake
}

func newIntakes(now func() time.Time) *intakes { return &intakes{now: now, of: map[int64]*intake{}} }

// begin makes place for a file of a project, where none is in hand and there are not too
// many. What waited too long is forgotten.
func (a *intakes) begin(project int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	held := 0
	for id, in := range a.of {
		switch {
		case id == project && in.stage.works():
			return errBusy
		case !in.stage.works() && a.now().Sub(in.at) > waits:
			delete(a.of, id)
		case id != project && in.file.Data != nil || in.stage.works():
			held++
		}
	}
	if held >= maxIntakes {
		return errBusy
	}
	a.of[project] = &intake{stage: arriving, at: a.now()}
	return nil
}

// see gives a project's file as it stands; the zero value where there is none.
func (a *intakes) see(project int64) intake {
	a.mu.Lock()
	defer a.mu.Unlock()
	in := a.of[project]
	if in == nil || !in.stage.works() && a.now().Sub(in.at) > waits {
		delete(a.of, project)
		return intake{}
	}
	return *in
}

// change changes a project's file, if it has come so far and no further.
func (a *intakes) change(project int64, from stage, how func(*intake)) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	in := a.of[project]
	if in == nil || in.stage != from {
		return false
	}
	in.at = a.now()
	how(in)
	return true
}

// drop forgets a file, or ends the work on it; it says from which stage.
func (a *intakes) drop(project int64) stage {
	a.mu.Lock()
	defer a.mu.Unlock()
	in := a.of[project]
	switch {
	case in == nil || in.stage == arriving:
		return ""
	case in.stage.works():
		in.cancel()
	default:
		delete(a.of, project)
	}
	return in.stage
}

// shownRecords is how many records the page shows of a file.
const shownRecords = 3

// looked tells how a file would be read, as bauta look does. Of one whose text column
// cannot be told the first is taken, for the page to ask.
func looked(f File, how formats.Mapping) (formats.Look, error) {
	l, err := corpus.Look(bytes.NewReader(f.Data), f.Name, configOf(how), shownRecords)
	if err == nil || len(how.Text) > 0 {
		return l, err
	}
	how.Text = []string{"1"}
	if guess, wrong := corpus.Look(bytes.NewReader(f.Data), f.Name, configOf(how), shownRecords); wrong == nil {
		return guess, nil
	}
	return l, err
}

// configOf says how a file is read.
func configOf(m formats.Mapping) corpus.Config {
	return corpus.Config{
		Format: corpus.Format(cmp.Or(m.Format, "auto")), Encoding: m.Encoding, NoHeader: m.NoHeader, Texts: m.Text,
		Columns: corpus.Columns{ID: m.ID, Thread: m.Thread, Author: m.Author, Time: m.Time, Lang: m.Lang},
	}
}

// takeIn reads a project's file and writes all of it into the store, or nothing.
func (s *Server) takeIn(ctx context.Context, p review.Project, by int64, policy string) {
	var done review.Imported
	items, err := s.readIn(ctx, p, policy)
	if err == nil {
		s.intakes.change(p.ID, reading, func(in *intake) { in.stage = writing })
		done, err = s.store.ImportWhole(ctx, p.ID, by, items)
	}
	how := ended
	switch {
	case errors.Is(err, context.Canceled):
		how = cancelled
	case err != nil:
		how = failed
	}
	finish := func(in *intake) {
		in.stage, in.result, in.file.Data, in.look = how, done, nil, formats.Look{}
		if how == failed {
			in.wrong = err.Error()
		}
	}
	if !s.intakes.change(p.ID, writing, finish) {
		s.intakes.change(p.ID, reading, finish)
	}
	if how == ended {
		return // the store has noted it
	}
	row := review.Entry{At: s.now(), User: by, Action: "import " + string(how), Object: "project " + p.Slug}
	if err := s.store.Note(context.WithoutCancel(ctx), row); err != nil {
		s.log.Error("failed", "route", "import", "error", err)
	}
}

// errNoMore is a file that brought the reading down.
var errNoMore = errors.New("the file cannot be read; does it open in the program that wrote it?")

// readIn takes a project's file through a policy.
func (s *Server) readIn(ctx context.Context, p review.Project, policy string) (items []review.Item, err error) {
	defer func() {
		if recover() != nil { // one file never ends the server
			items, err = nil, errNoMore
		}
	}()
	in := s.intakes.see(p.ID)
	total, err := counted(ctx, in.file, in.how)
	if err != nil {
		return nil, err
	}
	s.intakes.change(p.ID, reading, func(in *intake) { in.total = total })
	for it, err := range s.porter.Items(ctx, in.file, in.how, policy, p.Lang) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		items = append(items, it)
		s.intakes.change(p.ID, reading, func(in *intake) { in.done = len(items) })
	}
	return items, ctx.Err()
}

// counted is how many messages a file has.
func counted(ctx context.Context, f File, how formats.Mapping) (int, error) {
	r, err := corpus.Open(bytes.NewReader(f.Data), f.Name, configOf(how))
	if err != nil {
		return 0, err
	}
	n := 0
	for _, err := range r.Messages() {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
