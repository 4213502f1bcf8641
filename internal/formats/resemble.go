package formats

import (
	"slices"
	"strings"
)

// telling are names of members that few but one program write.
var telling = map[string][]string{
	"telegram":   {"date_unixtime", "from_id", "text_entities", "actor_id", "edited_unixtime"},
	"slack-json": {"ts", "thread_ts", "client_msg_id", "user_profile", "user_team", "source_team"},
	"discord":    {"guild", "discriminator", "isPinned", "timestampEdited", "callEndedTimestamp"},
	"messenger": {
		"sender_name", "timestamp_ms", "thread_path", "senderName", "threadName", "isUnsent", "participants",
	},
	"signal":      {"sticker", "quote", "reactions"},
	"teams":       {"conversations", "MessageList", "messagetype", "originalarrivaltime", "conversationid"},
	"teams-graph": {"messageType", "createdDateTime", "userIdentityType", "lastModifiedDateTime", "@odata.context"},
	"google-chat": {"creator", "created_date", "topic_id", "message_id"},
}

// Resembles finds the format that JSON is like without having its shape: it has two members of
// that program. Read as any JSON, the fields that hold people would stay in clear.
func Resembles(head []byte) (Format, bool) {
	for _, f := range All() {
		n := 0
		for _, name := range telling[f.Name] {
			if inJSON(head, name) {
				n++
			}
		}
		if n >= 2 {
			return f, true
		}
	}
	return Format{}, false
}

// Within finds the chat whose messages stand behind lines that are none: a title, the end of a message that
// was cut, what somebody put in front.
func Within(head []byte) (Format, bool) {
	switch {
	case waWithin(head):
		return whatsApp(), true
	case lineWithin(head):
		return lineChat(), true
	}
	return Format{}, false
}

// Headed finds the chat of which one line is the head of a message: who wrote, and when. A file with one that no
// format tells was damaged, or has something in front of it.
func Headed(line string) (Format, bool) {
	wa := waHead().FindStringIndex(line)
	at := lineTime().FindStringIndex(line)
	switch {
	case wa != nil && waName().MatchString(line[wa[1]:]):
		return whatsApp(), true
	case dtHead().MatchString(line):
		return discordText(), true
	case imHead().MatchString(line) && imAlone(line):
		return iMessage(), true
	case at != nil && strings.Contains(line[at[1]:], "\t"):
		return lineChat(), true
	}
	return Format{}, false
}

// imAlone reports a line that is the time of a message alone, or says who read it.
func imAlone(line string) bool {
	rest := line[imHead().FindStringIndex(line)[1]:]
	return strings.TrimSpace(rest) == "" || imRead().MatchString(rest)
}

// Ended reports the end of a name that no file of plain text has: that of an export.
func Ended(ext string) bool {
	for _, f := range Registry() {
		if ext != ".txt" && ext != ".text" && slices.Contains(f.Ends, ext) {
			return true
		}
	}
	return false
}

// MailHeader reports a header that mails have.
func MailHeader(name string) bool { return mailHeaders[strings.ToLower(name)] != 0 }
