package formats

import (
	"slices"
	"strings"
)

// Under these is remembered what tells the title of a WhatsApp group from who takes part: no text begins so.
const (
	members = "\x00members" // who is named in lines of the program
	inGroup = "\x00groups"  // what groups are called in them
	titles  = "\x00titles"  // under what the program writes what others do
)

// is reports a name that is remembered under a key of the kind.
func (p people) is(kind, name string) bool { return slices.Contains(p[kind], called{name: name}) }

// grouped remembers what a group is called by a line of the program.
func (p people) grouped(said string) {
	if title, _ := waPhrases().groups.people(said); len(title) > 0 {
		p.under(inGroup, called{name: said[title[0].Start:title[len(title)-1].End]})
	}
}

// entitled reports the title of a group. One of a single word may be what somebody is called who writes, too.
func (p people) entitled(name string) bool {
	return p.is(titles, name) && !p.is(members, name) && (peculiar(name) || !p.is(writers, name))
}

// under takes whom the program writes under: on iOS a chat of several writes its lines under its title, and who
// takes part in one of two is called so. Who does something in a line under another name is in a group of that name.
func (s *waSource) under(rec *Record, note Slot, said string, first bool) {
	who, does := rec.Author, ""
	if first {
		s.first = who
	}
	if len(note.Known) > 0 && unmarked(note.Value[:note.Known[0].Start]) == "" {
		does = unmarked(note.Value[note.Known[0].Start:note.Known[0].End])
	}
	other := does != "" && does != who
	if s.tells(note.Value, said, who, other) && does != who {
		s.met.under(titles, called{name: who})
	}
	title := s.met.entitled(who) || s.met.several(who) != nil
	if other || does == "" && who == s.first {
		title = title || s.met.group(who) && !s.met.is(members, who)
	}
	if title || who != s.first || len(s.met[writers]) > 0 { // it is told by now who writes
		s.sender(rec, title)
	}
}

// tells reports a line of the program that says that it stands under the title of a group: who is called so is one,
// somebody other made one in it, or it opens the chat of more than two.
func (s *waSource) tells(note, said, who string, other bool) bool {
	_, made := waPhrases().groups.people(note)
	opens := slices.ContainsFunc(waPhrases().opens, func(line string) bool { return strings.Contains(said, line) })
	return other && made || s.met.is(inGroup, who) || opens && s.met.others(who) >= leastOthers
}

// sender takes under whom a line stands: somebody, or a title, whose words are none that somebody is called by.
func (s *waSource) sender(rec *Record, title bool) {
	if !title {
		s.met.add(rec.Author)
		return
	}
	starts := rec.Author[:min(begin, len(rec.Author))]
	s.met[starts] = slices.DeleteFunc(s.met[starts], func(who called) bool { return who.name == rec.Author })
	rec.Author = ""
	rec.Slots[0].title(s.met)
}

// unmarked is a name without the marks in front of it that telephones write.
func unmarked(name string) string { return strings.TrimLeft(name, "~ \u00a0\u200e\u200f\u202f") }
