package main

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/text"
)

// withdrawing takes a person out of a store, and out of a release.
type withdrawing struct {
	auditing
	desk
	who                           review.Leaving
	release, original             string
	certificate, signing, renewed string
	before, now                   string // public keys of who signed the certificate, and signs the new one
	receipt                       string
	folder                        *staged // what is left of a folder
	masks                         *style  // how the release masks people
	going                         onward
	kept                          int // texts that stay in the release
	besides
}

func withdrawCommand() *cobra.Command {
	o := &withdrawing{}
	cmd := &cobra.Command{
		Use:   "withdraw [STORE] --author X",
		Short: "take out a person who takes consent back: messages, decisions, mentions, release",
		Long: `Takes every message of an author out of the store of a review, with the decisions about them, ` +
			`annotations and words
that stand nowhere else, and compacts its files. Mentions by others, of --name and of the author where that can
be a name, are masked whatever was decided, with initials that have dots and capitals (É. T., E. Tournier); texts
that hold a part of the name alone, or initials written otherwise, are counted and left: --name takes each. A name
of two letters is read with its dots or its capitals alone, since other words are left of it else. A review that was
released may be exported again then.
Whoever was taken out stays out: later imports leave out, and count, rows whose author is that author or one of the
names, and rows with the ID that a file gave a message that was taken out. What was stopped before its end is
finished by the same command, which gives the receipt.
With --release, rows of the author go from a file, or the files of a folder, that was written before, and mentions
are masked in it; whose row is whose says its author column or, where it has none, the file it was made from
(--original). With --certificate and --key, what is left gets a certificate of its own: fewer messages hold no more
leaks, and those that changed count as if they leaked. With --log the audit of the release goes on from what is left.
Journals of runs that were broken off and sessions that outlived a server are sealed and do not tell whose they are:
they go whole, with --journal and --session-file.
The receipt counts what was taken out and holds nothing else.`,
		Example: "  bauta withdraw desk.db --author u7 --name Zita --receipt receipt.json\n" +
			"  bauta withdraw --author u7 --release release.csv -o left.csv --certificate certificate.json --key " +
			"project.key --renewed left.json",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.files(cmd)
	o.logFlag(cmd)
	f := cmd.Flags()
	f.StringVar(&o.who.Author, "author", "", "whose messages go: the whole of what stands in the author column; case, "+
		"blanks around it and accents do not matter")
	f.StringArrayVar(&o.who.Names, "name", nil, "a name by which others mention the person, such as a first name or a "+
		"nickname; may be repeated")
	f.StringVar(&o.desk.key, "store-key", "", "key file of the store (default: STORE.key, or BAUTA_REVIEW_KEY, or "+
		"BAUTA_REVIEW_PASSPHRASE)")
	f.StringVar(&o.project, "project", "", "short name of the project (default: the only one)")
	f.StringVar(&o.release, "release", "", "a release that was written before, a file or a folder")
	f.StringVar(&o.original, "original", "", "what the release was made from, where that alone names authors")
	f.StringVarP(&o.out, "output", "o", "", "file, or folder, for what is left of the release")
	f.StringVar(&o.certificate, "certificate", "", "certificate of the release")
	f.StringVar(&o.signing, "key", "", "file of the key that signs certificates")
	f.StringVar(&o.renewed, "renewed", "", "file for the certificate of what is left")
	f.StringArrayVar(&o.journals, "journal", nil, "journal of a run that was broken off, which goes whole "+
		"(default: the one beside the release); may be repeated")
	f.StringArrayVar(&o.sessions, "session-file", nil, "file of bauta serve --session-file, which goes "+
		"whole; stop the server before; may be repeated")
	f.StringVar(&o.receipt, "receipt", "", "file for the receipt (default: standard output)")
	return cmd
}

// receipt is what a withdrawal leaves behind.
type receipt struct {
	Receipt     string            `json:"receipt"` // a number drawn at random
	Made        time.Time         `json:"made"`
	Version     string            `json:"version"`
	Store       *review.Withdrawn `json:"store,omitempty"`
	Release     *remainder        `json:"release,omitempty"`
	Certificate string            `json:"certificate,omitempty"` // signature of the new one
	Removed     int               `json:"files_removed"`         // journals and sessions
}

// remainder is what became of a release.
type remainder struct {
	Before  string `json:"before"` // digests
	After   string `json:"after"`
	Gone    int    `json:"messages_gone"`
	Changed int    `json:"messages_masked"`
	Authors int    `json:"authors_alike,omitempty"` // messages by authors whose name holds the person's
	review.Hints
}

// wants says what is missing of the options.
func (o *withdrawing) wants(args []string) error {
	renews := o.certificate != "" || o.renewed != "" || o.signing != ""
	switch {
	case strings.TrimSpace(o.who.Author) == "":
		return errUsage{errors.New("give --author X, whose messages go")}
	case len(args) == 0 && o.release == "":
		return errUsage{errors.New("give the store of a review, or --release FILE")}
	case (o.release != "") != (o.out != ""):
		return errUsage{errors.New("--release FILE and -o FILE go together")}
	case o.log != "" && o.release == "":
		return errUsage{errors.New("--log is the audit of a release; give --release FILE, too")}
	case renews && (o.certificate == "" || o.renewed == "" || o.signing == "" || o.release == ""):
		return errUsage{errors.New("a new certificate needs --release, --certificate, --key and --renewed")}
	}
	return nil
}

func (o *withdrawing) run(cmd *cobra.Command, args []string) error {
	if err := o.wants(args); err != nil {
		return err
	}
	if err := o.besides.find(o.release, o.out); err != nil {
		return err
	}
	r := receipt{Receipt: rand.Text(), Made: time.Now().UTC().Truncate(time.Second), Version: version}
	var outs []*output
	defer func() {
		discardAll(outs...)
		o.folder.Discard()
		o.going.Close()
	}()
	if o.release != "" { // written to the last before the store changes
		var err error
		if outs, err = o.rewrite(cmd, &r); err != nil {
			return err
		}
	}
	if len(args) == 1 {
		s, p, err := o.both(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		by, err := owner(cmd.Context(), s)
		if err == nil {
			err = o.fromStore(cmd, s, p, by, &r)
		}
		if err = errors.Join(err, s.Close()); err != nil {
			return err
		}
		for _, copied := range copies(args[0]) {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: a copy from before an upgrade holds the messages still; remove it\n",
				copied)
		}
	}
	var err error
	if r.Removed, err = o.remove(); err != nil {
		return err
	}
	f, err := create(o.receipt, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	outs = append(outs, f)
	enc := json.NewEncoder(f)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return err
	}
	if err := settleAll(outs...); err != nil {
		return err
	}
	if err := o.folder.appear(); err != nil {
		return err
	}
	if err := commitAll(outs...); err != nil {
		return err
	}
	if err := o.going.add(o.log); err != nil {
		return err
	}
	o.tells(cmd, &r)
	return nil
}

func (o *withdrawing) fromStore(
	cmd *cobra.Command, s *sqlstore.Store, p review.Project, by int64, r *receipt,
) error {
	done, err := s.Withdraw(cmd.Context(), p.ID, o.who, by)
	if errors.Is(err, review.ErrNotFound) {
		return fmt.Errorf("project %s: no message is by that author, and none mentions them; %s%s", p.Slug, matters,
			holding(done.Authors))
	}
	r.Store = &done
	return err
}

// copies are what upgrades left beside a store.
func copies(store string) []string {
	if sqlstore.IsPostgres(store) {
		return nil
	}
	found, _ := filepath.Glob(store + ".v*.bak")
	return found
}

// rewrite writes what is left of the release, and its certificate.
func (o *withdrawing) rewrite(cmd *cobra.Command, r *receipt) (outs []*output, err error) {
	o.alone = true // what was not looked at is named
	before, err := o.messages(cmd, o.release)
	if err != nil {
		return nil, err
	}
	named := columnsOf{o.beside, o.header, o.file}
	o.masks = styleOf(flat(before))
	r.Release = &remainder{Before: releaseOf(before).Sum()}
	var now audit.Release
	if isFolder(o.release) {
		now, err = o.restOfFolder(cmd, r.Release)
	} else {
		var out *output
		out, now, err = o.restOfFile(cmd, before, r.Release)
		outs = append(outs, out)
	}
	if err != nil {
		return outs, err
	}
	if r.Release.Gone == 0 { // masked mentions alone would look like a withdrawal
		return outs, fmt.Errorf("%s: no message is by that author; %s%s", o.release, matters,
			holding(r.Release.Authors))
	}
	r.Release.After = now.Sum()
	if err := o.follow(releaseOf(before), now); err != nil {
		return outs, err
	}
	if o.certificate == "" || len(now) == 0 {
		return outs, nil
	}
	written := audit.Left{Header: o.header, File: o.file}
	if o.file == "" && len(outs) == 1 {
		if written.Bytes, err = fileDigest(outs[0].tmp); err != nil {
			return outs, err
		}
	}
	made, err := o.renew(releaseOf(before), named, now, written, r.Made)
	if err != nil {
		return outs, err
	}
	r.Certificate, o.now = made.Signature, made.Public
	f, err := create(o.renewed, forAll, cmd.OutOrStdout())
	if err != nil {
		return outs, err
	}
	return append(outs, f), made.Write(f)
}

// restOfFile writes what is left of a file, and reads it again.
func (o *withdrawing) restOfFile(
	cmd *cobra.Command, before []entry, done *remainder,
) (out *output, now audit.Release, err error) {
	if err := o.losesRecords(cmd); err != nil {
		return nil, nil, err
	}
	authors, err := o.authors(cmd, before)
	if err != nil {
		return nil, nil, err
	}
	if out, err = create(o.out, forAll, cmd.OutOrStdout()); err != nil {
		return nil, nil, err
	}
	if out.tmp == "" {
		return out, nil, errUsage{errors.New("-o takes a file")}
	}
	if err := o.filter(cmd, out, authors, done); err != nil {
		return out, nil, err
	}
	if done.Gone == 0 {
		return out, nil, nil
	}
	if o.kept == 0 {
		return out, audit.Release{}, nil
	}
	if err := out.Flush(); err != nil {
		return out, nil, err
	}
	now, err = o.rest(cmd, out)
	return out, now, err
}

// losesRecords refuses a release from which records cannot be taken, as they can from tables
// and records a line each: exports have people and order outside their messages, too.
func (o *withdrawing) losesRecords(cmd *cobra.Command) error {
	in, size, err := input(o.release, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := o.reading.open(anywhere(in, in, size), o.release, nil)
	if err != nil {
		return err
	}
	switch r.Format() {
	case corpus.CSV, corpus.TSV, corpus.JSONL, corpus.Text:
		return nil
	default:
		return fmt.Errorf("%s: messages are taken from CSV, TSV, JSONL and text, not from a file of format %s; "+
			"take them from what it was made from, and make it anew", o.release, r.Format())
	}
}

// rest reads what was written again.
func (o *withdrawing) rest(cmd *cobra.Command, out *output) (audit.Release, error) {
	o.alone = true // what was not looked at is named
	in, size, err := input(out.tmp, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	all, err := o.all(anywhere(in, in, size), o.release)
	if err != nil {
		return nil, fmt.Errorf("%s: what is left cannot be read again: %w", o.out, err)
	}
	return releaseOf(all), nil
}

// columnsOf are the columns beside the texts of a file, the digest of the names of all, and of what is
// packed that of the file.
type columnsOf struct {
	beside       []string
	header, file string
}

// renew makes the certificate of what is left.
func (o *withdrawing) renew(
	before audit.Release, named columnsOf, now audit.Release, written audit.Left, made time.Time,
) (*audit.Certificate, error) {
	key, err := signingKey(o.signing)
	if err != nil {
		return nil, err
	}
	c, err := readCertificate(o.certificate)
	if err != nil {
		return nil, err
	}
	o.before = c.Public
	if err := errors.Join(c.Verify(before), c.Stays(named.beside, named.header), c.Whole(named.file)); err != nil {
		return nil, fmt.Errorf("%s: %w", o.certificate, err)
	}
	return c.Without(now, written, key, made)
}

// authors gives whose each message is.
func (o *withdrawing) authors(cmd *cobra.Command, before []entry) ([]string, error) {
	released := flat(before)
	from := released
	if o.original != "" {
		all, err := o.messages(cmd, o.original)
		if err != nil {
			return nil, err
		}
		if from = flat(paired(all, before)); len(from) != len(released) {
			return nil, fmt.Errorf("%s: %d messages, and %s has %d; give what this release was made from, %s",
				o.original, len(from), o.release, len(released), ofWhom)
		}
	}
	out := make([]string, len(from))
	named := false
	for i, m := range from {
		out[i] = m.Author
		named = named || m.Author != ""
	}
	if !named {
		return nil, errUsage{errors.New("the release names no authors; give --author-column, or --original FILE")}
	}
	return out, nil
}

// hidden stands for a mention in a release that does not show how it masks people.
const hidden = "***"

// filter writes the rows that stay, with mentions masked.
func (o *withdrawing) filter(cmd *cobra.Command, out io.Writer, authors []string, done *remainder) error {
	in, _, err := input(o.release, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	o.textOnly, o.fields = true, true
	r, err := o.reading.open(in, o.release, nil)
	if err != nil {
		return err
	}
	w, err := r.Writer(out)
	if err != nil {
		return err
	}
	names := o.who.Mentions()
	i := 0
	for m, err := range r.Messages() {
		if err != nil {
			return err
		}
		i++
		if o.who.Wrote(authors[i-1]) {
			if first, _ := corpus.First(&m); first {
				done.Gone++
			}
			r.SetAside(&m)
			continue
		}
		if review.Named(names, authors[i-1]) {
			done.Authors++
		}
		it := itemOf(m.Text)
		done.Add(names, it, func(review.Range) bool { return true })
		said := o.unnamed(names, it, &m)
		if said != m.Text {
			done.Changed++
		}
		if err := w.Write(&bauta.Result{Message: m, Text: said}); err != nil {
			return err
		}
		o.kept++
	}
	return w.Close()
}

// itemOf is a text as it is searched for a person.
func itemOf(said string) *review.Item {
	it := review.Item{Message: bauta.Message{Text: said}}
	for _, t := range text.Tokenise(said) {
		it.Tokens = append(it.Tokens, review.Range{Start: t.Start, End: t.End})
	}
	return &it
}

// unnamed is a text without the mentions of a person.
func (o *withdrawing) unnamed(names []review.Mention, it *review.Item, m *bauta.Message) string {
	var b strings.Builder
	last := 0
	for _, at := range review.Mentions(names, it) {
		b.WriteString(it.Message.Text[last:at.Start] + o.masks.mask(it.Message.Text[at.Start:at.End], m))
		last = at.End
	}
	return b.String() + it.Message.Text[last:]
}
