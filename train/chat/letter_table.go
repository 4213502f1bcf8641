package chat

// mailOf gives the e-mails of a language; English for one without.
func mailOf(lang string) *mail {
	switch lang {
	case "fr":
		return &frenchMail
	case "de":
		return &germanMail
	case "es":
		return &spanishMail
	case "it":
		return &italianMail
	case "sv":
		return &swedishMail
	}
	return &englishMail
}

var englishMail = mail{
	head:        []string{"From:", "To:", "Cc:", "Subject:", "Date:"},
	subjects:    []string{"Re: meeting on {date}", "Fwd: invoice {uid}", "Your application", "{city} trip", "Re: {name}", "Minutes", "Contract with {org}", "Question about the report", "FW: Budget Review", "Call with {full}", "Holiday Schedule"},
	salutations: []string{"Dear {first},", "Dear Mr {last},", "Dear Mrs. {last},", "Dear Ms {last}", "Dear Dr {last},", "Hi {first},", "Hello {first},", "{first},", "Hi {first} and {first},", "Dear Sir or Madam,", "Dear all,", "Hi team,", "Good morning {first},", "Hi everyone,", "{first} -", "Dear Professor {last},", "To whom it may concern,", "All,"},
	bodies:      []string{"Please find attached the minutes of the meeting with {full}.", "I spoke to {first} {last} from {org} this morning.", "Could you forward this to {first} and {first}?", "{first} will be in {city} until {date}.", "Our Sales Department will contact you shortly.", "Thank you for your e-mail of {date}.", "As discussed with {full}, the contract starts on {date}.", "The invoice no. {uid} is still open.", "Please call me on {phone}.", "Attached is the latest version of the Agreement.", "Let me know if Tuesday works for you.", "{full} has joined our team in {city}.", "I have copied {first} in.", "Mr {last} asked for the figures again.", "Best wishes to {first} and the children.", "The Board of Directors meets next Monday.", "We have booked a table for {first} at {hour}.", "Per {last}'s request, I am sending the files.", "{last} and {last} will attend the conference.", "Please see below.", "The Human Resources team needs your reply by Friday.", "Can {first} join the call?"},
	closings:    []string{"Kind regards,", "Best regards,", "Regards,", "Yours sincerely,", "Many thanks,", "Thanks,", "Best,", "Cheers,", "All the best,", "Yours faithfully,", "Thank you,", "Talk soon,", "Love,"},
	titles:      []string{"Sales Manager", "Head of Finance", "Project Coordinator", "Director", "Office Assistant", "Software Engineer", "Customer Service", "Vice President", "Legal Counsel", "Research Associate"},
	phones:      []string{"Tel.", "Phone:", "T:", "Mobile:", "Fax:", "M", "Ph."},
	quotes:      []string{"On {date}, {full} <{email}> wrote:", "On {date} at {hour} {full} wrote:", "-----Original Message-----\nFrom: {full}\nTo: {full}\nSubject: Re: Report", "---- Forwarded by {full} on {date} ----", "> {first}, can you check this?", "{full} wrote:"},
	plain:       []string{"This e-mail is confidential.", "Please consider the environment before printing this e-mail.", "Sent from my phone", "Get the App for Android", "The information in this message is intended for the Addressee only."},
}

var frenchMail = mail{
	head:        []string{"De :", "À :", "Cc :", "Objet :", "Date :"},
	subjects:    []string{"Re: réunion du {date}", "TR: facture {uid}", "Votre candidature", "Voyage à {city}", "RE: {name}", "Compte rendu", "Contrat {org}", "Question sur le rapport", "Demande de devis", "Entretien avec {full}", "Planning des Congés"},
	salutations: []string{"Bonjour {first},", "Cher {first},", "Chère {first},", "Chère Madame {last},", "Monsieur {last},", "Madame, Monsieur,", "Bonjour Mme {last},", "Bonjour M. {last},", "Salut {first},", "Bonjour à tous,", "Bonjour,", "{first},", "Bonjour {first} et {first},", "Cher Monsieur,", "Docteur {last},", "Chers collègues,", "Chers parents,"},
	bodies:      []string{"Veuillez trouver ci-joint le compte rendu de la réunion avec {full}.", "J'ai eu {first} {last} de {org} au téléphone ce matin.", "Pouvez-vous transmettre ce message à {first} et {first} ?", "{first} sera à {city} jusqu'au {date}.", "Notre Service Client vous contactera rapidement.", "Je vous remercie pour votre message du {date}.", "Comme convenu avec {full}, le contrat débute le {date}.", "La facture n° {uid} reste impayée.", "Vous pouvez me joindre au {phone}.", "Je vous adresse la dernière version de l'Accord.", "Dites-moi si mardi vous convient.", "{full} a rejoint notre équipe à {city}.", "Je mets {first} en copie.", "Mme {last} demande encore les chiffres.", "Embrasse {first} et les enfants.", "Le Conseil d'Administration se réunit lundi prochain.", "Nous avons réservé pour {first} à {hour}.", "Suite à la demande de M. {last}, voici les fichiers.", "{last} et {last} participeront à la conférence.", "Voir ci-dessous.", "La Direction des Ressources Humaines attend votre réponse vendredi.", "Est-ce que {first} peut se joindre à nous ?"},
	closings:    []string{"Cordialement,", "Bien cordialement,", "Bien à vous,", "Sincères salutations,", "Merci d'avance,", "Amicalement,", "Bises,", "À bientôt,", "Je vous prie d'agréer, Madame, Monsieur, mes salutations distinguées.", "Cdlt", "Belle journée,", "Merci,"},
	titles:      []string{"Responsable Commercial", "Directrice Financière", "Chargé de Projet", "Assistante de Direction", "Ingénieur d'Études", "Service Client", "Avocat à la Cour", "Gérant", "Secrétaire Générale", "Professeur des Écoles"},
	phones:      []string{"Tél.", "Tél :", "Tel", "Portable :", "Fax :", "Mob.", "T."},
	quotes:      []string{"Le {date}, {full} <{email}> a écrit :", "Le {date} à {hour}, {full} a écrit :", "-----Message d'origine-----\nDe : {full}\nÀ : {full}\nObjet : Re: Rapport", "---- Transféré par {full} le {date} ----", "> {first}, tu peux vérifier ?", "{full} a écrit :"},
	plain:       []string{"Ce message est confidentiel.", "Pensez à l'Environnement avant d'imprimer ce message.", "Envoyé de mon téléphone", "Les informations contenues dans ce courriel sont destinées à leur seul Destinataire."},
}

var germanMail = mail{
	head:        []string{"Von:", "An:", "Cc:", "Betreff:", "Datum:"},
	subjects:    []string{"AW: Besprechung am {date}", "WG: Rechnung {uid}", "Ihre Bewerbung", "Reise nach {city}", "Re: {name}", "Protokoll", "Vertrag mit {org}", "Frage zum Bericht", "Urlaubsplanung", "Gespräch mit {full}", "Angebot Nr. {uid}"},
	salutations: []string{"Sehr geehrte Frau {last},", "Sehr geehrter Herr {last},", "Sehr geehrte Damen und Herren,", "Liebe {first},", "Lieber {first},", "Hallo {first},", "Hallo Herr {last},", "Guten Tag Frau {last},", "Hallo zusammen,", "Liebe Kolleginnen und Kollegen,", "Sehr geehrter Herr Dr. {last},", "Moin {first},", "{first},", "Liebe {first}, lieber {first},", "Guten Morgen {first},", "Liebe Eltern,"},
	bodies:      []string{"anbei das Protokoll der Besprechung mit {full}.", "Ich habe heute früh mit {first} {last} von {org} gesprochen.", "Könnten Sie das bitte an {first} und {first} weiterleiten?", "{first} ist bis {date} in {city}.", "Unser Kundendienst meldet sich in Kürze bei Ihnen.", "vielen Dank für Ihre Nachricht vom {date}.", "Wie mit {full} besprochen, beginnt der Vertrag am {date}.", "Die Rechnung Nr. {uid} ist noch offen.", "Sie erreichen mich unter {phone}.", "Im Anhang finden Sie die neueste Fassung der Vereinbarung.", "Sagen Sie mir bitte, ob Dienstag passt.", "{full} verstärkt seit Montag unser Team in {city}.", "{first} habe ich in Kopie gesetzt.", "Herr {last} fragt schon wieder nach den Zahlen.", "Grüße an {first} und die Kinder.", "Der Vorstand tagt am nächsten Montag.", "Wir haben für {first} einen Tisch um {hour} bestellt.", "Auf Wunsch von Frau {last} schicke ich die Dateien.", "{last} und {last} nehmen an der Tagung teil.", "Siehe unten.", "Die Personalabteilung braucht Ihre Antwort bis Freitag.", "Kann {first} dazukommen?"},
	closings:    []string{"Mit freundlichen Grüßen", "Freundliche Grüße", "Viele Grüße", "Beste Grüße", "Herzliche Grüße", "Liebe Grüße", "MfG", "VG", "Danke und Gruß", "Mit besten Grüßen", "Bis bald", "Vielen Dank", "Freundliche Grüsse"},
	titles:      []string{"Vertriebsleiter", "Leiterin Finanzen", "Projektkoordination", "Sekretariat", "Softwareentwickler", "Kundendienst", "Rechtsanwalt", "Geschäftsführer", "Sachbearbeiterin", "Wissenschaftliche Mitarbeiterin"},
	phones:      []string{"Tel.:", "Tel.", "Telefon:", "Mobil:", "Fax:", "Handy", "T"},
	quotes:      []string{"Am {date} schrieb {full} <{email}>:", "Am {date} um {hour} schrieb {full}:", "-----Ursprüngliche Nachricht-----\nVon: {full}\nAn: {full}\nBetreff: AW: Bericht", "---- Weitergeleitet von {full} am {date} ----", "> {first}, kannst du das prüfen?", "{full} schrieb:"},
	plain:       []string{"Diese E-Mail ist vertraulich.", "Bitte denken Sie an die Umwelt, bevor Sie diese E-Mail drucken.", "Von meinem Handy gesendet", "Sitz der Gesellschaft, Registergericht und Handelsregister siehe Impressum."},
}

var spanishMail = mail{
	head:        []string{"De:", "Para:", "Cc:", "Asunto:", "Fecha:"},
	subjects:    []string{"Re: reunión del {date}", "RV: factura {uid}", "Su solicitud", "Viaje a {city}", "RE: {name}", "Acta de la reunión", "Contrato con {org}", "Duda sobre el informe", "Presupuesto", "Llamada con {full}", "Calendario de Vacaciones"},
	salutations: []string{"Estimado {first}:", "Estimada {first}:", "Estimado Sr. {last}:", "Estimada Sra. {last},", "Estimados señores:", "Querido {first}:", "Querida {first}:", "Hola {first},", "Hola {first}:", "Buenos días {first},", "Buenas tardes, {first}:", "Hola a todos:", "Apreciado Dr. {last}:", "{first},", "Hola {first} y {first}:", "Muy señor mío:", "Estimada doctora {last}:", "D. {full}:"},
	bodies:      []string{"Adjunto el acta de la reunión con {full}.", "Esta mañana hablé con {first} {last} de {org}.", "¿Podrías reenviar esto a {first} y a {first}?", "{first} estará en {city} hasta el {date}.", "Nuestro Departamento de Ventas le contactará en breve.", "Gracias por su correo del {date}.", "Según lo acordado con {full}, el contrato empieza el {date}.", "La factura nº {uid} sigue pendiente.", "Puede llamarme al {phone}.", "Le envío la última versión del Acuerdo.", "Dime si te va bien el martes.", "{full} se ha incorporado a nuestro equipo en {city}.", "Pongo a {first} en copia.", "La Sra. {last} vuelve a pedir las cifras.", "Recuerdos a {first} y a los niños.", "El Consejo de Administración se reúne el próximo lunes.", "Hemos reservado mesa para {first} a las {hour}.", "A petición del Sr. {last}, envío los archivos.", "{last} y {last} asistirán al congreso.", "Véase más abajo.", "Recursos Humanos necesita su respuesta antes del viernes.", "¿Puede unirse {first}?", "Como me comentó {first}, lo dejamos para mañana."},
	closings:    []string{"Un saludo,", "Saludos,", "Saludos cordiales,", "Atentamente,", "Un cordial saludo,", "Muchas gracias,", "Un abrazo,", "Gracias de antemano,", "Reciba un cordial saludo,", "Gracias,", "Hasta pronto,", "Besos,"},
	titles:      []string{"Director Comercial", "Jefa de Finanzas", "Coordinador de Proyectos", "Secretaria", "Ingeniero de Software", "Atención al Cliente", "Abogado", "Gerente", "Profesora Titular", "Administración"},
	phones:      []string{"Tel.", "Tel.:", "Tfno.", "Teléfono:", "Móvil:", "Fax:", "T."},
	quotes:      []string{"El {date}, {full} <{email}> escribió:", "El {date} a las {hour}, {full} escribió:", "-----Mensaje original-----\nDe: {full}\nPara: {full}\nAsunto: Re: Informe", "---- Reenviado por {full} el {date} ----", "> {first}, ¿puedes revisarlo?", "{full} escribió:"},
	plain:       []string{"Este correo es confidencial.", "Antes de imprimir este mensaje, piense en el Medio Ambiente.", "Enviado desde mi móvil", "La información de este mensaje va dirigida únicamente a su Destinatario."},
}

var italianMail = mail{
	head:        []string{"Da:", "A:", "Cc:", "Oggetto:", "Data:"},
	subjects:    []string{"R: riunione del {date}", "I: fattura {uid}", "La sua candidatura", "Viaggio a {city}", "Re: {name}", "Verbale", "Contratto con {org}", "Domanda sulla relazione", "Preventivo", "Chiamata con {full}", "Piano Ferie"},
	salutations: []string{"Gentile {first},", "Gentile sig. {last},", "Gentile sig.ra {last},", "Gentile dott. {last},", "Gentile dottoressa {last},", "Egregio signor {last},", "Spettabile ditta,", "Caro {first},", "Cara {first},", "Ciao {first},", "Buongiorno {first},", "Buongiorno,", "Ciao a tutti,", "Cari colleghi,", "{first},", "Ciao {first} e {first},", "Egregio avvocato {last},", "Gent.ma prof.ssa {last},"},
	bodies:      []string{"In allegato il verbale della riunione con {full}.", "Stamattina ho parlato con {first} {last} di {org}.", "Potresti inoltrarlo a {first} e {first}?", "{first} sarà a {city} fino al {date}.", "Il nostro Ufficio Vendite la contatterà a breve.", "La ringrazio per la sua e-mail del {date}.", "Come concordato con {full}, il contratto inizia il {date}.", "La fattura n. {uid} risulta ancora aperta.", "Può chiamarmi al {phone}.", "Le invio l'ultima versione dell'Accordo.", "Fammi sapere se martedì va bene.", "{full} è entrata nel nostro gruppo a {city}.", "Metto {first} in copia.", "La signora {last} chiede di nuovo i dati.", "Saluti a {first} e ai bambini.", "Il Consiglio di Amministrazione si riunisce lunedì prossimo.", "Abbiamo prenotato per {first} alle {hour}.", "Su richiesta del sig. {last}, invio i file.", "{last} e {last} saranno al convegno.", "Vedi sotto.", "Le Risorse Umane aspettano la sua risposta entro venerdì.", "Può venire anche {first}?", "Come mi diceva {first}, rimandiamo a domani."},
	closings:    []string{"Cordiali saluti,", "Cordialmente,", "Distinti saluti,", "Un saluto,", "Saluti,", "Grazie,", "Grazie mille,", "A presto,", "Un abbraccio,", "Buona giornata,", "Buon lavoro,", "Baci,"},
	titles:      []string{"Responsabile Vendite", "Direttrice Amministrativa", "Coordinatore di Progetto", "Segreteria", "Ingegnere", "Servizio Clienti", "Studio Legale", "Amministratore Delegato", "Ricercatrice", "Ufficio Personale"},
	phones:      []string{"Tel.", "Tel:", "Telefono:", "Cell.", "Cellulare:", "Fax:", "T."},
	quotes:      []string{"Il {date}, {full} <{email}> ha scritto:", "Il {date} alle {hour}, {full} ha scritto:", "-----Messaggio originale-----\nDa: {full}\nA: {full}\nOggetto: R: Relazione", "---- Inoltrato da {full} il {date} ----", "> {first}, puoi controllare?", "{full} ha scritto:"},
	plain:       []string{"Questa e-mail è riservata.", "Prima di stampare, pensa all'Ambiente.", "Inviato dal mio telefono", "Le informazioni contenute in questo messaggio sono dirette al solo Destinatario."},
}

var swedishMail = mail{
	head:        []string{"Från:", "Till:", "Kopia:", "Ämne:", "Datum:"},
	subjects:    []string{"SV: möte den {date}", "VB: faktura {uid}", "Din ansökan", "Resa till {city}", "Re: {name}", "Protokoll", "Avtal med {org}", "Fråga om rapporten", "Offert", "Samtal med {full}", "Semesterplanering"},
	salutations: []string{"Hej {first},", "Hej {first}!", "Bästa {first},", "Kära {first},", "Hej!", "Hej alla,", "God morgon {first},", "Hejsan {first}!", "Hej {first} och {first},", "Till den det berör,", "{first},", "Bäste herr {last},", "Hej på er!", "Bästa kollegor,", "Goddag {full},"},
	bodies:      []string{"Här kommer protokollet från mötet med {full}.", "Jag pratade med {first} {last} på {org} i morse.", "Kan du skicka det vidare till {first} och {first}?", "{first} är i {city} till den {date}.", "Vår kundtjänst hör av sig inom kort.", "Tack för ditt mejl den {date}.", "Som vi kom överens om med {full} börjar avtalet den {date}.", "Faktura nr {uid} är ännu obetald.", "Du når mig på {phone}.", "Bifogat finns den senaste versionen av Avtalet.", "Säg till om tisdag passar.", "{full} har börjat hos oss i {city}.", "Jag kopierar in {first}.", "{last} frågar efter siffrorna igen.", "Hälsa {first} och barnen.", "Styrelsen möts nästa måndag.", "Vi har bokat bord åt {first} klockan {hour}.", "På begäran av {full} skickar jag filerna.", "{last} och {last} deltar i konferensen.", "Se nedan.", "Personalavdelningen behöver ditt svar före fredag.", "Kan {first} vara med?", "Enligt {first} skjuter vi upp det till i morgon."},
	closings:    []string{"Med vänliga hälsningar", "Vänliga hälsningar,", "Vänligen,", "Hälsningar,", "Mvh", "Tack på förhand,", "Bästa hälsningar,", "Kram,", "Tack!", "Allt gott,", "Ha en bra dag,"},
	titles:      []string{"Försäljningschef", "Ekonomiansvarig", "Projektledare", "Assistent", "Systemutvecklare", "Kundtjänst", "Advokat", "Verkställande direktör", "Forskare", "Handläggare"},
	phones:      []string{"Tel.", "Tel:", "Telefon:", "Mobil:", "Fax:", "Mob.", "T:"},
	quotes:      []string{"Den {date} skrev {full} <{email}>:", "Den {date} kl. {hour} skrev {full}:", "-----Ursprungligt meddelande-----\nFrån: {full}\nTill: {full}\nÄmne: SV: Rapport", "---- Vidarebefordrat av {full} den {date} ----", "> {first}, kan du kolla?", "{full} skrev:"},
	plain:       []string{"Detta meddelande är konfidentiellt.", "Tänk på Miljön innan du skriver ut.", "Skickat från min telefon", "Informationen i detta mejl är endast avsedd för Mottagaren."},
}
