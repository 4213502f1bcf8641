package langid

const (
	// evident is the probability from which a message of evidentLetters letters
	// or more, read alone, counts for those to come: what was only guessed from
	// others is no evidence.
	evident        = 0.8
	evidentLetters = 8
	// corpusDoubt and authorDoubt are the messages of no language in particular,
	// and of the corpus' languages, that stand against what was counted.
	corpusDoubt = 4.0
	authorDoubt = 2.0
	// fade is the share of the corpus' counts that a further message leaves: the
	// last few hundred count.
	fade = 0.995
	// maxRemembered bounds the authors, and the threads, that are remembered:
	// between this number and twice as many, 400 bytes each.
	maxRemembered = 4096
)

// Listener tells the languages of the messages of a corpus as they come. The
// prior of a message is made of what was told before: the other messages of
// its thread, those of its author, all of the corpus, in this order, each as
// far as there is any and the next for the rest (as in Dirichlet smoothing).
// What is clear in itself is not swayed. The same messages in the same order
// give the same answers. A Listener is for one goroutine.
type Listener struct {
	id      *Identifier
	corpus  counts
	authors memory
	threads memory
	flat    counts
}

// counts is a number of messages by class.
type counts [numClasses]float64

// Listen gives a Listener that has heard nothing.
func (id *Identifier) Listen() *Listener {
	l := &Listener{id: id}
	for _, c := range id.all {
		l.flat[c] = 1 / float64(len(id.all))
	}
	return l
}

// Thread tells the languages of consecutive messages of one thread; "" is a
// thread of its own. The rest of a thread may come later.
func (l *Listener) Thread(thread string, lines []Line) []Belief {
	alone, prior := make([]Belief, len(lines)), make([]Belief, len(lines))
	groups := make([]Group, len(lines))
	for i, line := range lines {
		var t tally
		if groups[i] = l.id.read(&t, line.Text); groups[i] != noGroup {
			l.id.probabilities(&t, groups[i], &alone[i].p)
			alone[i].Letters = int(t.letters[groups[i]])
		}
		l.before(line.Author, &prior[i])
	}
	var earlier counts
	if before := l.threads.look(thread); before != nil {
		earlier = *before
	}
	out := l.id.together(alone, prior, (*[numClasses]float64)(&earlier), groups)
	for i := range alone {
		l.learn(thread, lines[i].Author, &alone[i])
	}
	return out
}

// before fills the prior of an author's message.
func (l *Listener) before(author string, prior *Belief) {
	l.corpus.over((*[numClasses]float64)(&l.flat), corpusDoubt, &prior.p)
	if own := l.authors.look(author); own != nil {
		below := prior.p
		own.over(&below, authorDoubt, &prior.p)
	}
}

// over smooths the counts with doubt messages of the distribution below.
func (n *counts) over(below *[numClasses]float64, doubt float64, out *[numClasses]float64) {
	total := doubt
	for _, x := range n {
		total += x
	}
	for c, x := range n {
		out[c] = (x + doubt*below[c]) / total
	}
}

// learn counts a message that is clear in itself.
func (l *Listener) learn(thread, author string, b *Belief) {
	best := b.Best()
	if best.Prob < evident || b.Letters < evidentLetters {
		return
	}
	c, _ := class(best.Lang)
	for i := range l.corpus {
		l.corpus[i] *= fade
	}
	l.corpus[c]++
	if author != "" {
		l.authors.at(author)[c]++
	}
	if thread != "" {
		l.threads.at(thread)[c]++
	}
}

// memory holds the counts of so many names: the recent ones, and those before
// them until as many new ones have come.
type memory struct{ recent, old map[string]*counts }

// look gives the counts of a name, nil if it is not known.
func (m *memory) look(name string) *counts {
	if n := m.recent[name]; n != nil {
		return n
	}
	return m.old[name]
}

// at gives the counts of a name to be written to.
func (m *memory) at(name string) *counts {
	if n := m.recent[name]; n != nil {
		return n
	}
	if len(m.recent) >= maxRemembered || m.recent == nil {
		m.recent, m.old = map[string]*counts{}, m.recent
	}
	n := m.old[name]
	if n == nil {
		n = &counts{}
	}
	m.recent[name] = n
	return n
}
