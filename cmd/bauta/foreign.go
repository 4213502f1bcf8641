package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
)

// foreigner is a line of the rejects file: a message in a language that the
// policy does not read. It holds the original text.
type foreigner struct {
	ID          string  `json:"id"`
	Thread      string  `json:"thread,omitempty"`
	Lang        string  `json:"lang"` // "" where it is not known
	Probability float64 `json:"probability"`
	Text        string  `json:"text"`
}

// held is in the place of Message.Meta of a message of which nothing may be
// read or released, for lack of a rejects file to put it into.
type held struct{ meta any }

// foreigners gives the filter of a run: it counts the messages in languages that
// the policy does not read, and does with them what the policy says. Quarantine
// without a rejects file withholds the text: the record stays in its place.
func (r *release) foreigners(f *routing.Foreign) func(iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error] {
	if f == nil {
		return nil
	}
	r.sum.foreignWay = f.Way
	if f.Way == routing.Quarantine && r.rejects == nil {
		r.sum.foreignWay = "withheld"
	}
	hold := func(m *bauta.Message) { m.Text, m.Known, m.Meta = "", nil, held{m.Meta} }
	var last bauta.Message
	aside := func(m *bauta.Message, g langid.Guess) (keep bool, err error) {
		if lang := cmp.Or(g.Lang, "unknown"); last.Lang != lang || !corpus.Together(m, &last) {
			r.sum.Foreign[lang]++
			if r.sum.foreignWay != routing.Route && (r.sum.foreignWay == "withheld" || r.reader.InPlace()) {
				r.sum.Emptied++
			}
			last = bauta.Message{Lang: lang, Meta: m.Meta}
		}
		switch r.sum.foreignWay {
		case routing.Route:
			return true, nil
		case routing.Delete:
			if r.reader.InPlace() {
				hold(m)
				return true, nil
			}
			r.reader.SetAside(m)
			return false, nil
		case "withheld":
			hold(m)
			return true, nil
		}
		line := foreigner{m.ID, m.Thread, g.Lang, corpus.Round(g.Prob), m.Text}
		if keep = r.reader.InPlace(); keep {
			hold(m)
		} else {
			r.reader.SetAside(m)
		}
		r.o.rejecting.Lock()
		defer r.o.rejecting.Unlock()
		enc := json.NewEncoder(r.rejects)
		enc.SetEscapeHTML(false)
		return keep, enc.Encode(line)
	}
	return func(messages iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error] {
		return f.Filter(messages, aside)
	}
}

// unhold makes a withheld result of a message that was held, and reports it.
func unhold(res *bauta.Result) bool {
	h, ok := res.Message.Meta.(held)
	if ok {
		res.Message.Meta = h.meta
		res.Outcome, res.Verdict, res.Withheld = bauta.Untagged, bauta.AskExpert, true
	}
	return ok
}

// foreignText says what became of messages in other languages; "" where there
// were none.
func (s *summary) foreignText() string {
	if len(s.Foreign) == 0 {
		return ""
	}
	n := 0
	var by []string
	for _, lang := range slices.Sorted(maps.Keys(s.Foreign)) {
		n += s.Foreign[lang]
		by = append(by, fmt.Sprintf("%s %d", lang, s.Foreign[lang]))
	}
	became := map[string]string{
		routing.Route:      "read as the nearest that it does: names may have stayed",
		routing.Quarantine: "set aside in the rejects file",
		routing.Delete:     "left out",
		"withheld":         "withheld; give --rejects FILE to have them apart",
	}[s.foreignWay]
	return fmt.Sprintf("%s in languages that the policy does not read (%s): %s\n", several(n, "message"),
		strings.Join(by, ", "), became)
}

// strayText says how many of the messages that were read in one language look like another one; "" for hardly any.
func strayText(s *routing.Strays) string {
	lang, n, of, err := s.Some()
	if err != nil || lang == "" {
		return ""
	}
	return fmt.Sprintf("%d of the first %s that say it look like another language than %s, in which all are read, "+
		"most like %s: names may have stayed; gdpr tells languages where no --lang and no column says them\n", n,
		several(of, "text"), s.Lang(), lang)
}
