package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/lexicon"
)

func lexiconCommand() *cobra.Command {
	return group("lexicon", "the dictionaries: what a word is, in which, by which variant",
		&cobra.Command{
			Use: "list", Short: "the sources of the lexicon: package, version, licence, entries", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return lexiconList(cmd) },
		},
		lexiconShow(), lexiconImport(),
		&cobra.Command{
			Use: "check FILE", Short: "what is doubtful in a list of one's own", Args: cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error { return lexiconCheck(cmd, args[0]) },
		})
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
	var role, lang, out string
	cmd := &cobra.Command{
		Use: "import FILE", Short: "compile a list of one's own for the lexicons: key of a policy",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := lexicon.ParseRole(role)
			if err != nil {
				return errUsage{err}
			}
			in, _, err := input(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			defer in.Close()
			u, err := lexicon.Import(in, args[0], lexicon.Options{Role: r, Lang: lang})
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
	cmd.Flags().StringVar(&role, "role", "dictionary", "dictionary (to hide) or anti-dictionary (to leave)")
	cmd.Flags().StringVar(&lang, "lang", "", "language in which the words count (default: all)")
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write")
	return cmd
}

func lexiconCheck(cmd *cobra.Command, name string) error {
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("%s: cannot be opened", name)
	}
	defer in.Close()
	notes, err := lexicon.Default().Check(in, name, lexicon.Options{})
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
