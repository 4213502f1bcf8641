package bauta

// Stretches tells what [Pipeline.Run] links together: of one message of a corpus after the
// other, whether a stretch of its thread begins with it. Who has one thread read here and
// another elsewhere gives [Session.Next] the same stretches, and has the same results.
func (p *Pipeline) Stretches() (begins func(Message) bool) {
	var s cutting
	return func(m Message) bool { return s.next(m) != on }
}

// cutting is what was seen of a corpus.
type cutting struct {
	thread string // of the message before
	n      int    // messages since threads were last cut
	bytes  int    // of their texts
}

// border is what stands before a message.
type border int

const (
	on    border = iota // nothing: it goes on with the stretch before
	apart               // another thread
	full                // all threads are cut
)

// next takes a message.
func (s *cutting) next(m Message) border {
	is := s.before(m)
	if is == full {
		s.n, s.bytes = 0, 0
	}
	s.thread, s.n, s.bytes = m.Thread, s.n+1, s.bytes+len(m.Text)
	return is
}

func (s *cutting) before(m Message) border {
	same := together(Message{Thread: s.thread}, m)
	switch {
	case s.n > 0 && s.bytes+len(m.Text) > maxBatch, s.n >= maxThread, s.n >= batchSize && !same:
		return full
	case same:
		return on
	}
	return apart
}
