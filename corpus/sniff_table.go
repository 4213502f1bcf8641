package corpus

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/formats"
)

const (
	asCSV  = "save the table as CSV (UTF-8)"
	unpack = "unpack it first"
	asText = "save its text, a message a line, as plain text"
	toJSON = "write the messages as JSONL, an object with \"text\" a line"
	insist = toJSON + ", or insist with --format text"
	// What holds nothing but people: a message in it is none.
	contacts = "take what you need of it as CSV (UTF-8), or insist with --format text"
)

// binaries are files that hold no text as it stands.
func binaries() []foreign {
	return []foreign{
		{
			"a ZIP archive (a spreadsheet or a document of an office program, or a packed export)", unpack + ", or " + asCSV,
			magic(0, "PK\x03\x04", "PK\x05\x06", "PK\x07\x08"),
		},
		{"a file packed with bzip2", unpack, func(h []byte) bool { return magic(0, "BZh")(h) && magic(4, "1AY&SY", "\x17rE8P\x90")(h) }},
		{
			"a file packed with xz, lz4 or compress", unpack,
			magic(0, "\xFD7zXZ\x00", "\x04\x22\x4D\x18", "\x1F\x9D", "\x1F\xA0"),
		},
		{"a 7z or RAR archive", unpack, magic(0, "7z\xBC\xAF\x27\x1C", "Rar!\x1A\x07")},
		{"a tar archive", unpack, magic(257, "ustar\x00", "ustar  ")},
		{"a PDF document", asText, magic(0, "%PDF-1", "%PDF-2")},
		{"an SQLite database", "write its table of messages as CSV", magic(0, "SQLite format 3\x00")},
		{"a Parquet file", "use bauta-parquet, the command of x/parquet", unlettered("PAR1", 4)},
		{"an Arrow file", "use bauta-parquet, the command of x/parquet", magic(0, "ARROW1\x00")},
		{"a stream of Arrow", "use bauta-parquet, the command of x/parquet", func(h []byte) bool {
			// A length of less than 16 MB follows: four times ÿ in Latin-1 may be a message.
			return magic(0, "\xff\xff\xff\xff")(h) && magic(7, "\x00")(h)
		}},
		{"an enciphered Parquet, a Feather 1, Avro or ORC file", "write it as CSV or JSONL", func(h []byte) bool {
			return unlettered("PARE", 4)(h) || magic(0, "Obj\x01")(h) ||
				unlettered("FEA1", 4)(h) || unlettered("ORC", 4)(h)
		}},
		{"a file of an older office program (doc, xls, msg)", asCSV + ", the mail as .eml, or " + asText, magic(0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")},
		{"an RTF document", asText, magic(0, "{\\rtf")},
		{"an Outlook mailbox (PST)", "write the messages as CSV", unlettered("!BDN", 16)},
		{"a database (Access, dBase)", "write the table of messages as CSV", func(h []byte) bool {
			return magic(4, "Standard Jet DB", "Standard ACE DB")(h)
		}},
		{"a data file of a statistics program", asCSV, func(h []byte) bool {
			return magic(0, "$FL2@(#)", "$FL3@(#)", "<stata_dta>", "\x89HDF\r\n", "\x93NUMPY", "MATLAB 5.0 MAT-file", "RDX2\n", "RDX3\n")(h)
		}},
		{"a property list in binary", "write the messages as CSV or JSONL", magic(0, "bplist0")},
		{"an image", asText, func(h []byte) bool {
			return magic(0, "\x89PNG\r\n", "\xFF\xD8\xFF", "GIF87a", "GIF89a", "II*\x00", "MM\x00*")(h) ||
				unlettered("BM", 12)(h) || magic(0, "RIFF")(h) && magic(8, "WEBP")(h)
		}},
		{"sound or video", asText, func(h []byte) bool {
			return magic(0, "OggS\x00", "fLaC\x00", "\x1A\x45\xDF\xA3", "#!AMR\n")(h) || unlettered("ID3", 3)(h) ||
				magic(4, "ftyp")(h) && magic(0, "\x00\x00")(h)
		}},
		{"sound or video", asText, func(h []byte) bool { return magic(0, "RIFF")(h) && magic(8, "WAVE", "AVI ")(h) }},
		{"a program", "give a file of messages", magic(0, "\x7FELF", "\xCA\xFE\xBA\xBE", "\xCF\xFA\xED\xFE", "MZ\x90\x00")},
	}
}

// document is a kind of text whose lines are not messages, also known by the
// ending of its name where its first characters agree.
type document struct {
	foreign
	ends   []string
	begins string // "": any
}

// named reports a document by the ending of its name.
func (d document) named(ext string, head []byte) bool {
	return slices.Contains(d.ends, ext) && bytes.HasPrefix(head, []byte(d.begins))
}

// documents are files of text that say their messages in a way of their own: as
// lines they would be read in part, or as encoded.
func documents() []document {
	doc := func(what, todo string, is func([]byte) bool) document {
		return document{foreign: foreign{what, todo, is}}
	}
	return []document{
		doc("an archive of Twitter or X (JavaScript)", toJSON, holding("window.ytd.")),
		doc("a page of HTML", insist, holding("<!doctype html")),
		doc("a page of HTML", insist, holding("<html")),
		{foreign{"a page of HTML", insist, never}, []string{".html", ".htm", ".xhtml", ".mht", ".mhtml"}, "<"},
		doc("an XML document", insist, holding("<?xml")),
		doc("an XML document", insist, holding("<!doctype ")),
		{foreign{"an XML document", insist, never}, []string{".xml", ".tei", ".eaf"}, "<"},
		doc("a chat of LINE as a computer saves it", "save it on a telephone; else "+insist, matching(lineComputer)),
		doc("a file of contacts (vCard)", contacts, holding("begin:vcard")),
		doc("a calendar (iCalendar)", contacts, holding("begin:vcalendar")),
		{foreign{"a YAML document", insist, yaml}, []string{".yaml", ".yml"}, ""},
		doc("an enciphered or armoured message", "decipher it first", matching(armour)),
		doc("text in base64", "decode it first", base64Lines),
		doc("text in uuencode", "decode it first", matching(uuencoded)),
	}
}

// matching reports a match of an expression.
func matching(expression func() *regexp.Regexp) func([]byte) bool {
	return func(head []byte) bool { return expression().Match(head) }
}

func never([]byte) bool { return false }

// The beginnings of documents.
var (
	yamlStart = formats.WhenAsked(`^(%YAML|---\s*[\r\n]+(- )?[\w-]+:(\s|$)|\w+:[ \t]*\r?\n\s*- \w+:(\s|$))`)
	// lineComputer has blanks where a telephone writes tabs: who wrote ends nowhere.
	lineComputer = formats.WhenAsked(`^\d{4}\.\d{2}\.\d{2} \pL+\r?\n\d{2}:\d{2} \S+ \S`)

	armour    = formats.WhenAsked(`^-----BEGIN [A-Z0-9 ]+-----`)
	uuencoded = formats.WhenAsked(`^begin(-base64)? [0-7]{3,4} \S+.*[\r\n]+[ -` + "`" + `]{20,}`)
	base64Row = formats.WhenAsked(`^[A-Za-z0-9+/]+={0,2}$`)
)

func yaml(head []byte) bool { return yamlStart().Match(head) }

// base64Lines reports long rows of base64 and nothing else: at least 120
// characters, letters of both cases and digits among them.
func base64Lines(head []byte) bool {
	rows := strings.Fields(string(head))
	text := strings.Join(rows, "")
	if len(text) < 120 || !strings.ContainsAny(text, "0123456789") || strings.ToLower(text) == text || strings.ToUpper(text) == text {
		return false
	}
	for i, row := range rows {
		if !base64Row().MatchString(row) || i+1 < len(rows) && (len(row) < 60 || len(row) != len(rows[0])) {
			return false
		}
	}
	return true
}
