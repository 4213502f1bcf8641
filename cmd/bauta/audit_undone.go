package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// undoes refuses a release in which the number of a name in the lists of the program stands in the place of that very
// name, in whatever signs: nobody need look at it, since no certificate can say that its names are hidden.
func (o *drawing) undoes(name string) error {
	if o.replaced == nil {
		return nil
	}
	u := audit.Undoing{Numbers: listNumbers()}
	for i := range o.replaced {
		for j := range o.replaced[i] {
			for _, s := range o.replaced[i][j] {
				now := o.messages[i].parts[j].Text[s.Start:s.End]
				u.Add(s.Was, figured(now)+"\n"+now) // a mask in angle brackets may read as a tag
			}
		}
	}
	if n := u.Undone(); n > 0 {
		return fmt.Errorf("%s: no audit is begun, since no certificate could follow: in the place of %s stands the "+
			"number that a public list gives to that very name: %w", called(name), several(n, "name"), audit.ErrBare)
	}
	return nil
}

// listNumbers gives what the dictionary's reference may write for a name, in each language of the lists.
func listNumbers() func(string) []int {
	lex := lexicon.Default()
	code := mask.Code{
		Tags: map[string]string{string(bauta.Person): "N"}, Reference: mask.Dictionary,
		Index: lex.NameNumber, Size: lex.NameNumbers(""),
	}
	return func(name string) (out []int) {
		d := &bauta.Doc{Message: bauta.Message{Text: name}}
		for _, d.Lang = range append(lex.Langs(), "") {
			written, err := code.Replace(context.Background(), d, bauta.Span{End: len(name), Label: bauta.Person})
			_, number, _ := strings.Cut(strings.TrimSuffix(written, ">"), "_")
			_, number, _ = strings.Cut(number, "_") // behind label and length
			if n, no := strconv.Atoi(number); err == nil && no == nil && !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
		return out
	}
}

// ofLinks are bytes as links write them.
var ofLinks = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// figured is a text as its figures are read: those of any script are plain, signs of compatibility and escapes what
// they stand for, what nobody sees is gone, and so are marks on letters, figures and signs; several blanks are one.
func figured(said string) string {
	said = ofLinks.ReplaceAllStringFunc(said, func(escape string) string {
		n, _ := strconv.ParseUint(escape[1:], 16, 8)
		return string([]byte{byte(n)})
	})
	plain, _ := text.Normalise(norm.NFKC.String(said))
	bare := strings.Map(func(r rune) rune {
		if unicode.IsMark(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(plain))
	return strings.Join(strings.Fields(bare), " ")
}
