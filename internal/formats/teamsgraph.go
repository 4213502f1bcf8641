package formats

// teamsGraph is what Microsoft Graph gives of the chats and channels of Teams: pages of
// messages, or what scripts make of them.
func teamsGraph() Format {
	shape := &jsonShape{
		records: []string{"value[]", "messages[]", "[]"}, thread: "teams", rest: Note, refs: teamsRefs,
		rules: append(append([]jsonRule{
			{path: "**.body.content", role: Text},
			{path: "**.subject", role: Note},
			{path: "**.chatId", role: Key, meta: 't'},
			{path: "**.channelIdentity.teamId", role: Key},
			{path: "**.channelIdentity.channelId", role: Key, meta: 't'},
			{path: "**.mentions[].id", role: Keep},
			{path: "**.mentions[].mentionText", role: Name, who: "mentioned.user.id mentioned.application.id"},
			{path: "**.attachments[].id", role: Keep}, // texts point to it
			{path: "**.attachments[].name", role: File},
			{path: "**.from.user.id", role: Key, meta: 'a'},
			{path: "**.user.id", role: Key},
			{path: "**.tenantId", role: Key},
			{path: "**.userId", role: Key},
			{path: "**.members[].id", role: Key},
			{path: "**.application.displayName", role: Note},
			{path: "**.reactions[].displayName", role: Note}, // what it is called: Heart
			{path: "**.reaction.displayName", role: Note},
			{path: "**.displayName", role: Name, who: "id"},
			{path: "**.email", role: Mail},
			{path: "**.userPrincipalName", role: Mail},
			{path: "**.topic", role: Note},
			{path: "value[].id", role: Keep, meta: 'i'},
			{path: "messages[].id", role: Keep, meta: 'i'},
			{path: "[].id", role: Keep, meta: 'i'},
			{path: "**.replies[].id", role: Keep},
			{path: "**.id", role: Key},
		}, allOf(jsonRule{role: Gone}, "@odata_context", "@odata_nextLink", "**.webUrl", "**.contentUrl",
			"**.thumbnailUrl", "**.attachments[].content", "**.replies@odata_context")...),
			kept("@odata_count", "**.@odata_type", "**.replyToId", "**.etag", "**.messageType", "**.createdDateTime",
				"**.lastModifiedDateTime", "**.lastEditedDateTime", "**.deletedDateTime", "**.importance", "**.locale",
				"**.contentType", "**.userIdentityType", "**.applicationIdentityType", "**.conversationIdentityType",
				"**.reactionType", "**.modifiedDateTime", "**.actions", "**.callDuration", "**.callEventType",
				"**.visibleHistoryStartDateTime", "**.chatType")...),
	}
	return Format{
		Name: "teams-graph", What: "Microsoft Teams, messages of Microsoft Graph", Ends: []string{".json"},
		Told:   "objects with messageType, createdDateTime and body",
		People: "who wrote, mentions, who reacts, members; IDs. Copies in attachments are left out",
		Is: func(_ string, head []byte) bool {
			return inJSON(head, "messageType", "createdDateTime", "body", "contentType")
		},
		Open: shape.open, rules: shape.rules,
	}
}
