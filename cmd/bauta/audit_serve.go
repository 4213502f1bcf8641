package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
)

// auditServe are the same pages for whoever audits: the link leads to the page Audit.
func auditServe() *cobra.Command {
	o := &reviewServe{audit: &deskTerms{}}
	cmd := &cobra.Command{
		Use: "serve STORE",
		Example: "  bauta audit serve desk.db --policy gdpr\n" +
			"  bauta audit serve desk.db --unit name --alpha 1%",
		Short: "the page of the audit in the review's pages: ten messages a screen, a digit for the one that leaks",
		Long: `Serves the pages of a review as bauta review serve does, and opens them on Audit: random messages of ` +
			`what the project
would release, ten a screen; a digit says which leaks, Enter saves and shows the next ten. Bound, looks still
needed and the curve of the evidence stay in view; what leaks is masked there, and the audit begins anew.
Unit and alpha are proposed on the page as they are given here, until the first look fixes them; the limit is the
project's (bauta review init --leak-limit).
Of a release that is a file, bauta audit draw and enter make the same audit in a spreadsheet.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := isStore(args[0]); err != nil {
				return err
			}
			return o.run(cmd, args)
		},
	}
	o.flags(cmd)
	o.audit.alphaFlag(cmd)
	o.audit.unit.flags(cmd)
	return cmd
}

// isStore refuses a file that is there and is no store: a release, most likely.
func isStore(name string) error {
	info, err := os.Stat(name)
	if sqlstore.IsPostgres(name) || err != nil || !info.Mode().IsRegular() || info.Size() == 0 ||
		beginsWith(name, journalMark) {
		return nil
	}
	return errUsage{fmt.Errorf("%s: is no store of a review, whose audit this is the page of; a release that is a "+
		"file is audited in a sheet: bauta audit draw %s --original FILE --log FILE -o sheet.csv", name, name)}
}

// deskTerms are what an audit at the desk is begun with.
type deskTerms struct {
	terms
	unit auditUnit
}

// audits has the link lead to the audit of the project, which proposes the terms; other
// ones than those that are fixed are refused.
func (o *reviewServe) audits(cmd *cobra.Command, s *sqlstore.Store, c *server.Config) error {
	p, err := o.find(cmd.Context(), s)
	if err != nil {
		return err
	}
	c.Leads = "/p/" + p.Slug + "/audit"
	if c.Terms, err = o.audit.proposed(); err != nil {
		return err
	}
	if p.State == review.Purged {
		return nil
	}
	a, err := review.AuditOf(cmd.Context(), s, p)
	if err != nil || a.Attempt == 0 {
		return err
	}
	if err := o.audit.kept(cmd, &a.State.Begin); err != nil {
		return err
	}
	return o.audit.unit.keep(cmd, &a.State)
}

// proposed are the terms as the desk takes them.
func (t *deskTerms) proposed() (review.Terms, error) {
	out := review.Terms{Level: audit.Level(t.alpha)}
	if err := t.sound(); err != nil {
		return out, err
	}
	if t.unit.unit == "name" {
		out.Places = t.unit.places
	}
	return out, t.unit.known()
}
