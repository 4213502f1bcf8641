package main

import (
	"encoding/json"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A place is a section of a page, for the search.
type place struct {
	URL   string `json:"url"`
	Title string `json:"title"`
}

// index is a script that holds each word with the sections in which it stands.
func (s *site) index() []byte {
	all := struct {
		Sections []place          `json:"sections"`
		Words    map[string][]int `json:"words"`
	}{Words: map[string][]int{}}
	for _, p := range s.pages {
		for _, sec := range p.sections {
			seen := map[string]bool{}
			for _, word := range folded(sec.title + " " + sec.text) {
				if !seen[word] {
					seen[word] = true
					all.Words[word] = append(all.Words[word], len(all.Sections))
				}
			}
			if len(seen) == 0 {
				continue
			}
			at := place{URL: p.URL, Title: p.Title}
			if sec.id != "" && sec.title != p.Title {
				at = place{URL: p.URL + "#" + sec.id, Title: p.Title + " › " + sec.title}
			}
			all.Sections = append(all.Sections, at)
		}
	}
	data, err := json.Marshal(all)
	if err != nil { // of strings and numbers
		panic(err)
	}
	return append([]byte("var bautaWords = "), append(data, ";\n"...)...)
}

// whole are letters that no mark is taken off, as people without them write them; search.js
// has the same.
var whole = strings.NewReplacer("ß", "ss", "œ", "oe", "æ", "ae", "ø", "o", "ı", "i", "ł", "l")

// folded cuts text into words of two letters and more, without marks and capitals, as
// search.js does.
func folded(text string) []string {
	plain := whole.Replace(strings.Map(func(r rune) rune {
		if r >= 0x300 && r <= 0x36f {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(text)))
	words := strings.FieldsFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	kept := words[:0]
	for _, w := range words {
		if len(w) > 1 && len(w) < 40 {
			kept = append(kept, w)
		}
	}
	return kept
}
