package page

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/unread"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/policy"
)

// MaxFile bounds a file, in bytes: a tab of a browser holds it, with what was found in
// it, beside a thread's memory.
const MaxFile = 64 << 20

var (
	errNothing = errors.New("there is no file yet; give one first")
	errLarge   = fmt.Errorf("more than %d MiB; a page holds all of a file: use bauta anonymise", MaxFile>>20)
)

// Page is a pipeline with the file that went through it.
type Page struct {
	built *policy.Built
	name  string
	data  []byte
	key   []byte // under which IDs of exports come out
	seen  []seen
	rules []said
	file  string            // digest of the file of whose places something was said
	also  map[string]string // what becomes of its columns, where they do not stay
	about About

	pace    *pace
	numbers bool                      // the policy numbers people
	people  map[string]*coref.Session // of conversations in which somebody masked by hand; nil while a file is read
}

// seen is what became of a message before anybody decided.
type seen struct {
	message bauta.Message
	spans   []bauta.Span // finds and questions, linked
	held    bool         // nothing of it comes out: it is in no language that is read
	more    bool         // it goes on with a message, or stands beside all of them
	row     int          // its place among the rows, -1 for a field
}

// Open makes the pipeline of a policy for a language, or for all of the packs' where
// lang is empty.
func Open(name, lang string, packs ...model.Pack) (*Page, error) {
	file, err := policy.Load(name)
	if err != nil {
		return nil, err
	}
	built, err := file.BuildWith(policy.Options{Lang: lang}, packs...)
	if err != nil {
		return nil, err
	}
	p := &Page{built: built, numbers: file.Coref, pace: &pace{Analyser: built.Pipeline.Analyse}}
	built.Pipeline.Analyse = p.pace
	return p, nil
}

// Read takes a file through the pipeline and forgets the one before; show is given its
// rows as they come. What was decided about words stays, and about places while the file
// is the same.
func (p *Page) Read(ctx context.Context, name string, data []byte, show func(Row) error) error {
	p.name, p.data, p.seen, p.key, p.about, p.people = "", nil, nil, make([]byte, 32), About{}, nil
	if len(data) > MaxFile {
		return errLarge
	}
	p.other(name, data)
	if _, err := rand.Read(p.key); err != nil {
		return err
	}
	p.name, p.data = name, data
	p.pace.done, p.pace.of = 0, p.count()
	err := p.readNow(ctx, show)
	p.pace.of = 0
	if err != nil {
		p.name, p.data, p.seen, p.also = "", nil, nil, nil
	}
	return err
}

func (p *Page) readNow(ctx context.Context, show func(Row) error) error {
	r, err := corpus.Open(bytes.NewReader(p.data), p.name, p.config())
	if err != nil {
		return err
	}
	applied, err := p.decided(ctx)
	if err != nil {
		return err
	}
	return p.through(ctx, r, applied, show)
}

// config says how files are read: as bauta anonymise reads them when nobody says how, but
// for the columns of which somebody did.
func (p *Page) config() corpus.Config {
	c := corpus.Config{Fields: true, Key: p.key}
	for _, key := range slices.Sorted(maps.Keys(p.also)) {
		c.Also = append(c.Also, key+"="+p.also[key])
	}
	return c
}

// through reads all messages once.
func (p *Page) through(ctx context.Context, r *corpus.Reader, then *review.Applied, show func(Row) error) error {
	shown := p.given(then)
	rows, results, late := 0, 0, []seen(nil)
	t := &tally{About: About{Langs: map[string]int{}}}
	for res, err := range p.built.Pipeline.Run(ctx, p.told(p.built.Guard(r.Messages())), 1) {
		if err != nil {
			return located(p.name, err)
		}
		s := seen{message: res.Message, spans: joined(&res), row: -1}
		away, isHeld := res.Message.Meta.(held)
		if s.held = isHeld; isHeld {
			res.Message.Meta = away.meta
		}
		s.more = !t.add(&res, !isHeld)
		s.message.Meta = nil
		if res.Message.Field() == "" {
			s.row = rows
			rows++
			results++
		}
		p.seen = append(p.seen, s)
		if s.row < 0 {
			continue
		}
		if err := shown.show(ctx, s, show); err != nil {
			return err
		}
		if shown.by.late {
			late, shown.by.late = append(late, s), false
		}
	}
	p.people = map[string]*coref.Session{}
	for _, s := range late {
		if err := shown.show(ctx, s, show); err != nil {
			return err
		}
	}
	at, label, err := unread.First(ctx, p.built.Pipeline, r.Names(), "")
	if err != nil {
		return err
	}
	if at > 0 {
		return fmt.Errorf("name %d among the columns or fields holds what the policy hides (%s); "+
			"give the file a header, or the column another name", at, label)
	}
	if err := r.Settle(results); err != nil {
		return err
	}
	p.tell(t, r)
	return nil
}

// held is in the place of Message.Meta of a message of which nothing comes out.
type held struct{ meta any }

// told tells languages where the policy does, and holds what is in none that it reads.
func (p *Page) told(messages iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error] {
	return p.built.Foreign.Filter(messages, func(m *bauta.Message, _ langid.Guess) (bool, error) {
		runtime.Gosched() // as in Analyse: languages of many are told before the first is analysed
		if p.built.Foreign.Way != routing.Route {
			m.Text, m.Known, m.Meta = "", nil, held{m.Meta}
		}
		return true, nil
	})
}

// located says where in a file it went wrong, if it is the file that is wrong.
func located(name string, err error) error {
	if errors.Is(err, ErrPart) {
		return ErrPart
	}
	var at *bauta.MessageError
	if errors.As(err, &at) {
		if line, _, ok := corpus.Record(at.Message); ok {
			return &corpus.Error{File: name, Line: line, Err: err}
		}
	}
	return err
}
