package server

// skipKeys are the reasons to skip.
func skipKeys() []Binding {
	return []Binding{
		{"unreadable", []Chord{"Digit1"}, "unreadable"},
		{"language", []Chord{"Digit2"}, "another language"},
		{"guideline", []Chord{"Digit3"}, "needs a guideline"},
		{"later", []Chord{"Digit4"}, "later"},
		{"close", []Chord{"Escape"}, "do not skip"},
	}
}

// annotateKeys are those of screen B.
func annotateKeys() []Binding {
	out := []Binding{
		{"save", []Chord{"Enter"}, "save, next message"},
		{"left", []Chord{"ArrowLeft"}, "previous word"},
		{"right", []Chord{"ArrowRight"}, "next word"},
		{"shrink", []Chord{"Shift+ArrowLeft"}, "leave the last word out"},
		{"extend", []Chord{"Shift+ArrowRight"}, "take the next word in"},
		{"open", []Chord{"Space", "Alt+ArrowDown"}, "list of labels: type to filter"},
		{"label0", []Chord{"Digit0"}, "no label (O)"},
		{"split", []Chord{"."}, "split the word between two letters, or join it again"},
		{"undone", []Chord{"n"}, "next message that is not done"},
		{"previous", []Chord{"p"}, "previous message"},
		{"skip", []Chord{"s"}, "skip, with a reason"},
		{"flag", []Chord{"f"}, "ask an adjudicator"},
		{"undo", []Chord{"u", "Ctrl+z"}, "undo the last change of this message"},
		{"redo", []Chord{"Ctrl+Shift+z"}, "redo"},
		{"context", []Chord{"c"}, "the conversation around it"},
		{"guide", []Chord{"g"}, "guidelines"},
		{"hide", []Chord{"h"}, "hide or reveal all text"},
		{"revisit", []Chord{"v"}, "list to revisit: skipped, flagged, your last ones"},
		{"search", []Chord{"/"}, "search messages labelled before"},
		{"help", []Chord{"?"}, "these keys"},
		{"close", []Chord{"Escape"}, "close, back to the work"},
	}
	out = append(out, digits("label", "", "the label of that digit")...)
	out = append(out, digits("force", "Shift+", "the label of that digit, beginning anew (B)")...)
	return out
}

// adjudicateKeys are those of screen B2.
func adjudicateKeys() []Binding {
	return []Binding{
		{"takeA", []Chord{"Digit1"}, "take A"},
		{"takeB", []Chord{"Digit2"}, "take B"},
		{"other", []Chord{"Digit3"}, "another label"},
		{"next", []Chord{"Enter"}, "next disagreement; at the last one: save, next message"},
		{"left", []Chord{"ArrowLeft"}, "previous disagreement"},
		{"right", []Chord{"ArrowRight"}, "next disagreement"},
		{"ambiguous", []Chord{"a"}, "reason: ambiguous"},
		{"gap", []Chord{"d"}, "reason: gap in the guideline"},
		{"slip", []Chord{"l"}, "reason: slip"},
		{"later", []Chord{"n"}, "next message, this one later"},
		{"undo", []Chord{"u", "Ctrl+z"}, "undo the last choice of this message"},
		{"context", []Chord{"c"}, "the conversation around it"},
		{"guide", []Chord{"g"}, "guidelines"},
		{"hide", []Chord{"h"}, "hide or reveal all text"},
		{"help", []Chord{"?"}, "these keys"},
		{"close", []Chord{"Escape"}, "close, back to the work"},
	}
}
