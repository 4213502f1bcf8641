package bauta

// store is where a run keeps what it knows beyond its own memory and its own life: of
// threads that are more than it remembers, and of results that are never worked out
// twice. Load and Save go together, Mark and Keep too; all may be nil. No two of Load, Save
// and Mark are called at a time, and Keep is called beside them. What Save and Keep
// are given holds text; an error of theirs ends the run, or withholds a thread.
type store struct {
	// Save is given what is known of a thread, and Load gives what Save was given last,
	// nil for a thread of which it has nothing.
	Save func(thread string, state []byte) error
	Load func(thread string) (state []byte, err error)

	// Mark says that what Save was given is all that is known behind a message. Keep is
	// given, some time later, the results up to there since the Mark before, and of
	// those that were withheld the errors.
	Mark func() error
	Keep func(results []Result, withheld []error) error

	// Done is how many messages are not worked on, since Again gives their results: those
	// that Keep was given in an earlier run of the same pipeline over the same corpus.
	Done  int
	Again func(Message) (Result, error)

	// Mine, where set, reports the messages that this run works on. It has to say the same of
	// all messages of a thread. The others have no result, and yet
	// threads are cut where they are cut in a run over all.
	Mine func(Message) bool
}

// markEvery is how many messages stand between two marks.
const markEvery = 2048

// marks reports that results are kept, which takes what is known of threads.
func (s *store) marks() bool { return s.spills() && s.Mark != nil && s.Keep != nil }

// spills reports that threads are kept.
func (s *store) spills() bool { return s.Save != nil && s.Load != nil }

// mine reports a message that the run works on.
func (s *store) mine(m Message) bool { return s.Mine == nil || s.Mine(m) }

// done is how many messages have a result.
func (s *store) done() int {
	if s.Again == nil {
		return 0
	}
	return s.Done
}
