package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/dossier"
)

func auditVerify() *cobra.Command {
	o := &auditing{}
	cmd := &cobra.Command{
		Use:   "verify RELEASE CERTIFICATE",
		Short: "whether a certificate is of this release, is as it was signed, and proves what it says",
		Long: `Checks the signature, computes the bound anew from the looks, and compares the digest of the ` +
			`release, in ` +
			`whatever order
its messages stand; a message that is not in what was looked at is named by its number. Of a file that has the same
messages it says whether it is the certified one byte for byte, or written otherwise (order, quotes, line ends,
encoding, byte order mark, separator, blanks), or that the certificate does not tell. Compare the key with the one
that the project gave you by another way. What was not looked at is named, columns beside the texts among it.`,
		Example: "  bauta audit verify release.csv certificate.json",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := dossier.Verified(o.lang); err != nil {
				return errUsage{err}
			}
			if err := swapped(args[0], args[1]); err != nil {
				return err
			}
			o.alone = true // what was not looked at is named
			messages, err := o.messages(cmd, args[0])
			if err != nil {
				return err
			}
			c, err := readCertificate(args[1])
			if err != nil {
				return err
			}
			if err := o.named(args[1], c, releaseOf(messages)); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := o.certifiedLog(c); err != nil {
				return err
			}
			v := verified{Certificate: c, lang: o.lang, beside: o.beside}
			if err := v.compare(args[0]); err != nil {
				return err
			}
			return writeReport(cmd, v)
		},
	}
	o.files(cmd)
	o.langFlag(cmd)
	cmd.Flags().StringVar(&o.log, "log", "", "the log of the audit, from whoever keeps it: whether it is the one that "+
		"was certified")
	return cmd
}

// mostBeside bounds the files beside a certificate that are looked at.
const mostBeside = 1000

// named is is of a certificate in a file: where the release is what a withdrawal left of its own, and the
// certificate of that lies beside it, the error says so.
func (o *auditing) named(name string, c *audit.Certificate, r audit.Release) error {
	err := o.is(c, r)
	if !errors.Is(err, audit.ErrChanged) || name == "-" {
		return err
	}
	beside, _ := filepath.Glob(filepath.Join(filepath.Dir(name), "*.json"))
	for _, other := range beside[:min(len(beside), mostBeside)] {
		left, no := readCertificate(other)
		if no == nil && left.Withdrawn != nil && left.Withdrawn.Before == c.Signature && o.is(left, r) == nil {
			return fmt.Errorf("%w; %s is the certificate of what a withdrawal left of it: give that", audit.ErrChanged,
				other)
		}
	}
	return err
}

// certifiedLog refuses a log that is not the one of a certificate, where one is given. It may have
// gone on since.
func (o *auditing) certifiedLog(c *audit.Certificate) error {
	switch {
	case o.log == "":
		return nil
	case c.Log == "":
		return errors.New("the certificate names no log: it is of a desk, whose chain is its log, or of an older " +
			"program; leave --log out")
	}
	l, f, err := o.open(false)
	if err != nil {
		return err
	}
	defer f.Close()
	if !l.Had(c.Log) {
		return fmt.Errorf("%s: is not the log that was certified: another one, or somebody wrote it anew", o.log)
	}
	return nil
}

// swapped refuses a certificate that was given as the release.
func swapped(release, certificate string) error {
	if release == "-" || certificate == "-" {
		return nil
	}
	if _, err := readCertificate(certificate); err == nil {
		return nil
	}
	if _, err := readCertificate(release); err != nil {
		return nil
	}
	return errUsage{fmt.Errorf("%s is the certificate: the release comes first; bauta audit verify %s %s", release,
		certificate, release)}
}

// verified is a certificate that holds, in words.
type verified struct {
	*audit.Certificate
	Exact  *bool `json:"byte_for_byte,omitempty"` // the file is the certified one, where the certificate tells
	lang   string
	beside []string // columns of the release that nobody looked at
}

// compare holds the file against the one that was certified.
func (v *verified) compare(name string) error {
	if v.Bytes == "" {
		return nil
	}
	digest, err := fileDigest(name)
	if err != nil || digest == "" {
		return err
	}
	same := digest == v.Bytes
	v.Exact = &same
	return nil
}

// WriteText says what the certificate says, in the language that was asked for.
func (v verified) WriteText(w io.Writer) error {
	holds, err := dossier.Verified(v.lang)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(w, holds); err != nil {
		return err
	}
	if v.Exact != nil || v.Bytes == "" && v.File == "" {
		written, err := dossier.Bytes(v.lang, v.Exact)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(w, written); err != nil {
			return err
		}
	}
	return dossier.WriteCertificate(w, v.lang, v.Certificate, v.beside)
}

// langFlag is for commands that say what a certificate says.
func (o *auditing) langFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.lang, "lang", "en", "language in which it is said what is certified: fr, en, de, es, "+
		"it or sv")
}
