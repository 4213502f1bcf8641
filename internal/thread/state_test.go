package thread

import (
	"context"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
)

// FuzzState: whatever is read as an open question is refused, or an answer is read
// behind it.
func FuzzState(f *testing.F) {
	open := Answers{Pipeline: &bauta.Pipeline{}}
	q := open.Session().(*openQuestion)
	for _, said := range []string{"ok", "le dig\u00adicode de l'entrée ?", "ton pr\u0065\u0301nom ?"} {
		if err := q.Link(context.Background(), []*bauta.Doc{analysed(f, said)}, make([][]bauta.Span, 1)); err != nil {
			f.Fatal(err)
		}
		data, err := q.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"t":"code: ","x":1,"s":"code: ","h":[{"Shadow":9}]}`))
	answer := analysed(f, "481\u200b6A ＢＣ")
	f.Fuzz(func(t *testing.T, data []byte) {
		q := open.Session().(*openQuestion)
		if q.UnmarshalBinary(data) != nil {
			return
		}
		if q.asked != nil {
			d := behind(q.asked, answer)
			last := 0
			for _, tok := range d.Tokens {
				if tok.Start < last || tok.End > len(d.Text) {
					t.Fatalf("a token at [%d, %d) of %d bytes", tok.Start, tok.End, len(d.Text))
				}
				last = tok.End
			}
			d.Origin(0, len(d.Shadow))
		}
		if err := q.Link(context.Background(), []*bauta.Doc{answer}, make([][]bauta.Span, 1)); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAChainThatCannotBeWritten says so, and takes no state of another chain.
func TestAChainThatCannotBeWritten(t *testing.T) {
	silent := Chain{deaf{}}
	if _, err := silent.MarshalBinary(); err == nil {
		t.Error("a linker that writes nothing was written")
	}
	if err := silent.UnmarshalBinary([]byte("[1]")); err == nil {
		t.Error("a linker that reads nothing was read")
	}
	if err := (Chain{}).UnmarshalBinary([]byte("[1]")); err == nil {
		t.Error("a state of another chain was read")
	}
}

type deaf struct{}

func (deaf) Link(context.Context, []*bauta.Doc, [][]bauta.Span) error { return nil }

// TestAQuestionIsWrittenWhole: what is read back is the question that was open, token by token.
func TestAQuestionIsWrittenWhole(t *testing.T) {
	q := Answers{}.Session().(*openQuestion)
	if err := q.Link(context.Background(), []*bauta.Doc{analysed(t, "ok, ton pr\u0065\u0301nom et le dig\u00adicode ?")}, make([][]bauta.Span, 1)); err != nil || q.asked == nil {
		t.Fatal(err)
	}
	data, err := q.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	again := Answers{}.Session().(*openQuestion)
	if err := again.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	if q.named != again.named || q.author != again.author || q.left != again.left || !reflect.DeepEqual(q.asked.Tokens, again.asked.Tokens) {
		t.Error("another question")
	}
	if diff := cmp.Diff(bauta.Doc(*q.asked).Shifts, again.asked.Shifts); diff != "" || q.asked.Shadow != again.asked.Shadow || q.asked.Text != again.asked.Text {
		t.Error(diff)
	}
}
