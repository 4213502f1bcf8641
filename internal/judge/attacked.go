package judge

import (
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/attack"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/mask"
)

// Attacked is the group of sets on which presets that rotate names are attacked:
// sentences with names as often as people bear them.
const Attacked = "attacked"

// attacked is how many messages are attacked in French, and in each other language.
const attackedFrench, attackedOthers = 5000, 1000

// births reads how often first names were given in France.
func births(data fs.FS) (map[string]float64, error) {
	out := map[string]float64{}
	return out, eachLine(data, "lexicon/insee_prenoms.tsv", func(cells []string) {
		if n, err := strconv.Atoi(cells[min(2, len(cells)-1)]); err == nil {
			out[strings.ToLower(cells[0])] += float64(n)
		}
	})
}

// attackedSet makes sentences of a language each with a person at least; in French
// first names come as often as births have them.
func attackedSet(data, lists fs.FS, l *language) (Set, error) {
	s := Set{Name: setNames[Attacked] + l.lang, Group: Attacked, Lang: l.lang}
	names, n := &chat.Names{}, attackedOthers
	if l.lang == "fr" {
		n = attackedFrench
		given, err := births(data)
		if err != nil {
			return s, err
		}
		names, s.known = chat.Weighted(given), given
	} else {
		var err error
		if names, err = chat.LoadNames(data, lists, l.lang, nil); err != nil {
			return s, err
		}
	}
	g := chat.New(l.lang, names, l.speller, seed)
	for i, m := range g.Stock(l.all, n, 1) {
		s.Messages = append(s.Messages, corpus.Gold{
			Message: bauta.Message{ID: fmt.Sprint(i + 1), Text: m.Text}, Spans: m.Spans,
		})
	}
	return s, nil
}

// rotated is what attacks on a set need: what stands for what, and who stands where.
type rotated struct {
	mentions []attack.Mention
	own      int // of these, with a surrogate that lists of the message's language have
	standing []attack.Standing
}

// note adds what became of the names of a message.
func (r *rotated) note(o *Outcome, lang string) {
	shift := 0
	gone := o.gone()
	for _, e := range o.Result.Edits {
		start := e.Start + shift
		shift += len(e.With) - (e.End - e.Start)
		if !slices.ContainsFunc(o.Gold.Spans, func(g bauta.Span) bool {
			return g.Label == bauta.Person && g.Start < e.End && e.Start < g.End
		}) {
			continue
		}
		was, now := strings.Fields(o.Gold.Message.Text[e.Start:e.End]), strings.Fields(e.With)
		if len(was) != len(now) {
			continue
		}
		for i := range now {
			r.pair(was[i], now[i], lang, o.foundAgain(start, start+len(e.With)))
		}
	}
	for _, g := range o.Gold.Spans {
		if g.Label == bauta.Person && !slices.ContainsFunc(gone, g.Overlaps) {
			at := g.Start
			for _, e := range o.Result.Edits {
				if e.End <= g.Start {
					at += len(e.With) - (e.End - e.Start)
				}
			}
			r.standing = append(r.standing, attack.Standing{Leak: true, Found: o.foundAgain(at, at+g.Len())})
		}
	}
}

// pair adds a word and what was written for it, if that is a name and no mark.
func (r *rotated) pair(was, now, lang string, found bool) {
	was, now = strings.ToLower(was), strings.ToLower(now)
	if was == now || strings.ContainsFunc(now, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' }) {
		return
	}
	r.mentions = append(r.mentions, attack.Mention{Was: was, Now: now})
	r.standing = append(r.standing, attack.Standing{Found: found})
	if ofLanguage(now, lang) {
		r.own++
	}
}

// ofLanguage says whether lists of a language have a name, or each part of it, as it is
// or without what is written around it: letters drawn out, a genitive.
func ofLanguage(name, lang string) bool {
	for part := range strings.SplitSeq(name, "-") {
		if !slices.ContainsFunc(plainForms(part), func(w string) bool { return listed(w, lang) }) {
			return false
		}
	}
	return true
}

// listed says whether lists of a language have a first name or a short form.
func listed(w, lang string) bool {
	e, ok := lexicon.Default().Look(w, lang)
	return ok && slices.Contains(lexicon.Default().Origins(e), lang) || len(lexicon.Default().FullNames(w, lang)) > 0
}

// plainForms gives a word as it is, without an s at its end, and with runs of three
// letters and more written once and twice.
func plainForms(w string) []string {
	out := []string{w, strings.TrimSuffix(w, "s")}
	for _, keep := range []int{1, 2} {
		var b []rune
		run := 0
		all := []rune(w)
		for i, c := range all {
			if i > 0 && all[i-1] == c {
				run++
			} else {
				run = 1
			}
			if long := strings.Count(w, strings.Repeat(string(c), 3)) > 0; !long || run <= keep {
				b = append(b, c)
			}
		}
		out = append(out, string(b))
	}
	return out
}

// foundAgain says whether the second run changed something in a range of the text
// that came out.
func (o *Outcome) foundAgain(start, end int) bool {
	return slices.ContainsFunc(o.Second, func(s bauta.Span) bool { return s.Start < end && start < s.End })
}

// attacks gives the figures of the attacks on a preset, none where it rotates nothing.
func attacks(preset string, rows []Row, rotations []*mask.Rotate) []FirstFigure {
	var all, french rotated
	var known map[string]float64
	for i := range rows {
		if rows[i].Group != Attacked {
			continue
		}
		for k := range rows[i].Outcomes {
			all.note(&rows[i].Outcomes[k], rows[i].lang)
			if rows[i].known != nil {
				french.note(&rows[i].Outcomes[k], rows[i].lang)
				known = rows[i].known
			}
		}
	}
	if len(all.mentions) == 0 || len(rotations) == 0 {
		return nil
	}
	company := func(now string) []string { return rotations[0].Company(now, "fr") }
	guessed := attack.Frequency(french.mentions, known, company)
	told := attack.SameProgram(all.standing)
	share := func(name string, k, n int, fewer bool) FirstFigure {
		b := eval.ClopperPearson(k, n)
		return FirstFigure{
			Preset: preset, Name: name, Value: round(100 * b.Rate),
			Between: eval.Interval{Low: round(100 * b.Low), High: round(100 * b.High)}, Fewer: fewer,
		}
	}
	named := told.Leaks - told.LeaksFound + told.Invented - told.InventedFound
	return []FirstFigure{
		share("surrogates in the language of the message, %", all.own, len(all.mentions), false),
		share("mentions told by frequency, French, %", guessed.Right, guessed.Of, true),
		share("leaks told by the same program, %", told.Leaks-told.LeaksFound, told.Leaks, true),
		share("… of what it takes for leaks, %", told.Leaks-told.LeaksFound, named, true),
		share("real names found, %", len(all.mentions), len(all.mentions)+told.Leaks, false),
		share("invented names found again, %", told.InventedFound, told.Invented, false),
	}
}
