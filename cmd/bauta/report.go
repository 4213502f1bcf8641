package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// reporting makes the page about a release.
type reporting struct {
	auditing
	release, original, certificate, attacks string
	annex                                   dossier.Annex
	sign                                    string
	raw                                     []byte        // the report of the run
	of                                      *audit.Output // the release
	verify                                  bool
}

func reportCommand() *cobra.Command {
	o := &reporting{}
	cmd := &cobra.Command{
		Use:   "report REPORT",
		Short: "a page on a release for an ethics board or a data-protection officer",
		Long: `Makes one self-contained HTML page (no script, prints well) from the report of a run (bauta anonymise ` +
			`--report):
what became of what was found, by type; what may still be in it, with its certificate; what others may try
(bauta attack --json); what none of that covers; policy, models and digests; an annex for a data-protection
impact assessment. It holds no text of messages. A certificate must be of the release that is given. --json
writes the same as JSON. With --sign the page carries a signature (Ed25519); with --verify, REPORT is such a page or
its JSON, and the key of whoever signed it is printed: compare it with the one that the project gave you.`,
		Example: "  bauta anonymise sms.csv -o release.csv --report report.json\n" +
			"  bauta attack release.csv --json > attacks.json\n" +
			"  bauta report report.json --release release.csv --certificate certificate.json --attacks " +
			"attacks.json \\\n" +
			"    --lang fr --sign project.key -o release.html\n" +
			"  bauta report release.html --verify",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.files(cmd)
	f := cmd.Flags()
	f.StringVar(&o.lang, "lang", "en", "language of the page: fr, en, de, es, it or sv")
	f.StringVar(&o.release, "release", "", "the release, for its digest")
	f.StringVar(&o.original, "original", "", "what went in: another file than the one that the run read is refused")
	f.StringVar(&o.certificate, "certificate", "", "certificate of the release (bauta audit certify)")
	f.StringVar(&o.attacks, "attacks", "", "what bauta attack --json printed")
	f.StringVar(&o.policy, "policy", "", "the policy of the run, to stand on the page as it is written")
	f.StringVar(&o.annex.Purpose, "purpose", "", "for the annex: what the release is for")
	f.StringVar(&o.annex.Undo, "undo", "", "for the annex: who can restore the originals (default: what follows from "+
		"the policy)")
	f.StringVar(&o.annex.Keys, "keys-destroyed", "", "for the annex: when the keys were destroyed")
	f.StringVar(&o.sign, "sign", "", "file of the key that signs the page; bauta key new makes one")
	f.BoolVar(&o.verify, "verify", false, "say who signed a page, or that it was changed since")
	f.StringVarP(&o.out, "output", "o", "", "file to write (default: standard output)")
	return cmd
}

func (o *reporting) run(cmd *cobra.Command, name string) error {
	if o.verify {
		return signedBy(cmd, name)
	}
	d := &dossier.Dossier{Lang: o.lang, Made: time.Now().UTC().Format(time.DateOnly), Annex: o.annex}
	var err error
	if o.raw, err = bounded.File(name, maxReport); err != nil {
		return err
	}
	if d.Run, err = dossier.ReadRun(o.raw); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	parts := []func(*cobra.Command, *dossier.Dossier) error{o.digests, o.certified, o.tried, o.written, cards}
	for _, part := range parts {
		if err := part(cmd, d); err != nil {
			return err
		}
	}
	var key ed25519.PrivateKey
	if o.sign != "" {
		if key, err = signingKey(o.sign); err != nil {
			return err
		}
		otherSigner(cmd, o.certificate, hex.EncodeToString(key.Public().(ed25519.PublicKey)))
	}
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	write := d.WriteSigned
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		write = d.WriteJSON
	}
	if err := write(out, key); err != nil {
		return err
	}
	return out.Commit()
}

// signedBy says whose key signed a page, or that nobody's did.
func signedBy(cmd *cobra.Command, name string) error {
	raw, err := bounded.File(name, maxReport)
	if err != nil {
		return err
	}
	key, err := dossier.Signer(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "signed with %s, and not changed since\n", key)
	return err
}

// fewScores is how many figures of a model stand on the page; its card has all.
const fewScores = 6

// cards tells of the models of a run what their cards do, of those that come with this
// program: another one says nothing but its digest.
func cards(_ *cobra.Command, d *dossier.Dossier) error {
	had := map[string]bool{}
	for _, p := range d.Run.Parts {
		name, _, _ := strings.Cut(p.Name, "/")
		if had[name] || !slices.Contains(models.Names(), name) {
			continue
		}
		b, err := model.Open(models.FS(), name)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(b.Files, func(f model.File) bool { return strings.HasPrefix(f.Digest, p.Digest) }) {
			continue
		}
		had[name] = true
		d.Models = append(d.Models, cardOf(b, p.Digest))
	}
	return nil
}

// cardOf is what is told of a model.
func cardOf(b *model.Bundle, digest string) dossier.Card {
	c := dossier.Card{Name: b.Name(), Digest: digest, Lang: b.Lang, Licence: b.Licence}
	for _, s := range b.Data {
		c.Data = append(c.Data, fmt.Sprintf("%s (%s)", s.Name, s.Licence))
	}
	for _, s := range b.Scores[:min(len(b.Scores), fewScores)] {
		c.Scores = append(c.Scores, fmt.Sprintf("%s: %s %.4g", s.On, s.Name, s.Value))
	}
	return c
}

// digests holds the original against what the run read. The page names that, and keeps the
// salt to itself.
func (o *reporting) digests(cmd *cobra.Command, d *dossier.Dossier) error {
	if o.original != "" {
		in, err := bytesOf(cmd, o.original)
		if err != nil {
			return err
		}
		defer in.Close()
		if err := d.Run.Input.Is(in); err != nil {
			return fmt.Errorf("%s: %w", o.original, err)
		}
	}
	if d.Run.Input != nil {
		d.Run.Input.Salt, d.Original = "", d.Run.Input.Digest
	}
	return nil
}

// certified reads the release, and holds the certificate and the report of the run against
// it.
func (o *reporting) certified(cmd *cobra.Command, d *dossier.Dossier) error {
	if o.of = d.Run.Release; o.release == "" {
		if o.certificate != "" {
			return errUsage{errors.New("--certificate needs --release FILE, the release that it is of")}
		}
		return nil
	}
	o.alone = true // what was not looked at is named
	messages, err := o.messages(cmd, o.release)
	if err != nil {
		return err
	}
	release := releaseOf(messages)
	d.Beside = o.beside
	d.Release, o.of = release.Sum(), audit.OutputOf(release)
	if o.certificate != "" {
		if d.Certificate, err = readCertificate(o.certificate); err != nil {
			return err
		}
		if err := o.named(o.certificate, d.Certificate, release); err != nil {
			return fmt.Errorf("%s: %w", o.release, err)
		}
	}
	if err := o.ofTheRun(d, release); err != nil {
		return fmt.Errorf("%s: the report of the run %w", o.release, err)
	}
	if d.Certificate != nil {
		d.Unbound = len(d.Certificate.Report) == 0
		d.Certificate.Marks, d.Certificate.Report = nil, nil // the file of the certificate has them
	}
	return nil
}

// ofTheRun holds the report of the run against the release. Of what a withdrawal left there
// is no other report than that of the whole, whose digest the page does not keep.
func (o *reporting) ofTheRun(d *dossier.Dossier, release audit.Release) error {
	d.Before = d.Certificate != nil && d.Certificate.OfBefore()
	if !d.Before {
		if d.Certificate != nil {
			if err := d.Certificate.Bears(o.raw); err != nil {
				return err
			}
		}
		return d.Run.Release.Of(release)
	}
	d.Run.Release, d.Run.Input, d.Original = nil, nil, ""
	return d.Certificate.Left(o.raw)
}

// tried reads what attacks found, on the release of the run.
func (o *reporting) tried(cmd *cobra.Command, d *dossier.Dossier) error {
	if o.attacks == "" {
		return nil
	}
	raw, err := bounded.File(o.attacks, maxReport)
	if err != nil {
		return err
	}
	played, on, err := dossier.ReadAttacks(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", o.attacks, err)
	}
	if err := on.Same(o.of); err != nil {
		return fmt.Errorf("%s: what attacks found %w", o.attacks, err)
	}
	d.Attacks = played
	if missing := d.Untried(); len(missing) > 0 {
		inform(cmd, "%s: not tried, or on nothing: %s; the page says so", o.attacks, strings.Join(missing, ", "))
	}
	return nil
}

// written is the policy as it is written, if it is that of the run.
func (o *reporting) written(_ *cobra.Command, d *dossier.Dossier) error {
	if o.policy == "" {
		return nil
	}
	f, err := policy.Load(o.policy)
	if err != nil {
		return err
	}
	built, err := f.Build(policy.Options{FindOnly: true})
	if err != nil {
		return err
	}
	if was, is := d.Run.Parts[0], built.Parts[0]; was.Name != is.Name || was.Digest != is.Digest {
		return fmt.Errorf("policy %s (%s) is not the one of the run, which was %s (%s); give that one", o.policy,
			is.Digest, was.Name, was.Digest)
	}
	d.Policy = string(f.Source())
	return nil
}
