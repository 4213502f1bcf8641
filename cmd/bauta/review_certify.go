package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// deskCertificate is the certificate of what leaves the desk, whose audit was made
// there.
type deskCertificate struct {
	file, key, role string
	signature       string // of what was written
}

func (o *deskCertificate) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.file, "certify", "", "file for the certificate of the messages, from the audit of the desk")
	f.StringVar(&o.key, "sign", "", "file of the key that signs it; bauta key new makes one")
	f.StringVar(&o.role, "role", "reviewer", "what whoever looked is in the project; no name")
}

// wants says what is missing of the options.
func (o *deskCertificate) wants(out string, unreleased bool) error {
	switch {
	case o.file == "" && o.key == "":
		return nil
	case o.file == "" || o.key == "" || out == "" || out == "-":
		return errUsage{errors.New("a certificate needs --certify FILE, --sign KEY and -o FILE")}
	case unreleased:
		return errUsage{errors.New("--certify is for what was released; take --unreleased away")}
	}
	return nil
}

// certified notes in the store which certificate was written.
func (o *deskCertificate) certified(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	if o.file == "" {
		return nil
	}
	return s.AuditCertified(cmd.Context(), p.ID, 0, o.signature)
}

// make writes the certificate of an output that is written and not yet in its place; nil
// where none is wanted.
func (o *deskCertificate) make(
	cmd *cobra.Command, s *sqlstore.Store, p review.Project, out *output, c audit.Certificate,
) (*output, error) {
	if o.file == "" {
		return nil, nil
	}
	key, err := signingKey(o.key)
	if err != nil {
		return nil, err
	}
	a, err := review.AuditOf(cmd.Context(), s, p)
	if err != nil {
		return nil, err
	}
	looked, err := a.Outgoing(cmd.Context())
	if err != nil {
		return nil, err
	}
	read := &auditing{reading: reading{format: "jsonl", alone: true}}
	written, err := read.written(out)
	if err != nil {
		return nil, err
	}
	if c.Withdrawn, err = a.Withdrawal(cmd.Context(), looked); err != nil {
		return nil, err
	}
	c.Version, c.Made, c.Role = version, time.Now().UTC().Truncate(time.Second), o.role
	c.Seconds, c.Beside, c.Columns, c.Header = a.Seconds(), read.beside, read.width, read.header
	if c.Bytes, err = fileDigest(out.tmp); err != nil {
		return nil, err
	}
	made, err := a.Certify(looked.Release, written, key, c)
	switch {
	case errors.Is(err, audit.ErrNotProved):
		return nil, fmt.Errorf("%s is not written: %w; the page Audit says what is still needed", out.name, err)
	case err != nil:
		return nil, fmt.Errorf("%s is not written: %w; begin the audit of the desk anew", out.name, err)
	}
	o.signature = made.Signature
	f, err := create(o.file, forAll, cmd.OutOrStdout())
	if err != nil {
		return nil, err
	}
	return f, made.Write(f)
}
