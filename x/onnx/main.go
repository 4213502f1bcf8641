// Command bauta-onnx is an external detector for bauta: it reads questions a line and
// answers with what a token classifier in ONNX finds. The model is the user's: a folder
// with model.onnx, tokenizer.json and config.json, as transformers export it. The
// protocol is docs/formats/external.md, with offsets in bytes.
//
//	detect:
//	  external: {command: [bauta-onnx, ./model], offsets: byte, labels: {PER: PERSON, LOC: LOCATION}}
//
// It is a module of its own, so that who does not want it does not link it. It is pure
// Go; nothing is fetched.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/knights-analytics/hugot"
	"github.com/knights-analytics/hugot/pipelines"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: bauta-onnx FOLDER (of model.onnx, tokenizer.json and config.json)")
		os.Exit(2)
	}
	c, err := open(os.Args[1])
	if err == nil {
		err = c.serve(os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bauta-onnx:", err)
		os.Exit(1)
	}
}

// classifier is a model that labels tokens.
type classifier struct {
	run    func([]string) (*pipelines.TokenClassificationOutput, error)
	window int // bytes of a text that are read at once
}

// usual is how many tokens a model reads that does not say it; two are its own.
const (
	usual = 512
	own   = 2
)

func open(folder string) (*classifier, error) {
	session, err := hugot.NewGoSession()
	if err != nil {
		return nil, err
	}
	p, err := hugot.NewPipeline(session, hugot.TokenClassificationConfig{ModelPath: folder, Name: "bauta"})
	if err != nil {
		return nil, fmt.Errorf("%s holds no token classifier that can be read: %w", folder, err)
	}
	longest := p.Model.MaxPositionEmbeddings
	if longest <= own {
		longest = usual
	}
	return &classifier{p.RunPipeline, longest - own}, nil
}

// question, answer and span are those of the protocol.
type question struct {
	ID   int64  `json:"id"`
	Text string `json:"text"`
}

type answer struct {
	ID    int64  `json:"id"`
	Spans []span `json:"spans"`
	Error string `json:"error,omitempty"`
}

type span struct {
	Start int     `json:"start"`
	End   int     `json:"end"`
	Label string  `json:"label"`
	Score float64 `json:"score"`
}

// maxLine bounds a question.
const maxLine = 16 << 20

// serve answers until there are no more questions.
func (c *classifier) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	enc := json.NewEncoder(out)
	for lines.Scan() {
		var q question
		if json.Unmarshal(lines.Bytes(), &q) != nil {
			return errors.New("a line that is no question")
		}
		a := answer{ID: q.ID, Spans: []span{}}
		if found, err := c.find(q.Text); err != nil {
			a.Error = "no answer" // what was wrong may hold text
		} else {
			a.Spans = append(a.Spans, found...)
		}
		if err := enc.Encode(a); err != nil {
			return err
		}
	}
	return lines.Err()
}

// find reads a text in windows that no model cuts short: a token has a byte or more.
func (c *classifier) find(text string) ([]span, error) {
	var out []span
	for at := 0; at < len(text); {
		end := border(text, at, c.window)
		part := text[at:end]
		if strings.TrimSpace(part) == "" {
			at = end
			continue
		}
		found, err := c.run([]string{part})
		if err != nil || len(found.Entities) != 1 {
			return nil, errors.New("the model cannot read a text")
		}
		for _, e := range found.Entities[0] {
			start, stop := int(e.Start), int(e.End)
			if start >= stop || stop > len(part) || !whole(part, start) || !whole(part, stop) {
				return nil, errors.New("the model finds what is not in the text")
			}
			out = append(out, span{at + start, at + stop, e.Entity, float64(min(max(e.Score, 0), 1))})
		}
		at = end
	}
	return out, nil
}

func whole(text string, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }

// border gives the end of the window that starts at a byte: behind a blank where there
// is one in its second half, else at a character.
func border(text string, start, window int) int {
	end := start + window
	if end >= len(text) {
		return len(text)
	}
	if i := strings.LastIndexAny(text[start+window/2:end], " \n\t"); i >= 0 {
		return start + window/2 + i + 1
	}
	for end > start+1 && !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}
