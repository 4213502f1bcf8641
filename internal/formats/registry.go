package formats

// Registry are all formats that are read and written: the plain ones, which package corpus
// reads by itself, those of [All], and what is told by the files in an archive.
func Registry() []Format {
	plain := []Format{
		{Name: "text", What: "a message a line", Told: "nothing else", People: "-", Ends: []string{".txt", ".text"}},
		{
			Name: "csv", What: "a table with commas, semicolons or tabs", Told: "the name, a header with a text",
			People: "--authors, --also", Ends: []string{".csv"},
		},
		{
			Name: "tsv", What: "a table with tabs", Told: "the name, a header with a text", People: "--authors, --also",
			Ends: []string{".tsv", ".tab"},
		},
		{
			Name: "jsonl", What: "a JSON object a line", Told: "a line that begins as an object; in .txt, each",
			People: "--authors, --also", Ends: []string{".jsonl", ".ndjson"},
		},
		{
			Name: "json", What: "any other JSON: arrays, documents", Told: "brackets over several lines",
			People: "--also",
			Ends:   []string{".json"},
		},
		{
			Name: "conll", What: "a token a line", Told: "the name", People: "-",
			Ends: []string{".conll", ".conll2003", ".iob", ".iob2"},
		},
	}
	packed := []Format{
		{
			Name: "slack", What: "Slack, the archive of an export", Told: "a zip with users.json and lists of channels",
			People: "as slack-json; people and channels in their lists, folders", Ends: []string{".zip"},
		},
		{
			Name: "xlsx", What: "Excel, a workbook", Told: "a zip with xl/workbook.xml",
			People: "--also; comments, who made it", Ends: []string{".xlsx"},
		},
		{
			Name: "ods", What: "LibreOffice, a spreadsheet", Told: "a zip whose mimetype says so",
			People: "--also; comments, who made it", Ends: []string{".ods"},
		},
		{
			Name: "parquet", What: "Parquet, with the command bauta-parquet of x/parquet", Told: "the first bytes",
			People: "--also", Module: "x/parquet",
		},
		{
			Name: "arrow", What: "Arrow IPC, a file or a stream, with the same command", Told: "the first bytes",
			People: "--also", Module: "x/parquet",
		},
		{
			Name: ".zip", What: "any export above with its files", Told: "the first bytes", People: "names of files",
			Ends: []string{".zip"},
		},
		{Name: ".gz, .zst", What: "any file above", Told: "the first bytes", People: "-"},
	}
	return append(append(plain, All()...), packed...)
}
