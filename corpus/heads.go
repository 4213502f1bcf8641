package corpus

import (
	"bufio"
	"compress/gzip"
	"io"
)

// carrier is what unpacks a file and reports whether there is more in it than what is unpacked: names and
// comments in heads, stretches that are passed over.
type carrier interface {
	io.Reader
	Carries() bool
}

// carried is what that is called.
const carried = "the head of the packed file"

// members unpacks the members of a file of gzip (RFC 1952, section 2.2), one behind the other.
type members struct {
	from  *bufio.Reader
	one   *gzip.Reader
	heads bool
}

func gunzip(r io.Reader) (io.Reader, error) {
	m := &members{from: bufio.NewReader(r)}
	var err error
	if m.one, err = gzip.NewReader(m.from); err == nil {
		m.begins()
	}
	return m, err
}

// begins looks at the head of a member.
func (m *members) begins() {
	m.one.Multistream(false)
	h := m.one.Header
	m.heads = m.heads || h.Name+h.Comment+string(h.Extra) != ""
}

func (m *members) Read(p []byte) (int, error) {
	n, err := m.one.Read(p)
	if err != io.EOF {
		return n, err
	}
	if err = m.one.Reset(m.from); err == nil {
		m.begins()
	}
	return n, err
}

func (m *members) Carries() bool { return m.heads }
