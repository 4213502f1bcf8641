package routing

// neighbours gives the language in whose stead another is read, where a corpus
// declares a language that nobody here reads.
var neighbours = map[string]string{
	"gsw": "de", "nds": "de", "lb": "de", "bar": "de", "nl": "de", "af": "de",
	"nb": "sv", "nn": "sv", "no": "sv", "da": "sv", "fo": "sv", "is": "sv",
	"pt": "es", "gl": "es", "ca": "es", "ast": "es", "oc": "fr", "co": "it", "rm": "it", "lmo": "it", "scn": "it", "sco": "en",
}
