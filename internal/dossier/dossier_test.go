package dossier

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
)

const aRun = `{"version":"1.2","parts":[{"name":"policy p","digest":"ab"}],"rows":{"in":10,"out":9},
"fates":{"PERSON":{"removed":3,"replaced":4,"kept":0,"asked":1},"<b>":{"removed":0,"replaced":0,"kept":2,"asked":0}}}`

func whole(t testing.TB, lang string) *Dossier {
	t.Helper()
	r, err := ReadRun([]byte(aRun))
	if err != nil {
		t.Fatal(err)
	}
	return &Dossier{
		Lang: lang, Made: "2026-01-02", Release: "d1", Original: "d0", Run: r, Policy: "policy: <p>\n",
		Certificate: &audit.Certificate{Looks: 341, Most: 4, N: 400, Level: 0.05, Canaries: 100, Seen: 98, Public: "feed"},
		Attacks:     []Attack{{Name: "style", What: "w", Found: eval.ClopperPearson(3, 10), Guessing: 0.1, Advice: "split <i>"}},
	}
}

// TestPage: in every language the page is whole HTML that loads nothing, with all
// numbers, and what comes from files is text in it.
func TestPage(t *testing.T) {
	outside := regexp.MustCompile(`(?i)(src|href)=|https?:|url\(|<script|<b>|<i>|<p>\n</pre`)
	for _, lang := range Languages() {
		var out bytes.Buffer
		if err := whole(t, lang).WriteHTML(&out); err != nil {
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
		for _, want := range []string{"341", "400", "98", "feed", "PERSON", "30.0 %", "&lt;b&gt;", "split &lt;i&gt;", "d0", `lang="` + lang} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is missing", lang, want)
			}
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

// TestCurve: the line ends where the evidence is enough, and falls at a leak.
func TestCurve(t *testing.T) {
	test := audit.Test{N: 5000, Limit: 0.02, Sees: 1}
	enough := 1 / audit.Alpha(1, false)
	n, ok := test.Need(1, audit.Alpha(1, false))
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

// TestPhrases: every key is said in every language with the same numbers in it, is
// used, and all that the page asks for is there.
func TestPhrases(t *testing.T) {
	all, err := keys()
	if err != nil {
		t.Fatal(err)
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
	attacks := map[string]bool{"style": true, "timeline": true, "program": true, "rare": true}
	for _, k := range all {
		if !strings.Contains(page, `t "`+k+`"`) && !attacks[k] {
			t.Errorf("nothing uses %s", k)
		}
	}
	for _, m := range regexp.MustCompile(`[{(]t "([a-z.]+)"`).FindAllStringSubmatch(page, -1) {
		if first[m[1]] == "" {
			t.Errorf("the page asks for %s", m[1])
		}
	}
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
		if a, err := ReadAttacks(raw); err == nil {
			d.Attacks = a
		}
		var out bytes.Buffer
		if err := d.WriteHTML(&out); err != nil {
			t.Fatal(err)
		}
	})
}
