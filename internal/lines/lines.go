// Package lines says what a line of a text file is, for all that read lines:
// it ends with LF, CR LF, CR alone (as old Macs and some exports of phones have
// it), or CR CR LF (CR LF written twice by a careless program), each also mixed
// with the others in one file.
//
// The other characters that some programs break lines at (VT, FF, NEL, the line
// and paragraph separators) belong to the line: whoever reads it sees them.
package lines

import (
	"bytes"
	"io"
)

// End finds the first line end in p: where it starts and where it stops. ok is
// false where p holds none, or where more than p must be seen to tell: a CR may
// stand before an LF. atEOF says that nothing follows p.
func End(p []byte, atEOF bool) (start, stop int, ok bool) {
	lf := bytes.IndexByte(p, '\n')
	before := p
	if lf >= 0 {
		before = p[:lf]
	}
	cr := bytes.IndexByte(before, '\r')
	switch {
	case cr < 0:
		return lf, lf + 1, lf >= 0
	case bytes.HasPrefix(p[cr:], []byte("\r\n")):
		return cr, cr + 2, true
	case bytes.HasPrefix(p[cr:], []byte("\r\r\n")):
		return cr, cr + 3, true
	case atEOF || len(p) > cr+2 || len(p) == cr+2 && p[cr+1] != '\r':
		return cr, cr + 1, true
	}
	return 0, 0, false
}

// Body is the length of a line without its end.
func Body(line []byte) int {
	return len(bytes.TrimRight(bytes.TrimSuffix(line, []byte("\n")), "\r"))
}

// Split is a [bufio.SplitFunc] that gives each line without its end.
func Split(p []byte, atEOF bool) (advance int, token []byte, err error) {
	if start, stop, ok := End(p, atEOF); ok {
		return stop, p[:start], nil
	}
	if atEOF && len(p) > 0 {
		return len(p), p, nil
	}
	return 0, nil, nil
}

// Unify reads r with every line end as an LF, for readers that know no other
// and write nothing back.
func Unify(r io.Reader) io.Reader { return &unifier{r: r} }

type unifier struct {
	r    io.Reader
	seen []byte // read and not handed on
	err  error
}

// Read hands on what stands before the next line end that is not an LF, or the
// LF in its place.
func (u *unifier) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		cr := bytes.IndexByte(u.seen, '\r')
		if n := cr; n != 0 && len(u.seen) > 0 {
			if n < 0 {
				n = len(u.seen)
			}
			n = copy(p, u.seen[:n])
			u.seen = u.seen[n:]
			return n, nil
		}
		if _, stop, ok := End(u.seen, u.err != nil); ok {
			p[0] = '\n'
			u.seen = u.seen[stop:]
			return 1, nil
		}
		if u.err != nil {
			return 0, u.err
		}
		more := make([]byte, 32<<10)
		var n int
		n, u.err = u.r.Read(more)
		u.seen = append(u.seen, more[:n]...)
	}
}
