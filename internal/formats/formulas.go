package formats

import (
	"strconv"
	"strings"
)

// formulaText is a name of a sheet in quotes, or a text, in a formula as XML has it.
var formulaText = WhenAsked(`(?s)(?:'|&apos;|&#39;).*?(?:'|&apos;|&#39;)|` +
	`(?:"|&quot;|&#34;)(.*?)(?:"|&quot;|&#34;)`)

// formulaPath is what slots of texts in formulas are called.
const formulaPath = "formula"

// formula takes the texts out of a formula, to be read, and points what is around them to
// where it is now. Texts that the formula puts together are read as one.
func (p *asides) formula(raw []byte, from, to int, quote func(string) []byte) {
	last, first := from, len(p.slots)
	around := func(end int) {
		if last < end {
			p.rename(last, end, unescapeXML(string(raw[last:end])), false, quote)
		}
	}
	for _, m := range formulaText().FindAllSubmatchIndex(raw[from:to], -1) {
		if m[2] < 0 || m[2] == m[3] {
			continue
		}
		if p.texts == 0 || !together(string(raw[from:last]), string(raw[last:from+m[0]])) {
			p.texts++
		}
		around(from + m[0])
		last = from + m[1]
		if p.roles == nil {
			continue
		}
		p.slots = append(p.slots, Slot{
			From: from + m[2], To: from + m[3], Role: Note, Path: formulaPath,
			Join: formulaPath + strconv.Itoa(p.texts), Value: unescapeXML(string(raw[from+m[2] : from+m[3]])),
			Quote: func(v string) []byte { return quote(strings.ReplaceAll(v, `"`, `'`)) },
		})
	}
	around(to)
	p.wordless(first)
}

// concatenates is the beginning of a function that puts its texts together, up to one of them.
var concatenates = WhenAsked(`(?i)CONCAT(?:ENATE)?\([^()]*$`)

// together reports two texts of a formula that it puts together as they are: before is what
// stands in front of what is between them.
func together(before, between string) bool {
	switch strings.TrimSpace(unescapeXML(between)) {
	case "", "&":
		return before != ""
	case ",", ";":
		return concatenates().MatchString(before)
	}
	return false
}

// formulaWord is what a text in a formula has that may be somebody's.
var formulaWord = WhenAsked(`\pL{2}|\pN{4}`)

// wordless takes the texts away that nobody may be in, of the slots from the first on.
func (p *asides) wordless(first int) {
	said := map[string]string{}
	for _, s := range p.slots[first:] {
		said[s.Join] += s.Value
	}
	kept := p.slots[:first]
	for _, s := range p.slots[first:] {
		if s.Path != formulaPath || formulaWord().MatchString(said[s.Join]) {
			kept = append(kept, s)
		}
	}
	p.slots = kept
}

// worked takes a cell of a column that is read and whose formula has no value yet: what the
// formula says is what the column holds. One that is left out, or an ID, goes as a whole.
func (s *sheet) worked(rec *Record, c cell, role Role) {
	if role == Gone || role == Key {
		rec.Slots = append(rec.Slots, s.slot(c, Gone, " "))
		return
	}
	for i := range s.beside.slots {
		if o := &s.beside.slots[i]; o.Path == formulaPath && o.From >= c.from && o.To <= c.to {
			o.Role, o.Path, o.Says = role, s.cols.path(c.col, s.in.Every), s.cols.says(c.col)
			if o.Who = ""; role == Name {
				o.Who = o.Value
			}
		}
	}
}
