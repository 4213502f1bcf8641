package eval

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// docOf cuts a text at blanks; the real tokeniser lies on the same floor.
func docOf(text string) *bauta.Doc {
	d := &bauta.Doc{Message: bauta.Message{Text: text}, Shadow: text}
	at := 0
	for _, f := range strings.SplitAfter(text, " ") {
		if w := strings.TrimRight(f, " "); w != "" {
			d.Tokens = append(d.Tokens, bauta.Token{Start: at, End: at + len(w)})
		}
		at += len(f)
	}
	return d
}

func TestPieces(t *testing.T) {
	text := "slt @rose75\nviens\u00a0là 👨‍👩‍👧 "
	at := strings.Index(text, "rose75")
	inside := []bauta.Span{{Start: at, End: at + 4, Label: "PERSON"}}
	var got []string
	pieces := Pieces(docOf(text), inside)
	for _, p := range pieces {
		got = append(got, text[p.Start:p.End])
	}
	if want := []string{"slt", "@", "rose", "75", "viens", "là", "👨‍👩‍👧"}; !reflect.DeepEqual(got, want) {
		t.Fatalf("%q", got)
	}
	tags, err := Tags(pieces, inside)
	if err != nil || strings.Join(tags, " ") != "O O B-PERSON O O O O" {
		t.Fatalf("%v, %v", tags, err)
	}
}

func TestTagsRefuse(t *testing.T) {
	text := "a bc d"
	for name, spans := range map[string][]bauta.Span{
		"overlap":     {{Start: 0, End: 4, Label: "PERSON"}, {Start: 2, End: 6, Label: "DATE"}},
		"twice":       {{Start: 2, End: 4, Label: "PERSON"}, {Start: 2, End: 4, Label: "DATE"}},
		"white space": {{Start: 1, End: 2, Label: "PERSON"}},
		"nothing":     {{Start: 2, End: 2, Label: "PERSON"}},
	} {
		if _, err := Tags(Pieces(docOf(text), spans), spans); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Spans([]Piece{{0, 1}}, nil); err == nil {
		t.Error("tags and pieces of different length are accepted")
	}
}

// Flat spans whose edges are no white space come back from tags as they were.
func TestPiecesThereAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"slt", "Rose", "é", "👍🏽", "עברית", "l'ami", "\n", "  "}), 1, 8).Draw(t, "words")
		text := strings.Join(words, " ")
		var want []bauta.Span
		at := 0
		for i := 0; i < len(words); i++ {
			n := rapid.IntRange(1, 2).Draw(t, "n")
			end := at + len(strings.Join(words[i:min(i+n, len(words))], " "))
			s := text[at:end]
			if s == strings.TrimSpace(s) && rapid.Bool().Draw(t, "mark") {
				want = append(want, bauta.Span{Start: at, End: end, Label: rapid.SampledFrom([]bauta.Label{"PERSON", "ZIP_CODE"}).Draw(t, "label"), P: 1})
			}
			at, i = end+1, i+n-1
		}
		pieces := Pieces(docOf(text), want)
		tags, err := Tags(pieces, want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Spans(pieces, tags)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v; %v", got, want, err)
		}
	})
}
