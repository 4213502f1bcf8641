package review

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// initials gives how many parts from the first on are the name with words of it cut to a capital and a
// dot, in the order of the name: "É. T.", "E.T", "E. Tournier", "Élise T."; 0 for none. Words between may
// be missing.
func (m Mention) initials(s string, parts []part) int {
	whole, at, n := 0, 0, 0
	for n < len(parts) && at < len(m.words) {
		p := parts[n]
		if n > 0 && !joined(s[parts[n-1].End:p.Start]) {
			break
		}
		dotted := dotted(s, p) || whole == 0 && n > 0 && single(s, p)
		full := slices.IndexFunc(m.words[at:], func(w part) bool { return w.key == p.key && !single(m.name, w) })
		cut := slices.IndexFunc(m.words[at:], func(w part) bool { return dotted && m.cut(w, s, p) })
		switch {
		case full >= 0:
			at, whole = at+full+1, whole+1
		case cut >= 0:
			at += cut + 1
		default:
			at = len(m.words)
			continue
		}
		n++
	}
	if n < 2 || n == whole || whole == 0 && !initialsAlone(s, parts[:n]) {
		return 0
	}
	return n
}

// cut reports whether a part of a text is a word of the name cut short: its beginning, with the capital of
// the name or with one of its own.
func (m Mention) cut(w part, s string, p part) bool {
	given, _ := utf8.DecodeRuneInString(m.name[w.Start:])
	r, _ := utf8.DecodeRuneInString(s[p.Start:])
	if single(s, p) {
		return keyOf(string(given)) == p.key && (unicode.IsUpper(r) || unicode.IsLower(given))
	}
	return unicode.IsUpper(r) && len(p.key) < len(w.key) && strings.HasPrefix(w.key, p.key)
}

// initialsAlone reports letters that begin and end with capitals, have dots between, and are no piece of a
// longer row ("U.S.E.T.").
func initialsAlone(s string, parts []part) bool {
	first, last := parts[0], parts[len(parts)-1]
	for i, p := range parts {
		if !single(s, p) || i < len(parts)-1 && !dotted(s, p) {
			return false
		}
	}
	a, _ := utf8.DecodeRuneInString(s[first.Start:])
	z, _ := utf8.DecodeRuneInString(s[last.Start:])
	if !unicode.IsUpper(a) || !unicode.IsUpper(z) {
		return false
	}
	before, inRow := strings.CutSuffix(s[:first.Start], ".")
	r, _ := utf8.DecodeLastRuneInString(before)
	if inRow && unicode.IsUpper(r) {
		return false
	}
	after, inRow := strings.CutPrefix(s[last.End:], ".")
	r, size := utf8.DecodeRuneInString(after)
	next, _ := utf8.DecodeRuneInString(after[size:])
	return !inRow || !unicode.IsUpper(r) || unicode.IsLetter(next)
}

// single reports a part that is one letter.
func single(s string, p part) bool { return utf8.RuneCountInString(letters(s[p.Start:p.End])) == 1 }

// dotted reports a part behind which a dot stands.
func dotted(s string, p part) bool { return strings.HasPrefix(s[p.End:], ".") }

// dotted takes the dot behind a last initial along ("É.T. arrive"), but where it ends the sentence, too: at the
// end of a text, or before a capital.
func (r Range) dotted(it *Item) Range {
	said := it.Message.Text
	i, ok := slices.BinarySearchFunc(it.Tokens, r.End, func(t Range, at int) int { return t.Start - at })
	if !ok || i == 0 || said[it.Tokens[i].Start:it.Tokens[i].End] != "." {
		return r
	}
	last := it.Tokens[i-1]
	next, _ := utf8.DecodeRuneInString(strings.TrimSpace(said[it.Tokens[i].End:]))
	if !single(said, part{Range: last}) || next == utf8.RuneError || unicode.IsUpper(next) {
		return r
	}
	return Range{r.Start, it.Tokens[i].End}
}
