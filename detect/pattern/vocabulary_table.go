package pattern

// vocabularyTable groups the words by what they may be. Words are folded:
// lower case, without accents.
var vocabularyTable = []struct {
	tags  tag
	words string
}{
	{tagAt | tagAtSure, "arobase arobas arrobase chiocciola chiocciolina klammeraffe arroba snabela affenschwanz kanelbulle"},
	{tagAt, "at aat att aet a en"},
	{tagAt | tagAtSure | tagAtTail, "snabel"},
	{tagDot | tagJoint, "point dot punto punkt pt ponto"},
	{tagJoint, "tiret trait underscore tiret6 bindestrich unterstrich trattino guion bindestreck understreck dash hyphen soulignes underline minus undertiret subrayado raya sottolineato bindestrek stroke slash unterstriich tiretbas souligne"},
	{tagAccount, "snap snapchat line insta instagram pseudo pseudonyme login username identifiant identifiants skype msn discord ig twitter tiktok " +
		"benutzername nutzername usuario utente anvandarnamn gamertag psn kik telegram nickname userid " +
		"user nick nicknamn anvandar handle steam twitch xbox roblox epic konto kontot account acct compte cuenta conto nutzer benutzer"},
	{tagCode, "code digicode codes interphone pin mdp password passwd pwd pw passwort kennwort contrasena clave parola losenord motdepasse passcode " +
		"wifi cle kode kod koden codice codigo portcode portkod portkoden zugangscode turcode tuercode pincode"},
	{tagSecret, "passe password passwd pwd mdp passwort kennwort contrasena losenord token secret apikey passphrase"},
	{tagOrder, "colissimo chronopost dhl fedex ups dpd gls pnr colis suivi commande dossier facture reservation resa reference ref num numero numeros client billet contrat tracking parcel order booking invoice ticket " +
		"account acc acct policy claim case member customer bestellung bestellnummer sendung sendungsnummer auftrag auftragsnummer rechnung " +
		"rechnungsnummer kundennummer vertragsnummer versichertennummer policennummer mitgliedsnummer kundenr kundennr bestellnr vorgang vorgangsnummer aktenzeichen buchung buchungsnummer ordine spedizione fattura prenotazione " +
		"pratica pedido envio factura reserva expediente bestallning ordernummer paket kundnummer medlemsnummer bokning faktura arende konto " +
		"compte abonne abonnement adherent matricule immatriculation serial imei passeport passport cni permis nss secu siret siren " +
		"n nº no nr id kontonummer versicherungsnummer matrikelnummer personalnummer permesso patente pasaporte"},
	{tagPhone, "reach number hotline tel telephone phone numero num portable mobile mob fixe appel appelle appeler rappelle rappel call ring txt text sms handy nummer " +
		"telefon telefono telefoon cell cellphone cellulare movil celular mobil ring fax whatsapp wasap wsp nummere lut rufsch joindre joignable contact dial reply send " +
		"anruf anrufen ruf chiama chiamami llama llamame telefonnummer handynummer mobilnummer mobilen rufnummer"},
	{tagIs, "est c is ist es era e ar est= voici voila lautet"},
	{tagFill, "le la les de du des d l mon ma mes ton ta tes notre votre numero num no n nr number the of for my your our to pour portail porte " +
		"immeuble entree ce cest s en bas rue hall wifi dentree acces box door gate entry is est c ist es e ar client colis commande fur zur der die " +
		"das dem mein meine ihr ihre il lo per su mi tu el para del mitt min ditt din till suivi ref reference id nouveau nouvelle new chez se perso " +
		"hier secret voici ent actuel banque carte bancaire cb visa key account kunden nummer tracking appart bat batiment escalier digicode code cancello portone puerta portal garage garaje porta haustur tur tor eingang dorr " +
		"adresse ip telephone tel contrat dossier facture reservation billet confirmation nom and et y und"},
	{tagStreet, "rue avenue av ave bd bld blvd boul boulevard bvd allee allees impasse imp chemin chem quai sentier ruelle faubourg fbg fg esplanade " +
		"promenade venelle rte route"},
	{tagVia, "so zza c via viale corso piazza piazzale largo vicolo strada lungomare contrada calle avenida avda paseo plaza ronda camino carrer carretera travesia pasaje glorieta"},
	{tagPlace, "r place pl cours square sq passage residence res cite lotissement hameau villa voie clos domaine montee traverse mail parvis " +
		"lieudit rondpoint cour all"},
	{tagRoad, "street road lane avenue drive st rd ave ln dr blvd boulevard court ct close way place terrace crescent gardens grove " +
		"ford green cliff camp oval mall neck drives lake springs plain plains river rivers ridge squares falls dale walks parkways motorway mountain mountains path " +
		"fork curve village villages croft gate yard wynd brae chase heights wood orchard bend canyon corner corners crossing estate garden glen harbor haven heath junction key knoll landing " +
		"meadow meadows mission orchard pass pike pine point ports prairie ranch shore shores spur station summit trace trail trafficway tunnel turnpike union valley viaduct view vista well wells " +
		"parade quay quays wharf broadway promenade esplanade embankment approach maltings steps lodge cottages buildings mansions chambers " +
		"streets roads lanes avenues circle circles loop alley cove island isle hill square park parkway pkwy highway hwy mews row walk rise vale"},
	{tagInside, "bat batiment appt appart apt appartement etage esc escalier porte hall entree flat apartment suite"},
	{tagLink, "de du des la le les l d da dei del della delle degli di dello los las el y von vom zum zur der den dem am aux au en sur sous " +
		"af och the of san"},
	{tagTitle, "general gal gen marechal mal capitaine cap commandant cdt colonel docteur dr president pdt professeur pr saint st ste sainte " +
		"abbe pere maitre amiral sergent lieutenant cardinal eveque roi reine prince princesse notre jean marie pierre paul victor jules jacques " +
		"charles georges louis henri albert antoine emile francois leon rene andre joseph robert romain gabriel claude simone nelson martin " +
		"camille edouard gustave alexandre nicolas philippe guy marcel max raymond roger vieux vieille petit petite grand grande haut haute bas " +
		"basse neuf neuve nouveau belle bel bon champs quatre trois deux dieu croix porte pont moulin"},
	{tagStop, "et ou a mais donc car ni que qui quoi dont je tu il elle on nous vous ils elles c ce cet cette ca cela est sont etait sera suis es " +
		"j t m s n qu y ai as avons avez ont avait pour pr avec dans ds vers chez devant derriere pres entre depuis pendant si ne pas plus moins tres " +
		"trop bien oui non ok stp svp merci bisous bises bisou biz kiss lol mdr ptdr demain hier soir matin midi aujourdhui apres avant alors " +
		"tout tous toute mon ma mes ton ta tes son sa ses leur leurs un une quand comment pourquoi combien sinon puis ensuite aussi encore deja ici " +
		"viens vient venez arrive attends attend habite habites etait fait fais faire va vais vas allez aller peux peut pouvez dit dis voir vu " +
		"prend prends prendre passe passes code digicode tel telephone interphone appelle rdv mec gros cheri bb bebe salut coucou bonjour bonsoir " +
		"and or but to at in on is are was i we he she they it you from with for near next by und oder aber ist sind war ich du er sie wir bei mit " +
		"bis nach in im e o ma e' sono alle alla con per y o pero con para esta och eller men ar jag vi pa vid i " +
		"etage appt appart apt bat batiment esc escalier porte hall entree pile juste genre par contre parce vite jusqua jusque"},
	{tagBis, "bis ter quater"},
	{tagTown, "paris marseille lyon toulouse nice nantes montpellier strasbourg bordeaux lille rennes reims toulon grenoble dijon angers nimes " +
		"villeurbanne clermont aix brest tours amiens limoges annecy perpignan metz besancon orleans rouen mulhouse caen nancy argenteuil montreuil " +
		"roubaix tourcoing nanterre vitry creteil avignon poitiers dunkerque versailles colombes courbevoie pau beziers cannes antibes calais " +
		"drancy ajaccio bastia merignac valence quimper troyes lorient niort sete chambery albi arles bourges cergy massy evry laval vannes " +
		"castelnau lattes mauguio lunel nimes ales palavas juvignac geneve lausanne zurich bern basel bruxelles liege namur berlin hamburg munchen koln frankfurt " +
		"stuttgart dusseldorf leipzig dresden wien graz roma milano napoli torino firenze bologna madrid barcelona valencia sevilla zaragoza stockholm goteborg malmo uppsala"},
	{tagHome, "habite habites habitons adresse address live lives living domicile chez rdv wohne wohnt wohnen adresse indirizzo abito abita direccion vivo vive bor adrasse adress anschrift domicilio"},
	{tagBorn, "ne nee nes naissance anniv anniversaire birthday born dob birth birthdate geboren geburtstag geburtsdatum geb nato nata nascita compleanno naci nasci nacido nacida nacimiento nacio cumpleanos fodd fodelsedag fodelsedatum fyllde fyller ddn bday naciste naciera cumple cumples cumplo naque nasceva nasce compie compi compio geburi gebore nees"},
	{tagRepeat, "double triple doppel"},
	{tagBig, "cent cents mille million millions milliard hundred thousand million hundert tausend cento mila mille cien mil hundra tusen"},
	{tagPEM, "begin"},
	{tagPlusWord, "plus piu mas"},
}

// numberWords are the words for 0 to 20 and the tens, a list for each
// language, folded.
var numberWords = map[string]string{
	"fr": "zero zeros;un une;deux;trois;quatre;cinq;six;sept;huit;neuf;dix;onze;douze;treize;quatorze;quinze;seize;;;;vingt vingts;trente;quarante;cinquante;soixante;septante;huitante octante;nonante",
	"en": "oh nought nil;one;two;three;four;five;six;seven;eight;nine;ten;eleven;twelve;thirteen;fourteen;fifteen;sixteen;seventeen;eighteen;nineteen;twenty;thirty;forty fourty;fifty;sixty;seventy;eighty;ninety",
	"de": "null;eins ein;zwei zwo;drei;vier;funf fuenf;sechs;sieben;acht;neun;zehn;elf;zwolf zwoelf;dreizehn;vierzehn;funfzehn;sechzehn;siebzehn;achtzehn;neunzehn;zwanzig;dreisig dreissig;vierzig;funfzig fuenfzig;sechzig;siebzig;achtzig;neunzig",
	"gsw": "null nuu;eis ei eini;zwei zwoi zwo zwu zwoei;dru drei druu drue;vier vieri;fuf foif fof feuf foef fuef foifi fufi;sachs sachsi sex saechs;sibe sebe siebe sibni siebni;acht achti;nun nuun nuni nuen;zah zeh zani zaeh;elf euf elfi;zwolf zwouf zwolfi;" +
		"drizah dreizah;vierzah;fufzah foifzah;sachzah;sibezah sebezah;achzah;nunzah nuunzah;zwanzg zwanzig zwenzg zwanzgi;drissg drissig dreissg;vierzg viarzg;fufzg foifzg fofzg;sachzg sechzg;sibezg sebezg siebezg sibzg;achzg achtzg;nunzg nuunzg",
	"it": ";uno;due;tre;quattro;cinque;sei;sette;otto;nove;dieci;undici;dodici;tredici;quattordici;quindici;sedici;diciassette;diciotto;diciannove;venti;trenta;quaranta;cinquanta;sessanta;settanta;ottanta;novanta",
	"es": "cero;uno;dos;tres;cuatro;cinco;seis;siete;ocho;nueve;diez;once;doce;trece;catorce;quince;dieciseis;diecisiete;dieciocho;diecinueve;veinte;treinta;cuarenta;cincuenta;sesenta;setenta;ochenta;noventa",
	"sv": "noll;ett en;tva;tre;fyra;fem;sex;sju;atta;nio;tio;elva;tolv;tretton;fjorton;femton;sexton;sjutton;arton;nitton;tjugo;trettio;fyrtio;femtio;sextio;sjuttio;attio;nittio",
}

// monthWords are the names of the months in the six languages, folded.
const monthWords = "janvier january januar gennaio enero januari janv jan;" +
	"fevrier february februar febbraio febrero februari fev feb;" +
	"mars march marz maerz marzo mar;" +
	"avril april aprile abril avr apr;" +
	"mai may maggio mayo maj;" +
	"juin june juni giugno junio jun;" +
	"juillet july juli luglio julio juil jul;" +
	"aout august agosto augusti aug;" +
	"septembre september settembre septiembre sept sep set;" +
	"octobre october oktober ottobre octubre oct okt ott;" +
	"novembre november noviembre nov;" +
	"decembre december dezember dicembre diciembre dec dez dic"

// spanishHundreds are the words for 100 to 900 before the rest of a number.
const spanishHundreds = "ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos"
