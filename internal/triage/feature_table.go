package triage

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// paperCount is the number of features of the paper.
const paperCount = 12

// features is the table of all features: the twelve of Seek&Hide (CICLing 2013,
// section 4.1, table 5) under their names, raw counts, and after them what the
// pipeline knows. "Log-odds" are those of the probability that a word is a
// name, by the names model; −12 where no word is in question.
func features() []Feature {
	return []Feature{
		{"Abbreviations", "words that are SMS spellings and no forms of the language", func(s *survey) float64 { return s.abbreviations() }},
		{"LEFFF", "words that are forms of the language", func(s *survey) float64 { return s.count(lexicon.Form) }},
		{"FirstNames", "words that are first names: in no anti-dictionary, or more likely a name than the word", func(s *survey) float64 { return s.firstNames }},
		{"Countries", "words that are countries", func(s *survey) float64 { return s.count(lexicon.Country) }},
		{"Cities", "words that are towns and no common words", func(s *survey) float64 { return s.cities }},
		{"Length", "characters of the message", func(s *survey) float64 { return s.chars }},
		{"Capitals", "words that start with a capital", func(s *survey) float64 { return s.capitals }},
		{"MeanWordLength", "mean characters of a word", func(s *survey) float64 { return s.meanLength() }},
		{"Pronouns", "words that are pronouns", func(s *survey) float64 { return s.pronouns }},
		{"Numbers", "tokens that hold a digit", func(s *survey) float64 { return s.numbers }},
		{"Punctuation", "tokens of punctuation", func(s *survey) float64 { return s.punctuation }},
		{"Elongations", "words with a letter three times running", func(s *survey) float64 { return s.elongations }},

		{"name.1", "log-odds of the likeliest name", func(s *survey) float64 { return s.top[0] }},
		{"name.2", "log-odds of the second", func(s *survey) float64 { return s.top[1] }},
		{"name.3", "log-odds of the third", func(s *survey) float64 { return s.top[2] }},
		{"name.4", "log-odds of the fourth", func(s *survey) float64 { return s.top[3] }},
		{"name.sum", "sum of the probabilities", func(s *survey) float64 { return s.sum }},
		{"name.any", "log-odds that any is one, if independent", func(s *survey) float64 { return s.any() }},
		{"name.first", "log-odds of the first word", func(s *survey) float64 { return s.first }},
		{"name.last", "log-odds of the last word", func(s *survey) float64 { return s.last }},
		{"name.capital", "greatest log-odds of words with a capital in mid-sentence", func(s *survey) float64 { return s.best(func(w *word) bool { return w.midCapital() }) }},
		{"name.lower", "greatest log-odds of words in lower case", func(s *survey) float64 { return s.best(func(w *word) bool { return w.cap == lower }) }},
		{"name.unknown", "greatest log-odds of words in no list", func(s *survey) float64 { return s.best(func(w *word) bool { return w.doubt == bauta.Unknown }) }},
		{"name.ambiguous", "greatest log-odds of words in both lists", func(s *survey) float64 { return s.best(func(w *word) bool { return w.doubt == bauta.Ambiguous }) }},
		{"name.variant", "greatest log-odds of words known by a bold variant alone", func(s *survey) float64 {
			return s.best(func(w *word) bool { return w.variant >= variant.Concatenation })
		}},
		{"name.listed", "greatest log-odds of words in dictionaries alone", func(s *survey) float64 { return s.best(func(w *word) bool { return w.doubt == bauta.Sure }) }},
		{"name.greeted", "greatest log-odds right after a greeting", func(s *survey) float64 {
			return s.best(func(w *word) bool { return w.prevKinds&lexicon.Greeting != 0 })
		}},
		{"name.titled", "greatest log-odds after a kinship word", func(s *survey) float64 { return s.best(func(w *word) bool { return w.prevKinds&lexicon.Kinship != 0 }) }},
		{"name.prep", "greatest log-odds after a preposition", func(s *survey) float64 {
			return s.best(func(w *word) bool { return w.prevPOS&lexicon.Preposition != 0 })
		}},
		{"name.comma", "greatest log-odds before a comma or at the end of a sentence", func(s *survey) float64 { return s.best(func(w *word) bool { return w.stopped }) }},
		{"name.open", "greatest log-odds among the first three words", func(s *survey) float64 { return s.best(func(w *word) bool { return w.at < 3 }) }},
		{"name.likely", "words more likely a name than not", func(s *survey) float64 { return s.atLeast(0) }},
		{"name.maybe", "words of log-odds above -3", func(s *survey) float64 { return s.atLeast(-3) }},

		{"label.dictionary", "words in dictionaries alone", func(s *survey) float64 { return s.labels[0] }},
		{"label.anti", "words in anti-dictionaries alone", func(s *survey) float64 { return s.labels[1] }},
		{"label.ambiguous", "words in both", func(s *survey) float64 { return s.labels[2] }},
		{"label.unknown", "words in neither", func(s *survey) float64 { return s.labels[3] }},
		{"find.person", "persons found", func(s *survey) float64 { return s.finds[bauta.Person] }},
		{"find.email", "e-mail addresses found", func(s *survey) float64 { return s.finds[bauta.Email] }},
		{"find.phone", "phone numbers found", func(s *survey) float64 { return s.finds[bauta.Phone] }},
		{"find.url", "URLs found", func(s *survey) float64 { return s.finds[bauta.URL] }},
		{"find.address", "addresses and postal codes found", func(s *survey) float64 { return s.finds[bauta.Address] + s.finds[bauta.ZipCode] }},
		{"find.uid", "identifiers found", func(s *survey) float64 { return s.finds[bauta.UID] + s.finds[bauta.IPAddress] }},
		{"find.other", "finds of other types", func(s *survey) float64 { return s.otherFinds() }},
		{"find.questions", "words that the detectors leave to the expert", func(s *survey) float64 { return s.questions }},
		{"capital.mid", "words with a capital in mid-sentence", func(s *survey) float64 { return s.countWords(func(w *word) bool { return w.midCapital() }) }},
		{"capital.unknown", "words in no list with a capital in mid-sentence", func(s *survey) float64 {
			return s.countWords(func(w *word) bool { return w.midCapital() && !w.known })
		}},
		{"capital.variant", "words known by a bold variant alone, with a capital in mid-sentence", func(s *survey) float64 {
			return s.countWords(func(w *word) bool { return w.midCapital() && w.variant >= variant.Concatenation })
		}},
		{"capital.share", "share of words that start with a capital", func(s *survey) float64 { return s.share(s.capitals) }},
		{"shout.share", "share of words in capitals", func(s *survey) float64 { return s.share(s.shouted) }},
		{"unknown.longest", "characters of the longest word in no list", func(s *survey) float64 { return s.longestUnknown }},
		{"unknown.doubled", "words in no list that say a syllable twice or end as nicknames do", func(s *survey) float64 { return s.countWords(func(w *word) bool { return !w.known && pet(w.norm) }) }},
		{"city.capital", "towns with a capital in mid-sentence", func(s *survey) float64 {
			return s.countWords(func(w *word) bool { return w.midCapital() && w.kinds&lexicon.City != 0 })
		}},
		{"city.size", "greatest log₂ of the population of a town", func(s *survey) float64 { return s.citySize }},
		{"city.prep", "towns after a preposition", func(s *survey) float64 {
			return s.countWords(func(w *word) bool { return w.prevPOS&lexicon.Preposition != 0 && w.town() })
		}},
		{"places", "regions, rivers, other places", func(s *survey) float64 { return s.count(lexicon.Place) }},
		{"brands", "trade marks", func(s *survey) float64 { return s.count(lexicon.Brand) }},
		{"proper", "words written with a capital in their source", func(s *survey) float64 { return s.count(lexicon.Proper) }},
		{"surnames", "surnames that are in no anti-dictionary", func(s *survey) float64 {
			return s.countWords(func(w *word) bool { return w.kinds&lexicon.Surname != 0 && !w.kept })
		}},
		{"nicknames", "usual nicknames", func(s *survey) float64 { return s.count(lexicon.Hypocoristic) }},
		{"greetings", "greetings", func(s *survey) float64 { return s.count(lexicon.Greeting) }},
		{"kinship", "kinship words", func(s *survey) float64 { return s.count(lexicon.Kinship) }},
		{"digits", "digits", func(s *survey) float64 { return s.digits }},
		{"digits.run", "longest run of digits, blanks and dots between them passed over", func(s *survey) float64 { return s.digitRun }},
		{"words", "words", func(s *survey) float64 { return float64(len(s.words)) }},
		{"sms.share", "share of abbreviations", func(s *survey) float64 { return s.share(s.abbreviations()) }},
		{"form.share", "share of words that are forms of the language", func(s *survey) float64 { return s.share(s.count(lexicon.Form)) }},
		{"tokens.handle", "handles and hashtags", func(s *survey) float64 { return s.handles }},
		{"tokens.masked", "replacements of an earlier run", func(s *survey) float64 { return s.masked }},
		{"tokens.smile", "emoji and smileys", func(s *survey) float64 { return s.smiles }},
	}
}
