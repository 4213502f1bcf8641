package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/policy"
)

// reporting makes the page about a release.
type reporting struct {
	auditing
	release, original, certificate, attacks string
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
writes the same as JSON.`,
		Example: "  bauta anonymise sms.csv -o release.csv --report report.json\n" +
			"  bauta attack release.csv --json > attacks.json\n" +
			"  bauta report report.json --release release.csv --certificate certificate.json --attacks " +
			"attacks.json \\\n" +
			"    --lang fr -o release.html",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.files(cmd)
	f := cmd.Flags()
	f.StringVar(&o.lang, "lang", "en", "language of the page: fr, en, de, es, it or sv")
	f.StringVar(&o.release, "release", "", "the release, for its digest")
	f.StringVar(&o.original, "original", "", "what went in, for its digest")
	f.StringVar(&o.certificate, "certificate", "", "certificate of the release (bauta audit certify)")
	f.StringVar(&o.attacks, "attacks", "", "what bauta attack --json printed")
	f.StringVar(&o.policy, "policy", "", "the policy of the run, to stand on the page as it is written")
	f.StringVarP(&o.out, "output", "o", "", "file to write (default: standard output)")
	return cmd
}

func (o *reporting) run(cmd *cobra.Command, name string) error {
	d := &dossier.Dossier{Lang: o.lang, Made: time.Now().UTC().Format(time.DateOnly)}
	raw, err := bounded.File(name, maxReport)
	if err != nil {
		return err
	}
	if d.Run, err = dossier.ReadRun(raw); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, part := range []func(*cobra.Command, *dossier.Dossier) error{o.digests, o.tried, o.written} {
		if err := part(cmd, d); err != nil {
			return err
		}
	}
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		err = enc.Encode(d)
	} else {
		err = d.WriteHTML(out)
	}
	if err != nil {
		return err
	}
	return out.Commit()
}

// digests reads the release and what it was made from, and holds the certificate
// against the release.
func (o *reporting) digests(cmd *cobra.Command, d *dossier.Dossier) error {
	if o.original != "" {
		messages, err := o.messages(cmd, o.original)
		if err != nil {
			return err
		}
		d.Original = releaseOf(messages).Sum()
	}
	if o.release == "" {
		if o.certificate != "" {
			return errUsage{errors.New("--certificate needs --release FILE, the release that it is of")}
		}
		return nil
	}
	messages, err := o.messages(cmd, o.release)
	if err != nil {
		return err
	}
	release := releaseOf(messages)
	d.Release = release.Sum()
	if o.certificate == "" {
		return nil
	}
	c, err := readCertificate(o.certificate)
	if err != nil {
		return err
	}
	if err := c.Verify(release); err != nil {
		return fmt.Errorf("%s: %w", o.release, err)
	}
	c.Marks, c.Report = nil, nil // the file of the certificate has them
	d.Certificate = c
	return nil
}

// tried reads what attacks found.
func (o *reporting) tried(_ *cobra.Command, d *dossier.Dossier) error {
	if o.attacks == "" {
		return nil
	}
	raw, err := bounded.File(o.attacks, maxReport)
	if err != nil {
		return err
	}
	if d.Attacks, err = dossier.ReadAttacks(raw); err != nil {
		return fmt.Errorf("%s: %w", o.attacks, err)
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
		return fmt.Errorf("policy %s is not the one of the run, which was %s (%s); give that one", o.policy, was.Name,
			was.Digest)
	}
	d.Policy = string(f.Source())
	return nil
}
