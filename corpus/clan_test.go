package corpus_test

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// transcript is a CHAT file as CLAN's manual has it: headers in their order, three people,
// tiers below utterances, a line that goes on, a word with a code behind a group.
const transcript = "@UTF8\n@PID:\t11312/a-1\n@Begin\n@Languages:\tfra\n@Participants:\tLEA Léa_Martin Target_Child, MOT Zoé Mother, INV Investigator\n" +
	"@ID:\tfra|corpus|LEA|2;03.|female|||Target_Child|||\n@ID:\tfra|corpus|MOT|||||Mother|||\n@ID:\tfra|corpus|INV|||||Investigator|||\n" +
	"@Birth of LEA:\t03-APR-1985\n@Location:\tLodève, France\n@Date:\t04-JUL-2023\n@Situation:\tLéa at home\n" +
	"*LEA:\tcoucou Zoé , tu viens\n\tchez Léa ?\n%mor:\tco|coucou\n*MOT:\t<Zoé oui> [/] oui .\n%com:\tLéa rit\n*INV:\tLodève +...\n*LEA:\tZoé !\n@End\n"

// clanFaults are errors of CLAN's CHECK, by their numbers (the list of messages in CLAN's
// check.cpp; the manual of CHAT, "File headers" and "Main line"), as lines that have them:
// those that what replaces a text could bring about. CLAN itself was not run.
var clanFaults = []struct {
	number int
	says   string
	line   *regexp.Regexp
}{
	{1, "a line begins with none of @, % and *", regexp.MustCompile(`^[^@%*]`)},
	{4, "a space where a tab belongs", regexp.MustCompile(`^[@%*][^:]*: `)},
	{9, "a code of more than seven characters", regexp.MustCompile(`^\*[^:]{8,}:`)},
	{12, "a participant without a role", regexp.MustCompile(`^@Participants:\t(?:.*, )?[^ ,]+(?:,|$)`)},
	{16, "a code with signs that are not for codes", regexp.MustCompile(`^\*[^:]*[^A-Z0-9_'+:-][^:]*:`)},
	{21, "no delimiter at the end", regexp.MustCompile(`^\*.*[^.!?]$`)},
	{31, "no text behind the colon", regexp.MustCompile(`^[^:]*:\s*[.!?]?$`)},
	{38, "a number that is not written out", regexp.MustCompile(`^\*[^:]*:\t(?:.* )?\d+(?: |$)`)},
	{47, "a digit inside a word", regexp.MustCompile(`^\*[^:]*:\t.*\pL[^ ]*\d`)},
	{49, "a capital inside a word", regexp.MustCompile(`^\*[^:]*:\t.*\pL\p{Lu}`)},
	{22, "a bracket that is not closed", regexp.MustCompile(`^\*[^\[]*\[[^\]]*$`)},
	{23, "a bracket that is not opened", regexp.MustCompile(`^\*[^\[]*\]`)},
	{24, "a group that is not closed", regexp.MustCompile(`^\*[^<]*<[^>]*$`)},
	{25, "a group that is not opened", regexp.MustCompile(`^\*[^<]*>`)},
	{74, "two tabs behind the colon", regexp.MustCompile(`^[@%*][^:]*:\t\t`)},
	{91, "a blank line", regexp.MustCompile(`^$`)},
	{132, "a tab inside a line", regexp.MustCompile(`^[@%*][^:]*:\t.*\t`)},
	{160, "a space inside a group's brackets", regexp.MustCompile(`^\*.*(?:< | > \[)`)},
	{161, "no space before a code", regexp.MustCompile(`^\*.*[^ ]\[`)},
	{51, "a group without a code behind it", regexp.MustCompile(`^\*.*>(?: [^\[]|$)`)},
	{143, "@ID without ten fields", regexp.MustCompile(`^@ID:\t(?:[^|]*\|){0,9}[^|]*$`)},
}

// noUtterance stands for a tier in front of all utterances, which has no number here (manual of CHAT,
// "Dependent tiers").
const noUtterance = -1

// clanCheck gives the numbers of the errors of a transcript.
func clanCheck(file string) (out []int) {
	lines := strings.Split(strings.TrimSuffix(strings.ReplaceAll(file, "\n\t", " "), "\n"), "\n")
	var heads, codes, identified []string
	roles := map[string]string{}
	for _, l := range lines {
		for _, f := range clanFaults {
			if f.line.MatchString(l) {
				out = append(out, f.number)
			}
		}
		head, rest, _ := strings.Cut(l, ":")
		switch {
		case head == "@Participants":
			for part := range strings.SplitSeq(rest, ",") {
				words := strings.Fields(part)
				codes = append(codes, "*"+words[0])
				roles["*"+words[0]] = words[len(words)-1]
			}
		case l[0] == '%' && !slices.ContainsFunc(heads, func(h string) bool { return h[0] == '*' }):
			out = append(out, noUtterance)
		case l[0] == '*' && !slices.Contains(codes, head):
			out = append(out, 18) // who speaks is not declared
		case head == "@ID":
			fields := strings.Split(rest+"|||||||||", "|")
			identified = append(identified, "*"+fields[2])
			if roles["*"+fields[2]] != fields[7] {
				out = append(out, 142) // the role is another than that of the participant
			}
		}
		if head != "@PID" { // may be there, and goes
			heads = append(heads, head)
		}
	}
	if !slices.Equal(slices.Sorted(slices.Values(codes)), slices.Sorted(slices.Values(identified))) {
		out = append(out, 60) // somebody has no @ID, or it is that of nobody
	}
	if n := len(codes); len(slices.Compact(slices.Sorted(slices.Values(codes)))) < n {
		out = append(out, 13) // a code is declared twice
	}
	first := []string{"@UTF8", "@Begin", "@Languages", "@Participants", "@ID"}
	if !slices.Equal(heads[:min(len(heads), len(first))], first) || heads[len(heads)-1] != "@End" {
		out = append(out, 6) // @Begin, 7: @End and the order of headers
	}
	return out
}

// TestTranscriptsPassCheck: what CLAN's CHECK lets pass it lets pass when names are hidden,
// whatever stands for them.
func TestTranscriptsPassCheck(t *testing.T) {
	if got := clanCheck(transcript); len(got) > 0 {
		t.Fatalf("the transcript itself has errors %v", got)
	}
	for _, with := range []string{"Person 12", "<PRE_6_4774>", "LOCATION", "[name]", "XXXXX"} {
		out := renamed(t, transcript, "a.cha", with)
		if got := clanCheck(out); len(got) > 0 {
			t.Errorf("with %q errors %v of CHECK:\n%s", with, got, out)
		}
		if hiddenName.MatchString(out) || strings.Count(out, "\n*") != strings.Count(transcript, "\n*") {
			t.Errorf("with %q names are left, or utterances are gone:\n%s", with, out)
		}
	}
	for _, with := range []string{"<ENC_k7>", "<?_7>"} { // are to come back, and stay
		if out := renamed(t, transcript, "a.cha", with); !strings.Contains(out, with+" !") {
			t.Errorf("%q is gone:\n%s", with, out)
		}
	}
	for _, bad := range []string{
		strings.Replace(transcript, "*INV:", "*INX:", 1), strings.Replace(transcript, "@Date", "%com:\tLéa rit\n@Date", 1),
		strings.Replace(transcript, "@Begin\n", "", 1), strings.Replace(transcript, "@Languages:\tfra\n", "", 1), strings.TrimSuffix(transcript, "@End\n"),
		strings.Replace(transcript, "Zoé !", "Person 1 !", 1),
		strings.Replace(transcript, "Zoé !", "<PRE> !", 1), strings.Replace(transcript, "+...", "", 1),
		strings.Replace(transcript, "||Mother|", "||Father|", 1), strings.Replace(transcript, "|MOT|", "|MOX|", 1),
		strings.Replace(transcript, "Zoé !", "[Zoé !", 1), strings.Replace(transcript, "Zoé !", "Zoé\tici !", 1),
		strings.Replace(transcript, "*LEA:\tZoé", "*LEA:\t\tZoé", 1), strings.Replace(transcript, "oui> [/]", "oui>[/]", 1),
	} {
		if len(clanCheck(bad)) == 0 {
			t.Errorf("CHECK finds nothing in\n%s", bad)
		}
	}
}

// hiddenName are the names of the tests of whole files, and what the headers hold.
var hiddenName = regexp.MustCompile(`Léa(?:_Martin| Martin)?|Martin|Zoé|Lodève(?:, France)?|viaf|zoe77`)

// renamed writes a file with one thing in the place of all names.
func renamed(t *testing.T, file, name, with string) string {
	t.Helper()
	return renamedBy(t, hiddenName, file, name, with)
}

// renamedBy does so with all that an expression finds.
func renamedBy(t *testing.T, what *regexp.Regexp, file, name, with string) string {
	t.Helper()
	r, err := corpus.Open(strings.NewReader(file), name, corpus.Config{Fields: true})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		res := &bauta.Result{Message: m}
		last := 0
		for _, at := range what.FindAllStringIndex(m.Text, -1) {
			res.Edits = append(res.Edits, bauta.Edit{Start: at[0], End: at[1], With: with})
			res.Text += m.Text[last:at[0]] + with
			last = at[1]
		}
		res.Text += m.Text[last:]
		if err := w.Write(res); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
