package formats

import "bytes"

// telegramChat is what Telegram calls kinds of chats.
var telegramChat = WhenAsked(`"type"\s*:\s*"(?:(?:personal|bot)_chat|saved_messages|` +
	`(?:private|public)_(?:group|supergroup|channel))"`)

// telegramGroup are the kinds of chats that are called after nobody.
var telegramGroup = WhenAsked(`^(?:private|public)_(?:group|supergroup|channel)$`)

const lower = "abcdefghijklmnopqrstuvwxyz_"

// telegram is what Telegram Desktop exports: one chat, or everything.
func telegram() Format {
	shape := &jsonShape{
		thread: "telegram",
		records: []string{
			"messages[]", "chats.list[].messages[]", "left_chats.list[].messages[]", "contacts.list[]",
		},
		rest: Note, group: telegramGroup, channel: "channel",
		rules: append([]jsonRule{
			{path: "**.messages[].id", role: Keep, meta: 'i'},
			{path: "**.messages[].text", role: Text},
			{path: "**.messages[].text[]", role: Text, join: true},
			{path: "**.messages[].text[].text", role: Text, join: true},
			{path: "**.messages[].text_entities[].text", role: Note, join: true},
			{path: "**.poll.answers[].text", role: Note, poll: "poll"},
			{path: "**.from_id", role: Key, skip: lower, meta: 'a'},
			{path: "**.from", role: Name, who: "from_id"},
			{path: "**.actor_id", role: Key, skip: lower},
			{path: "**.actor", role: Name, who: "actor_id"},
			{path: "**.forwarded_from_id", role: Key, skip: lower},
			{path: "**.forwarded_from", role: Name, who: "forwarded_from_id"},
			{path: "**.saved_from", role: Name},
			{path: "**.via_bot", role: Name},
			{path: "**.messages[].author", role: Name},
			{path: "**.members[]", role: Name},
			{path: "**.inviter", role: Name},
			{path: "**.reply_to_peer_id", role: Key, skip: lower},
			{path: "**.peer_id", role: Key, skip: lower},
			{path: "**.user_id", role: Key, skip: lower},
			{path: "personal_information.username", role: Name, who: "user_id"},
			{path: "**.contact_vcard", role: File},
			{path: "**.first_name", role: Name, who: "user_id phone_number"},
			{path: "**.last_name", role: Name, who: "user_id phone_number"},
			{path: "**.phone_number", role: Phone},
			{path: "**.latitude", role: Gone},
			{path: "**.longitude", role: Gone},
			{path: "**.photo", role: File},
			{path: "**.file", role: File},
			{path: "**.file_name", role: File},
			{path: "**.thumbnail", role: File},
			{path: "**.document_id", role: File, number: true},
			{path: "profile_pictures[].photo", role: File},
			{path: "**.ip", role: Gone},
			{path: "**.dataBase64", role: Gone}, // what data has, encoded
			{path: "**.last_ip", role: Gone},
			{path: "chats.list[].id", role: Key, meta: 't'},
			{path: "left_chats.list[].id", role: Key, meta: 't'},
			{path: "id", role: Key, meta: 't'},
			{path: "type", role: Keep, meta: kindMeta},
			{path: "**.list[].type", role: Keep, meta: kindMeta},
			{path: "name", role: Name, who: "id", title: "type"},
			{path: "**.list[].name", role: Name, who: "id", title: "type"},
			{path: "**.list[].id", role: Key},
			timed("**.messages[].date_unixtime"),
		}, kept("**.type", "**.date", "**.date_unixtime", "**.edited", "**.edited_unixtime", "**.action",
			"**.media_type",
			"**.mime_type", "**.sticker_emoji", "**.emoji", "**.status", "**.discard_reason")...),
	}
	return Format{
		Name: "telegram", What: "Telegram Desktop, result.json", Ends: []string{".json"},
		Told:   "an object with messages that have date_unixtime, or from_id",
		People: "who wrote, is added, invited, forwarded; chats; contacts; telephones; IDs",
		Is: func(_ string, head []byte) bool {
			return inJSON(head, "messages", "date_unixtime") || inJSON(head, "messages", "from_id") ||
				inJSON(head, "personal_information", "user_id") ||
				inJSON(head, "messages", "from", "date") && telegramChat().Match(head)
		},
		Open: shape.open, rules: shape.rules,
	}
}

// timed keeps a field that says when a message was written.
func timed(path string) jsonRule { return jsonRule{path: path, role: Keep, meta: 'w'} }

// kept are rules for fields that tell nobody.
func kept(paths ...string) []jsonRule { return allOf(jsonRule{role: Keep}, paths...) }

// allOf gives one rule to many fields.
func allOf(rule jsonRule, paths ...string) (out []jsonRule) {
	for _, rule.path = range paths {
		out = append(out, rule)
	}
	return out
}

// inJSON reports JSON in whose beginning all fields stand.
func inJSON(head []byte, fields ...string) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return false
	}
	for _, f := range fields {
		if !hasMember(head, `"`+f+`"`) {
			return false
		}
	}
	return true
}

// hasMember reports a name with a colon behind it.
func hasMember(head []byte, name string) bool {
	for {
		_, rest, ok := bytes.Cut(head, []byte(name))
		if !ok {
			return false
		}
		if head = rest; bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte{':'}) {
			return true
		}
	}
}
