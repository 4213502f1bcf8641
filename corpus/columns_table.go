package corpus

// names are the column names that are taken for granted, lower case.
var names = struct{ text, id, thread, author, time, lang []string }{
	text: []string{
		"text", "texte", "message", "msg", "sms", "body", "content", "contenu", "tweet", "nachricht", "testo",
		"messaggio", "mensaje", "texto", "meddelande", "utterance",
		"sms_anon", // of the tables of 88milSMS (CSV, xlsx, ods), as public programs that load them name it
	},
	id: []string{"id", "_id", "message_id", "msg_id", "sms_id", "numero", "num", "no", "nr", "uuid"},
	thread: []string{
		"thread", "thread_id", "conversation", "conversation_id", "session", "session_id", "dialog", "dialogue", "chat",
		"chat_id",
	},
	author: []string{
		"author", "author_id", "from", "sender", "user", "user_id", "auteur", "expediteur", "expéditeur", "participant",
		"speaker",
		"id_numero_tel", // who gave the SMS of 88milSMS, by which its questionnaire is joined
	},
	time: []string{"time", "timestamp", "date", "datetime", "created_at", "sent_at", "heure"},
	lang: []string{"lang", "language", "langue", "sprache", "lingua", "idioma"},
}
