// Package hostile makes what a careless exporter or somebody who means harm gives
// to the program: files whose line ends, encodings, shapes and disguises are not
// what a reader expects, and single messages that are very long.
//
// Every file holds invented addresses of e-mail. Whatever the program makes of a
// file, none of them may stand in what it wrote when it said that all went well:
// no output and an error is always right, an address in clear never.
package hostile

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// File is one hostile file.
type File struct {
	Name    string // as it is called on disk; the ending lies where the class says so
	Class   string // what is wrong with it
	Data    []byte
	Secrets []string // addresses that stand in the texts, before anything was done to them
}

// maker makes one file of a class.
type maker struct {
	class string
	make  func(*rand.Rand) File
}

// Files makes n files, the same for the same seed: the classes in turn, each
// with other messages and at other places every time.
func Files(n int, seed uint64) []File {
	rng := rand.New(rand.NewPCG(seed, seed^0x9e3779b97f4a7c15))
	var makers []maker
	for _, list := range [][]maker{lineEnds, encodings, exports, disguises, shapes, broken} {
		makers = append(makers, list...)
	}
	out := make([]File, n)
	for i := range out {
		m := makers[i%len(makers)]
		out[i] = m.make(rng)
		out[i].Class = m.class
		out[i].Name = fmt.Sprintf("%04d-%s", i, out[i].Name)
	}
	return out
}

// message is a text and the address in it.
type message struct{ text, address string }

var (
	openings = []string{
		"salut, ", "hey ", "Hallo, ", "ok ", "écris à ", "mein mail: ", "my mail is ", "ciao! ", "tu peux répondre à ",
		"😘 ", "",
	}
	endings = []string{" stp", " thx", " danke", ", à demain", " :)", " et appelle", "!", " ok?", "", "\u00a0merci"}
	locals  = []string{
		"paul.durand", "lea_martin", "j-p.muster", "sarah.lee", "anna.conti", "k.berg", "m.rossi", "tom.keller",
	}
	hosts = []string{"example.com", "exemple.fr", "beispiel.ch", "mail.example.org", "esempio.it"}
)

// pick draws one of a list.
func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// messages draws n messages, each with an address of its own.
func messages(rng *rand.Rand, n int) []message {
	out := make([]message, n)
	for i := range out {
		address := fmt.Sprintf("%s%d@%s", pick(rng, locals), 10+rng.IntN(990), pick(rng, hosts))
		out[i] = message{pick(rng, openings) + address + pick(rng, endings), address}
	}
	return out
}

// secrets lists the addresses of messages.
func secrets(list []message) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.address
	}
	return out
}

// file joins lines of messages to a file.
func file(name string, list []message, data string) File {
	return File{Name: name, Data: []byte(data), Secrets: secrets(list)}
}

// layouts write messages in each of the five formats, with a given line end.
var layouts = []struct {
	name  string
	write func(list []message, eol string) string
}{
	{"a.txt", func(list []message, eol string) string {
		var b strings.Builder
		for _, m := range list {
			b.WriteString(m.text + eol)
		}
		return b.String()
	}},
	{"a.csv", func(list []message, eol string) string {
		b := strings.Builder{}
		b.WriteString("id,text" + eol)
		for i, m := range list {
			fmt.Fprintf(&b, "%d,\"%s\"%s", i+1, m.text, eol)
		}
		return b.String()
	}},
	{"a.tsv", func(list []message, eol string) string {
		b := strings.Builder{}
		b.WriteString("text\tid" + eol)
		for i, m := range list {
			fmt.Fprintf(&b, "%s\t%d%s", m.text, i+1, eol)
		}
		return b.String()
	}},
	{"a.jsonl", func(list []message, eol string) string {
		b := strings.Builder{}
		for i, m := range list {
			fmt.Fprintf(&b, `{"id":"%d","text":"%s"}%s`, i+1, m.text, eol)
		}
		return b.String()
	}},
	{"a.conll", func(list []message, eol string) string {
		b := strings.Builder{}
		for _, m := range list {
			for w := range strings.FieldsSeq(m.text) {
				b.WriteString(w + " O" + eol)
			}
			b.WriteString(eol)
		}
		return b.String()
	}},
}
