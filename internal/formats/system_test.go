package formats

import (
	"slices"
	"strings"
	"testing"
)

// TestLinesOfTheProgram: who stands in a line that WhatsApp wrote is found in six languages,
// also where the contact's name is no name; a name in brackets is somebody.
func TestLinesOfTheProgram(t *testing.T) {
	for language, lines := range map[string][]string{
		"en": {
			"[Maman ❤️] added [Doudou 🐻], [Jo 2] and [+33 6 12 34 56 78]", "[Doudou 🐻] was added", "[Doudou 🐻] left", "[Maman ❤️] changed this group's icon",
			"[Maman ❤️] made [Doudou 🐻] an admin", "[Doudou 🐻]'s security code changed. Tap for more info.", "Missed voice call from [Doudou 🐻]",
			"[Doudou 🐻] wants to join", "This message was deleted by admin [Maman ❤️]", "You removed [Doudou 🐻]", "[Maman ❤️] added you",
		},
		"fr": {
			"[Maman ❤️] a ajouté [Doudou 🐻], [Jo 2] et [+33 6 12 34 56 78]", "[Doudou 🐻] a été ajoutée", "[Doudou 🐻] a été ajouté(e)", "[Doudou 🐻] a quitté le groupe",
			"[Maman ❤️] a changé l’icône du groupe", "[Maman ❤️] a nommé [Doudou 🐻] admin", "Le code de sécurité de [Doudou 🐻] a changé. Appuyez pour plus d'infos.",
			"[Doudou 🐻] a demandé à rejoindre", "[Doudou 🐻] n’est plus admin", "Vous avez retiré [Doudou 🐻]", "[Maman ❤️] vous a ajouté",
		},
		"de": {
			"[Maman ❤️] hat [Doudou 🐻], [Jo 2] und [+49 151 23456789] hinzugefügt", "[Doudou 🐻] wurde hinzugefügt", "[Doudou 🐻] hat die Gruppe verlassen",
			"[Maman ❤️] hat das Gruppenbild geändert", "[Maman ❤️] hat [Doudou 🐻] zum Admin gemacht", "Die Sicherheitsnummer von [Doudou 🐻] hat sich geändert. Tippe für mehr Infos.",
			"[Doudou 🐻] möchte beitreten", "[Maman ❤️] hat das Gruppenbild entfernt", "Du hast [Doudou 🐻] entfernt", "[Maman ❤️] hat dich hinzugefügt",
		},
		"it": {
			"[Maman ❤️] ha aggiunto [Doudou 🐻], [Jo 2] e [+39 340 1234567]", "[Doudou 🐻] è stata aggiunta", "[Doudou 🐻] ha abbandonato il gruppo",
			"[Maman ❤️] ha cambiato l'immagine del gruppo", "[Maman ❤️] ha nominato [Doudou 🐻] amministratore", "Il codice di sicurezza di [Doudou 🐻] è cambiato. Tocca per maggiori informazioni.",
			"[Doudou 🐻] ha chiesto di unirsi", "Videochiamata di gruppo persa da [Doudou 🐻]", "Hai rimosso [Doudou 🐻]", "[Maman ❤️] ti ha aggiunto",
		},
		"es": {
			"[Maman ❤️] añadió a [Doudou 🐻], [Jo 2] y [+34 600 123 456]", "Se añadió a [Doudou 🐻]", "[Doudou 🐻] salió del grupo",
			"[Maman ❤️] cambió el ícono de este grupo", "[Maman ❤️] nombró admin. a [Doudou 🐻]", "Cambió tu código de seguridad con [Doudou 🐻]. Toca para obtener más información.",
			"[Doudou 🐻] solicitó unirse", "[Maman ❤️] invitó a [José 7]", "Eliminaste a [Doudou 🐻]", "[Maman ❤️] te añadió",
		},
		"sv": {
			"[Maman ❤️] lade till [Doudou 🐻], [Jo 2] och [+46 70 123 45 67]", "[Doudou 🐻] lades till", "[Doudou 🐻] lämnade", "[Maman ❤️] ändrade gruppens bild",
			"[Maman ❤️] gjorde [Doudou 🐻] till admin", "Din säkerhetskod med [Doudou 🐻] har ändrats. Tryck för mer information.",
			"[Doudou 🐻] vill gå med", "Missat gruppsamtal från [Doudou 🐻]", "Du tog bort [Doudou 🐻]", "[Maman ❤️] lade till dig",
		},
		"nobody": {
			"Messages and calls are end-to-end encrypted. Only people in this chat can read them.", "Les messages et les appels sont chiffrés de bout en bout.",
			"Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.", "I messaggi e le chiamate sono crittografati end-to-end.", "You're now an admin",
			"Los mensajes y las llamadas están cifrados de extremo a extremo.", "Du är nu admin",
			"This chat is with a business account.", "Cette discussion est avec un compte professionnel.", "Dieser Chat ist mit einem Unternehmen.", "You left",
		},
	} {
		for _, line := range lines {
			var want []string
			for part := range strings.SplitSeq(line, "[") {
				if name, _, ok := strings.Cut(part, "]"); ok {
					want = append(want, name)
				}
			}
			said := strings.NewReplacer("[", "", "]", "").Replace(line)
			recs, err := all(whatsApp(), "04/07/2023, 21:05 - "+said+"\n")
			if err == nil && len(recs) == 1 && recs[0].Empty == 1 && len(want) == 0 {
				continue // a sentence of the program
			}
			if err != nil || len(recs) != 1 || len(recs[0].Slots) != 1 {
				t.Errorf("%s: %q is not one line of the program: %v", language, said, err)
				continue
			}
			var got []string
			for _, k := range recs[0].Slots[0].Known {
				got = append(got, said[k.Start:k.End])
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %q names %q", language, said, got)
			}
		}
	}
}

// TestLinesOfTheProgramTell: an export in whose beginning hardly anybody writes is one; a
// sender whose message reads like a line of the program stays who wrote.
func TestLinesOfTheProgramTell(t *testing.T) {
	const head = "04/07/2023, 21:05 - "
	for want, files := range map[string][]string{
		"whatsapp": {
			strings.Repeat(head+"Doudou 🐻 a quitté le groupe\n", 5),
			strings.Repeat(head+"Doudou 🐻 saiu\n", 5) + head + "Zoé: oi\n",
			head + "Doudou: Maman a quitté le groupe\n" + head + "Zoé: ok\n",
			head + "dentiste\n" + strings.Repeat("rien\n", 5) + head + "Zoé: ok\n",
			head + "mémé de 7h: ma liste\n" + strings.Repeat("du pain\n", 40),
		},
		"": {strings.Repeat("2023-07-04 21:05:01 - job started\n", 5), head + "dentiste\n" + strings.Repeat("rien\n", 5)},
	} {
		for _, file := range files {
			if f, _ := Tell("a.txt", []byte(file)); f.Name != want {
				t.Errorf("%q is told as %q", file, f.Name)
			}
		}
	}
	recs, err := all(whatsApp(), head+"Doudou: Maman a quitté le groupe\n")
	if err != nil || recs[0].Author != "Doudou" {
		t.Errorf("%q, %v", recs[0].Author, err)
	}
}

// TestMentionsAndFilesOfWhatsApp: somebody mentioned is known as a whole, and of files beside
// a message, and of documents as iOS writes them, the kind alone stays.
func TestMentionsAndFilesOfWhatsApp(t *testing.T) {
	for said, want := range map[string]string{
		"@\u2068Léa Martin\u2069 et @\u2068~Doudou 🐻\u2069, ok":                    "Léa Martin|Doudou 🐻",
		"@~Will you in? abc@~2, ok @~ you":                                         "Will",
		"merci @~Mo. Et @~Zoé 7":                                                   "Mo|Zoé 7",
		"Zoé 7 et @\u2068Zoé 7\u2069 puis Zoé 7":                                   "Zoé 7|Zoé 7|Zoé 7",
		"voici <attached: 00000005-facture-zyx.pdf>":                               "",
		"\u200ezyx.pdf • \u200e2 pages \u200e<attached: 00000004-Facture zyx.pdf>": "",
		"\u200ebail zyx.docx \u200edocument omitted":                               "",
		"\u200ezyx.vcf <joint : 00000007-zyx.vcf>":                                 "",
		"https://maps.google.com/?q=zyx <attached: zyx.jpg>":                       "",
	} {
		recs, err := all(whatsApp(), "[11/01/22, 4:19:15 PM] Zoé 7: "+said+"\n")
		if err != nil || len(recs) != 1 || len(recs[0].Slots) != 2 {
			t.Errorf("%q: %v", said, err)
			continue
		}
		slot := recs[0].Slots[1]
		var got []string
		for _, k := range slot.Known {
			got = append(got, slot.Value[k.Start:k.End])
		}
		if strings.Join(got, "|") != want || strings.Contains(slot.Value, "zyx") {
			t.Errorf("%q: %q, and %q is read", said, got, slot.Value)
		}
	}
}

// TestLinesOfLINE: who writes is known in lines of the program, with or without a full stop, and in lines that no
// template has; a name ends where the script changes.
func TestLinesOfLINE(t *testing.T) {
	const chat = "2024/01/01(月)\n10:00\t大森 千夏\tok\n10:01\tzyx7\tok\n"
	for line, want := range map[string][]string{
		"zyx7が大森 千夏を招待しました。":   {"zyx7", "大森 千夏"},
		"zyx7が退会しました。":         {"zyx7"},
		"大森 千夏が参加しました":         {"大森 千夏"},
		"大森 千夏がノートを作成しました":     {"大森 千夏"},
		"zyx7がアナウンスしました。":      {"zyx7"},
		"zyx70が消えて千夏大森 千夏子もいる": nil,
	} {
		recs, err := all(lineChat(), chat+"10:02\t"+line+"\n")
		if err != nil || len(recs) != 4 {
			t.Fatal(err, len(recs))
		}
		var got []string
		for _, k := range recs[3].Slots[0].Known {
			got = append(got, recs[3].Slots[0].Value[k.Start:k.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s names %q", line, got)
		}
	}
}

// TestLinesOfMessenger: whom a line of the program names is known, a nickname, too; what
// somebody else writes about a third is a text.
func TestLinesOfMessenger(t *testing.T) {
	for line, author := range map[string]string{
		"[Doudou] a réagi ❤ à votre message":                      "Doudou Verne",
		"Vous avez défini le surnom de [Zoé 7] sur [Nounours].":   "Doudou Verne",
		"[Doudou Verne] named the group Chez Doudou.":             "Doudou Verne",
		"[Doudou] added [Zoé 7] and [Jo] to the group.":           "Doudou Verne",
		"[Doudou] hat deinen Spitznamen auf [Nounours] geändert.": "Doudou Verne",
		"Hai impostato il tuo soprannome su [Orsetto].":           "Doudou Verne",
		"Cambiaste el apodo de [Zoé 7] a [Osito].":                "Doudou Verne",
		"[Doudou] ändrade sitt smeknamn till [Nallen].":           "Doudou Verne",
		"Il a quitté le groupe":                                   "Doudou Verne",
		"Maman a envoyé une photo":                                "Doudou Verne",
	} {
		var want []string
		for part := range strings.SplitSeq(line, "[") {
			if name, _, ok := strings.Cut(part, "]"); ok {
				want = append(want, name)
			}
		}
		said := strings.NewReplacer("[", "", "]", "").Replace(line)
		var got []string
		for _, k := range messengerLine(author, said) {
			got = append(got, said[k.Start:k.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q names %q", said, got)
		}
	}
}

// TestFilesBesideMessages: of files that an export names beside a message nothing but the kind
// stays.
func TestFilesBesideMessages(t *testing.T) {
	for name, file := range map[string]string{
		"teams": `{"conversations": [{"MessageList": [{"content": "-", "properties": {"files": "[{\"fileUrl\":\"https://a.example/personal/zyx\"}]",` +
			` "links": "https://a.example/zyx"}}]}]}`,
		"signal": `{"date":"1","sender":"-","body":"-","reactions":[],"attachments":["./media/zyx.pdf",{"name":"zyx.pdf","path":"./media/zyx.pdf"}]}`,
	} {
		f, _ := Of(name)
		recs, err := all(f, file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var out strings.Builder
		for _, r := range recs {
			if err := r.Write(&out, same, func(i int) (string, bool) { return r.Slots[i].Value, true }); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if strings.Contains(out.String(), "zyx") || name == "signal" && strings.Count(out.String(), "file.pdf") != 3 {
			t.Errorf("%s: something stays: %s", name, out.String())
		}
	}
}

// TestSentencesOfTheProgram: of what WhatsApp says to everybody nothing is read, alone or behind
// a line that names somebody; what somebody adds to it is.
func TestSentencesOfTheProgram(t *testing.T) {
	for said, want := range map[string]string{
		"Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand außerhalb dieses Chats kann sie lesen oder anhören, nicht einmal WhatsApp. Tippe, um mehr zu erfahren.": "",
		"Meddelanden och samtal är komplett krypterade. Ingen utanför denna chatt, inte ens WhatsApp, kan läsa dem eller lyssna på dem. Tryck för att läsa mer.":                 "",
		"Les messages et les appels sont chiffrés de bout en bout. Appuyez pour en savoir plus.":                                                                                 "",
		"I messaggi e le chiamate sono crittografati end-to-end. Tocca per saperne di più.":                                                                                      "",
		"Los mensajes y las llamadas están cifrados de extremo a extremo. Toca para obtener más información.":                                                                    "",
		"Messages and calls are end-to-end encrypted. Only people in this chat can read, listen to, or share them. Learn more.":                                                  "",
		"Deine Sicherheitsnummer für Zyx hat sich geändert. Tippe, um mehr zu erfahren.":                                                                                         "Deine Sicherheitsnummer für Zyx hat sich geändert.",
		"Live-Standort wird geteilt":            "",
		"<Media har utelämnats>":                "",
		"Du har tagit bort meddelandet":         "",
		"Tippe, um mehr zu erfahren. Zyx kommt": "Tippe, um mehr zu erfahren. Zyx kommt",
		"Zyx Tippe, um mehr zu erfahren":        "Zyx Tippe, um mehr zu erfahren",
	} {
		for _, line := range []string{"04/07/2023, 21:05 - " + said, "[04/07/2023, 21:05:00] Zyx: \u200e" + said} {
			recs, err := all(whatsApp(), line+"\n")
			if err != nil || len(recs) != 1 {
				t.Fatal(err, len(recs))
			}
			got := ""
			for _, s := range recs[0].Slots {
				if s.Path != "sender" {
					got += strings.TrimPrefix(s.Value, "\u200e")
				}
			}
			if got != want || recs[0].Empty != map[bool]int{true: 1}[want == ""] {
				t.Errorf("%q: %q is read, want %q", line, got, want)
			}
		}
	}
}
