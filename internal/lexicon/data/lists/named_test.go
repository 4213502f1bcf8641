package lists

import "testing"

// TestReadsWhatIsAskedFor: of four hundred lists one is read where one is asked for, once.
func TestReadsWhatIsAskedFor(t *testing.T) {
	read := func() (n int) {
		known.Range(func(any, any) bool { n++; return true })
		return n
	}
	before := read()
	for range 2 {
		if len(In("mail-hosts")) == 0 {
			t.Error("no words")
		}
	}
	if n := read() - before; n != 1 {
		t.Errorf("%d lists were read", n)
	}
	if len(In("no-such-list")) != 0 {
		t.Error("a list that is not there has words")
	}
}
