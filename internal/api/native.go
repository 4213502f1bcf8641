package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"golang.org/x/text/language"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/ruler"
	"github.com/bauta/bauta/internal/session"
)

// textRequest is a text to anonymise, or in which to find.
type textRequest struct {
	Text    string `json:"text" doc:"the text, at most 2 MiB"`
	Policy  string `json:"policy,omitempty" doc:"the name of a policy; that of the server if none is given"`
	Lang    string `json:"lang,omitempty" doc:"its language; told if none is given"`
	Session string `json:"session,omitempty" doc:"new, or a session: with placeholders that /v1/reveal takes back"`
	Offsets string `json:"offsets,omitempty" doc:"unit of offsets: rune (code points), byte or utf16"`
}

// batchRequest are texts of one conversation, or, without one, each for itself.
type batchRequest struct {
	Texts   []string `json:"texts" doc:"at most 1000 texts"`
	Policy  string   `json:"policy,omitempty" doc:"the name of a policy; that of the server if none is given"`
	Lang    string   `json:"lang,omitempty" doc:"their language; told if none is given"`
	Session string   `json:"session,omitempty" doc:"new, or a session: with placeholders that /v1/reveal takes back"`
	Thread  bool     `json:"thread,omitempty" doc:"the texts are one conversation: a person has one number in all"`
}

// span is a find.
type span struct {
	Start int     `json:"start" doc:"where it begins in the text that was sent"`
	End   int     `json:"end"`
	Type  string  `json:"type"`
	Score float64 `json:"score" doc:"0 to 1"`
	Sure  bool    `json:"sure" doc:"false: a question for a person"`
}

// textResult is what became of a text.
type textResult struct {
	Text    string `json:"text" doc:"what may be released"`
	Lang    string `json:"lang" doc:"the language in which it was read"`
	Verdict string `json:"verdict" doc:"anonymise, leave, or expert: a person must decide; the rest is masked"`
	Session string `json:"session,omitempty"`
	Spans   []span `json:"spans"`
}

// findResult is what was found in a text.
type findResult struct {
	Lang    string `json:"lang" doc:"the language in which it was read"`
	Verdict string `json:"verdict" doc:"anonymise, leave, or expert: a person must decide"`
	Spans   []span `json:"spans"`
}

// batchResult has a result for each text, in order.
type batchResult struct {
	Results []textResult `json:"results"`
	Session string       `json:"session,omitempty"`
}

// revealRequest is a text with placeholders.
type revealRequest struct {
	Session string `json:"session"`
	Text    string `json:"text" doc:"an answer; placeholders the session does not have stay"`
}

// revealPiece is a piece of a text with placeholders.
type revealPiece struct {
	Session string `json:"session,omitempty" doc:"that of the first line, which needs one"`
	Text    string `json:"text" doc:"a piece of an answer, cut anywhere"`
}

// revealResult is the text with what placeholders stand for.
type revealResult struct {
	Text string `json:"text"`
}

// policy finds a policy by its name. Nothing else of a request chooses what is hidden.
func (s *Server) policy(name string) (Policy, error) {
	if name == "" {
		name = s.Default
	}
	p, ok := s.Policies[name]
	if !ok {
		return p, refused("no policy of that name is served; /openapi.json lists them")
	}
	return p, nil
}

// within refuses a text that is too long before anything is done with it: it would end its conversation.
func within(next through) through {
	return func(ctx context.Context, m bauta.Message) (string, *bauta.Result, error) {
		if err := m.Bounded(); err != nil {
			return "", nil, problem{Status: http.StatusUnprocessableEntity, Detail: err.Error()}
		}
		return next(ctx, m)
	}
}

// through takes a text through a policy.
type through func(context.Context, bauta.Message) (string, *bauta.Result, error)

// reader takes the texts of a request through a policy.
type reader struct {
	next through
	id   string // of the session
	new  *kept  // the session, if nobody has its ID yet
}

// answered has a new session outlive the request: one that is refused leaves none behind.
func (s *Server) answered(r *reader) {
	if r.new != nil {
		s.sessions.begin(r.new)
		r.new = nil
	}
}

// reader begins a request.
func (s *Server) reader(r *http.Request, policy, id string) (*reader, error) {
	p, err := s.policy(policy)
	if err != nil {
		return nil, err
	}
	if id != "" {
		k, err := s.sessions.open(owner(r), id, policy, p)
		if err != nil {
			return nil, err
		}
		through := &reader{next: within(func(ctx context.Context, m bauta.Message) (string, *bauta.Result, error) {
			defer s.sessions.weighed(k)
			return k.Anonymise(ctx, m)
		}), id: k.key.id}
		if id == begun {
			through.new = k
		}
		return through, nil
	}
	thread, tell := p.Pipeline.Session(), p.tell()
	return &reader{next: within(func(ctx context.Context, m bauta.Message) (string, *bauta.Result, error) {
		if keep, err := tell(&m); err != nil || !keep {
			return "", nil, session.ErrForeign
		}
		results, err := thread.Next(ctx, m)
		if err != nil {
			return "", nil, err
		}
		return results[0].Text, &results[0], nil
	})}, nil
}

// tell begins to tell languages.
func (p Policy) tell() func(*bauta.Message) (bool, error) {
	if p.Tell == nil {
		return func(*bauta.Message) (bool, error) { return true, nil }
	}
	return p.Tell()
}

// one takes a text through.
func (s *Server) one(ctx context.Context, r *reader, text, lang string, unit bauta.Unit) (textResult, error) {
	if strings.IndexByte(text, 0) >= 0 {
		return textResult{}, refused("a NUL character in the text")
	}
	out, result, err := r.next(ctx, bauta.Message{ID: "1", Text: text, Lang: lang})
	if err != nil {
		return textResult{}, err
	}
	if err := ctx.Err(); err != nil {
		return textResult{}, problem{Status: http.StatusServiceUnavailable, Detail: "the text took too long"}
	}
	s.metrics.found(result)
	res := textResult{Text: out, Lang: result.Lang, Verdict: result.Verdict.String(), Session: r.id, Spans: []span{}}
	at := ruler.Of(unit, text)
	for _, list := range [][]bauta.Span{result.Spans, result.Candidates} {
		for _, sp := range list {
			res.Spans = append(res.Spans, span{
				at.From(sp.Start), at.From(sp.End), string(sp.Label), corpus.Round(sp.P),
				sp.Doubt == bauta.Sure,
			})
		}
	}
	return res, nil
}

// known refuses a field that names no language, as a policy refuses it of an option.
func known(field, lang string) error {
	for code := range strings.SplitSeq(lang, ",") {
		if code = strings.TrimSpace(code); code == "" && lang == "" {
			continue
		}
		if tag, err := language.Parse(code); err != nil || tag == language.Und {
			return refused(`"` + field + `" names no language; write fr, de-CH or several: fr, de`)
		}
	}
	return nil
}

func (s *Server) anonymise(r *http.Request, in *textRequest) (*textResult, error) {
	unit, err := in.valid()
	if err != nil {
		return nil, err
	}
	through, err := s.reader(r, in.Policy, in.Session)
	if err != nil {
		return nil, err
	}
	out, err := s.one(r.Context(), through, in.Text, in.Lang, unit)
	if err != nil {
		return nil, err
	}
	s.answered(through)
	return &out, nil
}

func (s *Server) detect(r *http.Request, in *textRequest) (*findResult, error) {
	if in.Session != "" {
		return nil, refused("what is only found has no session")
	}
	out, err := s.anonymise(r, in)
	if err != nil {
		return nil, err
	}
	return &findResult{out.Lang, out.Verdict, out.Spans}, nil
}

func (s *Server) batch(r *http.Request, in *batchRequest) (*batchResult, error) {
	if len(in.Texts) > s.MaxTexts {
		return nil, refused("too many texts; send them in parts")
	}
	if err := known("lang", in.Lang); err != nil {
		return nil, err
	}
	out := &batchResult{Results: []textResult{}}
	var through *reader
	for i, text := range in.Texts {
		if i == 0 || in.Session == "" && !in.Thread {
			var err error
			if through, err = s.reader(r, in.Policy, in.Session); err != nil {
				return nil, err
			}
		}
		res, err := s.one(r.Context(), through, text, in.Lang, bauta.Runes)
		if err != nil {
			return nil, which("texts", i, err)
		}
		out.Session, res.Session = res.Session, ""
		out.Results = append(out.Results, res)
	}
	if through != nil {
		s.answered(through)
	}
	return out, nil
}

// which is what is wrong with one text of a list.
func which(list string, i int, err error) error {
	p := explain(err)
	p.Detail = fmt.Sprintf("%s[%d]: %s", list, i, p.Detail)
	return p
}

func (s *Server) reveal(r *http.Request, in *revealRequest) (*revealResult, error) {
	conversation, err := s.sessions.find(owner(r), in.Session)
	if err != nil {
		return nil, err
	}
	return &revealResult{conversation.Restore(in.Text)}, nil
}

// valid refuses options that say nothing, and gives the unit of offsets.
func (in *textRequest) valid() (bauta.Unit, error) {
	if err := known("lang", in.Lang); err != nil {
		return 0, err
	}
	if in.Offsets == "" {
		return bauta.Runes, nil
	}
	unit, err := corpus.UnitOf(in.Offsets)
	if err != nil {
		return 0, refused("offsets are rune, byte or utf16")
	}
	return unit, nil
}
