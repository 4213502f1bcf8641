package main

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/internal/private"
)

// certifying writes the certificate of a release.
type certifying struct {
	auditing
	key, role, report string
	unreported        bool
}

func auditCertify() *cobra.Command {
	o := &certifying{}
	cmd := &cobra.Command{
		Use:   "certify RELEASE",
		Short: "the certificate of a release whose limit is proved",
		Long: `Writes certificate.json, signed (Ed25519) with the key of the project, which bauta key new makes: ` +
			`digest of ` +
			`the release,
limit, looks, leaks, what the reader sees, and what is not covered. Without a proof there is none, nor without the
report of the run: it says what stands in the place of names, and what anybody undoes hides nothing.`,
		Example: "  bauta key new project.key\n" +
			"  bauta audit certify release.csv --log release.audit --key project.key --report report.json " +
			"-o certificate.json",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.files(cmd)
	o.logFlag(cmd)
	o.langFlag(cmd)
	f := cmd.Flags()
	f.StringVar(&o.key, "key", "", "file of the key that signs")
	f.StringVar(&o.role, "role", "reviewer", "what whoever looked is in the project; no name")
	f.StringVar(&o.report, "report", "", "report of the run that made the release, to stand in the certificate")
	f.BoolVar(&o.unreported, "unreported", false, "certify without a report, as of a release of another program: the "+
		"certificate then says that nothing shows who can undo its masks")
	f.StringVarP(&o.out, "output", "o", "", "file to write (default: standard output)")
	return cmd
}

// wants says what is wrong with the options: nobody who looks at masks sees that anybody undoes
// them, and the report of the run is what says it.
func (o *certifying) wants() error {
	_, err := dossier.Verified(o.lang) // before anything is written
	switch {
	case err != nil:
		return errUsage{err}
	case o.report == "" && !o.unreported:
		return errUsage{errors.New("give --report FILE, which bauta anonymise --report wrote with this release: it " +
			"says what stands in the place of names, and whether anybody can undo it; a release of another program, " +
			"which has none, is certified with --unreported, and the certificate says so")}
	case o.report != "" && o.unreported:
		return errUsage{errors.New("--report and --unreported exclude each other; leave one out")}
	}
	return nil
}

// hides refuses masks by which anybody tells what they stand for, as far as the texts show it: a report
// says it of a policy, and is a file that whoever certifies can write.
func (o *certifying) hides(name string, messages []entry, l *audit.State) error {
	if o.unreported && l.Report != "" {
		return fmt.Errorf("%s: the audit was begun with the report of the run; give that with --report, as it was "+
			"written", name)
	}
	for i := range messages {
		for _, said := range messages[i].parts {
			if audit.Numbered(said.Text, o.unreported) || audit.Numbered(figured(said.Text), o.unreported) {
				return fmt.Errorf("%s: message %d: no certificate is written: %w (what shows it is a label, a length "+
					"and a number, as in [PRE-4-482924]; where that is no mask, mask it)", name, i+1, audit.ErrBare)
			}
		}
	}
	return nil
}

func (o *certifying) run(cmd *cobra.Command, name string) error {
	if err := o.wants(); err != nil {
		return err
	}
	key, err := signingKey(o.key)
	if err != nil {
		return err
	}
	c := audit.Certificate{Version: version, Made: time.Now().UTC().Truncate(time.Second), Role: o.role}
	if err := o.reported(&c); err != nil {
		return err
	}
	o.alone = true // what was not looked at is named
	messages, err := o.messages(cmd, name)
	if err != nil {
		return err
	}
	if err := o.binds(name, &c); err != nil {
		return err
	}
	l, f, err := o.open(false)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := o.hides(name, messages, &l.State); err != nil {
		return err
	}
	release := releaseOf(messages)
	looked := l.File
	if c.Withdrawn = l.Withdrawal(release); c.Withdrawn != nil {
		looked = l.Rest.File
	}
	if looked != o.file {
		return fmt.Errorf("%s: its messages are those that were looked at, packed otherwise: what else is in the file "+
			"nobody saw; draw from it as it is now, or certify what was looked at", name)
	}
	c.Log = l.Hash()
	made, err := l.Certify(release, release, key, c)
	if err != nil {
		return o.uncertified(name, err)
	}
	if made.Undo == "" && !o.unreported {
		return fmt.Errorf("%s: does not say what stands in the place of names; no certificate is written: make "+
			"release and report anew with this program", o.report)
	}
	otherSigner(cmd, o.out, made.Public)
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := made.Write(out); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	leaking := l.Leaking()
	if made.Withdrawn != nil {
		leaking = l.Remaining()
	}
	return o.tells(cmd, name, made, leaking)
}

// otherSigner says that a key is not the one that signed the certificate in a file, where there is one.
func otherSigner(cmd *cobra.Command, file, public string) {
	if file == "" || file == "-" {
		return
	}
	if before, err := readCertificate(file); err == nil && before.Public != public {
		inform(cmd, "%s was signed with another key: %s, and now it is %s; whoever checks it needs that one, by "+
			"another way", file, before.Public, public)
	}
}

// uncertified says why there is no certificate, and what to do.
func (o *certifying) uncertified(name string, err error) error {
	switch {
	case errors.Is(err, audit.ErrNotProved):
		return fmt.Errorf("%s: %w; bauta audit status says what is still needed", name, err)
	case errors.Is(err, audit.ErrChanged):
		return fmt.Errorf("%s: %w; draw from it as it is now, or certify what was looked at", name, err)
	case errors.Is(err, audit.ErrBare):
		return fmt.Errorf("%s: no certificate is written: %w", name, err)
	case errors.Is(err, audit.ErrReport):
		return fmt.Errorf("%s: no certificate is written: %w", o.report, err)
	}
	return err
}

// reported has a certificate hold the report of the run, and who can undo what that wrote.
func (o *certifying) reported(c *audit.Certificate) (err error) {
	if c.Report, err = readReport(o.report); err != nil || c.Report == nil {
		return err
	}
	if run, err := dossier.ReadRun(c.Report); err == nil {
		c.Undo = run.Undo()
	}
	return nil
}

// binds has a certificate hold what stands beside the texts of a file, and its bytes.
func (o *certifying) binds(name string, c *audit.Certificate) (err error) {
	c.Beside, c.Columns, c.Header, c.File = o.beside, o.width, o.header, o.file
	if o.file == "" {
		c.Bytes, err = fileDigest(name)
	}
	return err
}

// tells says what was written, what it says, and what comes next.
func (o *certifying) tells(cmd *cobra.Command, name string, c *audit.Certificate, leaking []int) error {
	var says strings.Builder
	if err := dossier.WriteCertificate(&says, o.lang, c, o.beside); err != nil {
		return err
	}
	inform(cmd, "%s", strings.TrimSpace(says.String()))
	known := ""
	if len(leaking) > 0 {
		still := "still leaks and counts"
		if len(leaking) > 1 {
			still = "still leak and count"
		}
		known = fmt.Sprintf("; %s, in which a leak was seen, %s among them",
			byNumber("message", leaking), still)
	}
	inform(cmd, "%s: signed with %s, a key to be given by another way%s; next: bauta audit verify %s %s, as anybody "+
		"may", cmp.Or(o.out, "the certificate"), c.Public, known, name, cmp.Or(o.out, "CERTIFICATE"))
	return nil
}

// signingKey reads the key of a project.
func signingKey(name string) (ed25519.PrivateKey, error) {
	if name == "" {
		return nil, errUsage{errors.New("give --key FILE, the key of the project; bauta key new makes one")}
	}
	raw, err := private.Read(name, maxKeyFile)
	switch {
	case errors.Is(err, private.ErrShared):
		return nil, fmt.Errorf("%s: others may read the key; %s, and think of it as known", name, private.Close(name))
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be read as a key; bauta key new makes one", name)
	}
	key, err := hex.DecodeString(string(bytes.TrimSpace(raw)))
	if err != nil || len(key) != 32 || !private.Random(key) {
		return nil, fmt.Errorf("%s: is no key of 256 random bits; bauta key new makes one", name)
	}
	return audit.Key(key), nil
}

// maxReport bounds the report of a run, in bytes.
const maxReport = 16 << 20

// readReport reads the report of a run; nil for no name.
func readReport(name string) (json.RawMessage, error) {
	if name == "" {
		return nil, nil
	}
	raw, err := bounded.File(name, maxReport)
	if err != nil {
		return nil, err
	}
	var flat bytes.Buffer
	if json.Compact(&flat, raw) != nil {
		return nil, fmt.Errorf("%s: is no report of bauta anonymise", name)
	}
	return flat.Bytes(), nil
}

// readCertificate reads the file of a certificate that nobody changed.
func readCertificate(name string) (*audit.Certificate, error) {
	in, _, err := input(name, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c, err := audit.Read(in)
	if err == nil {
		err = c.Signed() // or the release would be named as what somebody changed
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// uncertified is of an output that is not what a certificate is of.
type uncertified struct{ error }

// lookInside lets an output through that is not the certified one, where that was asked for: report and page
// say so. A certificate that is none, or cannot be read, lets nothing through.
func lookInside(err error, unreleased bool) error {
	var other uncertified
	switch {
	case err == nil || errors.As(err, &other) && unreleased:
		return nil
	case errors.As(err, &other):
		return fmt.Errorf("%w; --unreleased writes it for a look inside the house", err)
	}
	return err
}

// holds refuses an output, written and not yet in its place, that is not the release
// of a certificate, or has columns beside its texts that nobody asked for.
func (o *auditing) holds(out *output, name string, beside []string) error {
	if name == "" {
		return nil
	}
	if out == nil || out.tmp == "" {
		return errUsage{errors.New("--certified needs one file to write; give -o FILE")}
	}
	c, err := readCertificate(name)
	if err != nil {
		return err
	}
	o.alone = true
	written, err := o.written(out)
	if err == nil {
		err = c.Stays(beside, o.header) // the digest differs, too, and does not say by what
	}
	if err == nil {
		err = c.Verify(written)
	}
	if err == nil {
		err = c.Whole(o.file)
	}
	if err != nil {
		return uncertified{fmt.Errorf("%s is not written: %w", out.name, err)}
	}
	return nil
}

// amended says that marks were changed.
func amended(marks int) string {
	return several(marks, "mark") + " changed afterwards (the first one counts, but for leaks that were added)"
}
