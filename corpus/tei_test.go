package corpus_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// teiHolds says which elements may stand in an element of a corpus of messages, and which
// attributes it may have beside xml:id, n, type and xml:lang; #text is text, and @pointers
// are attributes that point. It is the part of the content models of TEI P5 (guidelines,
// chapter 9, "Computer-mediated communication", which took up the schema of CoMeRe) that
// files of that project use, written down by hand: no schema of the project and no validator
// could be had. What post, signed, person, birth, residence, setting, settingDesc and particDesc
// hold, and the attributes of the first three, were held against the specifications of elements
// in the guidelines' source (P5, Source/Specs); the other rows are from memory.
var teiHolds = map[string]string{
	"@pointers":       "who corresp replyTo synch ref target",
	"":                "TEI teiCorpus",
	"teiCorpus":       "teiHeader TEI @version",
	"TEI":             "teiHeader text @version",
	"teiHeader":       "fileDesc profileDesc encodingDesc revisionDesc",
	"fileDesc":        "titleStmt publicationStmt sourceDesc",
	"titleStmt":       "title",
	"title":           "#text",
	"publicationStmt": "p",
	"sourceDesc":      "p",
	"profileDesc":     "particDesc settingDesc",
	"particDesc":      "listPerson",
	"listPerson":      "person",
	"person":          "persName birth residence occupation affiliation @role @sex @age",
	"persName":        "#text forename surname @ref @key",
	"forename":        "#text",
	"surname":         "#text",
	"birth":           "#text placeName date @when",
	"residence":       "#text settlement country placeName",
	"affiliation":     "#text orgName",
	"settlement":      "#text", "country": "#text", "placeName": "#text", "occupation": "#text", "orgName": "#text", "date": "#text @when",
	"settingDesc": "setting",
	"setting":     "name locale",
	"name":        "#text @ref",
	"locale":      "#text",
	"text":        "body",
	"body":        "div post u",
	"div":         "post u",
	"u":           "#text seg @start @end",
	"seg":         "#text",
	"post":        "#text p time signed @who @when-iso @when @corresp @replyTo @synch @generatedBy @modality @indentLevel @rend @subtype",
	"time":        "#text @when @generatedBy", "signed": "#text name time @generatedBy @rend",
	"p":  "#text name placeName lb w pc distinct ref fs",
	"fs": "f", "f": "string symbol @name", "string": "#text", "symbol": "@value",
	"ref":      "#text @target",
	"distinct": "#text f",
	"lb":       "",
	"w":        "#text @lemma",
	"pc":       "#text",
}

// teiOrder says in which order, and how often, elements stand in an element, where that is not free: an
// expression over their names, each with a blank behind it. Source: the specifications of these elements in
// TEI P5 (Source/Specs/TEI.xml, teiCorpus.xml, teiHeader.xml, fileDesc.xml, particDesc.xml, listPerson.xml,
// body.xml), of what the files of the project have; text has body alone, as teiHolds.
var teiOrder = map[string]*regexp.Regexp{
	"teiCorpus":  regexp.MustCompile(`^teiHeader ((TEI|teiCorpus) )+$`),
	"TEI":        regexp.MustCompile(`^teiHeader ((text )+(TEI )*|(TEI )+)$`),
	"teiHeader":  regexp.MustCompile(`^fileDesc ((profileDesc|encodingDesc) )*(revisionDesc )?$`),
	"fileDesc":   regexp.MustCompile(`^titleStmt (editionStmt )?(extent )?publicationStmt (seriesStmt )?(notesStmt )?(sourceDesc )+$`),
	"particDesc": regexp.MustCompile(`^((p )+|((listPerson|personGrp) )+)$`),
	"listPerson": regexp.MustCompile(`^(head )*((person|personGrp|listPerson) )+((relation|listRelation) )*$`),
	"text":       regexp.MustCompile(`^body $`),
	"body":       regexp.MustCompile(`^(head )*((div )+|((post|u|p) )+(div )*)$`),
}

// ncName is what an ID may be.
var ncName = regexp.MustCompile(`^[\pL_][\pL\d_.-]*$`)

// teiFaults holds a file against the content model: what stands where it may not, IDs that
// are none or twice there, pointers to nothing, an address with a blank.
func teiFaults(file string) (out []string) {
	fault := func(format string, of ...any) { out = append(out, fmt.Sprintf(format, of...)) }
	open, in, ids, to := []string{""}, []string{""}, map[string]bool{}, []string{}
	for dec := xml.NewDecoder(strings.NewReader(file)); ; {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return append(out, err.Error())
		}
		may := strings.Fields(teiHolds[open[len(open)-1]])
		switch e := tok.(type) {
		case xml.StartElement:
			if !slices.Contains(may, e.Name.Local) {
				fault("<%s> in <%s>", e.Name.Local, open[len(open)-1])
			}
			in[len(in)-1] += e.Name.Local + " "
			open, in = append(open, e.Name.Local), append(in, "")
			for _, a := range e.Attr {
				switch {
				case a.Name.Local == "id":
					if ids[a.Value] || !ncName.MatchString(a.Value) {
						fault("ID %s", a.Value)
					}
					ids[a.Value] = true
				case slices.Contains(strings.Fields(teiHolds["@pointers"]), a.Name.Local):
					to = append(to, strings.Fields(a.Value)...)
				case !slices.Contains(strings.Fields("xmlns n type lang "+strings.ReplaceAll(teiHolds[e.Name.Local], "@", "")), a.Name.Local):
					fault("%s of <%s>", a.Name.Local, e.Name.Local)
				}
			}
		case xml.EndElement:
			last := len(open) - 1
			if order := teiOrder[open[last]]; order != nil && !order.MatchString(in[last]) {
				fault("order in <%s>: %s", open[last], in[last])
			}
			open, in = open[:last], in[:last]
		case xml.CharData:
			if strings.TrimSpace(string(e)) != "" && !slices.Contains(may, "#text") {
				fault("text in <%s>", open[len(open)-1])
			}
		}
	}
	for _, p := range to {
		if id, here := strings.CutPrefix(p, "#"); here && !ids[id] || !here && !strings.Contains(p, ":") {
			fault("pointer %s", p)
		}
	}
	return out
}

const messagesInTEI = `<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="cmr-zoe"><teiHeader>
<fileDesc><titleStmt><title>Messages</title></titleStmt><publicationStmt><p>None.</p></publicationStmt><sourceDesc><p>Given by Léa Martin</p></sourceDesc></fileDesc>
<profileDesc><particDesc><listPerson>
<person xml:id="cmr-p1" role="author" sex="2"><persName><forename>Léa</forename> <surname>Martin</surname></persName>
<birth when="1985-04-03">le 3 avril à <placeName>Lodève</placeName></birth><residence><settlement>Lodève</settlement>, <country>France</country></residence></person>
<person xml:id="cmr-7"><persName ref="https://viaf.org/viaf/77" key="zoe77">Zoé</persName></person></listPerson></particDesc>
<settingDesc><setting><name type="city">Lodève</name><locale>chez Zoé</locale></setting></settingDesc></profileDesc></teiHeader>
<text><body><div type="sms">
<post xml:id="cmr-a1" when-iso="2011-09-15T11:45:00" who="#cmr-p1"><p>Coucou <name ref="#cmr-7">Zoé</name>,<lb/>c'est <w lemma="Léa">Léa</w><pc>!</pc></p></post>
<post xml:id="cmr-a2" who="#cmr-7" corresp="#cmr-a1 https://a.example/Zo%C3%A9"><p>Lodève &amp; <ref target="https://a.example/x">ici</ref></p></post>
<post xml:id="cmr-a3" who="#cmr-p1" generatedBy="human" modality="written" indentLevel="2" rend="color:red" replyTo="#cmr-a2"><time generatedBy="system">11:47</time>
<p>oui</p><signed generatedBy="template" rend="inline"><name ref="#cmr-7">Zoé</name> <time generatedBy="template">11:46</time></signed></post>
</div></body></text></TEI>
`

// TestTEIStaysValid: what is valid stays so, whatever stands for names and places.
func TestTEIStaysValid(t *testing.T) {
	if got := teiFaults(messagesInTEI); len(got) > 0 {
		t.Fatalf("the file itself: %s", got)
	}
	for _, with := range []string{"Person 12", "<PRE_6_4774>", `"'&`} {
		out := renamed(t, messagesInTEI, "a.xml", with)
		if got := teiFaults(out); len(got) > 0 {
			t.Errorf("with %q: %s in\n%s", with, got, out)
		}
		if hiddenName.MatchString(out) {
			t.Errorf("with %q names are left in\n%s", with, out)
		}
	}
	for _, bad := range [][2]string{{"#cmr-7", "#cmr-8"}, {"cmr-a2", "cmr-a1"}, {"<div type", "<div when"}, {"<locale>", "<post>"}, {"<sourceDesc><p>Given by Léa Martin</p></sourceDesc>", ""}, {"<titleStmt><title>Messages</title></titleStmt>", ""}} {
		if len(teiFaults(strings.Replace(messagesInTEI, bad[0], bad[1], 1))) == 0 {
			t.Errorf("%s is found to be valid", bad[1])
		}
	}
}
