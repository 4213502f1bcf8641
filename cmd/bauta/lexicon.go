package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

func lexiconCommand() *cobra.Command {
	return group("lexicon", "the dictionaries: what a word is, in which, by which variant",
		&cobra.Command{
			Use: "list", Short: "the sources of the lexicon: package, version, licence, entries", Args: cobra.NoArgs,
			Example: "  bauta lexicon list",
			RunE:    func(cmd *cobra.Command, _ []string) error { return lexiconList(cmd) },
		},
		lexiconShow(), lexiconImport(), lexiconCheck())
}

func lexiconList(cmd *cobra.Command) error {
	all := list{fields: []string{"entries", "language", "gives", "package", "version", "licence", "credit"}}
	for _, s := range lexicon.Default().Sources() {
		all.add(s.Entries, s.Lang, fmt.Sprintf("%s: %s", s.Kind, s.Name), s.Package, s.Version, s.Licence, s.Credit)
	}
	return all.print(cmd)
}

func lexiconShow() *cobra.Command {
	lang := "fr"
	cmd := &cobra.Command{
		Use: "show WORD…", Short: "what a word is, in which lists, by which variant", Args: cobra.MinimumNArgs(1),
		Example: "  bauta lexicon show rose nico",
		RunE: func(cmd *cobra.Command, words []string) error {
			all := list{fields: []string{"word", "lists", "part of speech", "sex", "index", "variant"}}
			for _, word := range words {
				norm := lexicon.Fold(word)
				e, _, _ := lexicon.Default().Resolve(norm, lang)
				lists, how := listed(lexicon.Default(), norm, lang)
				all.add(word, lists, e.POS.String(), e.Sex.String(), e.NameIndex, how)
			}
			return all.print(cmd)
		},
	}
	cmd.Flags().StringVar(&lang, "lang", lang, "language")
	return cmd
}

func lexiconImport() *cobra.Command {
	var of listFlags
	var out string
	cmd := &cobra.Command{
		Use: "import FILE", Short: "compile a list of one's own for the lexicons: key of a policy",
		Example: "  bauta lexicon import staff.csv --type PERSON --lang fr -o staff",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := of.options()
			if err != nil {
				return err
			}
			in, _, err := input(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			defer in.Close()
			u, err := lexicon.Import(in, args[0], o)
			if err != nil {
				return err
			}
			f, err := create(out, forOwner, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			defer f.Discard()
			if _, err := f.Write(u.Bytes()); err != nil {
				return err
			}
			return f.Commit()
		},
	}
	of.add(cmd)
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write")
	return cmd
}

// listFlags say what a list of one's own is.
type listFlags struct{ role, lang, label string }

func (l *listFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&l.role, "role", "dictionary", "dictionary or hide, anti-dictionary or keep")
	cmd.Flags().StringVar(&l.lang, "lang", "", "language in which the words count (default: all)")
	cmd.Flags().StringVar(&l.label, "type", "", "type of entries without one, such as ORGANIZATION (default: names)")
}

func (l *listFlags) options() (lexicon.Options, error) {
	role, err := lexicon.ParseRole(l.role)
	if err != nil {
		return lexicon.Options{}, errUsage{err}
	}
	label := bauta.Label(l.label)
	if label != "" && !label.Known() {
		return lexicon.Options{}, errUsage{
			errors.New("unknown type; docs/formats/policy.md has the types, such as ORGANIZATION"),
		}
	}
	return lexicon.Options{Role: role, Lang: l.lang, Type: label}, nil
}

func lexiconCheck() *cobra.Command {
	var of listFlags
	cmd := &cobra.Command{
		Use: "check FILE", Short: "what is doubtful in a list of one's own, and what can never be found",
		Example: "  bauta lexicon check staff.csv --type PERSON",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := of.options()
			if err != nil {
				return err
			}
			return checkList(cmd, args[0], o)
		},
	}
	of.add(cmd)
	return cmd
}

func checkList(cmd *cobra.Command, name string, o lexicon.Options) error {
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("%s: cannot be opened", name)
	}
	defer in.Close()
	notes, err := lexicon.Default().Check(in, name, o)
	if err != nil {
		return err
	}
	for _, n := range notes {
		fmt.Fprintf(cmd.OutOrStdout(), "%s:%d: %s\n", name, n.Line, n.What)
	}
	if len(notes) == 0 {
		fmt.Fprintln(cmd.OutOrStdout(), "nothing doubtful")
	}
	return nil
}
