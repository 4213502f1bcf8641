package formats

import "strings"

// The roles of attributes that nobody has named: anyValue is of those that are more than a word of a
// schema (auto, twoCell), anyWord of those, too.
const (
	anyValue = "@*"
	anyWord  = "@word"
)

// technical are values in which nobody is: places of cells, colours, IDs, addresses of schemas, digests.
var technical = WhenAsked(`^(?:` +
	`\$?[A-Z]{1,3}\$?\d+(?:[: ]\$?[A-Z]{1,3}\$?\d+)*|#?[0-9A-Fa-f]{3,8}(?: \[\d+\])?|` +
	`\{[0-9A-Fa-f-]+\}|#?_x0000_\w+|` +
	`(?:https?://(?:schemas|purl)\.|urn:schemas-)\S+|[A-Za-z0-9+/]{20,}={1,2}|[a-z]{2}-[A-Z]{2}|rId\d+|` +
	`[\d.]+(?:pt|px|cm|mm|in|em|%)|\d{4}-\d\d-\d\dT[\d:.]+Z?)$`)

// word is what schemas call what one may choose from.
var word = WhenAsked(`^[a-z][A-Za-z0-9]*$`)

// looks are attributes of a spreadsheet of LibreOffice that say how something looks, or by which name it is
// called elsewhere in the file.
var looks = WhenAsked(`^(?:style|fo|svg|number):|^draw:(?:fill|stroke|marker|id)|^\w+:[a-z-]+-name$`)

// typed are those in which somebody types, a word, too.
var typed = WhenAsked(`^(?:style:display-name|\w+:(?:name|title|label|description|comment|value))$`)

// reads reports an attribute without a role of its own that is read.
func (p *asides) reads(name, v string) bool {
	_, any := p.roles[anyValue]
	_, words := p.roles[anyWord]
	switch {
	case !any && !words, strings.HasPrefix(name, "xmlns"), !formulaWord().MatchString(v), technical().MatchString(v):
		return false
	case name != "style:display-name" && looks().MatchString(name):
		return false
	}
	return words || !word().MatchString(v) || typed().MatchString(name)
}

// inCell reports the tag of a cell, of which the column says what it holds.
func inCell(t xmlToken) bool { return t.name == "table-cell" || t.name == "covered-table-cell" }

// named makes the slot of what may be an identifier: it is read as the words of which it is made.
func (p *asides) named(s Slot) {
	if quote := s.Quote; quote != nil && !strings.ContainsAny(s.Value, " \n") && strings.Contains(s.Value, "_") {
		s.Value = strings.ReplaceAll(s.Value, "_", " ")
		s.Quote = func(v string) []byte { return quote(strings.ReplaceAll(v, " ", "_")) }
	}
	p.slots = append(p.slots, s)
}
