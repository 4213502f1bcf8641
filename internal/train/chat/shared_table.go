package chat

// stockNames are the names that stand in for anybody in the corpus of short
// sentences.
var stockNames = []string{
	"Tom", "Mary", "Marie", "Maria", "María", "John", "Alice", "Bob", "Jim", "Jane", "Bill", "Ken", "Jack", "Mike", "Nancy", "Emily",
	"Sami", "Layla", "Ziri", "Yanni", "Susan", "Lisa", "Betty", "Helen", "Linda", "Kate", "Tony", "Lucy", "Meg", "Hans", "Juan", "Pablo",
}

// capitals are words with a capital inside a sentence that are no names.
var capitals = []string{"I", "I'm", "I'll", "I've", "I'd", "TV", "OK", "DVD", "CD", "PC", "SMS", "MP", "USB", "ADN", "M", "Mme", "Mr", "Mrs", "Dr", "Ms", "Sr", "Sra", "Lei"}

var smileys = []string{":)", ":-)", ":D", "xD", "XD", ";)", ":p", ":P", "<3", "^^", ":/", ":(", "=)", "-_-", "o_O", ":'(", "😂", "😘", "❤️", "🙈", "👍", "😅", "!!!", "???", "...", ":-*", "(:", "*-*", "xoxo"}

var laughs = []string{"haha", "hahaha", "hihi", "héhé", "hehe", "lol", "mdr", "ptdr", "jaja", "jajaja", "ahah", "ahahah", "loool", "lool", "mouhaha", "hihihi", "xptdr", "rofl", "lmao", "hoho", "ouf", "pff", "pfff", "mmh", "hmm", "oh", "ah", "eh", "oups", "ups", "wow", "waouh", "yeah", "yep", "yes", "nope"}

// mailHosts are the hosts of generated addresses.
var mailHosts = []string{
	"gmail.com", "hotmail.fr", "orange.fr", "web.de", "example.org", "yahoo.es", "libero.it", "telia.se", "icloud.com",
}

// Beginnings, vowels and ends of sounds (sound), and what is said again and again.
var (
	soundHeads  = []string{"", "", "b", "bw", "f", "g", "gn", "h", "k", "kw", "m", "mw", "n", "ny", "p", "pf", "pfi", "r", "rh", "t", "ts", "v", "w", "y", "z"}
	soundVowels = []string{"a", "aï", "ou", "o", "oo", "u", "eu", "é", "e", "i", "ia", "iou", "oua", "ouah"}
	soundTails  = []string{"", "", "", "h", "f", "n", "p", "wa", "hou", "ha", "r"}

	soundRepeats = []string{"z", "m", "r", "f", "pf", "ha", "hi", "je", "nan", "pom"}
)

var brands = []string{
	"Amazon", "Ikea", "Carrefour", "Lidl", "Aldi", "Zara", "Netflix", "Spotify", "Vodafone", "Orange", "Telia", "Samsung", "Nokia", "Sony",
	"Renault", "Volvo", "Fiat", "BMW", "Ryanair", "Lufthansa", "Uber", "McDo", "McDonald's", "Starbucks", "H&M", "SNCF", "Deutsche Bahn",
	"Fnac", "Decathlon", "PayPal", "Visa", "Google", "Microsoft", "Apple", "Bouygues", "SFR", "EDF", "Bosch", "Siemens", "Media Markt",
}

var products = []string{
	"iPhone", "iPhone 12", "Galaxy S8", "Windows 10", "Photoshop", "WhatsApp", "Facebook", "Instagram", "Snapchat", "Skype", "PlayStation",
	"Xbox", "Wii", "Kindle", "Nutella", "Coca", "Coca-Cola", "Golf", "Clio", "Twingo", "Fiat 500", "Excel", "Word", "Gmail", "Android", "iPad", "MacBook", "TikTok", "Zoom", "Teams",
}

var works = []string{
	"Titanic", "Star Wars", "Harry Potter", "Game of Thrones", "Matrix", "Inception", "Les Misérables", "Casablanca", "Friends", "Lost",
	"Breaking Bad", "Avatar", "Le Petit Prince", "Faust", "Don Quijote", "La Divina Commedia", "Intouchables", "Amélie", "Shrek", "Bohemian Rhapsody",
}

var knownFigures = []string{
	"Obama", "Barack Obama", "Angela Merkel", "Merkel", "Macron", "Sarkozy", "Berlusconi", "Madonna", "Shakira", "Rihanna", "Lady Gaga", "Zidane", "Messi",
	"Ronaldo", "Zlatan", "Brad Pitt", "Einstein", "Mozart", "Picasso", "Napoléon", "Shakespeare", "Britney Spears", "Johnny Hallyday", "Céline Dion",
	"Greta Thunberg", "Elon Musk", "Steve Jobs", "Gandhi", "Beyoncé", "Nadal", "Federer", "Johnny Depp", "Julia Roberts", "Papa Francesco",
}

var fictionalFigures = []string{
	"Harry Potter", "Batman", "Spiderman", "Superman", "Dark Vador", "Darth Vader", "Gandalf", "Frodo", "Sherlock Holmes", "Tintin", "Astérix", "Obélix",
	"Mickey", "Mickey Mouse", "Donald Duck", "Pikachu", "Homer Simpson", "Shrek", "Dumbledore", "Voldemort", "James Bond", "Cendrillon", "Pippi", "Zorro", "Pinocchio", "Hulk", "Yoda", "Hermione",
}

// phrasesOf gives the words of a language; English for one without.
func phrasesOf(lang string) *phrases {
	switch lang {
	case "fr":
		return &french
	case "de":
		return &german
	case "es":
		return &spanish
	case "it":
		return &italian
	case "sv":
		return &swedish
	}
	return &english
}
