package review

import "github.com/bauta/bauta"

// WordKind is what became of a word in a corpus.
type WordKind string

// The kinds of words. A word may be of several.
const (
	AnyWord     WordKind = ""
	HiddenWord  WordKind = "hidden"  // wherever it stands
	MixedWord   WordKind = "mixed"   // hidden here and kept there
	NameWord    WordKind = "name"    // kept, and something speaks for a name
	CapitalWord WordKind = "capital" // kept, with a capital that no sentence asks for
	RareWord    WordKind = "rare"    // kept, and stands once or twice
	TakenWord   WordKind = "taken"   // a settler took it away somewhere
)

// WordKinds are the kinds in the order of the page.
func WordKinds() []WordKind {
	return []WordKind{AnyWord, NameWord, MixedWord, HiddenWord, TakenWord, CapitalWord, RareWord}
}

// WordSort is an order of words; equal ones go by the alphabet.
type WordSort string

// The orders of words.
const (
	ByTimes    WordSort = "times"
	ByHidden   WordSort = "hidden"
	ByKept     WordSort = "kept"
	ByCapitals WordSort = "capitals"
	ByTaken    WordSort = "taken"
	ByLikely   WordSort = "likely"
	ByAlphabet WordSort = "alphabet"
)

// WordSorts are the orders there are.
func WordSorts() []WordSort {
	return []WordSort{ByLikely, ByTimes, ByHidden, ByKept, ByCapitals, ByTaken, ByAlphabet}
}

// WordQuery asks for words: N of them from From on. Empty fields leave none out.
type WordQuery struct {
	Kind    WordKind
	Label   bauta.Label
	Source  string
	Sort    WordSort
	From, N int
}

// WordRow is one word type of the corpus. Message and Range are its first place.
type WordRow struct {
	Word    string
	Message int64
	Range
	Times    int // it stands in the corpus, inside longer finds included
	Hidden   int // of these
	Kept     int
	Capitals int     // with a capital that no sentence asks for
	Taken    int     // by a settler
	Likely   float64 // that what is kept of it is a name; 0 where nothing says so
	Label    bauta.Label
	Source   string // of its first find
	Strip    []int  // of its places, how many in each stretch of the corpus; nil of finds of several tokens
}

// StripBins is into how many stretches of equal length a corpus is cut to show where
// in it a word stands.
const StripBins = 40

// WordPage is what was found: the rows asked for, how many there are of the kind, and
// of each kind.
type WordPage struct {
	Rows    []WordRow
	Found   int
	Kinds   map[WordKind]int
	Labels  []bauta.Label
	Sources []string
}

// Is reports whether a word is of a kind.
func (w *WordRow) Is(k WordKind) bool {
	switch k {
	case HiddenWord:
		return w.Hidden > 0 && w.Kept == 0
	case MixedWord:
		return w.Hidden > 0 && w.Kept > 0
	case NameWord:
		return w.Kept > 0 && w.Likely > 0
	case CapitalWord:
		return w.Hidden == 0 && w.Capitals > 0
	case RareWord:
		return w.Hidden == 0 && w.Times <= 2
	case TakenWord:
		return w.Taken > 0
	}
	return true
}
