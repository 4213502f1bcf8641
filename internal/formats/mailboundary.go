package formats

import (
	"bytes"
	"fmt"
	"strings"
)

// boundWord is a run of letters in a boundary, which may be a word; programs write numbers there.
var (
	boundWord  = WhenAsked(`[A-Za-z]{3}`)
	boundHex   = WhenAsked(`^(?:[0-9a-f]{8,}|[0-9A-F]{8,})$`)
	boundToken = WhenAsked(`[0-9A-Za-z]+`)
)

// bounds gives what parts the parts of a mail in what comes out: the boundary as it is, or one of ours
// where it holds letters that may be somebody's name, or that of a machine.
func (m *mail) bounds(boundary string) string {
	if plainBoundary(boundary) {
		return boundary
	}
	if m.own == nil {
		m.own = map[string]string{}
	}
	for n := len(m.own) + 1; m.own[boundary] == ""; n++ {
		if own := fmt.Sprintf("=_%d_", n); !bytes.Contains(m.rec.Raw, []byte(own)) {
			m.own[boundary] = own
		}
	}
	return m.own[boundary]
}

// plainBoundary reports a boundary that tells nobody.
func plainBoundary(boundary string) bool {
	for _, token := range boundToken().FindAllString(boundary, -1) {
		number := boundHex().MatchString(token) && strings.ContainsAny(token, "0123456789")
		if boundWord().MatchString(token) && !number {
			return false
		}
	}
	return strings.IndexFunc(boundary, func(r rune) bool { return r > '~' }) < 0
}

// bound writes a boundary that begins at a byte.
func (m *mail) bound(at int, boundary string) {
	if own := m.bounds(boundary); own != boundary {
		m.add(Slot{From: at, To: at + len(boundary), Role: Gone, Path: "boundary", Quote: func(string) []byte {
			return []byte(own)
		}})
	}
}
