package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"sync"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// reading are the options of every command that reads a corpus through a
// policy.
type reading struct {
	policy   string
	key      string
	lang     string
	format   string
	columns  corpus.Columns
	texts    []string // several texts, or paths
	also     []string // what becomes of other columns
	mapping  string   // file of a mapping
	together bool     // all is one conversation
	enc      string
	offsets  string
	jobs     int
	header   bool
	textOnly bool                     // nothing but texts changes, in no format
	as       map[string]corpus.Format // of files of which their folder says what they are
	before   *corpus.Reader           // the last of them
	onError  string
	rejects  string
	out      string
	last     io.Closer           // the input read last
	fields   bool                // of exports are read, too
	ids      []byte              // the key under which IDs of exports come out
	author   func(string) string // what is written for an author; nil: as it is
	atEnd    bool                // nothing appears before all is read
	meet     func(formats.Met)   // is told who takes part in a file
	alone    bool                // times and languages are columns like others
	live     bool                // what is finished goes out when the input pauses
	noSpill  bool                // threads beyond memory are an error
	threads  *spill
	progress string        // how it is shown: "" or json
	withheld int           // records set aside since a phase failed
	failed   bauta.Message // a message of the last of them
	// filter takes messages out before they are read; nil: none.
	filter func(iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error]
	// guard refuses messages that are in no language that the policy reads; nil: none.
	guard func(iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error]

	rejecting sync.Mutex // held while the rejects file is written to
}

const keyHelp = "file of the key of a policy that rotates, hashes or encrypts"

func (o *reading) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	o.fileFlags(cmd)
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	f.StringVar(&o.lang, "lang", "", "language of messages that bring none (default: the policy's)")
	f.StringVar(&o.offsets, "offsets", "rune", "unit of offsets: rune, byte or utf16")
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	f.StringVar(&o.onError, "on-error", "stop", "stop, or skip bad records and conversations on which a phase fails "+
		"(with --rejects)")
	f.StringVar(&o.rejects, "rejects", "", "file for what is set aside: what --on-error skip skips, messages in "+
		"other languages (holds originals)")
	f.BoolVar(&o.noSpill, "no-spill", false, "fail where more conversations are interleaved than memory holds; "+
		"otherwise they are kept in an encrypted temporary file")
	f.StringVar(&o.progress, "progress", "", "json: a line of JSON a second on standard error (default: a bar, on a "+
		"terminal)")
	f.StringVarP(&o.out, "output", "o", "", "file to write (default: standard output)")
}

// fileFlags are those that say how files are read.
func (o *reading) fileFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "auto", "auto, text, csv, tsv, jsonl, conll, or one of bauta formats")
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text, by name or number")
	f.StringArrayVar(&o.texts, "text", nil, "column or field of a text, or a path into JSON (messages[].content); "+
		"may be given several times")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.columns.Thread, "thread-column", "", "column of the conversation")
	f.StringVar(&o.columns.Author, "author-column", "", "column of the author")
	f.StringVar(&o.columns.Time, "time-column", "", "column of the time")
	f.StringVar(&o.columns.Lang, "lang-column", "", "column of the language")
	f.StringVar(&o.enc, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
	f.BoolVar(&o.header, "no-header", false, "the first row of a CSV or TSV file is data")
}

// mapFlags are those of commands that anonymise other columns, too.
func (o *reading) mapFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.also, "also", nil, "what becomes of another column or field, COLUMN=OPERATOR: drop, hash, "+
		"keep, scan (as a text) or name (of a person); may be given several times")
	f.BoolVar(&o.together, "together", false, "people of one name are one across conversations and files")
	f.StringVar(&o.mapping, "map", "", "file that says how files are read, as bauta look writes it; options go "+
		"before it")
}

// check holds what flags alone cannot.
func (o *reading) check() (bauta.Unit, error) {
	unit, err := corpus.UnitOf(o.offsets)
	switch {
	case err != nil:
		return 0, errUsage{err}
	case o.onError != "stop" && o.onError != "skip":
		return 0, errUsage{fmt.Errorf("--on-error %s; use stop or skip", o.onError)}
	case o.onError == "skip" && o.rejects == "":
		return 0, errUsage{fmt.Errorf("--on-error skip needs --rejects FILE for the bad records")}
	case o.progress != "" && o.progress != "json":
		return 0, errUsage{fmt.Errorf("--progress %s; use json, or leave it out", o.progress)}
	case o.jobs < 0:
		return 0, errUsage{fmt.Errorf("--jobs %d; give 1 or more, or leave it out", o.jobs)}
	}
	return unit, nil
}

// find builds the pipeline of who wants spans and no text: no key is needed.
func (o *reading) find() (*policy.Built, error) {
	return o.build(policy.Options{Pending: "withhold", FindOnly: true})
}

func (o *reading) build(opt policy.Options) (*policy.Built, error) {
	file, err := policy.Load(o.policy)
	if err != nil {
		return nil, err
	}
	opt.Lang = o.lang
	built, err := file.Build(opt)
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, meantLang(o.lang))
	}
	o.guard = built.Guard
	return built, nil
}

// open makes the reader of one file.
func (o *reading) open(in io.Reader, name string, rejects *output) (r *corpus.Reader, err error) {
	cfg := o.config()
	if as, ok := o.as[name]; ok && (o.format == "" || o.format == string(corpus.Auto)) {
		cfg.Format, cfg.Before = as, o.before
		defer func() { o.before = cmp.Or(r, o.before) }()
	}
	if rejects != nil && o.onError == "skip" {
		cfg.Reject = func(_ int, raw []byte, _ error) error {
			return o.reject(rejects, raw)
		}
	}
	return corpus.Open(in, called(name), cfg)
}

// config says how files are read.
func (o *reading) config() corpus.Config {
	return corpus.Config{
		Format: corpus.Format(o.format), Encoding: o.enc, Columns: o.columns, NoHeader: o.header, TextOnly: o.textOnly,
		Author: o.author, Fields: o.fields, Key: o.ids, Texts: o.texts, Also: o.also, Live: o.live,
		TextsAlone: o.alone, Meet: o.meet,
	}
}

// newline is 1 where a record lacks its line end.
func newline(raw []byte) int {
	if len(raw) > 0 && raw[len(raw)-1] == '\n' {
		return 0
	}
	return 1
}

// each takes every message of the files through the pipeline. begin is called
// for each file with its reader, and gives what receives its results.
func (o *reading) each(cmd *cobra.Command, files []string, p *bauta.Pipeline, rejects *output,
	begin func(name string, r *corpus.Reader) (func(*bauta.Result) error, error),
) (all corpus.Ledger, err error) {
	frugal(cmd.Context())
	if len(files) == 0 {
		files = []string{"-"}
	}
	if o.together {
		if err := together(p); err != nil {
			return all, err
		}
	}
	o.threads = o.spilling(p)
	if err := o.checkThreads(files, p); err != nil {
		return all, err
	}
	for _, name := range files {
		in, size, err := input(name, cmd.InOrStdin())
		if err != nil {
			return all, err
		}
		sum, err := o.one(cmd, name, in, size, p, rejects, begin)
		o.leave(in)
		if err != nil {
			return all, err
		}
		all = all.Add(sum)
	}
	return all, nil
}

// leave closes the input before this one, which the next keeps open: parts of archives are
// copied by who writes, and he ends a file when the next begins. leave(nil) closes the last.
func (o *reading) leave(in io.Closer) {
	if o.last != nil {
		o.last.Close()
	}
	o.last = in
}

func (o *reading) one(cmd *cobra.Command, name string, in io.Reader, size int64, p *bauta.Pipeline, rejects *output,
	begin func(string, *corpus.Reader) (func(*bauta.Result) error, error),
) (sum corpus.Ledger, err error) {
	if name == "-" {
		if in, err = o.ahead(cmd.InOrStdin(), p); err != nil {
			return sum, err
		}
	}
	defer func() { err = errors.Join(err, o.threads.end()) }()
	bar := o.bar(cmd, size)
	defer bar.Finish()
	r, err := o.open(anywhere(io.TeeReader(in, bar), in, size), name, rejects)
	if err != nil {
		return sum, err
	}
	take, err := begin(name, r)
	if err != nil {
		return sum, err
	}
	messages := r.Messages()
	if o.guard != nil {
		messages = o.guard(messages)
	}
	if o.filter != nil {
		messages = o.filter(messages)
	}
	err = o.results(cmd, name, r, messages, p, rejects, take)
	return r.Ledger(), err
}

// file is a file that is read in order, and an archive anywhere.
type file struct {
	io.Reader
	io.ReaderAt
	size int64
}

// Size is the number of bytes.
func (f file) Size() int64 { return f.size }

// anywhere gives a reader of a file what archives need.
func anywhere(r, in io.Reader, size int64) io.Reader {
	if at, ok := in.(io.ReaderAt); ok {
		return file{r, at, size}
	}
	return r
}

// sidecar opens an optional output; nil for no name.
func sidecar(name string) (*output, error) {
	if name == "" {
		return nil, nil
	}
	return create(name, forOwner, os.Stdout)
}

func discardAll(files ...*output) {
	for _, f := range files {
		f.Discard()
	}
}
