package variant

// elongation gives the words that have one or two letters where the word
// repeats a letter, in all combinations: with the accents as they stand first,
// then with any.
func (q *query) elongation() {
	if !q.run {
		return
	}
	w := walk{query: q, letters: q.letters, shorten: true}
	w.found = func(ordinal int) { q.word1(ordinal, Elongation) }
	w.start()
	w.add, w.change = true, true
	w.start()
}
