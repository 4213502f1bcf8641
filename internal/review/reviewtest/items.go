package reviewtest

import (
	"fmt"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/text"
)

var mark = regexp.MustCompile(`\[([^\]?!~]+)([?!~])([0-9.]*)(n?)\]`)

// Item makes an item of marked text: [rose?0.6] is a question about rose with
// the probability 0.6, [Lucas!] a sure find, [mai~0.2] what was passed over (behind
// all finds in Named, so give n to neither where there are both), and an n before the bracket closes
// says that a list of names knows the word.
func Item(id, marked string) review.Item {
	it := review.Item{Lang: "fr"}
	var b strings.Builder
	last := 0
	for _, m := range mark.FindAllStringSubmatchIndex(marked, -1) {
		b.WriteString(marked[last:m[0]])
		s := bauta.Span{Start: b.Len(), Label: bauta.Person, P: 1, Source: "test"}
		b.WriteString(marked[m[2]:m[3]])
		s.End = b.Len()
		if marked[m[4]:m[5]] == "?" {
			s.Doubt, s.P = bauta.Ambiguous, 0.5
		}
		if p, err := strconv.ParseFloat(marked[m[6]:m[7]], 64); err == nil {
			s.P = p
		}
		if marked[m[4]:m[5]] == "~" {
			s.Doubt = bauta.Unknown
			it.Passed = append(it.Passed, s)
		} else {
			it.Spans = append(it.Spans, s)
			it.Named = append(it.Named, m[8] < m[9])
		}
		last = m[1]
	}
	b.WriteString(marked[last:])
	it.Message = bauta.Message{ID: id, Thread: "t" + id, Text: b.String()}
	for _, t := range text.Tokenise(it.Message.Text) {
		it.Tokens = append(it.Tokens, review.Range{Start: t.Start, End: t.End})
	}
	return it
}

// Items yields items.
func Items(items ...review.Item) iter.Seq2[review.Item, error] {
	return func(yield func(review.Item, error) bool) {
		for _, it := range items {
			if !yield(it, nil) {
				return
			}
		}
	}
}

// Texts makes one item of each marked text, numbered from m1 on.
func Texts(marked ...string) iter.Seq2[review.Item, error] {
	var items []review.Item
	for i, m := range marked {
		items = append(items, Item(fmt.Sprintf("m%d", i+1), m))
	}
	return Items(items...)
}

// Many yields n messages with one question each, about n/each words.
func Many(n, each int) iter.Seq2[review.Item, error] {
	return func(yield func(review.Item, error) bool) {
		for i := range n {
			word := "w" + letters(i/each)
			if !yield(Item(fmt.Sprint("many", i), fmt.Sprintf("on voit [%s?0.%d] ce soir, message %d", word, 1+i%9, i)),
				nil) {
				return
			}
		}
	}
}

// letters writes a number in letters, so that it is a word.
func letters(n int) string {
	var out []byte
	for {
		out = append(out, byte('a'+n%26))
		if n /= 26; n == 0 {
			return string(out)
		}
	}
}
