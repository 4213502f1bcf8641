package main

import (
	"bufio"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/policy"
)

type anonymise struct {
	reading
	spans, candidates, report, pending string
	decisions                          string // store of a review
	certified                          string // certificate of what is to come out
	unreleased                         bool   // it comes out whatever the certificate says
	desk                               desk
	authors                            string // keep or number
	dry                                bool   // nothing is written
	diff                               string // how changes are shown; "" for not
	rows                               bool
	goOn                               bool   // a run that was broken off
	part                               string // 3/16
	shard                              *shard // nil: all of it
}

func anonymiseCommand() *cobra.Command {
	o := &anonymise{}
	cmd := &cobra.Command{
		Use: "anonymise [FILE…]", Aliases: []string{"anonymize"},
		Example: "  bauta anonymise sms.csv -o clean.csv\n" +
			"  bauta anonymise 'WhatsApp Chat.txt' -o clean.txt\n" +
			"  bauta anonymise --policy seekhide sms.csv -o clean.csv --candidates decide.csv --report report.json\n" +
			"  tail -f app.log | bauta anonymise --rows",
		Short: "messages in, anonymised messages out, in the same format",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			if o.rows {
				return o.rowByRow(cmd, files)
			}
			return o.run(cmd, files)
		},
	}
	o.flags(cmd)
	o.mapFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.spans, "spans", "", "file for the stand-off spans (JSONL, no text)")
	f.StringVar(&o.candidates, "candidates", "", "file for the words that a person must decide (CSV; holds originals)")
	f.StringVar(&o.report, "report", "", "file for the report (JSON)")
	f.StringVar(&o.key, "key", "", keyHelp)
	f.StringVar(&o.pending, "pending", "", "messages that wait for the expert: mask (default), withhold or keep")
	f.StringVar(&o.authors, "authors", "keep", "the column of the author: keep, or number (Author 1, Author 2 in "+
		"order of appearance)")
	f.BoolVar(&o.dry, "dry-run", false, "do everything and write nothing; the summary says what would be done")
	f.StringVar(&o.diff, "diff", "", "show each text that changes before and after, and write nothing: unified or side")
	f.Lookup("diff").NoOptDefVal = "unified"
	f.StringVar(&o.certified, "certified", "", "certificate of bauta audit certify: nothing is written but the "+
		"release that it is of")
	f.BoolVar(&o.unreleased, "unreleased", false, "with --certified: write another release all the same, for a look "+
		"inside the house; summary and report say so")
	f.BoolVar(&o.rows, "rows", false, "a line in is a line out, at once and in order (text, JSONL or TSV): for pipes, "+
		"databases and programs that wait for the answer")
	f.BoolVar(&o.goOn, "resume", false, "keep a journal beside the output, and go on where a run that was broken off "+
		"left it")
	f.StringVar(&o.part, "shard", "", "work on one part of the conversations alone, 3/16; bauta merge puts the parts "+
		"together")
	f.StringVar(&o.decisions, "decisions", "", "store of a review: what was decided there is asked no more")
	f.StringVar(&o.desk.key, "decisions-key", "", "key file of that store (default: STORE.key)")
	f.StringVar(&o.desk.project, "project", "", "project in that store (default: the only one)")
	return cmd
}

func (o *anonymise) run(cmd *cobra.Command, files []string) (err error) {
	unit, err := o.check()
	if err != nil {
		return err
	}
	if err := o.mapped(cmd); err != nil {
		return err
	}
	differ, err := o.differ(cmd)
	if err != nil {
		return err
	}
	if o.author, err = authors(o.authors); err != nil {
		return err
	}
	found, left, many, err := o.inputs(files)
	if err != nil {
		return err
	}
	o.as = told(found)
	if err := o.certifies(many); err != nil {
		return err
	}
	built, err := o.build(policy.Options{Pending: o.pending, Key: o.key})
	if err != nil {
		return err
	}
	if o.ids, err = idKey(built); err != nil {
		return err
	}
	o.fields = true
	journal, err := o.parted(cmd, namesOf(found), built)
	if err != nil {
		return err
	}
	defer journal.close()
	rel := &release{
		o: o, cmd: cmd, unit: unit, many: many, to: map[string]string{},
		sum: newSummary(cmd, built, unit), pipeline: built.Pipeline, differ: differ,
	}
	rel.sum.LeftOut, rel.sum.Unreleased = left, o.unreleased
	met := formats.NewMet()
	if many {
		if found, met, err = o.openable(cmd, found, left); err != nil {
			return err
		}
	}
	if err := rel.place(found, met); err != nil {
		return err
	}
	defer o.leave(nil)
	defer func() {
		discardAll(rel.spans, rel.rejects, rel.candidates, rel.report, rel.out, rel.index)
		rel.folder.Discard()
	}()
	if err := rel.open(); err != nil {
		return err
	}
	o.filter = rel.foreigners(built.Foreign)
	rel.sum.Rows, err = o.each(cmd, namesOf(found), built.Pipeline, rel.rejects, rel.begin)
	if err != nil {
		return err
	}
	rel.sum.Withheld = o.withheld
	if err := rel.close((*corpus.Writer).Close); err != nil {
		return err
	}
	if err := rel.name(files, namesOf(found)); err != nil {
		return err
	}
	if err := rel.write(); err != nil {
		return err
	}
	if err := rel.appear(); err != nil {
		return err
	}
	return errors.Join(journal.end(), rel.sum.print(cmd), rel.sum.empty())
}

// parted has a run go on where one was broken off, work on its part alone, and hold to what was
// decided before, or to what it found in the same short message.
func (o *anonymise) parted(cmd *cobra.Command, files []string, built *policy.Built) (r *resuming, err error) {
	if o.shard, err = shardOf(o.part); err != nil {
		return nil, err
	}
	if o.shard != nil {
		if err := o.shardable(files); err != nil {
			return nil, err
		}
	}
	if o.goOn {
		if err := o.resumable(files); err != nil {
			return nil, err
		}
		if r, err = o.resuming(cmd, built); err != nil {
			return nil, err
		}
	}
	if o.shard != nil {
		err = o.sharded(built)
	}
	if o.decisions == "" {
		recallShort(built.Pipeline)
	} else if err == nil { // decisions are of one message
		err = o.desk.apply(cmd.Context(), o.decisions, built.Pipeline)
	}
	return r, err
}

// inputs are the files that are read, and whether the output is a folder.
func (o *anonymise) inputs(args []string) (files []found, left map[string]int, many bool, err error) {
	if files, left, err = folders(args); err == nil {
		many, err = o.many(args, files)
	}
	return files, left, many, err
}

// many reports that the output is a folder: for several files, and for what is in one.
func (o *anonymise) many(args []string, files []found) (bool, error) {
	if o.dry || o.out == "-" {
		return false, nil
	}
	for _, a := range args {
		if info, err := os.Stat(a); err == nil && info.IsDir() && o.out == "" {
			return false, fmt.Errorf("%s: is a folder; give -o FOLDER for what comes of it", a)
		} else if err == nil && info.IsDir() {
			return true, placed(files, o.out)
		}
	}
	if len(files) < 2 || o.out == "" {
		return false, nil
	}
	return true, placed(files, o.out)
}

// idKey is the key under which the IDs of exports come out: that of the policy, where
// one is given, so that files anonymised on different days join; else one for this run.
func idKey(built *policy.Built) ([]byte, error) {
	key, err := built.Key()
	if key == nil && err == nil {
		key = make([]byte, 32)
		_, err = rand.Read(key)
	}
	return key, err
}

// authors gives what --authors writes for an author: the same number for the
// same author throughout a run.
func authors(how string) (func(string) string, error) {
	switch how {
	case "keep":
		return nil, nil
	case "number":
		seen := map[string]string{"": ""}
		return func(name string) string {
			if _, ok := seen[name]; !ok {
				seen[name] = "Author " + strconv.Itoa(len(seen))
			}
			return seen[name]
		}, nil
	}
	return nil, errUsage{fmt.Errorf("no such way of --authors%s; use keep or number",
		nearest.Meant(how, []string{"keep", "number"}))}
}

// release is what a run writes: the texts of one file after the other, and the
// side files of all.
type release struct {
	o      *anonymise
	cmd    *cobra.Command
	unit   bauta.Unit
	many   bool              // several files go into a folder,
	folder *staged           // which is this
	to     map[string]string // where in it
	sum    *summary

	spans, rejects, candidates, report, out, index *output
	pipeline                                       *bauta.Pipeline
	differ                                         *differ        // shows what changes
	at                                             string         // name of the file at hand
	reader                                         *corpus.Reader // of it
	noted                                          string         // what it said
	writer                                         *corpus.Writer
}

// place says where in the folder outputs go.
func (r *release) place(files []found, met formats.Met) (err error) {
	placeSlack(files, formats.NewKeyer(r.o.ids))
	if r.many {
		r.sum.Renamed, err = r.o.safeNames(r.cmd.Context(), r.pipeline, files, met)
	}
	for _, f := range files {
		r.to[f.name] = f.to
	}
	return err
}

// open makes the side files and the folder.
func (r *release) open() (err error) {
	if r.spans, err = sidecar(r.o.spans); err != nil {
		return err
	}
	if r.rejects, err = sidecar(r.o.rejects); err != nil {
		return err
	}
	if r.many {
		r.folder, err = stage(r.o.out)
	}
	return err
}

// begin ends the file before and starts the next.
func (r *release) begin(name string, in *corpus.Reader) (func(*bauta.Result) error, error) {
	if err := r.finish((*corpus.Writer).CloseLine); err != nil {
		return nil, err
	}
	target, err := r.o.out, error(nil)
	if r.many {
		if target, err = r.folder.place(r.to[name]); err != nil {
			return nil, err
		}
	}
	if err := r.o.copied(r.cmd.Context(), name, r.pipeline, in); err != nil {
		return nil, err
	}
	if err := r.o.shard.begin(in); err != nil {
		return nil, err
	}
	if r.o.dry {
		r.out = &output{Writer: bufio.NewWriter(io.Discard)}
	} else if r.out, err = create(target, forAll, r.cmd.OutOrStdout()); err != nil {
		return nil, err
	}
	r.reader, r.at = in, name
	r.noted = ""
	r.note()
	var to io.Writer = r.out
	if r.o.shard != nil {
		to = io.MultiWriter(r.out, r.o.shard)
	}
	r.writer, err = in.Writer(to)
	r.o.shard.headed()
	return r.take, err
}

// note says what the reader has to say that was not said yet.
func (r *release) note() {
	says := r.reader.Note()
	if r.o.together { // one conversation, whatever no column names
		n := formats.AloneNote
		says, r.sum.anew = strings.NewReplacer("; "+n, "", n+"; ", "", n, "").Replace(says), true
	}
	more := strings.TrimPrefix(strings.TrimPrefix(says, r.noted), "; ")
	if quiet, _ := r.cmd.Flags().GetBool("quiet"); more != "" && !quiet {
		fmt.Fprintf(r.cmd.ErrOrStderr(), "%s: %s\n", called(r.at), more)
	}
	r.noted = says
	r.sum.anew = r.sum.anew || strings.Contains(says, formats.AloneNote)
}

// take writes one result.
func (r *release) take(res *bauta.Result) error {
	held := unhold(res)
	if err := r.differ.show(r.at, res); err != nil {
		return err
	}
	r.sum.add(res)
	if r.spans != nil && !held {
		if err := json.NewEncoder(r.spans).Encode(corpus.NewFinding(res, r.unit)); err != nil {
			return err
		}
	}
	err := r.writer.Write(res)
	r.o.shard.written()
	return err
}

// finish ends the file at hand, for the next one; standard output goes on, on a line of its own.
func (r *release) finish(end func(*corpus.Writer) error) error {
	if r.writer == nil {
		return nil
	}
	if r.many {
		end = (*corpus.Writer).Close
	}
	if err := r.close(end); err != nil {
		return err
	}
	return r.out.Commit()
}

// remedy says how columns and fields beside the texts are taken out, where a format has any
// by name.
func (o *anonymise) remedy(in *corpus.Reader) string {
	switch in.Format() {
	case corpus.Text, corpus.CoNLL:
		return ""
	}
	authors := ""
	if o.author == nil && in.Numbers() {
		authors = ", --authors number writes a number for each author"
	}
	return "to take one out: --also COLUMN=drop empties it, --also COLUMN=hash writes an ID in its place" + authors +
		"\n"
}

// certifies checks the options about a certificate.
func (o *anonymise) certifies(many bool) error {
	if o.certified != "" && (many || o.out == "" || o.out == "-") {
		return errUsage{errors.New("--certified needs one file to write; give -o FILE")}
	}
	if o.unreleased && o.certified == "" {
		return errUsage{errors.New("--unreleased goes with --certified: without a certificate nothing is refused")}
	}
	if o.decisions == "" && (o.desk.project != "" || o.desk.key != "") {
		return errUsage{errors.New("--project and --decisions-key go with --decisions, the store that they are of")}
	}
	return nil
}

// close ends the file at hand. The last one appears with the side files.
func (r *release) close(end func(*corpus.Writer) error) error {
	if r.writer == nil {
		return nil
	}
	err := end(r.writer)
	r.writer = nil
	if err != nil {
		return err
	}
	r.sum.leave(r.reader.Beside())
	r.sum.remedy = cmp.Or(r.sum.remedy, r.o.remedy(r.reader))
	for kind, n := range r.reader.LeftOut() {
		r.sum.LeftOut[kind] += n
	}
	r.note()
	return r.o.copied(r.cmd.Context(), r.at, r.pipeline, r.reader)
}

// write makes the list of candidates and the report, for commitAll.
func (r *release) write() (err error) {
	r.sum.finish()
	if r.candidates, err = written(r.o.candidates, r.sum.writeCandidates); err != nil {
		return err
	}
	if r.report, err = written(r.o.report, r.sum.writeReport); err != nil || r.o.shard == nil {
		return err
	}
	r.index, err = written(r.o.out+partTail, r.o.shard.write)
	return err
}

// again reads what was written as it was written.
func (r *release) again() *auditing {
	return &auditing{reading: reading{
		format: r.o.format, columns: r.o.columns, enc: r.o.enc, texts: r.o.texts, header: r.o.header,
	}}
}

// name has the report name what was read, where that is one file or one folder, and the release, where
// that is one in which messages can be read again; of another one there is no certificate.
func (r *release) name(args, files []string) error {
	if r.o.report == "" {
		return nil
	}
	if r.many {
		return r.nameFolder(args)
	}
	if len(files) == 1 && files[0] != "-" {
		if in, _, err := input(files[0], nil); err == nil {
			r.sum.Input, _ = audit.NewInput(in)
			in.Close()
		}
	}
	again := r.again()
	again.alone = true // what nobody reads is named as a certificate names it
	if written, err := again.written(r.out); err == nil {
		r.sum.Release = audit.OutputOf(written)
		r.sum.leave(again.beside)
		r.sum.hidden = r.o.hidden(r.out)
	}
	return nil
}

// nameFolder does so for a folder, which is not yet in its place.
func (r *release) nameFolder(args []string) error {
	if err := r.out.Commit(); err != nil { // into what is to be the folder
		return err
	}
	if len(args) == 1 && isFolder(args[0]) {
		if in, err := bytesOf(r.cmd, args[0]); err == nil {
			r.sum.Input, _ = audit.NewInput(in)
			in.Close()
		}
	}
	if written, err := r.again().folder(r.folder.dir); err == nil {
		r.sum.Release = audit.OutputOf(releaseOf(written))
	}
	return nil
}

// appear brings all files to their places; where a certificate is named, nothing but
// the release that it is of.
func (r *release) appear() error {
	if r.o.certified != "" && !r.o.unreleased {
		if err := r.sum.hides(r.o.out); err != nil {
			return err
		}
	}
	if err := lookInside(r.again().holds(r.out, r.o.certified, r.sum.Beside), r.o.unreleased); err != nil {
		return err
	}
	if err := settleAll(r.out, r.candidates, r.report, r.spans, r.rejects, r.index); err != nil {
		return err
	}
	if r.folder != nil {
		if err := errors.Join(r.out.Commit(), r.folder.appear()); err != nil {
			return err
		}
	}
	return commitAll(r.out, r.candidates, r.report, r.spans, r.rejects, r.index)
}

// written is a side file with what put gives; nil for no name.
func written(name string, put func(*output) error) (*output, error) {
	f, err := sidecar(name)
	if f == nil || err != nil {
		return nil, err
	}
	if err := put(f); err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}
