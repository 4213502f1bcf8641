package bauta

import (
	"context"
	"strings"
)

// Label is the type of what a span covers, written as in guidelines and files.
type Label string

// The types of AnonyMate (LREC 2020, section 3.1) and PHONE, which users ask
// for apart from other identifiers.
const (
	Person          Label = "PERSON"
	Address         Label = "ADDRESS"
	ZipCode         Label = "ZIP_CODE"
	Location        Label = "LOCATION"
	Email           Label = "EMAIL"
	Phone           Label = "PHONE"
	UID             Label = "UID"
	IPAddress       Label = "IP_ADDRESS"
	Date            Label = "DATE"
	Organization    Label = "ORGANIZATION"
	Product         Label = "PRODUCT"
	Facility        Label = "FACILITY"
	URL             Label = "URL"
	Nationality     Label = "NATIONALITY"
	Geographical    Label = "GEOGRAPHICAL"
	Event           Label = "EVENT"
	WorkOfArt       Label = "WORK_OF_ART"
	Language        Label = "LANGUAGE"
	MeasureUnit     Label = "UNIT"
	Misc            Label = "MISC"
	MedChem         Label = "MED_CHEM"
	SportsTeam      Label = "SPORTS_TEAM"
	KnownGroup      Label = "KNOWN_GROUP"
	KnownFigure     Label = "KNOWN_FIGURE"
	FictionalFigure Label = "FICTIONAL_FIGURE"
)

// Known reports one of the types above.
func (l Label) Known() bool {
	switch l {
	case Person, Address, ZipCode, Location, Email, Phone, UID, IPAddress, Date, Organization, Product, Facility, URL,
		Nationality, Geographical, Event, WorkOfArt, Language, MeasureUnit, Misc, MedChem, SportsTeam, KnownGroup,
		KnownFigure, FictionalFigure:
		return true
	}
	return false
}

// Part says which part of a person's name a span covers.
type Part string

// The parts of a name. A full name has its parts in Span.Inner.
const (
	WholeName Part = ""
	First     Part = "first"
	Last      Part = "last"
	Nick      Part = "nick"
	Full      Part = "full"
)

// Doubt says whether a span is a find or a question. The zero value is a find:
// a detector that does not say hides.
type Doubt uint8

// The degrees of doubt, after Seek&Hide's labels of a word (section 3.2): sure
// is "Dictionary", the other two are highlighted for the expert.
const (
	Sure      Doubt = iota
	Ambiguous       // both a name and a word
	Unknown         // in no list
)

// String gives the label written in files.
func (d Doubt) String() string {
	switch d {
	case Ambiguous:
		return "ambiguous"
	case Unknown:
		return "unknown"
	}
	return "sure"
}

// Span is a byte range [Start, End) of Message.Text that somebody found: what
// it is, how sure, who found it, why, and which entity it mentions. Rule, Why
// and Source never contain text of the message.
type Span struct {
	Start, End int
	Label      Label
	Part       Part
	Doubt      Doubt
	P          float64 // probability that hiding it is right, 0 to 1
	Source     string  // the detector
	// Rule holds the keys of what decided, separated by blanks: the exact kind of
	// an identifier (iban), the language of a tagger (fr). Policies and code ask
	// for them with By.
	Rule   string
	Why    string // the reason in words, for people alone: no code asks what it says
	Entity string // the same for all mentions of one entity in its scope
	Inner  []Span // what the span contains: parts of a name, smaller finds
}

// Len is the length in bytes.
func (s Span) Len() int { return s.End - s.Start }

// Overlaps reports whether the two share a byte.
func (s Span) Overlaps(t Span) bool { return s.Start < t.End && t.Start < s.End }

// By reports whether the key is among those of Rule.
func (s Span) By(key string) bool {
	for k := range strings.FieldsSeq(s.Rule) {
		if k == key {
			return true
		}
	}
	return false
}

// namesake reports an everyday word that somebody is called, too, by a field of the corpus,
// where nothing says that a name stands: will, where Will writes. It stays, and counts as kept,
// so that who reads the summary sees it. A key of another source says nothing.
func (s Span) namesake() bool { return s.Source == "thread" && s.Rule == "namesake" }

// Detector finds spans in a document. Detect must not change the document, must
// be safe for concurrent use, and returns ranges inside the text, in any order;
// they may overlap. An error withholds the whole thread.
type Detector interface {
	Detect(ctx context.Context, d *Doc) ([]Span, error)
}

// Operator writes what stands in the place of a span. It must be safe for
// concurrent use. An error withholds the whole thread.
type Operator interface {
	Replace(ctx context.Context, d *Doc, s Span) (string, error)
}

// Keeper is what an Operator is too that leaves some spans as they are: a date
// that is no birth date. Such a span is no reason to call a message TA.
type Keeper interface {
	Keeps(s Span) bool
}
