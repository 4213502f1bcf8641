package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// spelled are ways to write label, length and number of a mask that anybody with the list undoes.
var spelled = []string{
	"<PRE_4_1613>", "%3CPRE_4_1613%3E", "PRE  4  1613", "‹PRE_4_１６１３>", "<PRE_4_١٦١٣>", "<PRE_4_\u200b1613>", "#PRE4x1613", "PRE4n1613",
	"@PRE4-1613", "<4_PRE_1613>", "<PRE n°1613 (4)>", "<PRE_4_0x64d>", "4-1613", "<PRE_1613>", "&lt;PRE_4_1613&gt;", "①⑥①③", "1 613",
}

// spell writes a number in the place, and in the signs, of 1613.
func spell(as, n string) string {
	in := func(zero rune) string {
		return strings.Map(func(r rune) rune { return zero + r - '0' }, n)
	}
	circled := strings.Map(func(r rune) rune { return map[bool]rune{true: '⓪', false: '①' + r - '1'}[r == '0'] }, n)
	number, _ := strconv.ParseInt(n, 10, 64)
	hex := strconv.FormatInt(number, 16)
	apart := n[:1] + " " + n[1:]
	return strings.NewReplacer("1613", n, "１６１３", in('０'), "١٦١٣", in('٠'), "64d", hex, "①⑥①③", circled,
		"1 613", apart).Replace(as)
}

// TestUndoneMasksAreNotAudited: where the original is there, the number that the lists give to a name is told in its
// place in whatever signs it is written, and no audit is begun; what a run numbers or writes under a key is audited.
func TestUndoneMasksAreNotAudited(t *testing.T) {
	var in strings.Builder
	in.WriteString("id,text\n")
	for i := range 60 {
		fmt.Fprintf(&in, "%d,vu %s à la gare hier\n", i, []string{"Cédric", "Julie", "Patrice", "Marie-Odile"}[i%4])
	}
	folder(t, map[string]string{"a.csv": in.String(), "bare.yaml": bareYAML, "project.key": strings.Repeat("5e", 32)})
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "bare.yaml", "a.csv", "-o", "bare.csv")
	bare := string(must2(os.ReadFile("bare.csv")))
	draw := func(release string, at int) printed {
		return invoke(t, "", "audit", "draw", release, "--original", "a.csv", "--log", fmt.Sprint("log", at), "--limit", "20%", "--canaries", "0",
			"-o", fmt.Sprint("sheet", at))
	}
	code := regexp.MustCompile(`<PRE_\d_(\d+)>`)
	for at, as := range spelled {
		put(t, "as.csv", code.ReplaceAllStringFunc(bare, func(mask string) string {
			return spell(as, code.FindStringSubmatch(mask)[1])
		}))
		if !code.MatchString(bare) {
			t.Fatal(as)
		}
		if got := draw("as.csv", at); got.code != 1 || !strings.Contains(got.err, "in the place of 4 names stands the number that a public list") {
			t.Errorf("%q: exit %d, %s", as, got.code, got.err)
		}
		if _, err := os.Stat(fmt.Sprint("sheet", at)); err == nil {
			t.Errorf("%q: a sheet was written", as)
		}
	}
	for at, policy := range []string{"gdpr", "seekhide", "small.yaml"} {
		must(t, "anonymise", "-q", "--lang", "fr", "--policy", policy, "a.csv", "-o", "ok.csv")
		if got := draw("ok.csv", 100+at); got.code != 0 {
			t.Errorf("%s: exit %d, %s", policy, got.code, got.err)
		}
	}
}

// TestFiguresOfAnyScriptAreNumbered: without the original the spelling tells, in whatever figures, and with what nobody sees.
func TestFiguresOfAnyScriptAreNumbered(t *testing.T) {
	for _, text := range []string{
		"‹PRE_4_１６１３>", "<PRE_4_١٦١٣>", "[PRE-4-\u200b1613]", "[PRE  4  1613]", "(PRE:4:①⑥①③)", "{PRE_4_¹⁶¹³}",
		"[𝐏𝐑𝐄-𝟒-𝟏𝟔𝟏𝟑]", "[P\u00adRE-4-16\u00ad13]", "[P\u0301RE-4-1\u03016\u030113]", "<P\u0336R\u0336E\u0336_\u03364\u0336_\u03361\u03366\u03361\u03363\u0336>",
		"[PRE-4-1\u20e36\u20e31\u20e33\u20e3]", "%3CPRE_4_1613%3E", "%5BPRE-4-1613%5D", `\u003cPRE_4_1613\u003e`, "&#60;PRE_4_1613&#62;",
	} {
		if !audit.Numbered(figured("vu "+text+" hier"), false) {
			t.Errorf("%q is not seen", text)
		}
	}
	for _, text := range []string{"<PRE_4>", "Person 12", "le 12-11-2024", "(salle B-3-117)", "100%25 sûr", "%5BPRE-4%5D", "é\u0336 12"} {
		if audit.Numbered(figured(text), true) {
			t.Errorf("%q is taken for a code", text)
		}
	}
}
