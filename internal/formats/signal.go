package formats

// signal is data.json of signal-export: an object a line.
func signal() Format {
	shape := &jsonShape{
		thread: "signal", rest: Note,
		rules: append([]jsonRule{
			{path: "body", role: Text},
			{path: "sender", role: Name, meta: 'a'},
			{path: "quote", role: Note},
			{path: "reactions[].name", role: Name},
			{path: "reactions[][]", role: Name, nth: 1}, // who, and with what
			{path: "attachments[].name", role: File},
			{path: "attachments[].path", role: File},
			{path: "attachments[]", role: File},
			{path: "attachments", role: File},
			timed("date"),
		}, kept("reactions[].emoji")...),
	}
	return Format{
		Name: "signal", What: "Signal, data.json of signal-export", Ends: []string{".json", ".jsonl"},
		Told:   "objects with date, sender, body, reactions",
		People: "who wrote, who reacts; files",
		Is:     func(_ string, head []byte) bool { return inJSON(head, "date", "sender", "body", "reactions") },
		Open:   shape.open, rules: shape.rules,
	}
}
