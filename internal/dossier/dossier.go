// Package dossier makes the page that an ethics board or a data-protection officer
// asks for: what became of a corpus, what may still be in its release, what others may
// try, and what none of that covers. It holds numbers and digests, no text of messages.
package dossier

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/jsontext"
	"github.com/bauta/bauta/internal/packed"
)

// Fates counts what became of the finds of a type.
type Fates struct {
	Removed  int `json:"removed"`
	Replaced int `json:"replaced"`
	Kept     int `json:"kept"`
	Asked    int `json:"asked"`
}

// Run is what is read of the report of bauta anonymise.
type Run struct {
	Version string `json:"version"`
	Made    string `json:"made,omitempty"`
	Command string `json:"command,omitempty"`
	Parts   []struct {
		Name   string `json:"name"`
		Digest string `json:"digest"`
	} `json:"parts"`
	Rows struct {
		In  int `json:"in"`
		Out int `json:"out"`
	} `json:"rows"`
	Emptied int `json:"emptied,omitempty"` // records that came out without their text
	// Unreleased says that it was written whatever a certificate says, for a look inside the house.
	Unreleased bool                `json:"unreleased,omitempty"`
	Input      *audit.Input        `json:"input,omitempty"`   // what the run read
	Release    *audit.Output       `json:"release,omitempty"` // what the run wrote
	Fates      map[string]Fates    `json:"fates"`
	Masks      map[string][]string `json:"masks,omitempty"` // what the policy may write for each type
}

// Card is what is told of a model: what it learned from, and how well it does.
type Card struct {
	Name    string   `json:"name"`
	Digest  string   `json:"digest"` // its beginning
	Lang    string   `json:"lang,omitempty"`
	Licence string   `json:"licence"`
	Data    []string `json:"data"`
	Scores  []string `json:"scores,omitempty"`
}

// Annex is what the program cannot know, told by whoever answers for the release.
type Annex struct {
	Purpose string `json:"purpose,omitempty"`
	Undo    string `json:"undo,omitempty"` // who can restore the originals
	Keys    string `json:"keys,omitempty"` // when the keys were destroyed
}

// Dossier is all that the page says; what is nil was not given.
type Dossier struct {
	Lang        string             `json:"lang"`
	Made        string             `json:"made"`               // a date
	Original    string             `json:"original,omitempty"` // a commitment to what went in
	Release     string             `json:"release,omitempty"`  // a digest
	Run         *Run               `json:"run"`
	Policy      string             `json:"policy,omitempty"` // as it is written
	Certificate *audit.Certificate `json:"certificate,omitempty"`
	Unbound     bool               `json:"counts_unbound,omitempty"` // the certificate has no report
	Before      bool               `json:"counts_before,omitempty"`  // the report is of before a withdrawal
	Beside      []string           `json:"not_looked_at,omitempty"`  // columns of the release
	Models      []Card             `json:"models,omitempty"`
	Attacks     []Attack           `json:"attacks,omitempty"`
	Annex       Annex              `json:"annex"`
	Public      string             `json:"public_key,omitempty"` // of whoever signed
	Signature   string             `json:"signature,omitempty"`
}

// ReadRun reads the report of a run, whose counts a run can have.
func ReadRun(raw []byte) (*Run, error) {
	r := &Run{}
	if err := jsontext.Exact(raw, r); err != nil || r.Version == "" || len(r.Parts) == 0 || !r.counts() {
		return nil, errors.New("is no report of bauta anonymise --report")
	}
	return r, nil
}

// counts reports whether nothing was counted below none, and no more came out than went in.
func (r *Run) counts() bool {
	for _, f := range r.Fates {
		if min(f.Removed, f.Replaced, f.Kept, f.Asked) < 0 {
			return false
		}
	}
	return 0 <= r.Rows.Out && r.Rows.Out <= r.Rows.In
}

// Languages are those of the page, in the order of phrases.tsv.
var languages = [...]string{"fr", "en", "de", "es", "it", "sv"}

// Languages lists the languages of the page.
func Languages() []string { return languages[:] }

//go:embed phrases.tsv.zst
var phrasesPacked []byte

var phrases = sync.OnceValue(func() string { return string(packed.Embedded(phrasesPacked)) })

// say gives what stands for each key in a language.
func say(lang string) (map[string]string, error) {
	if !slices.Contains(languages[:], lang) {
		return nil, fmt.Errorf("there is no page in %q; choose among %s", lang, strings.Join(languages[:], ", "))
	}
	return sentences(phrases(), lang), nil
}

//go:embed page.html
var page string

// row is a type in the table, with its bar.
type row struct {
	Type string
	Fates
	How  string // what the policy writes for it
	Bars []bar
}

// bar is a part of a bar, in the units of the drawing.
type bar struct {
	X, Width float64
	Class    string
}

// wide is the width of the longest bar.
const wide = 300

// table makes the rows, most frequent type first.
func (d *Dossier) table(said map[string]string, name func(string) string) (rows []row, sum Fates) {
	most := 1
	for label, f := range d.Run.Fates {
		rows = append(rows, row{Type: name(label), Fates: f, How: how(said, d.Run.Masks[label])})
		sum.Removed, sum.Replaced = sum.Removed+f.Removed, sum.Replaced+f.Replaced
		sum.Kept, sum.Asked = sum.Kept+f.Kept, sum.Asked+f.Asked
		most = max(most, f.all())
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if n := b.all() - a.all(); n != 0 {
			return n
		}
		return strings.Compare(a.Type, b.Type)
	})
	for i := range rows {
		f, x := rows[i].Fates, 0.0
		for _, part := range [...]struct {
			n     int
			class string
		}{{f.Removed, "a"}, {f.Replaced, "b"}, {f.Kept, "c"}, {f.Asked, "d"}} {
			w := wide * float64(part.n) / float64(most)
			rows[i].Bars = append(rows[i].Bars, bar{x, w, part.class})
			x += w
		}
	}
	return rows, sum
}

// Aside is how many records went in and did not come out.
func (r *Run) Aside() int { return r.Rows.In - r.Rows.Out }

func (f Fates) all() int { return f.Removed + f.Replaced + f.Kept + f.Asked }

// Left is how many records a withdrawal left of what the run wrote.
func (d *Dossier) Left() int { return d.Certificate.N + d.Certificate.Silent }

// Gone is how many of them it took.
func (d *Dossier) Gone() int { return max(0, d.Run.Rows.Out-d.Left()) }

// WriteHTML writes the page: one file that needs no other, and prints.
func (d *Dossier) WriteHTML(w io.Writer) error {
	phrases, err := say(d.Lang)
	if err != nil {
		return err
	}
	called, err := types(d.Lang)
	if err != nil {
		return err
	}
	name := func(label string) string { return cmp.Or(called[label], phrases["type."+label], label) }
	speaks := speaker{d.Lang, phrases}
	t, err := template.New("page").Funcs(template.FuncMap{
		"about": func(p Phrase, english string) string { return cmp.Or(p.in(d.Lang, name), english) },
		"t":     speaks.say,
		"pct":   func(x float64) string { return speaks.share(x, "%.1f %%") },
		"wide":  func(x float64) float64 { return wide * min(1, max(0, x)) },
		"less":  func(a, b float64) float64 { return a - b },
		"curve": curve, "colon": speaks.colon, "semicolon": speaks.semicolon,
	}).Parse(page)
	if err != nil {
		return err
	}
	rows, sum := d.table(phrases, name)
	var says *said
	uncovered := speaks.uncovered(d.Beside)
	if d.Certificate != nil {
		says = speaks.certificate(d.Certificate, d.Beside)
		if d.Unbound {
			says.Uncovered = append(says.Uncovered, speaks.unbound())
		}
		uncovered = says.Uncovered
	}
	var out bytes.Buffer
	if err := t.Execute(&out, struct {
		*Dossier
		Rows      []row
		Sum       Fates
		Ways      []Written
		Says      *said
		Uncovered []string
	}{d, rows, sum, d.Run.written(phrases, name), says, uncovered}); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// keys lists the keys of the phrases, for the tests.
func keys() ([]string, error) {
	all, err := say(languages[0])
	return slices.Sorted(maps.Keys(all)), err
}
