package filter_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/bauta/bauta"
)

// marked is a line of a stream with its gold: what stands in ⟦class|…⟧ is a person's, what
// stands in ⟨class|…⟩ a reader needs, and so all else; ⟦any|…⟧ may be either.
type marked struct {
	text  string
	spans []goldSpan
}

type goldSpan struct {
	class      string
	hide       bool
	start, end int
}

// streams reads lines with their gold.
func streams(t *testing.T, path string) []marked {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []marked
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && line[0] != '#' {
			all = append(all, parseMarked(t, strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(line)))
		}
	}
	return all
}

func parseMarked(t *testing.T, line string) marked {
	t.Helper()
	var m marked
	for {
		i := strings.IndexAny(line, "⟦⟨")
		if i < 0 {
			m.text += line
			return m
		}
		m.text += line[:i]
		hide := strings.HasPrefix(line[i:], "⟦")
		line = line[i+len("⟦"):]
		class, rest, ok := strings.Cut(line, "|")
		inner, after, closed := strings.Cut(rest, map[bool]string{true: "⟧", false: "⟩"}[hide])
		if !ok || !closed {
			t.Fatalf("a mark that is not closed: %s", line)
		}
		m.spans = append(m.spans, goldSpan{class, hide, len(m.text), len(m.text) + len(inner)})
		m.text += inner
		line = after
	}
}

// count is how many of a class there are, and how many of them are hidden.
type count struct{ all, hidden int }

// streamCounts is what a policy hides of lines, by class.
type streamCounts struct {
	classes        map[string]count
	edits, right   int
	withheld       int
	showing, spoil []string // what is a person's and stays; what is nobody's and goes
}

func countStreams(t *testing.T, p *bauta.Pipeline, lines []marked) streamCounts {
	t.Helper()
	c := streamCounts{classes: map[string]count{}}
	for _, m := range lines {
		got, err := p.Session().Next(t.Context(), bauta.Message{ID: "1", Text: m.text})
		if err != nil {
			c.withheld++
			c.spoil = append(c.spoil, "withheld: "+m.text)
			continue
		}
		c.line(m, got[0].Edits)
	}
	return c
}

// line counts one line.
func (c *streamCounts) line(m marked, edits []bauta.Edit) {
	for _, s := range m.spans {
		n := c.classes[s.class]
		n.all++
		some, whole := hides(m.text, edits, s.start, s.end)
		if s.hide && whole || !s.hide && some {
			n.hidden++
		}
		c.classes[s.class] = n
		switch {
		case s.hide && s.class != "any" && !whole:
			c.showing = append(c.showing, fmt.Sprintf("%s %q in %q", s.class, m.text[s.start:s.end], m.text))
		case !s.hide && some:
			c.spoil = append(c.spoil, fmt.Sprintf("%s %q in %q", s.class, m.text[s.start:s.end], m.text))
		}
	}
	for _, e := range edits {
		meets := func(s goldSpan) bool { return s.start < e.End && e.Start < s.end }
		i := slices.IndexFunc(m.spans, meets)
		if i >= 0 && m.spans[i].class == "any" {
			continue
		}
		c.edits++
		switch {
		case slices.ContainsFunc(m.spans, func(s goldSpan) bool { return s.hide && meets(s) }):
			c.right++
		case i < 0:
			n := c.classes["other words"]
			n.hidden++
			c.classes["other words"] = n
			c.spoil = append(c.spoil, fmt.Sprintf("other %q in %q", m.text[e.Start:e.End], m.text))
		}
	}
}

// hides reports whether some letter or digit of a stretch is hidden, and whether all are.
func hides(text string, edits []bauta.Edit, start, end int) (some, whole bool) {
	whole = true
	for i, r := range text[start:end] {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		at := start + i
		if slices.ContainsFunc(edits, func(e bauta.Edit) bool { return e.Start <= at && at < e.End }) {
			some = true
		} else {
			whole = false
		}
	}
	return some, whole
}

// TestStreams holds what was reached on lines of programs, and prints it by class. The
// lines and their gold were written before any run; nothing was mended by the
// second file.
func TestStreams(t *testing.T) {
	for name, want := range map[string]struct{ right, wrong int }{"first": {57, 43}, "second": {31, 22}} {
		lines := streams(t, "testdata/streams-"+name+".txt")
		c := countStreams(t, gdpr(), lines)
		t.Logf("%s: %d lines, %d withheld; %d of %d edits right", name, len(lines), c.withheld, c.right, c.edits)
		for _, class := range slices.Sorted(maps.Keys(c.classes)) {
			t.Logf("  %-12s %3d of %3d hidden", class, c.classes[class].hidden, c.classes[class].all)
		}
		if c.right < want.right || c.edits-c.right > want.wrong {
			t.Errorf("%s: %d edits right and %d wrong, not %d and %d", name, c.right, c.edits-c.right, want.right, want.wrong)
			t.Log("stays:\n" + strings.Join(c.showing, "\n"))
			t.Log("goes:\n" + strings.Join(c.spoil, "\n"))
		}
	}
}
