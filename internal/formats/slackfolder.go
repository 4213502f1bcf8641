package formats

import "path"

// slackParts are the files of an unpacked export of Slack, by what reads them: one that is read so.
var slackParts = map[string]string{
	"slack-users": "users.json", "slack-channels": "channels.json", "slack-rest": "rest.json",
}

// SlackPart is the format in which a file of an unpacked export of Slack is read; "" for a file that is none
// of it.
func SlackPart(name string) string {
	switch {
	case path.Ext(name) != ".json" || ofMac(name):
		return ""
	case path.Base(name) == "users.json", path.Base(name) == "org_users.json":
		return "slack-users"
	case slackList(path.Base(name)):
		return "slack-channels"
	}
	return "slack-rest"
}

// Beside reports a format of files that may be without a text, since those beside them have some.
func Beside(format string) bool { return slackParts[format] != "" }

// SlackPlace is where a file of an unpacked export goes, from its place in it.
func SlackPlace(name string, key Keyer) string { return slackFolder(name, key) }
