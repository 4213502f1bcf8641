package formats

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestPointersOfTEI: what points inside the file points to the same, whatever the attribute
// is called; what an element for somebody or for a place points to outside of it goes, but
// where publishers speak of themselves; of pictures and sound the kind stays.
func TestPointersOfTEI(t *testing.T) {
	for in, want := range map[string]string{
		`<persName ref="https://d-nb.info/gnd/zyx#about">-</persName>`:                             `<persName >-</persName>`,
		`<persName ref="#p1">-</persName>`:                                                         `<persName ref="#i0">-</persName>`,
		`<name ref="#p1 https://viaf.org/zyx">-</name>`:                                            `<name ref="#i0 i0">-</name>`,
		`<person xml:id="p1" sameAs="https://orcid.org/zyx"/>`:                                     `<person xml:id="i0" />`,
		`<placeName ref="https://www.geonames.org/zyx">-</placeName>`:                              `<placeName >-</placeName>`,
		`<name type="city" ref="https://www.geonames.org/zyx">-</name>`:                            `<name type="city" >-</name>`,
		`<when since="#p1" xml:id="p1"/>`:                                                          `<when since="#i0" xml:id="i0"/>`,
		`<anchor likedBy="#p1 #p1" n="1"/>`:                                                        `<anchor likedBy="#i0 #i0" n="1"/>`,
		`<graphic url="https://a.example/zyx.jpg"/><media url="zyx.ogg"/>`:                         `<graphic url="file.jpg"/><media url="file.ogg"/>`,
		`<binaryObject>zyx</binaryObject>`:                                                         `<binaryObject></binaryObject>`,
		`<titleStmt><author><persName ref="https://orcid.org/1">A</persName></author></titleStmt>`: `<titleStmt><author><persName >-</persName></author></titleStmt>`,
		`<titleStmt><author ref="https://orcid.org/1">A</author></titleStmt>`:                      `<titleStmt><author ref="-">A</author></titleStmt>`,
	} {
		const before, behind = "<TEI><teiHeader>", "</teiHeader></TEI>"
		out, err := blanked(tei(), before+in+behind)
		out = strings.TrimSuffix(strings.TrimPrefix(out, before), behind)
		if err != nil || out != want {
			t.Errorf("%s: %s, %v", in, out, err)
		}
	}
}

// TestAttributesOfTEI: an attribute that programs fill with a word of theirs, or that no rule knows, is read where
// somebody of the file is named in it.
func TestAttributesOfTEI(t *testing.T) {
	const before = `<TEI><teiHeader><person xml:id="p1"><persName>Zyxel Vutt</persName></person></teiHeader><post `
	for attribute, want := range map[string]string{
		`status="Zyxel Vutt"`:                 "Zyxel Vutt",
		`tag="zyxel"`:                         "zyxel",
		`alias="zyxel_9"`:                     "zyxel",
		`when="at Zyxel Vutt"`:                "Zyxel Vutt",
		`reason="seen by somebody" value="a"`: "",
		`when="2024-01-01T10:00:00" tag="NN"`: "",
	} {
		recs, err := all(tei(), before+attribute+`>a</post></TEI>`)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, rec := range recs {
			for _, slot := range rec.Slots {
				for _, k := range slot.Known {
					got += slot.Value[k.Start:k.End]
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q is known, want %q", attribute, got, want)
		}
	}
}

// TestPeopleUnderOtherNames: a few words where people are listed are what somebody is called, under a name of an
// element that the guidelines do not have, too; what they have there beside people is read.
func TestPeopleUnderOtherNames(t *testing.T) {
	for in, want := range map[string]Role{
		`<particDesc><recipient>Zyx</recipient></particDesc>`:                         Name,
		`<particDesc><odd><alias>zyx_34</alias></odd></particDesc>`:                   Name,
		`<correspDesc><correspAction><to>Zyx Vutt</to></correspAction>`:               Name,
		`<particDesc><odd>Zyx came here with all of us</odd></particDesc>`:            Note,
		`<particDesc><person><occupation>Zyx</occupation></person></particDesc>`:      Note,
		`<textDesc><odd>Zyx</odd></textDesc>`:                                         Note,
		`<particDesc><person><langKnown><x>Zyx</x></langKnown></person></particDesc>`: Note,
	} {
		recs, _ := all(tei(), `<TEI><teiHeader>`+in+`<person xml:id="a"/></teiHeader></TEI>`)
		if len(recs) == 0 || len(recs[0].Slots) == 0 || recs[0].Slots[0].Role != want {
			t.Errorf("%s: %v, want role %d", in, recs, want)
		}
	}
}

// TestTEICreditsAndTexts: who is marked up as somebody in what publishers say of themselves is somebody, an address in a
// person is one, and both halves of a name are said anew; an element that is no part of the text around it is a text
// of its own, in the language that it says.
func TestTEICreditsAndTexts(t *testing.T) {
	const file = `<TEI><teiHeader><fileDesc><titleStmt><title>Chat</title><author><persName>Zeyna Demir</persName></author>` +
		`<respStmt><resp>transcription</resp><name>Mhairi Dubh</name></respStmt></titleStmt>` +
		`<publicationStmt><publisher>Uni X</publisher></publicationStmt></fileDesc></teiHeader>` +
		`<particDesc><person xml:id="p"><persName><forename>Quilla</forename><surname>Roseau</surname></persName>` +
		`<email>q@example.org</email></person></particDesc><text xml:lang="deu">` +
		`<post><foo>hej Zog</foo><bar>ring <hi>Zo</hi>g</bar></post><post xml:lang="fr-CH"><p>ok</p></post>` +
		`<post xml:lang="und"><p>ja</p></post></text></TEI>`
	src, err := tei().Open(NewInput(strings.NewReader(file)))
	if err != nil {
		t.Fatal(err)
	}
	var names, mails, langs []string
	texts := map[string]string{}
	for {
		rec, err := src.Next()
		if err != nil {
			break
		}
		for _, slot := range rec.Slots {
			switch {
			case slot.Role == Name && slot.From < slot.To:
				names = append(names, slot.Value)
				if !slot.Apart {
					t.Errorf("%q is not said anew", slot.Value)
				}
			case slot.Role == Mail:
				mails = append(mails, slot.Value)
			case slot.Role == Text:
				texts[slot.Join] += slot.Value
			}
		}
		if len(rec.Slots) > 0 && rec.Slots[len(rec.Slots)-1].Role == Text {
			langs = append(langs, rec.Lang)
		}
	}
	got := fmt.Sprint(names, mails, langs, slices.Sorted(maps.Values(texts)))
	want := "[Zeyna Demir Mhairi Dubh Quilla Roseau] [q@example.org] [de fr ] [hej Zog ja ok ring Zog]"
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestHeaderOfTEIByFirstName: who has a name in the file is known by a word of it in titles, credits and notes of its
// header, which are read then; a particle of a name is nobody.
func TestHeaderOfTEIByFirstName(t *testing.T) {
	const people = `<respStmt><resp>-</resp><name>Zyxel van Dubh</name></respStmt></titleStmt></fileDesc><particDesc><person><persName>` +
		`<forename>Juniper</forename><surname>Vutt</surname></persName></person></particDesc></teiHeader></TEI>`
	for title, want := range map[string]string{
		`<title>Chats, transcribed by Zyxel</title>`:             "Zyxel",
		`<title type="sub">Zyxel’s first, Junipers last</title>`: "Zyxel,Junipers",
		`<respStmt><resp>checked by Juniper</resp></respStmt>`:   "Juniper",
		`<title>What a van and a juniper say of it</title>`:      "",
		`<author>Vutt &amp; Dubh</author>`:                       "Vutt,Dubh",
	} {
		src, err := tei().Start(NewInput(strings.NewReader("<TEI><teiHeader><fileDesc><titleStmt>" + title + people)))
		if err != nil {
			t.Fatal(err)
		}
		var known []string
		for rec, err := src.Next(); err == nil; rec, err = src.Next() {
			for _, slot := range rec.Slots {
				for _, k := range slot.Known {
					known = append(known, slot.Value[k.Start:k.End])
				}
			}
		}
		if got := strings.Join(known, ","); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}
