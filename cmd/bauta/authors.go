package main

import "fmt"

// From so many messages of one author on, style tells who wrote them: of 93 authors of
// a hundred tweets each an n-gram attacker names 70 % (docs/attack.md).
const tellingMessages = 100

// mostCounted bounds the authors that are counted.
const mostCounted = 1 << 20

// authorCount counts messages by author.
type authorCount map[string]int

func (c authorCount) add(author string) {
	if _, known := c[author]; author != "" && (known || len(c) < mostCounted) {
		c[author]++
	}
}

// telling is how many authors have enough messages to be told by style.
func (c authorCount) telling() (n int) {
	for _, k := range c {
		if k >= tellingMessages {
			n++
		}
	}
	return n
}

// String is a line about it; empty where nobody is told.
func (c authorCount) String() string {
	n := c.telling()
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s %d messages or more, of %d: who wrote them can be told from style though every name is "+
		"gone; "+
		"bauta attack says how far, and what lowers it\n", have(n), tellingMessages, len(c))
}

func have(n int) string {
	if n == 1 {
		return "1 author has"
	}
	return fmt.Sprintf("%d authors have", n)
}
