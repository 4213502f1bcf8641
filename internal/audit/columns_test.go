package audit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestStays: certificates of older programs bind no names, and say so where they cannot tell.
func TestStays(t *testing.T) {
	var many []string
	for i := range 30 {
		many = append(many, fmt.Sprint("c", i))
	}
	header := Header(many, true)
	for _, c := range []struct {
		of     Certificate
		beside []string
		says   string
		is     error
	}{
		{Certificate{Beside: many, Header: header}, many, "", nil},
		{Certificate{Beside: many, Header: Header(many[1:], true)}, many, "is called otherwise", ErrNames},
		{Certificate{Beside: many[:2], Header: header}, many, "looked at it: c2, c3", ErrColumns},
		{Certificate{Beside: many}, many, "", nil},
		{Certificate{Beside: many[:20]}, many, "of an older program, which named 20 columns", nil},
		{Certificate{Beside: many[:3]}, many[:4], "looked at it: c3; take it out", ErrColumns},
	} {
		err := c.of.Stays(c.beside, header)
		if (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%d of %d columns: %v, want %q", len(c.of.Beside), len(c.beside), err, c.says)
		}
	}
	if Header([]string{"a", "b"}, true) == Header([]string{"b", "a"}, true) || Header([]string{"a", "b"}, false) != Header([]string{"b", "a"}, false) ||
		Header([]string{"ab"}, true) == Header([]string{"a", "b"}, true) {
		t.Error("names in another order, or cut otherwise, have another digest, or fields the same")
	}
}
