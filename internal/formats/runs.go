package formats

import "strconv"

// paragraph notes where a paragraph, whose runs are one text, begins or ends, and where a line in it does.
func (p *asides) paragraph(t xmlToken) {
	switch t.name {
	case "p", "text", "si": // of drawings and of spreadsheets, comments, strings
		p.texts++
		p.pieces = t.kind == xmlStart && !t.closed
	case "br", "s", "tab", "line-break", "rPh":
		p.texts++
	}
}

// joins is the text of which a text in an element is a piece; "" where it stands for itself.
func (p *asides) joins(element string) string {
	switch element {
	case "t", "span", "a", "p":
		if p.pieces {
			return "run" + strconv.Itoa(p.texts)
		}
	}
	return ""
}
