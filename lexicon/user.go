package lexicon

// User is a user's list.
type User struct{ table *table }

func (l *Lexicon) overlay(word, lang string, e Entry, ok bool) (Entry, bool) { return e, ok }
