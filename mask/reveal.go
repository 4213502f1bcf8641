package mask

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/bauta/bauta"
)

// errForeign is said of what the key does not open.
var errForeign = errors.New("this key does not open the code; take the key of this corpus")

// ErrElsewhere is what a [Revealer] says of a code that does not stand where it
// was made.
var ErrElsewhere = errors.New("the code was made in another message, or elsewhere in this one")

// Revealer puts the originals back that [Encrypt] hid, message after message in
// the order of their file. A code must stand in the message that it was made in
// (ID and thread), behind those that stood before it there. Of messages that are
// known by their line alone some may have been taken out, none added or moved.
type Revealer struct {
	Key Key
	// Anywhere puts codes back wherever they stand.
	Anywhere bool
	// Leave lets codes stand that the key does not open, and counts them: another key made
	// them, they are damaged, or whoever wrote the message invented them.
	Leave bool

	gone int // lines that were taken out above the last code that knows its line
}

// Revealed is a message with its originals.
type Revealed struct {
	Text      string
	Codes     int // how many were put back
	Foreign   int // how many stand that the key does not open
	Elsewhere int // of these, how many do not stand where they were made
	Unbound   int // of these, how many an older bauta made, which bound them to no place
}

// Reveal puts the originals back into a message. A code that stands elsewhere is an
// error that names its byte, and so is one that is damaged or that the key does not
// open, but for a revealer that leaves them.
func (r *Revealer) Reveal(m *bauta.Message) (Revealed, error) {
	if err := r.Key.Check(); err != nil {
		return Revealed{}, err
	}
	out, at, last := Revealed{}, 0, sealed{start: -1}
	var b strings.Builder
	for from, to := range sealedIn(m.Text) {
		p, form, err := r.open(m.Text[from+len(sealHead) : to-1])
		if r.Leave && errors.Is(err, errForeign) {
			out.Foreign++
			continue
		}
		if err == nil && form == sealNow && !r.home(p, last, m) {
			if out.Elsewhere++; !r.Anywhere {
				err = ErrElsewhere
			}
		}
		if err != nil {
			return Revealed{}, fmt.Errorf("byte %d: %w", from, err)
		}
		if form == sealNow {
			last = p
		} else {
			out.Unbound++
		}
		b.WriteString(m.Text[at:from])
		b.WriteString(p.word)
		out.Codes++
		at = to
	}
	b.WriteString(m.Text[at:])
	out.Text = b.String()
	return out, nil
}

// sealedIn gives the byte ranges of the codes of a text: what stands between the last
// head before an end and that end.
func sealedIn(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for at := 0; ; {
			i := strings.Index(text[at:], sealHead)
			if i < 0 {
				return
			}
			n := strings.IndexByte(text[at+i:], '>')
			if n < 0 {
				return
			}
			end := at + i + n + 1
			if !yield(at+strings.LastIndex(text[at:end], sealHead), end) {
				return
			}
			at = end
		}
	}
}

// open reads what stands between head and end of a code.
func (r *Revealer) open(code string) (sealed, string, error) {
	raw, err := sealText.DecodeString(code)
	if err != nil || len(raw) < nonceLen {
		return sealed{}, "", fmt.Errorf("a damaged code, or none; %w", errForeign)
	}
	nonce, body := raw[:nonceLen], raw[nonceLen:]
	for _, form := range []string{sealNow, sealOld} {
		gcm, err := r.Key.cipher(form)
		if err != nil {
			return sealed{}, "", err
		}
		plain, err := gcm.Open(nil, nonce, body, sealData(form))
		if err != nil {
			continue
		}
		if form == sealOld {
			return sealed{word: string(plain)}, form, nil
		}
		if p, ok := unseal(plain); ok {
			p.made = nonce
			return p, form, nil
		}
	}
	return sealed{}, "", errForeign
}

// home reports whether a code stands where it was made, behind the last one.
func (r *Revealer) home(p, last sealed, m *bauta.Message) bool {
	if p.start <= last.start || !bytes.Equal(p.made, p.nonce(r.Key, m)) {
		return false
	}
	if p.line == 0 {
		return true
	}
	gone := p.line - m.Line
	if m.Line == 0 || gone < r.gone || last.line > 0 && last.line != p.line {
		return false
	}
	r.gone = gone
	return true
}
