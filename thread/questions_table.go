package thread

// The words of questions, in plain letters, in the six languages.
var (
	// asksName are words for a name.
	asksName = set("nom noms prenom name names surname lastname firstname namen vorname nachname familienname nome cognome nombre apellido apellidos namn efternamn fornamn " +
		"heissen heisst chiama chiami llama llamas heter appelles appelle called")
	// wanted are words for what else identifies.
	wanted = set("code codes digicode interphone pin codice codici codigo kod portkod koden turkod turcode zugangscode " +
		"numero num no nr number nummer ref reference referenz referenza referencia referens " +
		"commande order dossier client booking reservation tracking pedido ordine bestellung sendung paket " +
		"naissance ne nee birth dob born birthday geburtsdatum geboren geburtstag nascita nato nata nacimiento naciste fodd fodelsedatum " +
		"postcode zip plz postleitzahl postal cap postnummer " +
		"adresse address indirizzo direccion adress anschrift domicilio " +
		"passport passeport passaporto pasaporte pass ausweis ausweisnummer dni nie nif iban ahv avs nss siret steuernummer fiscale account konto compte conto cuenta konton badge matricule licence license plate plaque kennzeichen targa matricula regnummer " +
		"snap insta instagram pseudo login username user benutzername usuario utente nick anvandarnamn discord")
	// pleas ask without a question mark.
	pleas = set("please pls plz svp stp bitte prego perfavore favore porfa porfavor favor tack snalla merci " +
		"donne donnez envoie envoyez indiquez send give tell gib geben schick schicke nennen manda mandami dammi dica dimmi dime dame digame pasame skicka ge uppge")
	// quantities are words of questions after an amount or a time.
	quantities = set("combien many much wieviel viel viele quanto quanti quanta quante cuanto cuantos cuanta cuantas mycket manga heure time uhr hora ora")
)
