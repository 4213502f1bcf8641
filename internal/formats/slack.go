package formats

import (
	"bytes"
	_ "embed" // of the list of hosts
	"slices"
	"strings"
)

// The signs in front of IDs of Slack: a user (U, W), a bot, a channel, a team …
const slackSigns = "UWBCDGTFAS"

// slackMention is a mention in a text, with the name that may stand beside it. Its brackets tell it, so the ID may be
// short, as in the exports of other programs.
var slackMention = WhenAsked(`<(?:[@#]|!subteam\^)([A-Z0-9]{2,20})(?:\|[^<>]*)?>`)

// slackID is a field of a newer version that holds nothing but an ID.
var slackID = WhenAsked(`^([UWBCDG][A-Z0-9]{7,19})$`)

// slackLink is an ID in a link: of a member, a channel, a workspace.
var slackLink = WhenAsked(`[/=]([UWBCDGT][A-Z0-9]{7,19})\b`)

// slackHost is the address of a workspace, which bears the name of a firm.
var slackHost = WhenAsked(`\b([A-Za-z0-9][A-Za-z0-9-]{0,40})(?:\.enterprise)?\.slack\.com\b`)

// Hosts of Slack itself, one a line.
//
//go:embed system/slack-hosts.txt
var slackHostList string

// slackOwn reports a host of Slack itself.
func slackOwn(host string) bool { return slices.Contains(strings.Fields(slackHostList), host) }

func slackRefs(s *Slot) {
	what := slackMention
	if slackID().MatchString(s.Value) && strings.ContainsAny(s.Value, "0123456789") {
		what = slackID
	}
	refsTo(s, what(), slackSigns)
	var cuts [][2]int
	for _, m := range slackLink().FindAllStringSubmatchIndex(s.Value, -1) {
		if id := s.Value[m[2]:m[3]]; strings.ContainsAny(id, "0123456789") {
			cuts = append(cuts, [2]int{m[2] + signs(id, slackSigns), m[3]})
		}
	}
	for _, m := range slackHost().FindAllStringSubmatchIndex(s.Value, -1) {
		if !slackOwn(s.Value[m[2]:m[3]]) {
			cuts = append(cuts, [2]int{m[2], m[3]})
		}
	}
	slices.SortFunc(cuts, func(a, b [2]int) int { return a[0] - b[0] })
	value := s.Value
	s.refer(cuts, func(from, to int) Ref { return Ref{ID: value[from:to]} })
}

// slackShape is a file of an export of Slack: messages of a day, people or channels.
func slackShape() *jsonShape {
	rules := []jsonRule{
		{path: "[].text", role: Text},
		{path: "[].user", role: Key, skip: slackSigns, meta: 'a'},
		{path: "[].ts", role: Keep, meta: 's'},
		{path: "[].user_profile.real_name", role: Name, who: "^user"},
		{path: "[].user_profile.display_name", role: Name, who: "^user"},
		{path: "[].user_profile.first_name", role: Name, who: "^user"},
		{path: "[].user_profile.name", role: Name, who: "^user"},
		{path: "[].user_profile.last_name", role: Name, who: "^user"},
		{path: "[].username", role: Name},
		{path: "**.author_name", role: Name},
		{path: "**.author_subname", role: Name},
		{path: "[].real_name", role: Name, who: "id"},
		{path: "[].profile.real_name", role: Name, who: "^id"},
		{path: "[].profile.real_name_normalized", role: Name, who: "^id"},
		{path: "[].profile.display_name", role: Name, who: "^id"},
		{path: "[].profile.display_name_normalized", role: Name, who: "^id"},
		{path: "[].profile.first_name", role: Name, who: "^id"},
		{path: "[].profile.last_name", role: Name, who: "^id"},
		{path: "**.email", role: Mail},
		{path: "**.phone", role: Phone},
		{path: "**.tz", role: Keep},
		{path: "**.date", role: Note, number: true},
		{path: "**.elements[].text", role: Note, join: true},
		{path: "**.reactions[].name", role: Key},
		{path: "**.elements[].name", role: Key},
		{path: "**.elements[].unicode", role: Keep},
	}
	rules = slices.Concat(rules, allOf(jsonRule{role: Gone},
		"**.skype", "**.avatar_hash", "**.permalink", "**.permalink_public", "**.url_private",
		"**.url_private_download", "**.from_url", "**.author_link", "**.author_icon",
		"**.image_original", "**.image_24", "**.image_32", "**.image_48", "**.image_72",
		"**.image_192", "**.image_512", "**.image_1024"),
		allOf(jsonRule{role: File}, "**.files[].name", "**.files[].title"),
		allOf(jsonRule{role: Key, skip: slackSigns},
			"[].id", "[].creator", "**.members[]", "**.user_id", "**.users[]", "**.reply_users[]",
			"**.replies[].user", "**.edited.user", "**.parent_user_id", "**.inviter", "**.team",
			"**.team_id", "**.user_team", "**.source_team", "**.bot_id", "**.channel_id",
			"**.usergroup_id", "**.files[].id", "**.x_files[]", "**.files[].user", "**.topic.creator",
			"**.purpose.creator", "**.pins[].user", "**.pins[].owner", "**.pins[].id", "**.app_id",
			"**.channel", "**.author_id", "**.client_msg_id", "**.block_id"),
		kept("**.type", "**.subtype", "**.thread_ts", "**.latest_reply", "**.ts", "**.style", "**.mimetype",
			"**.filetype", "**.mode", "**.color", "**.status_emoji", "**.pretty_type", "**.last_read",
			"**.external_type"))
	return &jsonShape{
		thread: "slack", records: []string{"[]"}, rest: Note, refs: slackRefs, rules: rules, each: slackEmoji,
	}
}

func slackEmoji(rec *Record) { ownEmoji(rec, "reactions[].name", "elements[].name") }

// slackDay is one file of messages of Slack.
func slackDay() Format {
	shape := slackShape()
	shape.rules = append(shape.rules, jsonRule{path: "[].name", role: Note})
	return Format{
		Name: "slack-json", What: "Slack, one file of an export (messages of a day)", Ends: []string{".json"},
		Told:   "an array of objects with type, ts, user and text",
		People: "who wrote with profile, mentions, who reacts; IDs, files",
		Is: func(_ string, head []byte) bool {
			return bytes.HasPrefix(bytes.TrimSpace(head), []byte{'['}) && inJSON(head, "type", "ts", "text", "user")
		},
		Open: shape.open, rules: shape.rules,
	}
}
