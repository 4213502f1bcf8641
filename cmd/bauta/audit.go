package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
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
}

// files are the options that say how a release is read.
func (o *auditing) files(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "auto", "auto, text, csv, tsv, jsonl, conll, or one of bauta formats")
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text, by name or number")
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
	return l, f, nil
}

// messages reads all messages of a file. IDs of exports come out as they went in.
func (o *auditing) messages(cmd *cobra.Command, name string) ([]bauta.Message, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return o.all(in, name)
}

// all reads all messages of what is called so.
func (o *auditing) all(in io.Reader, name string) (out []bauta.Message, err error) {
	err = o.each(in, name, func(m *bauta.Message) { out = append(out, *m) })
	return out, err
}

// each reads the messages of what is called so one by one.
func (o *auditing) each(in io.Reader, name string, do func(*bauta.Message)) error {
	o.fields = true
	r, err := o.reading.open(in, name, nil)
	if err != nil {
		return err
	}
	none := true
	for m, err := range r.Messages() {
		if err != nil {
			return err
		}
		m.Meta, none = nil, false
		do(&m)
	}
	if none {
		return fmt.Errorf("%s: no messages", called(name))
	}
	o.beside = r.Beside()
	return nil
}

// written reads the digests of an output that is not yet in its place, nil where it goes
// past or holds no message.
func (o *auditing) written(out *output) (r audit.Release, err error) {
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
	err = o.each(in, out.name, func(m *bauta.Message) { r = append(r, digestOf(m)) })
	return r, err
}

// releaseOf gives the digests of messages.
func releaseOf(messages []bauta.Message) audit.Release {
	out := make(audit.Release, len(messages))
	for i := range messages {
		out[i] = digestOf(&messages[i])
	}
	return out
}

// digestOf is the digest of a message. A number of a line is no ID: the order of the
// messages is nobody's business.
func digestOf(m *bauta.Message) audit.Digest {
	return audit.DigestOf(idOf(m), m.Thread, m.Author, m.Text)
}
