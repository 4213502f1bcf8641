package formats

import (
	_ "embed" // of the lines of the program
	"slices"
	"strings"
	"sync"
)

//go:embed system/messenger.txt
var messengerLines string

var messengerTemplates = sync.OnceValue(func() templates { return phrasesOf(messengerLines).lines })

// messengerGroup is the kind of a conversation of several.
var messengerGroup = WhenAsked(`Group`)

// messengerLine finds the people in a line that Messenger wrote under the name of who did
// something: it begins with that name or a part of it, or speaks to who has the export.
func messengerLine(author, said string) []Range {
	known, ok := messengerTemplates().people(said)
	if !ok || len(known) == 0 {
		return nil
	}
	who := said[known[0].Start:known[0].End]
	if known[0].Start == 0 && who != author && !slices.Contains(strings.Fields(author), who) {
		return nil // somebody wrote it
	}
	return known
}

// messenger is what Facebook and Instagram give of a conversation. Its letters beyond
// ASCII are UTF-8 that was written as Latin-1. What it gives of conversations that are
// enciphered from end to end has other names for the same fields.
func messenger() Format {
	shape := &jsonShape{
		thread: "messenger", records: []string{"messages[]", "participants[]"}, rest: Note, latin: true,
		group: messengerGroup,
		line:  messengerLine,
		rules: append([]jsonRule{
			{path: "messages[].content", role: Text},
			{path: "messages[].sender_name", role: Name, meta: 'a'},
			{path: "participants[].name", role: Name},
			{path: "participants[]", role: Name},
			{path: "messages[].text", role: Text},
			{path: "messages[].senderName", role: Name, meta: 'a'},
			{path: "threadName", role: Name, title: "thread_type"},
			{path: "messages[].users[].name", role: Name},
			{path: "messages[].reactions[].actor", role: Name},
			{path: "**.original_content_owner", role: Name},
			{path: "title", role: Name, title: "thread_type"},
			{path: "thread_type", role: Keep, meta: kindMeta},
			{path: "thread_path", role: Gone},
			{path: "**.uri", role: File},
			{path: "**.ip", role: Gone},
			{path: "joinable_mode.link", role: Gone},
			{path: "participants[].user_id", role: Key},
			{path: "messages[].sender_id", role: Key},
			timed("messages[].timestamp_ms"),
			timed("messages[].timestamp"),
		}, kept("messages[].type", "messages[].timestamp", "thread_type", "**.timestamp_ms", "**.reaction",
			"**.creation_timestamp")...),
	}
	return Format{
		Name: "messenger", What: "Facebook Messenger and Instagram, message_1.json", Ends: []string{".json"},
		Told:   "an object with messages that have sender_name and timestamp_ms, or a threadName",
		People: "who wrote, takes part, reacts; the title; the path",
		Is: func(_ string, head []byte) bool {
			return inJSON(head, "messages", "sender_name", "timestamp_ms") ||
				inJSON(head, "participants", "sender_name") ||
				inJSON(head, "participants", "threadName", "messages")
		},
		Open: shape.open, rules: shape.rules,
	}
}
