package hostile

import (
	"fmt"
	"strconv"

	"github.com/bauta/bauta"
)

// Talk is a kind of thread that can be had with any number of messages.
type Talk struct {
	Name string
	text func(i int) string
}

// Messages gives a thread of n messages, or n threads of which every message
// begins anew where the talk is one of many.
func (t Talk) Messages(n int) []bauta.Message {
	out := make([]bauta.Message, n)
	for i := range out {
		out[i] = bauta.Message{ID: strconv.Itoa(i), Thread: "t", Author: turn(i, "a", "b", "c"), Text: t.text(i)}
	}
	return out
}

// Threads are all kinds of threads.
func Threads() []Talk {
	return []Talk{
		{"thread-sms", sms},
		{"thread-names", func(i int) string { return first(i) + " " + last(i) }},
		{
			"thread-names-coined",
			func(i int) string { return capital(coined(i)) + " " + capital(coined(i+1)) + " is here" },
		},
		{"thread-firsts", func(i int) string { return "hi " + first(i) + ", is " + capital(coined(i)) + " there?" }},
		{
			"thread-lower", func(i int) string {
				return "hi " + capital(coined(i/2)) + " " + coined(i/2) + " " + coined(i)
			},
		},
		{
			"thread-asked", func(i int) string {
				return turn(i, "your customer number?", "KD-"+strconv.Itoa(int(mix(i))))
			},
		},
		{"thread-questions", func(int) string { return "what is your name?" }},
		{"thread-phones", func(i int) string { return fmt.Sprintf("call 07700 9%05d", mix(i)%100000) }},
		{"thread-words", func(i int) string { return coined(i) + " " + coined(i+1) }},
		{
			"thread-languages", func(i int) string {
				return turn(i, "je ne sais pas", "ich weiß nicht", "I do not know", "non lo so")
			},
		},
	}
}
