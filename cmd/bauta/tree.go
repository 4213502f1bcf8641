package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// chapter is a heading of the help with the commands under it.
type chapter struct {
	id, title string
	commands  []*cobra.Command
}

// chapters is every command, what most people need first.
func chapters() []chapter {
	return []chapter{
		{"messages", "Messages:", []*cobra.Command{
			anonymiseCommand(), lookCommand(), detectCommand(), explainCommand(), formatsCommand(), revealCommand(),
			mergeCommand(), keyCommand(), withdrawCommand(),
		}},
		{"people", "People who decide:", []*cobra.Command{reviewCommand(), pageCommand(), triageCommand()}},
		{"programs", "Other programs:", []*cobra.Command{serveCommand(), mcpCommand()}},
		{"proof", "What a release still holds:", []*cobra.Command{
			auditCommand(), attackCommand(), reportCommand(), locationCommand(), evaluateCommand(),
		}},
		{"parts", "What it works with:", []*cobra.Command{
			policyCommand(), lexiconCommand(), modelCommand(), nerCommand(), langidCommand(),
		}},
		{"program", "The program:", []*cobra.Command{versionCommand()}},
	}
}

// addAll puts the commands under their headings.
func addAll(root *cobra.Command) {
	for _, c := range chapters() {
		root.AddGroup(&cobra.Group{ID: c.id, Title: c.title})
		for _, cmd := range c.commands {
			cmd.GroupID = c.id
		}
		root.AddCommand(c.commands...)
	}
	root.SetHelpCommandGroupID("program")
	root.SetCompletionCommandGroupID("program")
	for _, make := range unlisted {
		root.AddCommand(make())
	}
	helpful(root)
	for _, cmd := range root.Commands() {
		exemplify(cmd)
	}
}

// completes reports a run that a shell makes for the words that may follow.
func completes(args []string) bool {
	return len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd)
}

// choose tells the shell which words the options of a command take, in the whole tree. The
// library keeps what it is told, with the tree, as long as the process lives.
func choose(cmd *cobra.Command) {
	for name, known := range map[string]func() []cobra.Completion{
		"policy": presetWords, "format": formatWords, "lang": langWords, "pending": pendingWords,
		"on-error": errorWords, "offsets": offsetWords,
	} {
		f := cmd.Flags().Lookup(name)
		if f != nil && takes(f) {
			// An error says that a command has its own, or that the option went.
			_ = cmd.RegisterFlagCompletionFunc(name, func(*cobra.Command, []string, string) ([]cobra.Completion,
				cobra.ShellCompDirective,
			) {
				return known(), cobra.ShellCompDirectiveDefault // files too
			})
		}
	}
	for _, c := range cmd.Commands() {
		choose(c)
	}
}

// takes reports an option that takes the words known of its name, and no others.
func takes(f *pflag.Flag) bool {
	switch f.Name {
	case "format":
		return strings.Contains(f.Usage, "bauta formats")
	case "pending":
		return strings.Contains(f.Usage, "or keep")
	}
	return true
}

// presetWords are the presets, with what each is for.
func presetWords() (all []cobra.Completion) {
	for _, name := range policy.Presets() {
		if f, err := policy.Load(name); err == nil {
			all = append(all, cobra.CompletionWithDesc(name, f.Description))
		}
	}
	return all
}

func formatWords() []cobra.Completion {
	all := []cobra.Completion{
		"auto\twhat the file looks like", "text\ta message a line", "csv\tcells between commas, as Excel saves them",
		"tsv\tcells between tabs", "jsonl\ta JSON object a line", "conll\ta token a line",
	}
	for _, f := range formats.All() {
		all = append(all, cobra.CompletionWithDesc(f.Name, f.What))
	}
	return all
}

func langWords() []cobra.Completion {
	return []cobra.Completion{
		"fr\tFrench", "en\tEnglish", "de\tGerman", "es\tSpanish", "it\tItalian", "sv\tSwedish",
		"ja\tJapanese, names alone",
	}
}

func pendingWords() []cobra.Completion {
	return []cobra.Completion{
		"mask\tthe words that wait for the expert are masked", "withhold\tmessages that wait come out empty",
		"keep\tin clear: not for a release",
	}
}

func errorWords() []cobra.Completion {
	return []cobra.Completion{"stop\tthe run ends", "skip\tthe record is set aside, and the run goes on"}
}

func offsetWords() []cobra.Completion {
	return []cobra.Completion{"rune\tcharacters", "byte\tbytes of UTF-8", "utf16\tas JavaScript and Java count"}
}

// groupExamples is how many commands of a group its help shows at work.
const groupExamples = 4

// exemplify gives a command that only holds others the first example of each.
func exemplify(cmd *cobra.Command) {
	var lines []string
	for _, c := range cmd.Commands() {
		exemplify(c)
		first, _, _ := strings.Cut(c.Example, "\n")
		lines = append(lines, first)
	}
	if cmd.Example == "" {
		cmd.Example = strings.Join(lines[:min(len(lines), groupExamples)], "\n")
	}
}
