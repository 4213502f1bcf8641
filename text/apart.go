package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

const (
	leastApart = 3  // letters that stand apart and are a name
	leastSpelt = 4  // and that are read as a word that no list has
	maxApart   = 64 // bytes of the longest name that is asked about
)

// Signs that stand between all letters of a word, those of them that part little else, and those that an address has
// beside letters.
const (
	betweenLetters = " \t\n.-_/*|,~+·•\\"
	betweenNothing = " .-_·•\\"
	addressSigns   = "@._-+"
)

// apart finds letters that stand apart, each from the next by the same sign.
func (m *meaning) apart() {
	for i := 0; i < len(m.s); {
		r, size := utf8.DecodeRuneInString(m.s[i:])
		if !unicode.IsLetter(r) && r != '@' {
			i += size
			continue
		}
		run, sep := m.run(i)
		if len(run) < leastApart {
			i += size
			continue
		}
		if sep == ' ' && strings.Contains(m.s[i:run[len(run)-1]+1], "@") {
			m.address(run)
		} else {
			m.names(run, sep)
		}
		i = run[len(run)-1] + 1
	}
}

// run gives where the letters and signs begin that stand apart from i on, and what stands between them.
func (m *meaning) run(i int) (run []int, sep rune) {
	if i > 0 && wordEnd(m.s[:i]) {
		return nil, 0
	}
	for at := i; at < len(m.s); {
		r, size := utf8.DecodeRuneInString(m.s[at:])
		next := at + size + marksLen(m.s[at+size:])
		behind, width := utf8.DecodeRuneInString(m.s[next:])
		single := next == len(m.s) || !isWord(behind) && behind != '\'' && behind != '’' // d'accord
		sign := sep == ' ' || sep == 0 && behind == ' '
		if !single || !unicode.IsLetter(r) && !(sign && strings.ContainsRune(addressSigns+"0123456789", r)) {
			return run, sep
		}
		run = append(run, at)
		if sep == 0 {
			sep = behind
		}
		if next == len(m.s) || behind != sep || !strings.ContainsRune(betweenLetters, sep) {
			return run, sep
		}
		at = next + width
	}
	return run, sep
}

// address joins the parts of an address of e-mail, one of which may be written as usual.
func (m *meaning) address(run []int) {
	from, to := run[0], run[len(run)-1]
	if m.s[from] == '@' && from > 1 && m.s[from-1] == ' ' {
		from--
	}
	_, size := utf8.DecodeRuneInString(m.s[to:])
	end := to + size
	if m.s[to] == '@' && end < len(m.s) && m.s[end] == ' ' {
		end++
	}
	m.found = append(m.found, bauta.Edit{Start: from, End: end, With: strings.ReplaceAll(m.s[from:end], " ", "")})
}

// names joins the names of a run: each begins where a capital stands behind a small letter.
func (m *meaning) names(run []int, sep rune) {
	first := 0
	for i := 1; i <= len(run); i++ {
		if i < len(run) && !(m.upper(run[i]) && !m.upper(run[i-1])) {
			continue
		}
		m.name(run[first:i], sep)
		first = i
	}
}

func (m *meaning) upper(at int) bool {
	r, _ := utf8.DecodeRuneInString(m.s[at:])
	return unicode.IsUpper(r)
}

// name joins letters that are a name; the last of many may be a word of its own (J u l i e n a dit). What no list has
// is read as a word as well, so that what stands before it may say what it is (Marie Q u e t t i e r).
func (m *meaning) name(letters []int, sep rune) {
	parts := [][]int{letters}
	if n := len(letters) - 1; n > leastApart+1 {
		parts = append(parts, letters[:n])
	}
	for _, part := range parts {
		if len(part) < leastApart || len(part) == leastApart && (!m.upper(part[0]) || m.upper(part[1])) {
			continue
		}
		if word, end := m.joined(part); len(word) <= maxApart && m.known(word) {
			m.found = append(m.found, bauta.Edit{Start: part[0], End: end, With: word})
			return
		}
	}
	if len(letters) < leastSpelt || !strings.ContainsRune(betweenNothing, sep) {
		return
	}
	if word, end := m.joined(letters); len(word) <= maxApart && !row(word) {
		if strings.ToUpper(word) == word { // capitals stand for the stress, not for the word
			_, size := utf8.DecodeRuneInString(word)
			word = word[:size] + strings.ToLower(word[size:])
		}
		m.found = append(m.found, bauta.Edit{Start: letters[0], End: end, With: word})
	}
}

// joined is the word of letters that stand apart, and where the last of them ends.
func (m *meaning) joined(letters []int) (word string, end int) {
	var b strings.Builder
	for _, at := range letters {
		_, size := utf8.DecodeRuneInString(m.s[at:])
		end = at + size + marksLen(m.s[at+size:])
		b.WriteString(m.s[at:end])
	}
	return b.String(), end
}

// row reports letters in the order of the alphabet, those of answers and columns, and fewer than three that come again,
// those of kisses (x o x o).
func row(word string) bool {
	word = Fold(word)
	last, ordered, seen := rune(0), true, ""
	for _, r := range word {
		ordered = ordered && r > last
		last = r
		if !strings.ContainsRune(seen, r) {
			seen += string(r)
		}
	}
	return ordered || utf8.RuneCountInString(seen) < leastApart
}
