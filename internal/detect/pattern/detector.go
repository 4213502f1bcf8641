package pattern

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
)

// Config chooses among the rules. The zero value looks for everything.
type Config struct {
	// Countries are ISO 3166 codes in lower case ("fr", "ch"; "uk" is taken
	// for "gb"). Empty means all countries, with more evidence asked of each
	// identifier; where countries are named, only theirs are looked for, and a
	// right check digit is evidence enough.
	Countries []string
	// Langs are the languages messages may be in, for number words and street
	// names. Empty means all. A message that states its language is read in it.
	Langs []string
	// Guessed says that the language a message states was told by a machine:
	// then the rules of all Langs hold.
	Guessed bool
	// Kinds are labels ("EMAIL") or exact kinds ("iban", "phone"). Empty means all.
	Kinds []string
	// Dates finds every date ("date"), not those of births alone.
	Dates bool
	// DateParts finds days and months without a year, too ("date-part"): "5/19", "since the 14th", "mid-July".
	DateParts bool
	// Phones is how strictly telephone numbers are matched; the zero value
	// takes numbers that are valid, however they are grouped.
	Phones Leniency
}

// Detector finds identifiers. It holds no state of a message.
type Detector struct {
	rules   []compiled
	forms   [1 << (2 * keyLen)][]entry // by the kinds of the first bytes
	byTag   []*compiled
	onDigit []*compiled
	onMixed []*compiled
	onAt    []*compiled
	onDot   []*compiled
	onColon []*compiled
	onGroup []*compiled
	onEnd   []*compiled
	listed  map[string]bool
	langs   map[string]bool
	guessed bool
	phones  Leniency
	regions []string // ISO codes in upper case of the countries listed
	least   float64  // score below which nothing is reported; conformance tests lower it
	scans   sync.Pool
}

// entry is one form of one rule in the index.
type entry struct {
	rule  *compiled
	form  *form
	score float64
}

// New builds a detector. It fails on a country, language or kind that no rule
// has.
func New(c Config) (*Detector, error) {
	d, chosen, err := choose(c)
	if err != nil {
		return nil, err
	}
	for _, r := range chosen {
		d.rules = append(d.rules, d.compile(r))
	}
	for i := range d.rules {
		d.index(&d.rules[i])
	}
	return d, nil
}

// Check reports what New would, without the work of building a detector.
func (c Config) Check() error {
	_, _, err := choose(c)
	return err
}

// choose takes the rules that a configuration asks for; they are not compiled yet.
func choose(c Config) (d *Detector, chosen []*rule, err error) {
	d = &Detector{
		least: bound, phones: c.Phones, guessed: c.Guessed, listed: map[string]bool{}, langs: map[string]bool{},
	}
	d.scans.New = func() any { return new(scan) }
	if err := d.configure(c); err != nil {
		return nil, nil, err
	}
	kinds := map[string]bool{}
	for _, k := range c.Kinds {
		kinds[k] = false
	}
	all := allRules()
	for i := range all {
		if r := &all[i]; d.wanted(r, kinds) || c.Dates && r.kind == "date" || c.DateParts && r.kind == "date-part" {
			chosen = append(chosen, r)
		}
	}
	for k, used := range kinds {
		if !used {
			return nil, nil, fmt.Errorf("pattern: no kind %q for these countries; see Kinds for the list", k)
		}
	}
	return d, chosen, nil
}

func (d *Detector) configure(c Config) error {
	known := map[string]bool{}
	for _, code := range Countries() {
		known[code] = true
	}
	for _, code := range c.Countries {
		code = strings.ToLower(code)
		if code == "uk" {
			code = "gb"
		}
		if !known[code] && !phoneRegion(code) {
			return fmt.Errorf("pattern: country %q is not known; give an ISO 3166 code such as \"fr\"", code)
		}
		if !d.listed[code] && phoneRegion(code) {
			d.regions = append(d.regions, strings.ToUpper(code))
		}
		d.listed[code] = true
	}
	for _, l := range c.Langs {
		if len(l) < 2 || len(l) > 3 {
			return fmt.Errorf("pattern: %q is not a language code; give an ISO 639 code such as \"fr\"", l)
		}
		d.langs[strings.ToLower(l)] = true
	}
	return nil
}

// wanted reports whether the configuration asks for the rule, and ticks the
// kinds it was asked for by.
func (d *Detector) wanted(r *rule, kinds map[string]bool) bool {
	if r.country != "" && len(d.listed) > 0 && !d.listed[r.country] {
		return false
	}
	if len(kinds) == 0 {
		return !r.asked
	}
	ok := false
	for _, k := range []string{r.kind, string(cmp.Or(r.label, bauta.UID))} {
		if _, asked := kinds[k]; asked {
			kinds[k], ok = true, true
		}
	}
	return ok
}

func (d *Detector) compile(r *rule) compiled {
	c := compiled{rule: r, label: cmp.Or(r.label, bauta.UID), listed: d.listed[r.country], on: r.on}
	for _, words := range r.context {
		c.context = append(c.context, phrase(folded(words)))
	}
	return c
}

// index files the rule under what calls it.
func (d *Detector) index(r *compiled) {
	for _, sh := range r.shapes {
		forms := mustCompile(sh.form)
		for i := range forms {
			f := &forms[i]
			if loose, ok := f.loosened(); ok && r.country != "" {
				f = &loose
			}
			e := entry{r, f, sh.score}
			f.keys(func(key int) {
				list := d.forms[key]
				if n := len(list); n == 0 || list[n-1].form != f {
					d.forms[key] = append(list, e)
				}
			})
		}
	}
	for bit, list := range map[trigger]*[]*compiled{
		onDigit: &d.onDigit, onAt: &d.onAt, onDot: &d.onDot, onColon: &d.onColon,
		onTag: &d.byTag, onMixed: &d.onMixed, onGroups: &d.onGroup,
		onEnd: &d.onEnd,
	} {
		if r.on&bit != 0 {
			*list = append(*list, r)
		}
	}
}

// Kinds lists the exact kinds that there are rules for, sorted.
func Kinds() []string {
	return list(func(r *rule) string { return r.kind })
}

// Countries lists the countries that have identifiers of their own, sorted.
// Telephone numbers are known for every region.
func Countries() []string {
	return list(func(r *rule) string { return r.country })
}

func list(of func(*rule) string) []string {
	var out []string
	all := allRules()
	for i := range all {
		if s := of(&all[i]); s != "" {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Detect finds identifiers in one message. It never fails.
func (d *Detector) Detect(_ context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	text := doc.Shadow
	if text == "" && len(doc.Shifts) == 0 {
		text = doc.Text // a Doc made without normalisation
	}
	if text == "" {
		return nil, nil
	}
	sc := d.scans.Get().(*scan)
	sc.reset(d, text, doc.Lang)
	sc.doc = doc
	sc.run()
	spans := sc.spans()
	sc.release()
	d.scans.Put(sc)
	if doc.Shadow != "" {
		for i := range spans {
			s := &spans[i]
			s.Start, s.End = doc.Origin(s.Start, s.End)
		}
	}
	return spans, nil
}
