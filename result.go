package bauta

// Outcome is what the finds alone say of a message, after Seek&Hide (section
// 5): nothing is decided about whom to ask.
type Outcome uint8

// The outcomes. The zero outcome is the undecided one.
const (
	Untagged Outcome = iota // some word is ambiguous or unknown
	TA                      // to anonymise: something to hide, nothing unresolved
	NTA                     // nothing to anonymise
)

// String gives the paper's name.
func (o Outcome) String() string {
	return [...]string{"untagged", "TA", "NTA"}[min(o, 2)]
}

// Verdict is what is done with a message.
type Verdict uint8

// The verdicts. The zero verdict asks.
const (
	AskExpert Verdict = iota
	Anonymise
	Leave
)

// String gives the name written in files.
func (v Verdict) String() string {
	return [...]string{"expert", "anonymise", "leave"}[min(v, 2)]
}

// Result is what became of one message. Spans and Candidates are disjoint and
// sorted; both count bytes of the original text.
type Result struct {
	Message    Message
	Lang       string // the language in which it was read
	Outcome    Outcome
	Verdict    Verdict
	Score      float64 // probability that the message holds something to hide
	Why        string  // which rule or cell of the table gave the verdict
	Spans      []Span
	Candidates []Span
	Changes    []Change // what settlers did to finds, in their order; filled under Pipeline.Trace
	Edits      []Edit   // what was replaced, sorted, in bytes of the original text
	Text       string   // the text to release; empty where it is withheld
	Withheld   bool     // nothing is released: before the expert has decided, or since a phase failed
}

// Edit says that the bytes [Start, End) of the original text became With.
type Edit struct {
	Start, End int
	With       string
}
