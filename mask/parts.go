package mask

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Parts does something else with each part of a name: rotates the first name
// and writes [LastName] for the last. A full name is taken apart at its inner
// spans, or word by word where nobody marked them.
type Parts struct {
	By map[bauta.Part]bauta.Operator
	// Else is for parts that By does not name and for what cannot be taken
	// apart.
	Else bauta.Operator
	// Part says which part of a name a word is, where no detector did; nil
	// takes nothing apart.
	Part func(word, lang string) bauta.Part
}

// Replace masks part by part.
func (o Parts) Replace(ctx context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if op := o.By[s.Part]; op != nil && s.Part != bauta.Full {
		return op.Replace(ctx, d, s)
	}
	one := func(d *bauta.Doc, s bauta.Span) (string, error) {
		if op := o.By[s.Part]; op != nil {
			return op.Replace(ctx, d, s)
		}
		return o.Else.Replace(ctx, d, s)
	}
	if out, ok, err := eachPart(d, s, one); ok || err != nil {
		return out, err
	}
	if o.Part != nil {
		s.Inner = o.words(d, s)
		if out, ok, err := eachPart(d, s, one); ok || err != nil {
			return out, err
		}
	}
	if op := o.By[bauta.WholeName]; op != nil {
		return op.Replace(ctx, d, s)
	}
	return o.Else.Replace(ctx, d, s)
}

// Keeps reports a part that is left as it is.
func (o Parts) Keeps(s bauta.Span) bool {
	op := o.By[s.Part]
	if op == nil {
		op = o.Else
	}
	k, ok := op.(bauta.Keeper)
	return ok && k.Keeps(s) && s.Part != bauta.Full && (s.Part != bauta.WholeName || len(o.By) == 0)
}

// words makes a part of each word of a name.
func (o Parts) words(d *bauta.Doc, s bauta.Span) []bauta.Span {
	var out []bauta.Span
	marked := map[[2]int][]bauta.Span{}
	for _, in := range s.Inner {
		marked[[2]int{in.Start, in.End}] = append(marked[[2]int{in.Start, in.End}], in)
	}
	for at := s.Start; at < s.End; {
		r, size := utf8.DecodeRuneInString(d.Text[at:s.End])
		if isGap(r) {
			at += size
			continue
		}
		end := at
		for end < s.End {
			r, size := utf8.DecodeRuneInString(d.Text[end:s.End])
			if isGap(r) {
				break
			}
			end += size
		}
		in := bauta.Span{Start: at, End: end, Label: s.Label}
		if at == s.Start && end == s.End {
			in.Entity = s.Entity
		}
		in.Inner = marked[[2]int{at, end}]
		in.Part = o.Part(d.Text[at:end], d.Lang)
		out = append(out, in)
		at = end
	}
	return out
}

func isGap(r rune) bool { return r == ' ' || r == '\u00a0' || r == '\t' || r == '\n' || r == '\r' }

// eachPart masks the inner parts of a name that together, with only blanks and
// hyphens between them, are the whole name; false where they are not.
func eachPart(d *bauta.Doc, s bauta.Span, one func(*bauta.Doc, bauta.Span) (string, error)) (string, bool, error) {
	var b strings.Builder
	at := s.Start
	for _, in := range s.Inner {
		if in.Part == bauta.WholeName || in.Part == bauta.Full || in.Start < at || in.End > s.End {
			continue
		}
		// Only blanks and hyphens may stand between the parts as they are.
		gap := d.Surface(at, in.Start)
		if strings.Trim(gap, " -\u00a0") != "" || at == s.Start && gap != "" {
			return "", false, nil
		}
		b.WriteString(gap)
		out, err := one(d, in)
		if err != nil {
			return "", false, err
		}
		b.WriteString(out)
		at = in.End
	}
	return b.String(), at == s.End && at > s.Start, nil
}
