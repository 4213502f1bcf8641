package corpus

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/bauta/bauta"
)

// Ledger is what became of the records of a file: each came out, was set aside
// as bad, or was taken out on purpose. A run in which the three are not all is
// an error. All texts and fields of a record that are read are one record ([First]).
type Ledger struct {
	In       int `json:"in"`       // records read
	Out      int `json:"out"`      // records with results
	Rejected int `json:"rejected"` // bad records, handed to Config.Reject
	Aside    int `json:"aside"`    // records taken out on purpose: [Reader.SetAside]
	// Beside these, what of exports, workbooks and JSON holds no text and stays as it is.
	Empty  int `json:"empty,omitempty"`  // texts with nothing in them, or null
	Unread int `json:"unread,omitempty"` // rows of sheets without a text
}

// Add sums the ledgers of several files.
func (l Ledger) Add(o Ledger) Ledger {
	return Ledger{
		l.In + o.In, l.Out + o.Out, l.Rejected + o.Rejected, l.Aside + o.Aside, l.Empty + o.Empty, l.Unread + o.Unread,
	}
}

// String gives the sum in words: 12 records in = 10 out + 2 set aside; 3 without a text.
func (l Ledger) String() string {
	var b strings.Builder
	noun := "records"
	if l.In == 1 {
		noun = "record"
	}
	fmt.Fprintf(&b, "%d %s in = %d out", l.In, noun, l.Out)
	if n := l.Rejected + l.Aside; n > 0 {
		fmt.Fprintf(&b, " + %d set aside", n)
	}
	if l.Empty > 0 {
		fmt.Fprintf(&b, "; %d without a text", l.Empty)
	}
	if l.Unread > 0 {
		fmt.Fprintf(&b, "; as they are: %d in sheets without a text", l.Unread)
	}
	return b.String()
}

// tally is the ledger of one file while it is read.
type tally struct {
	Ledger
	bytes    int64        // of header, records and tail
	ended    bool         // the file was read to its end
	text     bool         // some message holds text
	texts    int          // that were read, of all records
	rejected int          // of these, bad ones
	gone     atomic.Int64 // of these, taken out on purpose: counted by reader and writer at once
	aside    atomic.Int64 // as Ledger.Aside, likewise
}

var (
	errLost      = errors.New("bytes belong to no record; please report this: nothing of the file can be trusted")
	errNoMessage = errors.New("no message in the file; give one with at least one record")
	errNoText    = errors.New("every text is empty, and other columns are not; name the text with --text-column")
)

// close holds the law when a file ends: every byte belongs to a record, there
// is a message, and the text is not elsewhere.
func (t *tally) close(lines *lineReader, filled bool) error {
	t.ended = true
	switch {
	case t.bytes+lines.blank != lines.taken:
		return errLost
	case t.In == 0:
		return errNoMessage
	case !t.text && filled && t.Rejected == 0:
		return errNoText
	}
	return nil
}

// settle holds the law when the results of a file are complete.
func (t *tally) settle(results int) error {
	t.Aside = int(t.aside.Load())
	t.Out = t.In - t.Rejected - t.Aside
	if !t.ended {
		return errors.New("the file was not read to its end; nothing of it is complete")
	}
	if gone := int(t.gone.Load()); t.texts != results+t.rejected+gone {
		return fmt.Errorf("%d texts in = %d out + %d set aside: records are lost; please report this", t.texts, results,
			t.rejected+gone)
	}
	return nil
}

// met counts a message that was read.
func (t *tally) met(m *bauta.Message) {
	if first, _ := First(m); first {
		t.In++
	}
	if m.Field() == "" {
		t.texts++
	}
}

// reject counts a bad message; its record once.
func (t *tally) reject(m *bauta.Message) {
	if m.Field() == "" {
		t.rejected++
	}
	rec, _ := m.Meta.(record)
	s, part := rec.form.(slot)
	if !part || !s.rec.bad {
		t.Rejected++
	}
	if part {
		if s.rec.Part && !s.rec.bad { // it counts where it is lost
			t.In++
		}
		s.rec.bad = true
	}
}

// SetAside notes that a message was taken out on purpose and will have no result, as all others of
// its record, where that has several.
func (r *Reader) SetAside(m *bauta.Message) {
	r.tally.gone.Add(1)
	if first, _ := First(m); first {
		r.tally.aside.Add(1)
	}
}

// Settle says how many results came of the messages that are texts, and fails where some are
// missing. [Writer.Close] does it for what is written.
func (r *Reader) Settle(results int) error {
	if err := r.tally.settle(results); err != nil {
		return &Error{r.name, 0, err}
	}
	return nil
}

// Ledger is what became of the records; complete once all is settled.
func (r *Reader) Ledger() Ledger { return r.tally.Ledger }
