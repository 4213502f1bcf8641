package eval

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// Chunk is an entity of a tagged sentence: the token range [Start, End) and
// its type.
type Chunk struct {
	Start, End int
	Type       string
}

// Tagged is one sentence: the gold and the predicted tag of each token, in
// IOB1, IOB2 or BIOES. The two are equally long; what is longer is cut.
type Tagged struct {
	Gold, Pred []string
}

// Chunks reads the entities out of tags with the rules of conlleval: an I tag
// that continues nothing starts a chunk, and a change of type ends one.
func Chunks(tags []string) []Chunk {
	var out []Chunk
	open, prefix, kind := -1, "O", ""
	for i := 0; i <= len(tags); i++ {
		p, k := "O", ""
		if i < len(tags) {
			p, k = splitTag(tags[i])
		}
		if open >= 0 && endsChunk(prefix, kind, p, k) {
			out = append(out, Chunk{open, i, kind})
			open = -1
		}
		if startsChunk(prefix, kind, p, k) {
			open = i
		}
		prefix, kind = p, k
	}
	return out
}

func splitTag(tag string) (prefix, kind string) {
	if tag == "" {
		return "O", ""
	}
	prefix, kind, _ = strings.Cut(tag, "-")
	return prefix, kind
}

func startsChunk(before, beforeKind, p, kind string) bool {
	switch {
	case p == "O":
		return false
	case p == "B" || p == "S" || p == "U":
		return true
	case before == "O" || closes(before):
		return true
	}
	return beforeKind != kind
}

func endsChunk(before, beforeKind, p, kind string) bool {
	switch {
	case before == "O":
		return false
	case closes(before):
		return true
	case p == "O" || p == "B" || p == "S" || p == "U":
		return true
	}
	return beforeKind != kind
}

// closes reports whether a tag with this prefix is the last of its chunk.
func closes(prefix string) bool {
	return prefix == "E" || prefix == "S" || prefix == "L" || prefix == "U"
}

// Score counts entities: in gold, found, and correct (found and in gold).
type Score struct {
	Gold, Found, Correct int
}

// Precision is the share of the found that is correct, in per cent; 0 when
// nothing was found.
func (s Score) Precision() float64 { return percent(s.Correct, s.Found) }

// Recall is the share of gold that is found, in per cent; 0 without gold.
func (s Score) Recall() float64 { return percent(s.Correct, s.Gold) }

// F1 is the harmonic mean of precision and recall, in per cent.
func (s Score) F1() float64 {
	p, r := s.Precision(), s.Recall()
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(100*part) / float64(whole)
}

func (s *Score) add(t Score) {
	s.Gold += t.Gold
	s.Found += t.Found
	s.Correct += t.Correct
}

// MarshalJSON writes the counts and what follows from them.
func (s Score) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Gold    int     `json:"gold"`
		Found   int     `json:"found"`
		Correct int     `json:"correct"`
		P       float64 `json:"p"`
		R       float64 `json:"r"`
		F1      float64 `json:"f1"`
	}{s.Gold, s.Found, s.Correct, s.Precision(), s.Recall(), s.F1()})
}

// TypeScore is the score of one type.
type TypeScore struct {
	Type  string `json:"type"`
	Score Score  `json:"score"`
}

// ChunkReport is the result of ScoreChunks.
type ChunkReport struct {
	Tokens   int         `json:"tokens"`
	Accurate int         `json:"accurate"` // tokens whose tags are equal
	All      Score       `json:"all"`
	Types    []TypeScore `json:"types"` // sorted by type

	sentences []map[string]Score // for the bootstrap
}

// ScoreChunks scores exact chunks over all sentences.
func ScoreChunks(sentences []Tagged) ChunkReport {
	var r ChunkReport
	total := map[string]Score{}
	for _, s := range sentences {
		n := min(len(s.Gold), len(s.Pred))
		r.Tokens += n
		for i := range n {
			if s.Gold[i] == s.Pred[i] {
				r.Accurate++
			}
		}
		own := matchChunks(Chunks(s.Gold[:n]), Chunks(s.Pred[:n]))
		for kind, score := range own {
			sum := total[kind]
			sum.add(score)
			total[kind] = sum
			r.All.add(score)
		}
		r.sentences = append(r.sentences, own)
	}
	r.Types = sortedScores(total)
	return r
}

func matchChunks(gold, pred []Chunk) map[string]Score {
	own := map[string]Score{}
	for _, c := range gold {
		s := own[c.Type]
		s.Gold++
		own[c.Type] = s
	}
	for _, c := range pred {
		s := own[c.Type]
		s.Found++
		if slices.Contains(gold, c) {
			s.Correct++
		}
		own[c.Type] = s
	}
	return own
}

func sortedScores(m map[string]Score) []TypeScore {
	out := make([]TypeScore, 0, len(m))
	for kind, score := range m {
		out = append(out, TypeScore{kind, score})
	}
	slices.SortFunc(out, func(a, b TypeScore) int { return cmp.Compare(a.Type, b.Type) })
	return out
}

// Accuracy is the share of tokens whose tag is right, in per cent.
func (r ChunkReport) Accuracy() float64 { return percent(r.Accurate, max(r.Tokens, 1)) }

// Type returns the score of one type; zero when it does not occur.
func (r ChunkReport) Type(kind string) Score { return findType(r.Types, kind) }

func findType(types []TypeScore, kind string) Score {
	for _, t := range types {
		if t.Type == kind {
			return t.Score
		}
	}
	return Score{}
}

// Only returns the report restricted to the types named: the others are as if
// neither gold nor prediction held them. Token accuracy is kept.
func (r ChunkReport) Only(kinds ...string) ChunkReport {
	out := ChunkReport{Tokens: r.Tokens, Accurate: r.Accurate}
	for _, t := range r.Types {
		if slices.Contains(kinds, t.Type) {
			out.Types = append(out.Types, t)
			out.All.add(t.Score)
		}
	}
	for _, s := range r.sentences {
		own := map[string]Score{}
		for _, k := range kinds {
			if score, ok := s[k]; ok {
				own[k] = score
			}
		}
		out.sentences = append(out.sentences, own)
	}
	return out
}

// Average is the mean over types of precision, recall and F1, in per cent:
// each column is averaged by itself, as in AnonyMate's Table 5, so F1 is not
// the harmonic mean of the other two.
type Average struct {
	P     float64 `json:"p"`
	R     float64 `json:"r"`
	F1    float64 `json:"f1"`
	Types int     `json:"types"` // how many types were averaged
}

// Group averages over the types of a group that occur in gold, each type
// counting once (AnonyMate, section 3.1, Table 5).
func (r ChunkReport) Group(labels []bauta.Label) Average {
	var a Average
	for _, label := range labels {
		s := r.Type(string(label))
		if s.Gold == 0 {
			continue
		}
		a.Types++
		a.P += s.Precision()
		a.R += s.Recall()
		a.F1 += s.F1()
	}
	if n := float64(a.Types); n > 0 {
		a.P, a.R, a.F1 = a.P/n, a.R/n, a.F1/n
	}
	return a
}

// PII lists the types that identify a person, in the order of the guidelines.
// DATE is not among them: only birth dates are, and a label does not say so.
func PII() []bauta.Label {
	return []bauta.Label{
		bauta.Person, bauta.Address, bauta.ZipCode, bauta.Location, bauta.Email, bauta.Phone, bauta.UID,
		bauta.IPAddress,
	}
}

// CII lists the types that identify an organisation.
func CII() []bauta.Label {
	return []bauta.Label{bauta.Organization, bauta.Product, bauta.Facility, bauta.URL}
}
