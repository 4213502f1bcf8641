package lexicon

// NameNumber is the number of a name in the list of first names; false where it is in none.
func (l *Lexicon) NameNumber(word, lang string) (int, bool) {
	e, _, _ := l.Resolve(Fold(word), lang)
	return e.NameIndex, e.NameIndex > 0
}

// NameNumbers is the greatest of those numbers.
func (l *Lexicon) NameNumbers(lang string) (most int) {
	for _, e := range l.Words(FirstName, lang) {
		most = max(most, e.NameIndex)
	}
	return most
}
