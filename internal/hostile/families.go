// Package hostile makes input that costs a careless program too much: one
// message of any length, and threads of many messages. Each family repeats what
// some phase walks over: names for the detectors of names, digits for those of
// numbers, signs for the tokeniser. Nothing in it is taken from anybody.
//
// [Families] are the messages, [Threads] the threads; Program measure, beside
// this package, runs the policies over them.
package hostile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Family is a kind of message that can be had in any length.
type Family struct {
	Name  string
	piece func(i int) string
	open  string // what stands before the first piece
	close string // what stands behind the last one
}

// Text gives a message of n bytes, or up to three less where a character would
// be cut.
func (f Family) Text(n int) string {
	var b strings.Builder
	b.Grow(n + 64)
	b.WriteString(f.open)
	for i := 0; b.Len() < n; i++ {
		b.WriteString(f.piece(i))
	}
	s := b.String()
	n -= len(f.close)
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:max(n, 0)] + f.close
}

// Families are all families of one message.
func Families() []Family {
	var all []Family
	for _, list := range [][]Family{people(), words(), numbers(), addresses(), signs(), scripts(), markup(), meant()} {
		all = append(all, list...)
	}
	return all
}

// same repeats a text.
func same(name, text string) Family {
	return Family{Name: name, piece: func(int) string { return text }}
}

// drawn repeats what make makes of the number of the piece.
func drawn(name string, make func(i int) string) Family { return Family{Name: name, piece: make} }

// turn gives the i-th of a list, which goes round.
func turn(i int, list ...string) string { return list[i%len(list)] }

// mix spreads a number over 32 bits, so that pieces do not come in a row.
func mix(i int) uint32 {
	x := uint32(i)*2654435761 + 97
	x ^= x >> 15
	x *= 2246822519
	return x ^ x>>13
}

// coined is a word that no list has, a different one for each number.
func coined(i int) string {
	const heads, tails = "bdfgklmnprstvz", "aeiou"
	x := mix(i)
	var b strings.Builder
	for range 3 + x%3 {
		b.WriteByte(heads[x%uint32(len(heads))])
		b.WriteByte(tails[x/16%uint32(len(tails))])
		x = mix(int(x >> 1))
	}
	return b.String()
}

// capital makes a name of a word.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// first and last are names of several languages.
func first(i int) string {
	return turn(int(mix(i)), "Nicolas", "Marie", "Jana", "Oliver", "Giulia", "Elin", "Besnik", "Camille", "Rosa",
		"Will", "Mark", "Lena")
}

func last(i int) string {
	return turn(int(mix(i+7)), "Durand", "Martin", "Schneider", "Rossi", "García", "Lindqvist", "Krasniqi", "Petit",
		"Smith", "Weber", "Bühl")
}

// sms is a short message, with names, numbers and words in four languages.
func sms(i int) string {
	x := int(mix(i))
	return turn(x,
		"slt "+first(x)+" tu vien a 18h chez "+last(x)+" ?",
		"hi "+first(x)+", call me on 07700 9"+fmt.Sprintf("%05d", x%100000)+" when ur free x",
		"ok merci bcp a demain :)",
		"Hallo "+first(x)+", bist du schon bei "+first(x+1)+"? ich komm um 8",
		"je suis au 12 rue "+last(x)+", le code est "+fmt.Sprintf("%04d", x%10000),
		"write to "+strings.ToLower(first(x))+"."+coined(x)+"@example.org pls",
		"ciao bella, ci vediamo da "+first(x)+" domani sera",
		"lol jsp mdr cc ça va??? "+coined(x),
		"did you see "+first(x)+" "+last(x)+" at the cinema? it was great")
}
