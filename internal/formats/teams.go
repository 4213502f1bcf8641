package formats

// teams is messages.json, what Microsoft gives of Teams and Skype.
func teams() Format {
	shape := &jsonShape{
		records: []string{"conversations[].MessageList[]"}, rest: Note, refs: teamsRefs,
		rules: append([]jsonRule{
			{path: "userId", role: Key},
			{path: "conversations[].id", role: Key, meta: 't'},
			{path: "conversations[].displayName", role: Name},
			{path: "conversations[].threadProperties.members", role: Gone},
			{path: "conversations[].threadProperties.topic", role: Note},
			{path: "**.MessageList[].content", role: Text},
			{path: "**.MessageList[].id", role: Keep, meta: 'i'},
			{path: "**.MessageList[].from", role: Key, meta: 'a'},
			{path: "**.MessageList[].conversationid", role: Key},
			{path: "**.MessageList[].displayName", role: Name, who: "from"},
			{path: "**.amsreferences[]", role: Gone},
			{path: "**.properties.files", role: Gone}, // their names, and where they lie: personal/lea_martin
			{path: "**.properties.links", role: Gone},
			{path: "**.properties.mentions", role: Gone}, // JSON in a string, as the next: who is named once more
			{path: "**.properties.emotions", role: Gone},
			{path: "**.mri", role: Key},
			timed("**.MessageList[].originalarrivaltime"),
		}, kept("exportDate", "**.originalarrivaltime", "**.messagetype", "**.version", "**.threadType",
			"**.lastimreceivedtime",
			"**.consumptionhorizon")...),
	}
	return Format{
		Name: "teams", What: "Microsoft Teams and Skype, messages.json", Ends: []string{".json"},
		Told:   "an object with conversations that have a MessageList",
		People: "who wrote, conversations, mentions; IDs",
		Is:     func(_ string, head []byte) bool { return inJSON(head, "conversations", "MessageList") },
		Open:   shape.open, rules: shape.rules,
	}
}

// teamsID is an ID in the mark-up of a message: 8:live:name, 19:…@thread; or what an
// earlier run wrote in the place of one.
var teamsID = WhenAsked(`((?:\b(?:8|19|28|48):[\w.:+-]+(?:@[\w.]+)?)|\blive:[\w.:+-]+)["<;/ ]|` +
	`<at id="([A-Z0-9]{8,15})"`)

// teamsWhole is a field that holds nothing but an ID, as mri does.
var teamsWhole = WhenAsked(`^((?:8|19|28|48):[\w.:+-]+(?:@[\w.]+)?|live:[\w.:+-]+)$`)

func teamsRefs(s *Slot) {
	what := teamsID
	if teamsWhole().MatchString(s.Value) {
		what = teamsWhole
	}
	refsTo(s, what(), "")
}
