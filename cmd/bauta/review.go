package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

func reviewCommand() *cobra.Command {
	return group("review", "the expert's desk: words that wait for a decision, and what was decided",
		reviewInitCommand(), reviewImportCommand(), reviewAnnotateCommand(), reviewAgreementCommand(),
		reviewExportCommand(),
		reviewServeCommand(), reviewSimulateCommand(), reviewReleaseCommand(), reviewDoctorCommand())
}

// desk says which store and project a command is about.
type desk struct {
	key, project string
}

func (o *desk) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.key, "key", "", "key file of the store (default: STORE.key, or BAUTA_REVIEW_KEY, or "+
		"BAUTA_REVIEW_PASSPHRASE)")
	cmd.Flags().StringVar(&o.project, "project", "", "short name of the project (default: the only one)")
}

// keyFile is where the key of a store lies when nothing else is said; empty
// where there is no telling.
func (o *desk) keyFile(store string) string {
	if o.key == "" && !sqlstore.IsPostgres(store) {
		return store + ".key"
	}
	return o.key
}

// config finds the master key: the file that was named, the environment, the
// file beside the store.
func (o *desk) config(store string) (cfg sqlstore.Config, err error) {
	switch key, pass := os.Getenv("BAUTA_REVIEW_KEY"), os.Getenv("BAUTA_REVIEW_PASSPHRASE"); {
	case o.key != "":
		cfg.Key, err = sqlstore.ReadKey(o.key)
	case key != "":
		cfg.Key, err = sqlstore.ParseKey(key)
	case pass != "":
		cfg.Passphrase = pass
	case o.keyFile(store) == "":
		err = errors.New("the store has no key; give --key FILE, BAUTA_REVIEW_KEY or BAUTA_REVIEW_PASSPHRASE")
	default:
		cfg.Key, err = sqlstore.ReadKey(o.keyFile(store))
	}
	return cfg, err
}

// open opens a store that was made before.
func (o *desk) open(ctx context.Context, store string) (*sqlstore.Store, error) {
	info, err := os.Stat(store)
	if !sqlstore.IsPostgres(store) && (err != nil || info.Size() == 0) { // an empty file would become a new store
		return nil, fmt.Errorf("%s: there is no store; make one with bauta review init", store)
	}
	cfg, err := o.config(store)
	if err != nil {
		return nil, err
	}
	return openStore(ctx, store, cfg)
}

// openStore opens a store; the error names it without its password.
func openStore(ctx context.Context, store string, cfg sqlstore.Config) (*sqlstore.Store, error) {
	s, err := sqlstore.Open(ctx, store, cfg)
	if err != nil && !strings.HasPrefix(err.Error(), store) {
		return nil, fmt.Errorf("%s: %w", shown(store), err)
	}
	return s, err
}

// shown is a store's name without password.
func shown(store string) string {
	if u, err := url.Parse(store); err == nil && sqlstore.IsPostgres(store) {
		return u.Redacted()
	}
	return store
}

// find gives the project a command is about.
func (o *desk) find(ctx context.Context, s review.Projects) (review.Project, error) {
	if o.project != "" {
		p, err := s.Project(ctx, o.project)
		if errors.Is(err, review.ErrNotFound) {
			return p, fmt.Errorf("the store has no project %s; bauta review doctor lists them", o.project)
		}
		return p, err
	}
	all, err := s.Projects(ctx, 0)
	switch {
	case err != nil:
		return review.Project{}, err
	case len(all) != 1:
		return review.Project{}, fmt.Errorf("the store has %d projects; choose one with --project", len(all))
	}
	return all[0], nil
}

// both opens a store and finds the project.
func (o *desk) both(ctx context.Context, store string) (*sqlstore.Store, review.Project, error) {
	s, err := o.open(ctx, store)
	if err != nil {
		return nil, review.Project{}, err
	}
	p, err := o.find(ctx, s)
	if err != nil {
		return nil, p, errors.Join(err, s.Close())
	}
	return s, p, nil
}

// apply puts what was decided in a store into a pipeline. A damaged store decides
// nothing: a mask that somebody took out of it would let a name out.
func (o *desk) apply(ctx context.Context, store string, p *bauta.Pipeline) error {
	s, project, err := o.both(ctx, store)
	if err != nil {
		return err
	}
	if err := intact(ctx, s); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", shown(store), err), s.Close())
	}
	applied, err := review.Apply(ctx, s, project.ID, p.Link)
	if err == nil {
		p.Link = applied
	}
	return errors.Join(err, s.Close())
}

// intact refuses a store in which anything is not as the program wrote it.
func intact(ctx context.Context, s *sqlstore.Store) error {
	health, err := s.Inspect(ctx)
	if err == nil && !health.Sound() {
		err = errors.New("the store is damaged; review doctor says where; restore it from a copy")
	}
	return err
}

// maxLabels bounds the labels of a project.
const maxLabels = 60

func reviewInitCommand() *cobra.Command {
	o, p := &desk{}, review.Fresh("", "", "fr")
	var labels []string
	for _, l := range p.Labels {
		labels = append(labels, string(l))
	}
	drawn := p.Seed
	set := review.Setup{}
	cmd := &cobra.Command{
		Use:     "init STORE",
		Example: "  bauta review init desk.db --name sms --lang fr",
		Short:   "make a store (a file, or postgres://…), its key, and a project in it",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			p.Labels, p.Seed = nil, cmp.Or(p.Seed, drawn)
			for _, l := range labels {
				p.Labels = append(p.Labels, bauta.Label(l))
			}
			return reviewInit(cmd, args[0], o, p, set)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&p.Name, "name", "", "name of the project, for people")
	f.StringVar(&p.Lang, "lang", "fr", "language of the project")
	f.StringVar(&p.Seed, "seed", "", "seed of queue order, overlap and audit sample (default: drawn)")
	f.StringSliceVar(&labels, "labels", labels, "types to mask or annotate with; the keys 1 to 9 stand for "+
		"the first nine")
	percentVar(f, &p.Overlap, "overlap", p.Overlap, "share of messages, in per cent, that two annotators label "+
		"without seeing each other's work")
	f.IntVar(&set.Training, "training", review.Training, "how many messages, from the first on, all annotators label")
	f.BoolVar(&set.Prefill, "prefill", true, "annotators start from what the policy of the import found")
	f.IntVar(&p.SecondAbove, "second-above", p.SecondAbove, "occurrences above which never waits for a second person")
	shareVar(f, &p.LeakLimit, "leak-limit", p.LeakLimit, "share of messages that may leak, as the audit bounds it, "+
		"for a release")
	return cmd
}

func reviewInit(cmd *cobra.Command, store string, o *desk, p review.Project, set review.Setup) error {
	if len(p.Labels) == 0 || len(p.Labels) > maxLabels {
		return errUsage{fmt.Errorf("--labels takes one to %d types", maxLabels)}
	}
	if set.Training < 0 {
		return errUsage{errors.New("--training takes no negative number")}
	}
	p.Slug = cmp.Or(o.project, "corpus")
	p.Name = cmp.Or(p.Name, p.Slug)
	made := ""
	if path := o.keyFile(store); path != "" && os.Getenv("BAUTA_REVIEW_KEY") == "" &&
		os.Getenv("BAUTA_REVIEW_PASSPHRASE") == "" {
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			if _, err := sqlstore.NewKey(path); err != nil {
				return err
			}
			made = path
		}
	}
	cfg, err := o.config(store)
	if err != nil {
		return err
	}
	s, err := openStore(cmd.Context(), store, cfg)
	if err != nil {
		return err
	}
	if p, err = s.CreateProject(cmd.Context(), p); err == nil {
		err = s.SetUp(cmd.Context(), p.ID, set)
	}
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	inform(cmd, "project %s in %s", p.Slug, shown(store))
	if made != "" {
		inform(cmd, "key %s: keep it apart from copies of the store; without it nobody reads the texts", made)
	}
	return nil
}
