package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// speller is a hunspell dictionary: affix rules, and stems with flags (the
// format is that of the manual page hunspell(5)). It reads UTF-8 and what
// French and Spanish use: one character, UTF-8, long and number flags, AF and
// AM aliases, prefixes and suffixes with conditions and cross products,
// suffixes on suffixes and on prefixed words, NEEDAFFIX, FORBIDDENWORD,
// FULLSTRIP.
type speller struct {
	flagType  string
	af, am    []string
	rules     map[string]*affixes
	needAffix string
	forbidden string
	stems     []stem

	// skip leaves a prefix out: elided articles and pronouns would make ten
	// words of each form, and a look-up cuts at the apostrophe anyhow.
	skip func(flag, add string) bool
}

// affixes are the rules of one flag.
type affixes struct {
	prefix, cross bool
	rules         []affix
}

type affix struct {
	strip, add string
	flags      []string // continuation
	cond       []runeSet
	morph      []string
}

type stem struct {
	word  string
	flags []string
	morph []string
}

// runeSet is one place of a condition.
type runeSet struct {
	any, not bool
	runes    string
}

func (s runeSet) has(r rune) bool { return s.any || strings.ContainsRune(s.runes, r) != s.not }

func readSpeller(aff, dic io.Reader, skip func(flag, add string) bool) (*speller, error) {
	s := &speller{rules: map[string]*affixes{}, skip: skip}
	if err := s.readAffixes(aff); err != nil {
		return nil, err
	}
	return s, s.readStems(dic)
}

func (s *speller) readAffixes(r io.Reader) error {
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		f := strings.Fields(strings.TrimPrefix(in.Text(), "\ufeff"))
		if len(f) < 2 {
			continue
		}
		switch f[0] {
		case "SET":
			if f[1] != "UTF-8" {
				return fmt.Errorf("affix line %d: encoding %s is not supported", n, f[1])
			}
		case "FLAG":
			s.flagType = f[1]
		case "AF":
			s.af = append(s.af, f[1])
		case "AM":
			s.am = append(s.am, strings.Join(f[1:], " "))
		case "NEEDAFFIX":
			s.needAffix = f[1]
		case "FORBIDDENWORD":
			s.forbidden = f[1]
		case "PFX", "SFX":
			if err := s.readAffix(f); err != nil {
				return fmt.Errorf("affix line %d: %w", n, err)
			}
		}
	}
	return in.Err()
}

// readAffix takes a PFX or SFX line in: the head "SFX a0 Y 103", or a rule
// "SFX a0 er ant/n'q' [^cg]er po:ppre".
func (s *speller) readAffix(f []string) error {
	prefix := f[0] == "PFX"
	group := s.rules[f[1]]
	if group == nil {
		if len(f) < 4 || f[2] != "Y" && f[2] != "N" {
			return fmt.Errorf("a rule of flag %s before its head", f[1])
		}
		s.rules[f[1]] = &affixes{prefix: prefix, cross: f[2] == "Y"}
		return nil
	}
	if len(f) < 4 {
		return fmt.Errorf("a rule of flag %s is short", f[1])
	}
	a := affix{strip: zero(f[2])}
	add, flags, _ := strings.Cut(f[3], "/")
	a.add = zero(add)
	if prefix && s.skip != nil && s.skip(f[1], a.add) {
		return nil
	}
	var err error
	if a.flags, err = s.flags(flags); err != nil {
		return err
	}
	if len(f) > 4 {
		if a.cond, err = condition(f[4]); err != nil {
			return err
		}
		a.morph = f[5:]
	}
	group.rules = append(group.rules, a)
	return nil
}

// zero: the files write 0 for nothing.
func zero(s string) string {
	if s == "0" {
		return ""
	}
	return s
}

// condition reads "[^aeiou]er".
func condition(s string) ([]runeSet, error) {
	var out []runeSet
	for s != "" {
		switch s[0] {
		case '.':
			out = append(out, runeSet{any: true})
			s = s[1:]
		case '[':
			in, rest, ok := strings.Cut(s[1:], "]")
			if !ok {
				return nil, fmt.Errorf("a bracket is not closed")
			}
			not := strings.HasPrefix(in, "^")
			out = append(out, runeSet{not: not, runes: strings.TrimPrefix(in, "^")})
			s = rest
		default:
			_, n := utf8.DecodeRuneInString(s)
			out = append(out, runeSet{runes: s[:n]})
			s = s[n:]
		}
	}
	if len(out) == 1 && out[0].any {
		return nil, nil // "." is no condition
	}
	return out, nil
}

// flags cuts a string of flags by the flag type.
func (s *speller) flags(list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	if len(s.af) > 0 {
		n, err := strconv.Atoi(list)
		if err != nil || n < 1 || n >= len(s.af) {
			return nil, fmt.Errorf("a flag alias that is not there")
		}
		list = s.af[n] // af[0] is the number of aliases
	}
	var out []string
	switch s.flagType {
	case "num":
		return strings.Split(list, ","), nil
	case "long":
		for r := []rune(list); len(r) > 0; r = r[min(2, len(r)):] {
			out = append(out, string(r[:min(2, len(r))]))
		}
	default:
		for _, r := range list {
			out = append(out, string(r))
		}
	}
	return out, nil
}

func (s *speller) readStems(r io.Reader) error {
	in := bufio.NewScanner(r)
	in.Scan() // the number of stems
	for n := 2; in.Scan(); n++ {
		f := strings.Fields(in.Text())
		if len(f) == 0 {
			continue
		}
		word, flags, _ := strings.Cut(strings.ReplaceAll(f[0], `\/`, "\x00"), "/")
		st := stem{word: strings.ReplaceAll(word, "\x00", "/"), morph: f[1:]}
		var err error
		if st.flags, err = s.flags(flags); err != nil {
			return fmt.Errorf("dictionary line %d: %w", n, err)
		}
		if len(s.am) > 0 && len(st.morph) == 1 {
			if k, err := strconv.Atoi(st.morph[0]); err == nil && k >= 1 && k < len(s.am) {
				st.morph = strings.Fields(s.am[k])
			}
		}
		s.stems = append(s.stems, st)
	}
	return in.Err()
}

// form is a word with the tags of its stem and of its affixes.
type form struct {
	word  string
	stem  []string
	affix []string
}

// expand yields all forms of the stem; a form may come more than once.
func (s *speller) expand(st stem, yield func(form)) {
	if has(st.flags, s.forbidden) {
		return
	}
	s.affixed(st.word, st.flags, nil, 1, 2, func(word string, flags, morph []string) {
		if !has(flags, s.needAffix) {
			yield(form{word, st.morph, morph})
		}
	})
}

// affixed yields the word as it stands and with the affixes of its flags, at
// most so many prefixes and suffixes. Where both are possible the prefix goes
// on first.
func (s *speller) affixed(
	word string, flags, morph []string, prefixes, suffixes int, yield func(string, []string, []string),
) {
	yield(word, flags, morph)
	for _, flag := range flags {
		g := s.rules[flag]
		if g == nil || g.prefix && prefixes == 0 || !g.prefix && suffixes == 0 {
			continue
		}
		for i := range g.rules {
			a := &g.rules[i]
			made, ok := a.apply(word, g.prefix)
			if !ok {
				continue
			}
			tags := slices.Concat(morph, a.morph)
			if g.prefix {
				next := a.flags
				if g.cross {
					next = slices.Concat(s.crossing(flags), next)
				}
				s.affixed(made, next, tags, 0, suffixes, yield)
				continue
			}
			s.affixed(made, a.flags, tags, prefixes, suffixes-1, yield)
		}
	}
}

// crossing picks the flags of suffixes that go with prefixes.
func (s *speller) crossing(flags []string) []string {
	var out []string
	for _, f := range flags {
		if g := s.rules[f]; g != nil && !g.prefix && g.cross {
			out = append(out, f)
		}
	}
	return out
}

// apply puts the affix on the word when its condition holds.
func (a *affix) apply(word string, prefix bool) (string, bool) {
	if !a.holds(word, prefix) {
		return "", false
	}
	if prefix {
		rest, ok := strings.CutPrefix(word, a.strip)
		return a.add + rest, ok
	}
	rest, ok := strings.CutSuffix(word, a.strip)
	return rest + a.add, ok
}

func (a *affix) holds(word string, prefix bool) bool {
	if prefix {
		for _, c := range a.cond {
			r, n := utf8.DecodeRuneInString(word)
			if n == 0 || !c.has(r) {
				return false
			}
			word = word[n:]
		}
		return true
	}
	for i := len(a.cond) - 1; i >= 0; i-- {
		r, n := utf8.DecodeLastRuneInString(word)
		if n == 0 || !a.cond[i].has(r) {
			return false
		}
		word = word[:len(word)-n]
	}
	return true
}

func has(flags []string, flag string) bool { return flag != "" && slices.Contains(flags, flag) }
