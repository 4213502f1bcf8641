package formats

import "testing"

// TestUnmarked: a text with marks can be shown with what stood there, marks in marks, too, and with what is to stand.
func TestUnmarked(t *testing.T) {
	s := Slot{Value: "see zyx.jpg ID7 ok"}
	s.refer([][2]int{{12, 15}}, func(_, _ int) Ref { return Ref{ID: "ID7"} })
	s.refer([][2]int{{4, len("see zyx.jpg <REF_1>")}}, func(_, _ int) Ref { return Ref{After: "file.jpg"} })
	if before := s.Unmarked(s.Value, nil, true); before != "see zyx.jpg ID7 ok" {
		t.Error(before)
	}
	if after := s.Unmarked(s.Value, same, false); after != "see file.jpg ok" {
		t.Error(after)
	}
}
