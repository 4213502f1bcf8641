package gateway

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"mime"
	"slices"
	"strings"
	"unicode/utf8"
)

// parts is what a request says of the media in it before its strings are read.
type parts struct {
	text     map[string]int  // files whose text stands in the request, by the words that name them
	sources  []string        // kinds of media that stand behind a source which is no text
	declared map[string]bool // names of fields in schemas
	tools    map[string]bool // names of functions and tools
	sealed   map[string]bool // data that only the upstream can read
}

// partsOf looks through a request. What cannot be read has no parts, and is refused later.
func partsOf(raw []byte) *parts {
	p := &parts{
		text: map[string]int{}, declared: map[string]bool{}, tools: map[string]bool{}, sealed: map[string]bool{},
	}
	var body any
	if json.Unmarshal(raw, &body) == nil {
		p.look(body)
	}
	if fields, ok := body.(map[string]any); ok {
		for _, root := range []string{"tools", "functions", "response_format", "output_format", "text"} {
			p.schemas(fields[root])
		}
	}
	return p
}

func (p *parts) look(v any) {
	switch v := v.(type) {
	case []any:
		for _, of := range v {
			p.look(of)
		}
	case map[string]any:
		for by, of := range v {
			p.look(of)
			if slices.Contains([]string{"tools", "functions", "function", "function_call"}, by) {
				p.called(of)
			}
		}
		kind, _ := v["type"].(string)
		if data, ok := v["data"].(string); ok && kind == redacted {
			p.sealed[data] = true
		}
		if inText(kind, v) {
			p.text[kind]++
		} else if _, ok := v["source"].(map[string]any); ok {
			p.sources = append(p.sources, cmp.Or(medium(kind), "file"))
		}
	}
}

// redacted is the type of a part whose data only the upstream can read.
const redacted = "redacted_thinking"

// called notes the names of functions and tools.
func (p *parts) called(v any) {
	switch v := v.(type) {
	case []any:
		for _, of := range v {
			p.called(of)
		}
	case map[string]any:
		if name, ok := v["name"].(string); ok {
			p.tools[name] = true
		}
	}
}

// schemas notes the names that schemas give to fields.
func (p *parts) schemas(v any) {
	switch v := v.(type) {
	case []any:
		for _, of := range v {
			p.schemas(of)
		}
	case map[string]any:
		for by, of := range v {
			fields, ok := of.(map[string]any)
			if ok && slices.Contains([]string{"properties", "$defs", "definitions"}, by) {
				for name := range fields {
					p.declared[name] = true
				}
			}
			p.schemas(of)
		}
	}
}

// readable takes one of the files of text that a word names.
func (p *parts) readable(word string) bool {
	p.text[word]--
	return p.text[word] >= 0
}

// source is the kind of media behind a source: one that may not go out, if there is one.
func (p *parts) source(allow []string) string {
	kind := "file"
	for _, kind = range p.sources {
		if !slices.Contains(allow, kind) {
			return kind
		}
	}
	return kind
}

// inText reports a part of a message that is a file of text: a document with its text, or a
// file as data of a type of text.
func inText(kind string, part map[string]any) bool {
	switch kind {
	case "document":
		source, _ := part["source"].(map[string]any)
		word, _ := source["type"].(string)
		return word == "text" || word == "content"
	case "file":
		part, _ = part["file"].(map[string]any)
	case "input_file":
	default:
		return false
	}
	data, _ := part["file_data"].(string)
	_, _, ok := textData(data)
	return ok
}

// written are the types of text that write letters as they are, or as HTML does, which is
// read: others hide them behind signs of their own (RTF, vCard).
func written() []string {
	return []string{"text/plain", "text/markdown", "text/csv", "text/tab-separated-values", "text/html"}
}

// textData takes the text out of a data URL, and the head of the URL.
func textData(url string) (head, text string, ok bool) {
	head, packed, _ := strings.Cut(url, ",")
	kind, data := strings.CutPrefix(head, "data:")
	kind, base := strings.CutSuffix(kind, ";base64")
	kind, of, err := mime.ParseMediaType(kind)
	charset := strings.ToLower(of["charset"])
	if !data || !base || err != nil || !slices.Contains(written(), kind) ||
		!slices.Contains([]string{"", "utf-8", "us-ascii"}, charset) {
		return "", "", false
	}
	raw, err := base64.StdEncoding.DecodeString(packed)
	return head + ",", string(raw), err == nil && utf8.Valid(raw)
}

// file gives what stands in the place of a file of text.
func (q *request) file(url string) (string, error) {
	head, text, ok := textData(url)
	if !ok {
		return "", errMedium("file")
	}
	clean, err := q.clean(text)
	return head + base64.StdEncoding.EncodeToString([]byte(clean)), err
}
