package formats

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// Input is a file that is being read: it counts lines and bytes.
type Input struct {
	Every bool // slots are wanted of what stays, too
	Skip  bool // texts that cannot be read are left out, and told

	r     *bufio.Reader
	line  int // of the byte read next, from 1
	taken int64
	last  byte
}

// NewInput reads UTF-8 without byte-order mark.
func NewInput(r io.Reader) *Input {
	br, ok := r.(*bufio.Reader)
	if !ok {
		br = bufio.NewReaderSize(r, 64<<10)
	}
	return &Input{r: br, line: 1}
}

// Taken is how many bytes were read.
func (in *Input) Taken() int64 { return in.taken }

// Line is the number of the line that is read next.
func (in *Input) Line() int { return in.line }

// at says at which byte of the file an error is that is not at its end.
func (in *Input) at(err error) error {
	if err == io.EOF || err == errEarly {
		return err
	}
	return fmt.Errorf("byte %d: %w", in.taken, err)
}

// byte reads a byte.
func (in *Input) byte() (byte, error) {
	b, err := in.r.ReadByte()
	if err != nil {
		return 0, err
	}
	in.taken++
	if b == '\r' || b == '\n' && in.last != '\r' {
		in.line++
	}
	in.last = b
	return b, nil
}

// stops are the bytes at which [Input.run] ends.
type stops [256]bool

// stopsAt are these bytes.
func stopsAt(these string) *stops {
	var s stops
	for i := range len(these) {
		s[these[i]] = true
	}
	return &s
}

// run appends what stands before the next byte of at, a stretch of the buffer at a time:
// a byte at a time it was most of the time that a large file takes. io.EOF at the end.
func (in *Input) run(to []byte, at *stops) ([]byte, error) {
	for {
		if _, err := in.r.Peek(1); err != nil {
			return to, err
		}
		part, _ := in.r.Peek(in.r.Buffered())
		n := 0
		for n < len(part) && !at[part[n]] {
			n++
		}
		to = append(to, part[:n]...)
		in.count(part[:n])
		in.r.Discard(n)
		if len(to) > MaxRecord {
			return to, errTooLong
		}
		if n < len(part) {
			return to, nil
		}
	}
}

// count counts what was read. A line ends with LF, CR LF or CR.
func (in *Input) count(p []byte) {
	in.taken += int64(len(p))
	in.line += bytes.Count(p, []byte{'\n'}) + bytes.Count(p, []byte{'\r'}) - bytes.Count(p, []byte("\r\n"))
	if len(p) > 0 {
		if in.last == '\r' && p[0] == '\n' {
			in.line--
		}
		in.last = p[len(p)-1]
	}
}

// next reads a line with its end, CR alone included; io.EOF behind the last.
func (in *Input) next() ([]byte, error) {
	var line []byte
	for {
		part, err := in.r.Peek(max(1, min(in.r.Buffered(), 4096)))
		if len(part) == 0 {
			if err == io.EOF && len(line) > 0 {
				err = nil
			}
			in.count(line)
			return line, err
		}
		i := bytes.IndexAny(part, "\r\n")
		if i < 0 {
			line = append(line, part...)
			in.r.Discard(len(part))
		} else {
			line = append(line, part[:i+1]...)
			in.r.Discard(i + 1)
			if line[len(line)-1] == '\r' {
				if behind, _ := in.r.Peek(1); len(behind) > 0 && behind[0] == '\n' {
					line = append(line, '\n')
					in.r.Discard(1)
				}
			}
			in.count(line)
			return line, nil
		}
		if len(line) > MaxRecord {
			return nil, errTooLong
		}
	}
}

// body is the length of a line without its end.
func body(line []byte) int { return len(bytes.TrimRight(line, "\r\n")) }
