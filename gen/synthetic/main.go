// Command synthetic writes invented English messages full of identifiers, as
// gold: templates of requests to a help desk, filled with names, addresses,
// telephones, cards, accounts and the like, in the forms that generators of
// test data give them. Numbers have right check digits and are otherwise drawn.
//
//	go run ./gen/synthetic -n 3000 > synthetic.jsonl
//	bauta evaluate spans synthetic.jsonl
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// message is a line of gold; offsets are code points, end exclusive.
type message struct {
	ID    string `json:"id"`
	Lang  string `json:"lang"`
	Text  string `json:"text"`
	Spans []span `json:"spans"`
}

type span struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Type  string `json:"type"`
}

func main() {
	n := flag.Int("n", 3000, "how many messages")
	seed := flag.Uint64("seed", 1, "seed of every random choice")
	flag.Parse()
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	g := newGenerator(*seed)
	for i := range *n {
		m := g.message()
		m.ID = strconv.Itoa(i + 1)
		if err := out.Encode(m); err != nil {
			log.Fatal("synthetic: ", err)
		}
	}
}

// generator draws messages; all of them hang on the seed.
type generator struct {
	r     *rand.Rand
	order []int // of the templates, drawn anew when they are through
}

func newGenerator(seed uint64) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 7))}
}

// slot is a place of a template to fill.
var slot = regexp.MustCompile(`\{([a-z]+)\}`)

// message fills one template.
func (g *generator) message() message {
	if len(g.order) == 0 {
		g.order = g.r.Perm(len(templates))
	}
	t := templates[g.order[0]]
	g.order = g.order[1:]
	m := message{Lang: "en", Spans: []span{}}
	last := 0
	for _, at := range slot.FindAllStringSubmatchIndex(t, -1) {
		m.Text += t[last:at[0]]
		f, ok := fillers[t[at[2]:at[3]]]
		if !ok {
			panic(fmt.Sprintf("template %q has an unknown slot", t))
		}
		value := f.fill(g)
		start := utf8.RuneCountInString(m.Text)
		m.Text += value
		if f.label != "" {
			m.Spans = append(m.Spans, span{start, start + utf8.RuneCountInString(value), f.label})
		}
		last = at[1]
	}
	m.Text += t[last:]
	return m
}

// pick draws one of a list.
func (g *generator) pick(list []string) string { return list[g.r.IntN(len(list))] }

// shape writes a digit for every #, and a letter for every ?.
func (g *generator) shape(s string) string {
	out := []byte(s)
	for i, c := range out {
		switch c {
		case '#':
			out[i] = byte('0' + g.r.IntN(10))
		case '%':
			out[i] = byte('2' + g.r.IntN(8))
		case '?':
			out[i] = byte('A' + g.r.IntN(26))
		}
	}
	return string(out)
}
