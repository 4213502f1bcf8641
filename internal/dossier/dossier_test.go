package dossier

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/plural"
)

const aRun = `{"version":"1.2","made":"2026-01-01T00:00:00Z","command":"bauta anonymise --policy=gdpr",
"parts":[{"name":"policy p","digest":"ab"}],"rows":{"in":10,"out":9},
"masks":{"PERSON":["rotate","tag"],"EMAIL":["tag"],"<b>":["keep"]},
"fates":{"PERSON":{"removed":3,"replaced":4,"kept":0,"asked":1},"<b>":{"removed":0,"replaced":0,"kept":2,"asked":0}}}`

func whole(t testing.TB, lang string) *Dossier {
	t.Helper()
	r, err := ReadRun([]byte(aRun))
	if err != nil {
		t.Fatal(err)
	}
	pace := 2.5
	return &Dossier{
		Lang: lang, Made: "2026-01-02", Release: "d1", Original: "d0", Run: r, Policy: "policy: <p>\n",
		Certificate: &audit.Certificate{Looks: 341, Most: 4, N: 400, Level: 0.05, Canaries: 100, Seen: 98, Public: "feed", Sees: 0.919, Attempt: 7, Measured: 5, Amended: 63, Unmarked: 32, Seconds: &pace, Role: "jury <q>"},
		Beside:      []string{"téléphone"},
		Models:      []Card{{Name: "m-fr", Digest: "c0", Licence: "CC0", Data: []string{"corpus <u>"}, Scores: []string{"F1 9"}}},
		Annex:       Annex{Purpose: "research <s>"},
		Attacks: []Attack{
			{Name: "style", What: "w", Found: eval.ClopperPearson(3, 10), Guessing: 0.1, Advice: "split <i>"}, rareAttack(),
		},
	}
}

// rareAttack is one whose words are told in every language.
func rareAttack() Attack {
	a := NewAttack("rare", Say("rare.what"), eval.ClopperPearson(7, 10), 0, Say("rare.advice", "LOCATION, AGE"))
	a.Try(Say("masked", "LOCATION"), eval.ClopperPearson(1, 10))
	return a
}

// TestPage: in every language the page is whole HTML that loads nothing, with all
// numbers, and what comes from files is text in it.
func TestPage(t *testing.T) {
	outside := regexp.MustCompile(`(?i)(src|href)=|https?:|url\(|<script|<b>|<i>|<u>|<s>|<p>\n</pre`)
	for _, lang := range Languages() {
		var out bytes.Buffer
		d := whole(t, lang)
		if err := d.WriteHTML(&out); err != nil {
			t.Fatal(err)
		}
		if _, err := html.Parse(bytes.NewReader(out.Bytes())); err != nil {
			t.Error(err)
		}
		if m := outside.FindString(out.String()); m != "" {
			t.Errorf("%s: %q stands in the page", lang, m)
		}
		if strings.Contains(out.String(), "%!") || strings.Contains(out.String(), "ZgotmplZ") {
			t.Errorf("%s: a number is missing:\n%s", lang, out.String())
		}
		for _, want := range []string{
			"341", "400", "98", "feed", speaker{lang: lang}.decimal("30.0 %"), "&lt;b&gt;", "split &lt;i&gt;", "d0",
			`lang="` + lang, "--policy=gdpr", "2026-01-01", "corpus &lt;u&gt;", "model show m-fr", "research &lt;s&gt;",
		} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is missing", lang, want)
			}
		}
		said, _ := say(lang)
		decimal := speaker{lang: lang}.decimal
		for _, want := range []string{
			said["way.rotate"] + " / " + said["way.tag"], said["undo.key"], said["way.keep"],
			sentences(attacks(), lang)["rare.what"], said["type.AGE"], said["tried"] + (speaker{lang: lang}).colon(), decimal("10.0 %"), decimal("70.0 %"),
		} {
			if !strings.Contains(html.UnescapeString(out.String()), want) {
				t.Errorf("%s: %q is missing", lang, want)
			}
		}
		if strings.Contains(out.String(), "PERSON") || strings.Contains(out.String(), "LOCATION") {
			t.Errorf("%s: a type has no name", lang)
		}
	}
	bare := whole(t, "en")
	bare.Certificate, bare.Attacks = nil, nil
	var out bytes.Buffer
	if err := bare.WriteHTML(&out); err != nil || !strings.Contains(out.String(), "No certificate: nobody has measured") ||
		!strings.Contains(out.String(), "No attack was tried") {
		t.Errorf("%v: without certificate and attacks:\n%s", err, out.String())
	}
	bare.Lang = "xx"
	if err := bare.WriteHTML(&out); err == nil {
		t.Error("a page in no language")
	}
}

// TestUnreleasedIsStamped: what was written for a look inside the house says so in front of everything else.
func TestUnreleasedIsStamped(t *testing.T) {
	for _, lang := range Languages() {
		d := whole(t, lang)
		for _, stamped := range []bool{false, true} {
			d.Run.Unreleased = stamped
			var out bytes.Buffer
			err := d.WriteHTML(&out)
			if at := strings.Index(out.String(), "--unreleased"); err != nil || (at >= 0) != stamped || stamped && strings.Count(out.String()[:at], "<p>") != 1 {
				t.Errorf("%s, %v: %v, at %d", lang, stamped, err, at)
			}
		}
	}
}

// TestUntriedAttacksAreNamed: the page names the attacks that are not in the file, and those that were played on
// nothing.
func TestUntriedAttacksAreNamed(t *testing.T) {
	d := whole(t, "en") // style and rare
	d.Attacks = append(d.Attacks, Attack{Name: "timeline", What: "empty row"})
	var out bytes.Buffer
	if err := d.WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	said, _ := say("en")
	_, list, ok := strings.Cut(html.UnescapeString(out.String()), said["untried"])
	list, _, _ = strings.Cut(list, "</p>")
	for _, name := range Names() {
		if tried := name == "style" || name == "rare"; !ok || strings.Contains(list, said[name]) == tried {
			t.Errorf("%s: %s", name, list)
		}
	}
	if strings.Contains(out.String(), "empty row") {
		t.Error("an attack on nothing stands as if it had told something")
	}
}

// TestPageOfWhatIsLeft: where the report is of before a withdrawal, the first sentence says how many went.
func TestPageOfWhatIsLeft(t *testing.T) {
	d := whole(t, "en")
	d.Run.Rows.In, d.Run.Rows.Out, d.Certificate.N, d.Before = 1500, 1500, 1400, true
	var out bytes.Buffer
	if err := d.WriteHTML(&out); err != nil || !strings.Contains(out.String(), "as many came out. 100 of them were taken out since; 1,400 are left.") {
		t.Errorf("%v: %s", err, out.String())
	}
}

// TestCurve: the line ends where the evidence is enough, and falls at a leak.
func TestCurve(t *testing.T) {
	test := audit.Test{N: 5000, Limit: 0.02, Sees: 1}
	enough := 1 / audit.UsualLevel.Alpha(1, 0)
	n, ok := test.Need(1, audit.UsualLevel.Alpha(1, 0))
	if !ok {
		t.Fatal("not provable")
	}
	c := &audit.Certificate{N: 5000, Limit: 0.02, Sees: 1, Looks: n, Leaks: []int{1}, Enough: enough}
	ends := strings.Fields(curve(c))
	if len(ends) < 50 || !strings.HasPrefix(ends[len(ends)-1], "600.0,") {
		t.Fatalf("%d points: %v", len(ends), ends)
	}
	var x, first, last float64
	if _, err := fmt.Sscanf(ends[0]+" "+ends[len(ends)-1], "%f,%f 600.0,%f", &x, &first, &last); err != nil {
		t.Fatal(err)
	}
	if last > 20.1 || first < 90 {
		t.Errorf("it begins with a leak at %v and ends at %v", first, last)
	}
	for _, bad := range []audit.Certificate{{}, {N: 3, Looks: 9, Enough: 20}, {N: 3, Looks: 3, Limit: -1, Enough: math.NaN()}} {
		if got := curve(&bad); got != "" {
			t.Errorf("%+v: %s", bad, got)
		}
	}
}

// known are the attacks that bauta attack plays.
var known = []string{"style", "timeline", "program", "rare", "frequency", "place"}

// TestAttacksAreSaid: what is said of attacks is said in every language, with the same
// things in it; an unknown key, or one with other things, says nothing.
func TestAttacksAreSaid(t *testing.T) {
	first := sentences(attacks(), "en")
	if rows := strings.Count(attacks(), "\n"); rows != len(first) || rows < 30 {
		t.Fatalf("%d rows, %d keys", rows, len(first))
	}
	for _, lang := range Languages() {
		for key, said := range sentences(attacks(), lang) {
			if said == "" || strings.Count(said, "%s") != strings.Count(first[key], "%s") || strings.Count(said, "%") != strings.Count(said, "%s") {
				t.Errorf("%s: %s says %q", lang, key, said)
			}
			if lang != "en" && said == first[key] {
				t.Errorf("%s: %s is English", lang, key)
			}
		}
	}
	for _, p := range []Phrase{Say("none"), Say("style.twenty", "x"), Say("style.tried")} {
		if got := p.English(); got != "" {
			t.Errorf("%+v: %q", p, got)
		}
	}
}

// TestPhrases: every key is said in every language with the same numbers in it, is
// used, and all that the page asks for is there.
func TestPhrases(t *testing.T) {
	all, err := keys()
	if err != nil {
		t.Fatal(err)
	}
	var says []byte
	for _, name := range []string{"says.go", "claim.go"} {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		says = append(says, raw...)
	}
	verbs := regexp.MustCompile(`%[.\d]*[a-z%]`)
	first, _ := say("en")
	for _, lang := range Languages() {
		said, err := say(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range all {
			if said[k] == "" || strings.Join(verbs.FindAllString(said[k], -1), "") != strings.Join(verbs.FindAllString(first[k], -1), "") {
				t.Errorf("%s: %s says %q", lang, k, said[k])
			}
		}
	}
	for _, k := range all {
		named := slices.ContainsFunc(known, func(a string) bool { return a == k })
		inWords := strings.HasPrefix(k, "way.") || strings.HasPrefix(k, "undo.") || strings.HasPrefix(k, "type.")
		inWords = inWords || strings.HasPrefix(k, "role.") || bytes.Contains(says, []byte(`"`+k+`"`))
		if !strings.Contains(page, `t "`+k+`"`) && !named && !inWords {
			t.Errorf("nothing uses %s", k)
		}
	}
	for _, k := range known {
		if first[k] == "" {
			t.Errorf("the attack %s has no name", k)
		}
	}
	for _, m := range regexp.MustCompile(`[{(]t "([a-z.]+)"`).FindAllStringSubmatch(page, -1) {
		if first[m[1]] == "" {
			t.Errorf("the page asks for %s", m[1])
		}
	}
}

// TestCounted: what is counted is said of one, too, in every language, and no form of a word
// stands beside the other.
func TestCounted(t *testing.T) {
	all, err := keys()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range all {
		for _, lang := range Languages() {
			said, _ := say(lang)
			one, many := plural.Fill(lang, said[k], 1, 1, 1, 1, "x"), plural.Fill(lang, said[k], 2, 2, 2, 2, "x")
			if strings.ContainsAny(one+many, "{|}") {
				t.Errorf("%s: %s says %q", lang, k, one)
			}
			counts := strings.Contains(said[k], "%d")
			if counts && lang == "fr" && strings.ReplaceAll(one, "1", "2") == many {
				t.Errorf("%s: %s says the same of one and of two: %q", lang, k, one)
			}
		}
	}
}

// TestUndo: who can tell what was hidden follows from what was written for it; what is
// kept, or removed, nobody can undo.
func TestUndo(t *testing.T) {
	for _, c := range []struct {
		way   string
		fates Fates
		want  string
	}{
		{"tag.numbered", Fates{Replaced: 1}, "none"},
		{"rotate", Fates{Replaced: 1}, "key"},
		{"encrypt", Fates{Kept: 1}, "none"},
		{"code.keyed", Fates{Replaced: 2}, "key"},
		{"code.dictionary", Fates{Replaced: 2}, "all"},
	} {
		r := Run{Fates: map[string]Fates{"PERSON": c.fates}, Masks: map[string][]string{"PERSON": {c.way, "keep"}}}
		if got := r.Undo(); got != c.want {
			t.Errorf("%s %+v: %s, want %s", c.way, c.fates, got, c.want)
		}
	}
	if got := (&Run{}).Undo(); got != "" {
		t.Errorf("nothing is known of it: %s", got)
	}
}

// TestSigned: a page and its JSON say who signed them; one byte changed, something added
// or a signature of another file, and they say nothing.
func TestSigned(t *testing.T) {
	key := audit.Key([]byte("secret"))
	public := hex.EncodeToString(key.Public().(ed25519.PublicKey))
	for _, write := range []func(*Dossier, io.Writer) error{
		func(d *Dossier, w io.Writer) error { return d.WriteSigned(w, key) },
		func(d *Dossier, w io.Writer) error { return d.WriteJSON(w, key) },
	} {
		var out bytes.Buffer
		if err := write(whole(t, "sv"), &out); err != nil {
			t.Fatal(err)
		}
		file := out.String()
		if got, err := Signer([]byte(file)); err != nil || got != public {
			t.Fatalf("signed by %s, %v", got, err)
		}
		last := strings.LastIndex(strings.TrimSuffix(file, "\n"), "\n")
		for name, bad := range map[string]string{
			"changed": strings.Replace(file, "341", "342", 1), "added": file + "{}", "cut": file[:last+1], "empty": "",
			"doubled": file + file, "another key": strings.ReplaceAll(file, public[:8], "00000000"),
		} {
			if got, err := Signer([]byte(bad)); err == nil {
				t.Errorf("%s, and signed by %s", name, got)
			}
		}
		out.Reset()
		if err := whole(t, "sv").WriteJSON(&out, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := Signer(out.Bytes()); err == nil {
			t.Error("nobody signed it")
		}
	}
}

// FuzzSigner: whatever is given, nothing panics, and nobody signed what nobody signed.
func FuzzSigner(f *testing.F) {
	f.Add([]byte("<!-- Ed25519 00 00 -->\n"))
	f.Add([]byte(`{"public_key":"00","signature":"00"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if key, err := Signer(raw); err == nil {
			t.Fatalf("signed by %s", key)
		}
	})
}

// FuzzRead: whatever is given for a report or attacks, nothing panics, and what is read
// makes a page.
func FuzzRead(f *testing.F) {
	f.Add([]byte(aRun))
	f.Add([]byte(`{"attacks":[{"attack":"</table>","found":{"rate":1e308,"low":-1}}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		d := whole(t, "fr")
		if r, err := ReadRun(raw); err == nil {
			d.Run = r
		}
		if a, _, err := ReadAttacks(raw); err == nil {
			d.Attacks = a
		}
		var out bytes.Buffer
		if err := d.WriteHTML(&out); err != nil {
			t.Fatal(err)
		}
	})
}

// TestExactReports: a member that stands twice, or under the name of another but for its case,
// or a count that no run has, makes no report, whoever would read it.
func TestExactReports(t *testing.T) {
	for _, bad := range []string{
		strings.Replace(aRun, `"kept":2`, `"kept":2,"kept":0`, 1), strings.Replace(aRun, `"fates"`, `"Fates"`, 1),
		strings.Replace(aRun, `"rows"`, `"rows":{},"rows"`, 1),
		strings.Replace(aRun, `"out":9`, `"out":11`, 1), strings.Replace(aRun, `"in":10,"out":9`, `"in":-8,"out":-9`, 1),
		strings.Replace(aRun, `"kept":2`, `"kept":-2`, 1),
	} {
		if _, err := ReadRun([]byte(bad)); bad == aRun || err == nil {
			t.Errorf("read: %s", bad)
		}
	}
	for _, bad := range []string{`{"attacks":[],"attacks":[]}`, `{"Attacks":[]}`, `{"attacks":[{"Guessing":1}]}`} {
		if _, _, err := ReadAttacks([]byte(bad)); err == nil {
			t.Errorf("read: %s", bad)
		}
	}
}

// TestTablesArePacked: the program holds what the tables beside it say.
func TestTablesArePacked(t *testing.T) {
	for name, got := range map[string]string{"phrases.tsv": phrases(), "attacks.tsv": attacks()} {
		want, err := os.ReadFile(name)
		if err != nil || got != string(want) {
			t.Errorf("%s is not what is packed of it, %v; run go run ./gen/phrases", name, err)
		}
	}
}
