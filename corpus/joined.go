package corpus

import "io"

// lastByte remembers what was written last, before it is encoded.
type lastByte struct {
	to io.Writer
	b  byte
}

// Write passes on.
func (l *lastByte) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.b = p[len(p)-1]
	}
	return l.to.Write(p)
}

// CloseLine closes the writer of a file behind which another file comes in the same
// output: without an end of its last line, that line and the first of the next file
// would be one message.
func (w *Writer) CloseLine() error {
	if err := w.finish(); err != nil {
		return err
	}
	if w.last.b != '\n' && w.last.b != '\r' && w.last.b != 0 {
		if _, err := io.WriteString(w.last, "\n"); err != nil {
			return err
		}
	}
	return w.enc.Close()
}
