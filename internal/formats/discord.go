package formats

import (
	_ "embed" // of the lines of the program
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed system/discord.txt
var discordLines string

// discordTemplates are the lines that DiscordChatExporter writes for Discord.
var discordTemplates = sync.OnceValue(func() templates { return phrasesOf(discordLines).lines })

// discordDirect is what DiscordChatExporter writes for the server of a conversation that is on none.
const discordDirect = "Direct Messages"

// discordGroup is the kind of a conversation of several that is on no server.
var discordGroup = WhenAsked(`^DirectGroup`)

// discordChannel makes IDs of the names of a server and its channel: people are called so where they talk
// to each other alone.
func discordChannel(rec *Record) {
	ownEmoji(rec, "emoji.name", "emoji.code", "inlineEmojis[].name", "inlineEmojis[].code")
	direct := false
	for i := range rec.Slots {
		switch slot := &rec.Slots[i]; {
		case slot.Path == "guild.name" && slot.Value == discordDirect:
			slot.Role, direct = Keep, true
		case slot.Path == "guild.name", slot.Path == "channel.name" && !direct:
			slot.Role = Key
		}
	}
}

// discord is what DiscordChatExporter writes of a channel.
func discord() Format {
	shape := &jsonShape{
		thread: "discord", records: []string{"messages[]"}, rest: Note, refs: discordRefs, each: discordChannel,
		group: discordGroup,
		line:  func(_, said string) []Range { known, _ := discordTemplates().people(said); return known },
		rules: slices.Concat([]jsonRule{
			{path: "messages[].content", role: Text},
			{path: "messages[].id", role: Key, meta: 'i'},
			{path: "**.poll.answers[].text", role: Note, poll: "poll"},
			{path: "**.poll.answers[].poll_media.text", role: Note, poll: "poll"},
			{path: "messages[].author.id", role: Key, meta: 'a'},
			{path: "**.roles[].name", role: Note},
			{path: "**.emoji.name", role: Key},
			{path: "**.stickers[].name", role: Key},
			{path: "**.emoji.code", role: Key},
			{path: "**.inlineEmojis[].name", role: Key},
			{path: "**.inlineEmojis[].code", role: Key},
			{path: "**.author.name", role: Name, who: "id"},
			{path: "**.author.nickname", role: Name, who: "id"},
			{path: "**.mentions[].name", role: Name, who: "id"},
			{path: "**.mentions[].nickname", role: Name, who: "id"},
			{path: "**.users[].name", role: Name, who: "id"},
			{path: "**.users[].nickname", role: Name, who: "id"},
			{path: "**.user.name", role: Name, who: "id"},
			{path: "**.user.nickname", role: Name, who: "id"},
			{path: "**.embeds[].author.name", role: Name},
			{path: "guild.name", role: Name},
			{path: "channel.type", role: Keep, meta: kindMeta},
			{path: "channel.name", role: Name, title: "type"},
			{path: "channel.category", role: Note},
			timed("messages[].timestamp"),
		}, kept("**.type", "**.timestamp", "**.timestampEdited", "**.callEndedTimestamp", "**.color",
			"**.format", "dateRange.after", "dateRange.before", "exportedAt"), allOf(jsonRule{role: Gone},
			"**.discriminator", "**.avatarUrl", "**.iconUrl", "**.imageUrl", "**.sourceUrl", "**.proxyUrl"),
			allOf(jsonRule{role: File}, "**.attachments[].url", "**.fileName"),
			allOf(jsonRule{role: Key}, "**.roles[].id", "**.id", "**.messageId",
				"**.channelId", "**.guildId", "**.categoryId")),
	}
	return Format{
		Name: "discord", What: "Discord, JSON of DiscordChatExporter", Ends: []string{".json"},
		Told:   "an object with guild, channel and messages",
		People: "authors, nicknames, mentions, who reacts; channel and server; IDs",
		Is:     func(_ string, head []byte) bool { return inJSON(head, "guild", "channel") },
		Open:   shape.open, rules: shape.rules,
	}
}

// discordMention is a mention as Discord has it inside: people, roles, channels.
var discordMention = WhenAsked(`<(?:@[!&]?|#)(\d{5,25})>`)

// discordEmoji is an emoji of a server in a text: its name and its ID.
var discordEmoji = WhenAsked(`<a?:(\w{1,100})(:\d{5,25}>)`)

func discordRefs(s *Slot) {
	refsTo(s, discordMention(), "")
	var cuts [][2]int
	for _, m := range discordEmoji().FindAllStringSubmatchIndex(s.Value, -1) {
		cuts = append(cuts, [2]int{m[0], m[3]}, [2]int{m[4], m[5]})
	}
	v := s.Value
	s.refer(cuts, func(from, to int) Ref {
		if v[from] == ':' {
			return Ref{Before: ":", ID: v[from+1 : to-1], After: ">"}
		}
		at := from + strings.IndexByte(v[from:], ':') + 1
		return Ref{Before: v[from:at], ID: v[at:to]}
	})
}

// refsTo makes references of what an expression finds: its first group, or the second, is the ID; what
// stands behind the group up to the last sign goes.
func refsTo(s *Slot, what *regexp.Regexp, skip string) {
	var cuts [][2]int
	ids := map[int][2]int{}
	for _, m := range what.FindAllStringSubmatchIndex(s.Value, -1) {
		cuts = append(cuts, [2]int{m[0], m[1]})
		if m[2] < 0 { // it is in the second group
			m = append(m[:2], m[4:]...)
		}
		ids[m[0]] = [2]int{m[2] + signs(s.Value[m[2]:m[3]], skip), m[3]}
	}
	v := s.Value
	s.refer(cuts, func(from, to int) Ref {
		id := ids[from]
		return Ref{Before: v[from:id[0]], ID: v[id[0]:id[1]], After: v[max(id[1], to-1):to]}
	})
}
