package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
)

func auditCommand() *cobra.Command {
	return group("audit", "what a release still holds, bounded by looks at random messages, and its certificate",
		auditPlan(), auditServe(), auditDraw(), auditEnter(), auditStatus(), auditCertify(), auditVerify())
}

// auditing is what the commands of an audit have in common.
type auditing struct {
	reading
	log    string
	beside []string // columns of the file that was read last, which are none of its texts
	width  int      // how many columns it has
	header string   // digest of their names
	file   string   // of what is packed, and of a folder, the digest of all bytes
	within []string // of a folder, its files and how many messages each has
}

// files are the options that say how a release is read.
func (o *auditing) files(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "auto", "auto, text, csv, tsv, jsonl, conll, or one of bauta formats")
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text, by name or number")
	f.StringArrayVar(&o.texts, "text", nil, "column or field of a text, or a path into JSON, as for bauta anonymise; "+
		"may be given several times")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.columns.Thread, "thread-column", "", "column of the conversation")
	f.StringVar(&o.columns.Author, "author-column", "", "column of the author")
	f.StringVar(&o.enc, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
}

func (o *auditing) logFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.log, "log", "", "file of the audit: what was drawn and seen, without text")
}

// open opens the log, which one program at a time may write.
func (o *auditing) open(make bool) (*audit.Log, *os.File, error) {
	if o.log == "" {
		return nil, nil, errUsage{errors.New("give --log FILE, the file of the audit")}
	}
	mode := os.O_RDWR
	if make {
		mode |= os.O_CREATE
	}
	f, err := os.OpenFile(o.log, mode, forOwner)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be opened: %w; bauta audit draw begins one", o.log, reason(err))
	}
	if !lock(f) {
		f.Close()
		return nil, nil, fmt.Errorf("%s: another program writes to it; wait for that one", o.log)
	}
	l, err := audit.Open(f)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", o.log, err)
	}
	if !make && l.Cut() {
		f.Close()
		return nil, nil, fmt.Errorf("%s: is damaged: its first line was cut off, and nothing of the audit is left; "+
			"restore the log from a copy", o.log)
	}
	if !make && l.Attempt == 0 {
		f.Close()
		return nil, nil, fmt.Errorf("%s: no audit was begun in it; bauta audit draw begins one", o.log)
	}
	return l, f, nil
}

// messages reads all messages of a file. IDs of exports come out as they went in.
func (o *auditing) messages(cmd *cobra.Command, name string) ([]entry, error) {
	if o.within = nil; isFolder(name) {
		return o.folder(name)
	}
	in, size, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return o.all(anywhere(in, in, size), name)
}

// all reads all messages of what is called so, of which there must be some.
func (o *auditing) all(in io.Reader, name string) ([]entry, error) {
	out, err := o.read(in, name)
	if err == nil {
		err = anyText(name, out)
	}
	return out, err
}

// anyText refuses a release in which nobody can read anything.
func anyText(name string, messages []entry) error {
	switch {
	case len(messages) == 0:
		return fmt.Errorf("%s: no messages", called(name))
	case releaseOf(messages).Counted() == 0:
		return fmt.Errorf("%s: no message has anything to read; name the column of the texts with "+
			"--text-column", called(name))
	}
	return nil
}

// read reads what is called so.
func (o *auditing) read(in io.Reader, name string) (out []entry, err error) {
	o.fields = true
	r, err := o.reading.open(in, name, nil)
	if err != nil {
		return nil, err
	}
	if o.file, err = packed(in, r); err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", called(name), reason(err))
	}
	var rest []byte
	var loose []bauta.Message // still of no message: of a workbook, in front of its first row
	for m, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		first, named := corpus.First(&m)
		if first {
			out = sealed(out, rest)
			out, rest = append(out, entry{}), r.Rest(&m)
		}
		m.Meta = nil
		if !named {
			m.Thread = ""
		}
		if len(out) == 0 {
			loose = append(loose, m)
			continue
		}
		last := &out[len(out)-1]
		last.parts, loose = append(append(last.parts, m), loose...), nil
	}
	out = sealed(out, append(rest, r.Tail()...))
	o.beside, o.width = r.Beside(), len(r.Names())
	o.header = audit.Header(r.Names(), r.Format() == corpus.CSV || r.Format() == corpus.TSV)
	return out, nil
}

// is holds the file that was read last against a certificate: its messages, the names of its
// columns, and of what is packed all else.
func (o *auditing) is(c *audit.Certificate, r audit.Release) error {
	if err := errors.Join(c.Verify(r), c.Stays(o.beside, o.header)); err != nil {
		return err
	}
	return c.Whole(o.file)
}

// packed is the digest of a workbook, an archive or a packed file, of which parts are in no message;
// else "".
func packed(in io.Reader, r *corpus.Reader) (string, error) {
	if !r.Packed() {
		return "", nil
	}
	at, ok := in.(file)
	if !ok {
		return "", errors.New("what is packed is read from a file, not from a pipe; give its name")
	}
	return audit.File(io.NewSectionReader(at, 0, at.Size()))
}

// sealed seals the last of some messages, of which no part comes any more.
func sealed(all []entry, rest []byte) []entry {
	if len(all) > 0 {
		all[len(all)-1].seal(rest)
	}
	return all
}

// written reads the digests of an output that is not yet in its place, nil where it goes
// past or holds no message.
func (o *auditing) written(out *output) (audit.Release, error) {
	if out == nil || out.tmp == "" {
		return nil, nil
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	in, err := os.Open(out.tmp)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read again: %w", out.name, reason(err))
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read again: %w", out.name, reason(err))
	}
	all, err := o.all(anywhere(in, in, info.Size()), out.name)
	return releaseOf(all), err
}
