package main

import (
	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/formats"
)

// formatsCommand lists what is read and written.
func formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "formats", Short: "what is read and written, how it is told, which fields hold people",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l := list{fields: []string{"format", "what", "told by", "people"}}
			l.add("text", "a message a line", "nothing else", "-")
			l.add("csv", "a table with commas, semicolons or tabs", "the name, a header with a text",
				"--authors, --also")
			l.add("tsv", "a table with tabs", "the name, a header with a text", "--authors, --also")
			l.add("jsonl", "a JSON object a line", "a line that begins as an object", "--authors, --also")
			l.add("json", "any other JSON: arrays, documents", "brackets over several lines", "--also")
			l.add("conll", "a token a line", "the name", "-")
			for _, f := range formats.All() {
				l.add(f.Name, f.What, f.Told, f.People)
			}
			l.add("slack", "Slack, the archive of an export", "a zip with users.json and lists of channels",
				"as slack-json; people and channels in their lists, folders")
			l.add("xlsx", "Excel, a workbook", "a zip with xl/workbook.xml", "--also; comments, who made it")
			l.add("ods", "LibreOffice, a spreadsheet", "a zip whose mimetype says so", "--also; comments, who made it")
			l.add(".zip", "any export above with its files", "the first bytes", "names of files")
			l.add(".gz, .zst", "any file above", "the first bytes", "-")
			return l.print(cmd)
		},
	}
}
