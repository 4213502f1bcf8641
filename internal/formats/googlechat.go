package formats

// googleChat is messages.json of Google Chat, as Takeout gives it.
func googleChat() Format {
	shape := &jsonShape{
		thread: "google-chat", each: func(rec *Record) { ownEmoji(rec, "custom_emoji.shortcode") },
		records: []string{"messages[]"}, rest: Note,
		rules: append([]jsonRule{
			{path: "messages[].text", role: Text},
			{path: "messages[].creator.name", role: Name, who: "email"},
			{path: "messages[].creator.email", role: Mail, meta: 'a'},
			{path: "**.deletion_metadata.deletion_type", role: Keep},
			{path: "**.quoted_message_metadata.text", role: Note},
			{path: "**.creator.name", role: Name, who: "email"},
			{path: "**.creator.email", role: Mail},
			{path: "**.reactor_emails[]", role: Mail},
			{path: "**.topic_id", role: Key},
			{path: "**.message_id", role: Key, meta: 'i'},
			{path: "**.custom_emoji.shortcode", role: Key},
			{path: "**.original_name", role: File},
			{path: "**.export_name", role: File},
			{path: "members[].name", role: Name, who: "email"},
			{path: "members[].email", role: Mail},
			timed("messages[].created_date"),
		}, kept("**.created_date", "**.updated_date", "**.user_type", "**.message_state", "**.emoji.unicode")...),
	}
	return Format{
		Name: "google-chat", What: "Google Chat, messages.json of Takeout", Ends: []string{".json"},
		Told:   "an object with messages that have a creator",
		People: "who wrote with address, who reacts; IDs, files",
		Is:     func(_ string, head []byte) bool { return inJSON(head, "messages", "creator", "user_type") },
		Open:   shape.open, rules: shape.rules,
	}
}
