package policy

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/nearest"
)

// File is a policy as it is written.
type File struct {
	Policy      string `yaml:"policy"`      // its name
	Description string `yaml:"description"` // a sentence for policy list
	Language    string `yaml:"language"`    // of messages that bring none, or auto
	// Languages are those told apart where Language is auto.
	Languages []string `yaml:"languages"`
	// Foreign says what becomes of messages in other languages: Route,
	// Quarantine (the default where Languages are named) or Delete.
	Foreign Foreign `yaml:"foreign"`
	Detect  Detect  `yaml:"detect"`
	// Coref joins the mentions of one person in a thread: Person 1, Person 2.
	Coref bool `yaml:"coref"`
	// Lexicons are the user's own lists, paths beside the policy file.
	Lexicons []List `yaml:"lexicons"`
	// Mask gives the operator of each type, or of a part of a name
	// (PERSON.first); types not named take Default.
	Mask    map[string]Rule `yaml:"mask"`
	Default *Rule           `yaml:"default"`
	Verdict Verdict         `yaml:"verdict"` // seek, table2, safe, bound; or a mapping
	Pending Pending         `yaml:"pending"` // mask, withhold, keep

	path string // "" for a preset
	src  []byte
}

// Detect names the detectors to run.
type Detect struct {
	Lexical *Lexical `yaml:"lexical"`
	Pattern *Pattern `yaml:"pattern"`
	NER     *NER     `yaml:"ner"`
	// Digits finds every run of so many digits or more, as UID; 0: none.
	Digits int `yaml:"digits"`
	// Ages finds the ages of so many years and more, as MISC; 0: none.
	Ages int `yaml:"ages"`
	// Links finds the names in web addresses.
	Links bool `yaml:"links"`
	// Frames finds names by the words around them, and takes back finds that are
	// everyday words.
	Frames bool `yaml:"frames"`
	Thread bool `yaml:"thread"` // names that other messages of the thread show
	// Location takes out what gives the place away.
	Location *Location `yaml:"location"`
	// External asks a detector that is no part of this program.
	External *External `yaml:"external"`
}

// NER configures the taggers; see detect/tagger.Config.
type NER struct {
	// Kind is crf (also when empty), neural, or both: detect/joint.
	Kind TaggerKind `yaml:"kind"`
	// Model is the folder of a tagger of the user's, made by bauta ner train, beside
	// the policy: it stands in for the shipped one of its kind and language.
	Model     string   `yaml:"model"`
	Languages []string `yaml:"languages"` // whose taggers to load; empty: all that are shipped
	Sure      float64  `yaml:"sure"`      // probability from which a span is a find; 0: 0.5
	Ask       float64  `yaml:"ask"`       // from which a word left outside is a question; 0: 0.3, negative: never
	// Person is from which a word is a person whatever the rest says; model: each
	// tagger's own bound, 0: persons are like the rest.
	Person Bound `yaml:"person"`
	// Lists is the probability from which a word is a find that stands in the
	// lists of names and in no other; 0: the lists are not asked.
	Lists float64 `yaml:"lists"`
	// Second names what is asked about the people found: lexical, or nothing.
	Second string `yaml:"second"`
	// Unadvised are languages in which both taggers are asked though no dictionaries
	// advise them: elsewhere the first reads by itself then.
	Unadvised []string `yaml:"unadvised"`
	// UnadvisedPerson is person's bound there; 0: that of person.
	UnadvisedPerson float64 `yaml:"unadvised_person"`
	// UnadvisedPersons gives one of these languages a bound of its own.
	UnadvisedPersons map[string]float64 `yaml:"unadvised_persons"`
	// Alone says that no patterns stand beside the taggers on purpose: an
	// identifier that they miss stays.
	Alone bool `yaml:"alone"`
}

// Lexical configures the dictionaries.
type Lexical struct {
	// Resolve is literal (both lists → expert, the paper's rule) or evidence.
	Resolve   Resolve `yaml:"resolve"`
	NameAbove float64 `yaml:"name_above"` // 0: the model's own bound
	WordBelow float64 `yaml:"word_below"`
	// Second names what is asked about words in doubt: ner, or nothing.
	Second string `yaml:"second"`
	// Decide is the probability, both opinions weighed, from which a word in
	// doubt is hidden; below it is left, and nobody is asked. 0: who is in
	// doubt asks.
	Decide float64 `yaml:"decide"`
}

// Pattern configures the identifiers; see detect/pattern.Config.
type Pattern struct {
	Countries []string `yaml:"countries"`
	Languages []string `yaml:"languages"`
	Kinds     []string `yaml:"kinds"`
	Dates     bool     `yaml:"dates"`      // every date, not those of births alone
	DateParts bool     `yaml:"date_parts"` // days and months without a year, too
}

// List is a user's list of words.
type List struct {
	File string `yaml:"file"`
	Role Role   `yaml:"role"` // dictionary (or hide), anti-dictionary (or keep)
	Lang string `yaml:"lang"`
	Type string `yaml:"type"` // of entries without one of their own; "" for names
}

// Newcomer is the preset for who has chosen none.
const Newcomer = "gdpr"

//go:embed presets/*.yaml
var presets embed.FS

// maxFile bounds a policy file, in bytes.
const maxFile = 1 << 20

// Presets lists the embedded policies by name, sorted.
func Presets() []string {
	entries, err := presets.ReadDir("presets")
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".yaml"))
	}
	slices.Sort(names)
	return names
}

// named repeats a name that is written as ours are, behind what is wrong with it; another
// may be text that was given by mistake.
func named(name string) string {
	ours := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' }
	if len(name) > 20 || strings.TrimFunc(name, ours) != "" {
		return ""
	}
	return fmt.Sprintf(" as %q", name)
}

// Load reads a preset by name, or a file by path (anything with a dot or a
// slash).
func Load(name string) (*File, error) {
	if !strings.ContainsAny(name, `./\`) {
		src, err := presets.ReadFile("presets/" + name + ".yaml")
		if err != nil {
			return nil, fmt.Errorf("no such preset%s; the presets are %s, or give the path of a file",
				named(name)+nearest.Meant(name, Presets()), strings.Join(Presets(), ", "))
		}
		return Parse(src, "")
	}
	src, err := bounded.File(name, maxFile)
	if err != nil {
		return nil, fmt.Errorf("%w (a policy is the path of a file, or one of the presets %s)", err,
			strings.Join(Presets(), ", "))
	}
	return Parse(src, name)
}

// Parse reads a policy strictly: what it does not know is an error that names
// file and line.
func Parse(src []byte, path string) (*File, error) {
	f := &File{path: path, src: src}
	if line := endless(src); line > 0 {
		err := &lineError{line, "an alias (*) leads to what it stands in; write out what is meant"}
		return nil, fmt.Errorf("%s:%w", f.where(), err)
	}
	dec := yaml.NewDecoder(bytes.NewReader(src))
	dec.KnownFields(true)
	if err := dec.Decode((*decoded)(f)); err != nil {
		return nil, fmt.Errorf("%s:%w", f.where(), unread(err))
	}
	if err := dec.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s:1: more than one YAML document; keep one", f.where())
	}
	return f, f.Validate()
}

// decoded is a File without its methods: what is handed to a decoder may be called
// by names made at run time, so that the linker keeps all its methods, and with
// Build the models of all languages.
type decoded File

// Source is the policy's text.
func (f *File) Source() []byte { return f.src }

// beside resolves a path named in the policy.
func (f *File) beside(name string) string {
	if filepath.IsAbs(name) || f.path == "" {
		return name
	}
	return filepath.Join(filepath.Dir(f.path), name)
}
