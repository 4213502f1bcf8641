package exchange

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// spaCyDoc is a line of spaCy's training data: text and entities are what
// Example.from_dict takes, meta is ours.
type spaCyDoc struct {
	Text     *string  `json:"text"`
	Entities []entity `json:"entities"`
	Meta     struct {
		ID      string `json:"id,omitempty"`
		Lang    string `json:"lang,omitempty"`
		Offsets string `json:"offsets"`
	} `json:"meta"`
}

// entity is written as [start, end, label]; Python counts code points.
type entity struct {
	start, end int
	label      string
}

// MarshalJSON writes the triple.
func (e entity) MarshalJSON() ([]byte, error) { return json.Marshal([]any{e.start, e.end, e.label}) }

// UnmarshalJSON reads the triple.
func (e *entity) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if json.Unmarshal(data, &parts) != nil || len(parts) != 3 ||
		json.Unmarshal(parts[0], &e.start) != nil || json.Unmarshal(parts[1], &e.end) != nil ||
		json.Unmarshal(parts[2], &e.label) != nil {
		return errors.New("an entity that is not [start, end, label]")
	}
	return nil
}

func writeSpaCy(w io.Writer, gold Golds) error {
	return writeObjects(w, gold, func(g corpus.Gold) any {
		d := spaCyDoc{Text: &g.Message.Text, Entities: []entity{}}
		d.Meta.ID, d.Meta.Lang, d.Meta.Offsets = g.Message.ID, g.Message.Lang, bauta.Runes.String()
		at := measure(g.Message.Text)
		for _, s := range g.Spans {
			d.Entities = append(d.Entities, entity{at.runes(s.Start), at.runes(s.End), string(s.Label)})
		}
		return d
	})
}

func readSpaCy(r io.Reader, name string) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		for n, line := range lines(r, name) {
			g, err := corpus.Gold{}, line.err
			if err == nil && line.text == "" {
				continue
			}
			if err == nil {
				if g, err = spaCyGold(line.text, n); err != nil {
					err = &corpus.Error{File: name, Line: n, Err: err}
				}
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

func spaCyGold(line string, n int) (corpus.Gold, error) {
	var d spaCyDoc
	if json.Unmarshal([]byte(line), &d) != nil || d.Text == nil {
		return corpus.Gold{}, errors.New("not an object with text and entities ([start, end, label]); one a line")
	}
	if u := d.Meta.Offsets; u != "" && u != bauta.Runes.String() {
		return corpus.Gold{}, errors.New("offsets that do not count code points; spaCy's do")
	}
	at := measure(*d.Text)
	var spans []bauta.Span
	for _, e := range d.Entities {
		s, err := at.span(e.start, e.end, e.label)
		if err != nil {
			return corpus.Gold{}, err
		}
		spans = append(spans, s)
	}
	if d.Meta.ID == "" {
		d.Meta.ID = strconv.Itoa(n)
	}
	return gold(d.Meta.ID, d.Meta.Lang, *d.Text, spans)
}
