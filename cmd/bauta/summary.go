package main

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/policy"
)

// summary counts what a run did. It is the report, and it gathers the words a
// person must decide.
type summary struct {
	Version    string         `json:"version"`
	Made       time.Time      `json:"made"`              // when the run began
	Command    string         `json:"command"`           // without names of files
	Input      *audit.Input   `json:"input,omitempty"`   // what was read, where that is one file
	Release    *audit.Output  `json:"release,omitempty"` // what was written, where that is one file
	Parts      []policy.Part  `json:"parts"`             // policy, lexicon, models with digests
	Offsets    string         `json:"offsets"`
	Unreleased bool           `json:"unreleased,omitempty"` // written whatever the certificate says
	Messages   int            `json:"messages"`             // records: all texts and fields of one are a message
	Fields     int            `json:"fields"`               // of exports: names, numbers, addresses
	Rejected   int            `json:"rejected"`
	Withheld   int            `json:"withheld"` // messages set aside since a phase failed
	Rows       corpus.Ledger  `json:"rows"`     // records in = out + rejected + aside
	Foreign    map[string]int `json:"foreign"`  // messages by language that the policy does not read
	Emptied    int            `json:"emptied"`  // of these, such that stand in their place without a text
	Outcomes   map[string]int `json:"outcomes"`
	Verdicts   map[string]int `json:"verdicts"`
	Types      map[string]int `json:"types"` // sure finds, whatever became of them
	Fates      byType         `json:"fates"` // by type
	// Masks gives what the policy may write for each type: operators, the usual one first.
	Masks      map[bauta.Label][]string `json:"masks"`
	Sources    map[string]int           `json:"sources"`
	Candidates map[string]int           `json:"candidates"` // by label
	Words      int                      `json:"candidate_words"`
	Identities int                      `json:"identity_words"`  // of these, hidden names: who is meant?
	Namesakes  int                      `json:"namesake_words"`  // everyday words left that somebody is called, too
	Beside     []string                 `json:"left_beside"`     // columns or fields that nobody read and that stay
	LeftOut    map[string]int           `json:"left_out"`        // files of archives that are not read, by ending
	Renamed    int                      `json:"renamed"`         // files whose names held what the policy hides
	Telling    int                      `json:"telling_authors"` // with so many messages that style tells who they are
	Seconds    float64                  `json:"seconds"`
	Rate       float64                  `json:"messages_per_second"`

	start  time.Time
	words  map[string]*word
	by     authorCount
	hand   *hand
	remedy string // how what is left beside the texts is taken out
	alone  int    // messages of no conversation in which persons were numbered
	silent int    // records in which nobody wrote a text
	anew   bool   // that people are numbered anew is said already
	unseen int    // of the verdicts for the expert, messages that were withheld unread: there is nothing to decide

	foreignWay string // what became of the foreign ones
	strays     *routing.Strays
	pipeline   *bauta.Pipeline
	hidden     map[string]bool // of fields: they come out hidden
	spansOnly  bool            // no text is written: the fates are what the policy would do
}

// word is a candidate with where it stands.
type word struct {
	text     string
	forms    map[string]int
	label    string
	kind     bauta.Label
	why      string
	score    float64
	count    int
	messages []string
}

// maxExamples bounds the message IDs listed with a candidate.
const maxExamples = 10

func newSummary(cmd *cobra.Command, b *policy.Built, unit bauta.Unit) *summary {
	return &summary{
		Version: version, Made: time.Now().UTC().Truncate(time.Second), Command: ranAs(cmd),
		Parts: b.Parts, Masks: b.Masks, Offsets: unit.String(),
		Outcomes: map[string]int{"TA": 0, "NTA": 0, "untagged": 0},
		Verdicts: map[string]int{"anonymise": 0, "leave": 0, "expert": 0}, Types: map[string]int{}, Fates: byType{},
		Sources:    map[string]int{},
		Candidates: map[string]int{"ambiguous": 0, "unknown": 0}, start: time.Now(), words: map[string]*word{},
		by: authorCount{}, Foreign: map[string]int{}, Beside: []string{}, LeftOut: map[string]int{},
		strays: b.Strays(), pipeline: b.Pipeline,
	}
}

// hand is the record whose results come in: what became of its texts, the most careful, or of its
// fields where it has no text.
type hand struct {
	message bauta.Message // one of its messages
	text    bool
	outcome bauta.Outcome
	verdict bauta.Verdict
	asks    bool // a text of it waits for a person
	wrote   bool // somebody wrote one of its texts
}

// tell takes a result of a record into account, and reports its first text.
func (s *summary) tell(r *bauta.Result) (first bool) {
	h, text := s.hand, r.Message.Field() == ""
	asks := r.Verdict == bauta.AskExpert && !(r.Withheld && len(r.Candidates) == 0)
	begins := h == nil || !corpus.Together(&h.message, &r.Message)
	leads, _ := corpus.First(&r.Message)
	switch {
	case begins && !leads: // beside the rows of a workbook
		return false
	case begins:
		s.settle()
		s.hand = &hand{bauta.Message{Meta: r.Message.Meta}, text, r.Outcome, r.Verdict, asks, wrote(r)}
		return text
	}
	h.wrote = h.wrote || wrote(r)
	switch {
	case text && !h.text:
		h.text, h.outcome, h.verdict, h.asks = true, r.Outcome, r.Verdict, asks
		return true
	case text == h.text:
		h.outcome, h.verdict = min(h.outcome, r.Outcome), min(h.verdict, r.Verdict)
		h.asks = h.asks || asks
	}
	return false
}

// wrote reports a text that somebody wrote, as far as the corpus tells.
func wrote(r *bauta.Result) bool {
	tells, ok := r.Message.Meta.(interface{ Wrote() bool })
	return !ok || tells.Wrote()
}

// settle counts a record of which all results are there.
func (s *summary) settle() {
	if h := s.hand; h != nil {
		s.Messages++
		if !h.wrote {
			s.silent++
		}
		s.Outcomes[h.outcome.String()]++
		s.Verdicts[h.verdict.String()]++
		if h.verdict == bauta.AskExpert && !h.asks {
			s.unseen++
		}
	}
	s.hand = nil
}

func (s *summary) add(r *bauta.Result) {
	if s.tell(r) {
		s.by.add(r.Message.Author)
	}
	if r.Message.Field() != "" {
		s.Fields++
	} else {
		s.strays.Add(r.Lang, r.Message.Text)
	}
	_, named := corpus.First(&r.Message)
	if named = named && r.Message.Thread != ""; !named && slices.ContainsFunc(r.Spans, hasNumber) {
		s.alone++
	}
	for _, sp := range r.Spans {
		s.Types[string(sp.Label)]++
		s.Sources[sp.Source]++
		s.Fates.add(s.pipeline, r, sp)
	}
	for _, c := range r.Candidates {
		s.Candidates[c.Doubt.String()]++
		s.Fates.add(s.pipeline, r, c)
		s.decide(r, c, c.Doubt.String())
	}
	for _, sp := range r.Spans {
		switch {
		case coref.InDoubt(sp):
			s.Candidates[doubtfulWho]++
			s.decide(r, sp, doubtfulWho)
		case coref.IsNamesake(sp):
			s.Candidates[coref.Namesake]++
			s.decide(r, sp, coref.Namesake)
		}
	}
}

// hasNumber reports a find that has a number of its own.
func hasNumber(sp bauta.Span) bool { return sp.Entity != "" }

// doubtfulWho is the label of a name that is hidden, and of which it is open who is meant.
const doubtfulWho = "identity"

// decide gathers a word that a person must decide: what it is, or, where it is
// hidden already, who.
func (s *summary) decide(r *bauta.Result, c bauta.Span, label string) {
	form := r.Message.Text[c.Start:c.End]
	key := lexicon.Fold(form)
	w := s.words[label+" "+key]
	if w == nil {
		w = &word{text: key, forms: map[string]int{}, label: label, kind: c.Label, why: c.Why}
		s.words[label+" "+key] = w
	}
	w.count++
	w.score += c.P
	if len(w.forms) < maxExamples {
		w.forms[form]++
	}
	if len(w.messages) < maxExamples && (len(w.messages) == 0 || w.messages[len(w.messages)-1] != r.Message.ID) {
		w.messages = append(w.messages, r.Message.ID)
	}
}

// leave notes columns that come out as they went in.
func (s *summary) leave(columns []string) {
	for _, c := range columns {
		if !slices.Contains(s.Beside, c) {
			s.Beside = append(s.Beside, c)
		}
	}
}

// undo says who can undo what the run wrote in the place of what it found.
func (s *summary) undo() audit.Who {
	who := audit.Nobody
	for label, f := range s.Fates {
		who = max(who, audit.Undo(s.Masks[bauta.Label(label)], f.Replaced+f.Asked))
	}
	return who
}

// hides refuses what anybody can undo.
func (s *summary) hides(name string) error {
	if s.undo() == audit.Anybody {
		return fmt.Errorf("%s is not written: %w; --unreleased writes it for a look inside the house", name,
			audit.ErrBare)
	}
	return nil
}

func (s *summary) finish() {
	s.settle()
	s.Seconds = float64(time.Since(s.start).Milliseconds()) / 1000
	s.Words = len(s.words)
	for _, w := range s.words {
		switch w.label {
		case doubtfulWho:
			s.Identities++
		case coref.Namesake:
			s.Namesakes++
		}
	}
	s.Telling = s.by.telling()
	s.Rejected = s.Rows.Rejected
	if s.Seconds > 0 {
		s.Rate = float64(int(float64(s.Messages) / s.Seconds))
	}
}

// writeCandidates lists the words for the expert, the most frequent first.
func (s *summary) writeCandidates(f *output) error {
	w := csv.NewWriter(f)
	w.Write([]string{"word", "forms", "label", "type", "count", "probability", "why", "messages"})
	keys := slices.SortedFunc(maps.Keys(s.words), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.words[b].count, s.words[a].count), cmp.Compare(s.words[a].text, s.words[b].text),
			cmp.Compare(a, b))
	})
	for _, k := range keys {
		c := s.words[k]
		w.Write([]string{
			c.text, strings.Join(slices.Sorted(maps.Keys(c.forms)), " "), c.label, string(c.kind),
			strconv.Itoa(c.count),
			strconv.FormatFloat(c.score/float64(c.count), 'f', 3, 64), c.why, strings.Join(c.messages, " "),
		})
	}
	w.Flush()
	return w.Error()
}

func (s *summary) writeReport(f *output) error {
	enc := json.NewEncoder(f)
	enc.SetIndent("", "  ")
	return enc.Encode(s)
}

// print writes the summary to standard error, unless quiet.
func (s *summary) print(cmd *cobra.Command) error {
	if quiet, _ := cmd.Flags().GetBool("quiet"); quiet {
		return nil
	}
	w := cmd.ErrOrStderr()
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	pct := func(n int) string { return fmt.Sprintf("%d (%.1f%%)", n, 100*float64(n)/float64(max(1, s.Messages))) }
	fmt.Fprintf(w, "%s: anonymised %s, left as they are %s, for the expert %s", several(s.Messages, s.unit()),
		pct(s.Verdicts["anonymise"]), pct(s.Verdicts["leave"]), pct(s.Verdicts["expert"]-s.unseen))
	if s.unseen > 0 {
		fmt.Fprintf(w, ", withheld unread %s", pct(s.unseen))
	}
	fmt.Fprintln(w)
	fmt.Fprint(w, s.Rows)
	if s.Fields > 0 {
		fmt.Fprintf(w, "; %s beside them that hold people", several(s.Fields, "field"))
	}
	fmt.Fprintln(w)
	if err := s.printFates(w); err != nil {
		return err
	}
	if s.Unreleased {
		fmt.Fprintln(w, "unreleased: written whatever the certificate says; not to be given away")
	}
	fmt.Fprint(w, s.foreignText(), s.by)
	fmt.Fprint(w, strayText(s.strays))
	if s.alone > 1 && !s.anew {
		fmt.Fprintln(w, "no conversation is named, so people are numbered anew in each message; name it with "+
			"--thread-column, or where all is one, give --together")
	}
	s.printStays(w)
	for _, kind := range slices.Sorted(maps.Keys(s.LeftOut)) {
		fmt.Fprintf(w, "%s (%s) of archives and folders not read and left out\n", several(s.LeftOut[kind], "file"),
			kind)
	}
	if s.Renamed > 0 {
		fmt.Fprintf(w, "%s called otherwise: the name held what the policy hides\n", several(s.Renamed, "output"))
	}
	if s.Rejected > 0 {
		fmt.Fprintf(w, "%s set aside\n", several(s.Rejected, "bad record"))
	}
	fmt.Fprint(w, withheldText(s.Withheld))
	return nil
}

// unit is what is counted: messages, or records, where some have no text of anybody, as lines of a program.
func (s *summary) unit() string {
	if s.silent > 0 {
		return "record"
	}
	return "message"
}

// empty fails where everything was set aside for what was wrong with it: nothing was done.
func (s *summary) empty() error {
	if bad := s.Rows.Rejected + s.Withheld; s.Rows.Out > 0 || bad == 0 || bad < s.Rows.In {
		return nil
	}
	return fmt.Errorf("all %s set aside and none came out; what is wrong with the first? Leave --on-error skip out to "+
		"read it", several(s.Rows.In, "record"))
}

// printFates writes what became of each type, how many words are open, as those that were
// asked about, and of how many hidden names it is open who is meant.
func (s *summary) printFates(w io.Writer) error {
	if len(s.Fates) == 0 {
		fmt.Fprint(w, "found: nothing; ")
	} else if err := s.Fates.print(w); err != nil {
		return err
	}
	would := ""
	if s.spansOnly && len(s.Fates) > 0 {
		would = "; no text was written, so this is what the policy would do"
	}
	who := ""
	if s.Identities > 0 {
		who = "; who is meant is open for " + counted(s.Identities, "name that is hidden", "names that are hidden")
	}
	if s.Namesakes > 0 {
		who += "; left in clear: " + counted(s.Namesakes, "everyday word that somebody in the file is called, too",
			"everyday words that people in the file are called, too") + "; --candidates FILE lists them"
	}
	_, err := fmt.Fprintf(w, "%s to decide%s%s\n", several(s.Words-s.Identities-s.Namesakes, "word"), who, would)
	return err
}

// several is a number with its noun, of which more have an s.
func several(n int, noun string) string { return counted(n, noun, noun+"s") }
