package api

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/ruler"
)

// The addresses of Presidio's analyzer and anonymizer, for programs that speak with
// them, in the shapes of its API's documentation. What they ask for beyond is read and
// passed over: it changes no text.

// texts is a string or a list of them.
type texts struct {
	all  []string
	many bool
}

// UnmarshalJSON reads either.
func (t *texts) UnmarshalJSON(raw []byte) error {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		t.all = []string{one}
		return nil
	}
	t.many = true
	return json.Unmarshal(raw, &t.all)
}

// analyzeRequest is what /analyze is asked.
type analyzeRequest struct {
	Text      texts    `json:"text" doc:"a text, or a list of them"`
	Language  string   `json:"language,omitempty" doc:"two letters; told if none is given"`
	Entities  []string `json:"entities,omitempty" doc:"types to give; all if none is named"`
	Threshold float64  `json:"score_threshold,omitempty"`
	AllowList []string `json:"allow_list,omitempty" doc:"words that are none"`
	Decisions bool     `json:"return_decision_process,omitempty" doc:"say of each find what found it"`
	Ad        []any    `json:"ad_hoc_recognizers,omitempty" doc:"refused: a policy says what is found"`
}

// found is a find as /analyze gives it.
type found struct {
	Start       int          `json:"start" doc:"in code points"`
	End         int          `json:"end"`
	Type        string       `json:"entity_type"`
	Score       float64      `json:"score"`
	Explanation *explanation `json:"analysis_explanation" doc:"where return_decision_process asks for it, else null"`
}

// explanation is what found something. What only recognizers of patterns have is null.
type explanation struct {
	Recognizer  string   `json:"recognizer"`
	PatternName *string  `json:"pattern_name"`
	Pattern     *string  `json:"pattern"`
	Original    float64  `json:"original_score"`
	Score       float64  `json:"score"`
	Why         string   `json:"textual_explanation" doc:"prose, which changes without notice"`
	Improvement float64  `json:"score_context_improvement"`
	Word        string   `json:"supportive_context_word"`
	Validation  *float64 `json:"validation_result"`
}

// finds are those of a text, or of each of a list of them.
type finds struct {
	all  [][]found
	many bool
}

// MarshalJSON writes either.
func (f finds) MarshalJSON() ([]byte, error) {
	if f.many {
		return json.Marshal(f.all)
	}
	return json.Marshal(f.all[0])
}

// presidioNames are the types that are called otherwise there.
func presidioNames() map[bauta.Label]string {
	return map[bauta.Label]string{
		bauta.Email: "EMAIL_ADDRESS", bauta.Phone: "PHONE_NUMBER", bauta.Date: "DATE_TIME", bauta.Nationality: "NRP",
	}
}

// entityType is what a find is called there.
func entityType(s bauta.Span) string {
	switch {
	case s.By("iban"):
		return "IBAN_CODE"
	case s.By("card"):
		return "CREDIT_CARD"
	}
	return cmp.Or(presidioNames()[s.Label], string(s.Label))
}

func (s *Server) analyze(r *http.Request, in *analyzeRequest) (*finds, error) {
	switch {
	case !in.Text.many && len(in.Text.all) == 0:
		return nil, refused("no text provided")
	case len(in.Ad) > 0:
		return nil, refused("ad_hoc_recognizers are not taken: the policy of the server says what is found")
	case len(in.Entities) > 0 && !slices.ContainsFunc(in.Entities, s.finds):
		return nil, refused("none of the entities is a type that is found; /supportedentities names them")
	case len(in.Text.all) > s.MaxTexts:
		return nil, refused("too many texts; send them in parts")
	}
	if err := known("language", in.Language); err != nil {
		return nil, err
	}
	out := &finds{all: [][]found{}, many: in.Text.many}
	for i, text := range in.Text.all {
		through, err := s.reader(r, "", "")
		if err != nil {
			return nil, err
		}
		_, result, err := through.next(r.Context(), bauta.Message{ID: "1", Text: text, Lang: in.Language})
		switch {
		case err != nil && out.many:
			return nil, which("text", i, err)
		case err != nil:
			return nil, err
		}
		s.metrics.found(result)
		out.all = append(out.all, in.found(text, result))
	}
	return out, nil
}

// found gives the finds of a result that are asked for.
func (in *analyzeRequest) found(text string, r *bauta.Result) []found {
	out, at := []found{}, ruler.Of(bauta.Runes, text)
	for _, sp := range r.Spans {
		kind := entityType(sp)
		wanted := len(in.Entities) == 0 || slices.Contains(in.Entities, kind)
		if !wanted || sp.P < in.Threshold || slices.Contains(in.AllowList, text[sp.Start:sp.End]) {
			continue
		}
		f := found{
			Start: at.From(sp.Start), End: at.From(sp.End), Type: kind, Score: corpus.Round(sp.P),
		}
		if in.Decisions {
			f.Explanation = &explanation{Recognizer: sp.Source, Original: f.Score, Score: f.Score, Why: sp.Why}
		}
		out = append(out, f)
	}
	return out
}

// anonymizer says what is written in the place of a type.
type anonymizer struct {
	Type        string  `json:"type" doc:"replace, redact, mask or keep"`
	NewValue    *string `json:"new_value,omitempty" doc:"of replace; <ENTITY_TYPE> if none is given"`
	MaskingChar string  `json:"masking_char,omitempty" doc:"of mask"`
	CharsToMask *int    `json:"chars_to_mask,omitempty" doc:"of mask, which takes no other"`
	FromEnd     bool    `json:"from_end,omitempty"`
}

// anonymizeRequest is what /anonymize is asked.
type anonymizeRequest struct {
	Text        string                `json:"text"`
	Anonymizers map[string]anonymizer `json:"anonymizers,omitempty" doc:"by type, or DEFAULT"`
	Results     []place               `json:"analyzer_results"`
}

// place is a find as /anonymize takes it.
type place struct {
	Start int     `json:"start" doc:"in code points"`
	End   int     `json:"end"`
	Type  string  `json:"entity_type"`
	Score float64 `json:"score,omitempty"`
}

// item is what was written where.
type item struct {
	Operator string `json:"operator"`
	Type     string `json:"entity_type"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	Text     string `json:"text"`
}

// anonymizeResult is the text, and what was written in it, the last first.
type anonymizeResult struct {
	Text  string `json:"text"`
	Items []item `json:"items"`
}

func (s *Server) anonymize(_ *http.Request, in *anonymizeRequest) (*anonymizeResult, error) {
	runes := []rune(in.Text)
	for _, f := range in.Results {
		if f.Start < 0 || f.End < f.Start || f.End > len(runes) {
			return nil, problem{Status: http.StatusUnprocessableEntity, Detail: "a result lies outside of the text"}
		}
	}
	out := &anonymizeResult{Items: []item{}}
	var b strings.Builder
	at, written := 0, 0
	for _, f := range apart(in.Results) {
		a, ok := in.Anonymizers[f.Type]
		if !ok {
			a = in.Anonymizers["DEFAULT"]
		}
		with, err := a.write(f.Type, runes[f.Start:f.End])
		if err != nil {
			return nil, err
		}
		b.WriteString(string(runes[at:f.Start]))
		written += f.Start - at
		b.WriteString(with)
		n := utf8.RuneCountInString(with)
		out.Items = append(out.Items, item{cmp.Or(a.Type, "replace"), f.Type, written, written + n, with})
		at, written = f.End, written+n
	}
	b.WriteString(string(runes[at:]))
	out.Text = b.String()
	slices.Reverse(out.Items)
	return out, nil
}

// apart gives results that share nothing: of those that overlap the longer one stands,
// and what of the other is left over goes with it.
func apart(all []place) []place {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	var out []place
	for _, f := range all {
		n := len(out)
		if n == 0 || f.Start >= out[n-1].End {
			out = append(out, f)
			continue
		}
		if f.End-f.Start > out[n-1].End-out[n-1].Start {
			out[n-1].Type = f.Type
		}
		out[n-1].End = max(out[n-1].End, f.End)
	}
	return out
}

// write gives what stands in the place of a text.
func (a anonymizer) write(kind string, text []rune) (string, error) {
	switch a.Type {
	case "", "replace":
		if a.NewValue != nil {
			return *a.NewValue, nil
		}
		return "<" + kind + ">", nil
	case "redact":
		return "", nil
	case "keep":
		return string(text), nil
	case "mask":
		sign := cmp.Or(a.MaskingChar, "*")
		if utf8.RuneCountInString(sign) != 1 || a.CharsToMask == nil || *a.CharsToMask < 0 {
			return "", problem{
				Status: http.StatusUnprocessableEntity,
				Detail: "mask takes chars_to_mask, a number; masking_char is one sign",
			}
		}
		n := min(*a.CharsToMask, len(text))
		if a.FromEnd {
			return string(text[:len(text)-n]) + strings.Repeat(sign, n), nil
		}
		return strings.Repeat(sign, n) + string(text[n:]), nil
	}
	return "", problem{
		Status: http.StatusUnprocessableEntity,
		Detail: "no such anonymizer; there are replace, redact, mask and keep, and policies for keyed ones",
	}
}

func (s *Server) anonymizers(*http.Request, *nothing) ([]string, error) {
	return []string{"keep", "mask", "redact", "replace"}, nil
}

func (s *Server) recognizers(*http.Request, *nothing) ([]string, error) {
	return []string{"bauta " + s.Default}, nil
}

// finds reports a type that the policy of the server may find.
func (s *Server) finds(kind string) bool { return slices.Contains(s.types(), kind) }

func (s *Server) entities(*http.Request, *nothing) ([]string, error) { return s.types(), nil }

// types are those that the policy of the server may find.
func (s *Server) types() []string {
	var out []string
	for label := range s.Policies[s.Default].Pipeline.Operators {
		out = append(out, entityType(bauta.Span{Label: label}))
	}
	out = append(out, "IBAN_CODE", "CREDIT_CARD")
	slices.Sort(out)
	return out
}
