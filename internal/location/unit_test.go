package location

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// pieceModel knows some words of an invented town, to cut hashtags by.
func pieceReader() reader {
	v := newVocabulary([]string{"am", "brunnen", "de", "haus", "lind", "linde", "loft", "markt", "in", "near", "old", "tower"}, nil)
	return reader{seg: Words{}, known: v}
}

// TestUnits: what a classifier can read as one is one, and says the words that
// are in it.
func TestUnits(t *testing.T) {
	for in, want := range map[string]string{
		"in #Brunnen":                      "in|brunnen",
		"#LoftAmMarkt":                     "loft,am,markt, #loftammarkt",
		"#LOFTAmMarkt12":                   "loft,am,markt,12, #loftammarkt12",
		"#loft_am_markt":                   "loft,am,markt, #loft_am_markt",
		"#loftammarkt":                     "loft,am,markt, #loftammarkt",
		"#LoFtAmmArKt":                     "loft,am,markt, #loftammarkt",
		"#xyzmarktqqq":                     "xyz,markt,qqq, #xyzmarktqqq",
		"#unbekannt":                       "unbekannt",
		"@haus_linde":                      "haus,linde, @haus_linde",
		"@nora":                            "nora, @nora",
		"wirt@haus-linde.example":          "wirt,haus,linde,example, wirt@haus-linde.example",
		"https://www.lindenhaus.example/a": "https,www,linde,n,haus,example,a, https://www.lindenhaus.example/a",
		"https://x.example/br%75nnen":      "https,x,example,brunnen, https://x.example/brunnen",
		"🇳🇱🇫🇷":                             "🇳🇱,🇫🇷",
		"☎ 🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F": "☎|🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F",
		"❤️ :-)":          "❤|:-)",
		"€ 20, £5":        "€|20|£|5",
		"am Linde-Markt":  "am|linde,markt, linde-markt",
		"8001 Brunnen":    "8001|brunnen",
		"GREAT LOCATION!": "great|location",
		"… ( ) ?!":        "",
	} {
		d := doc(t, "1", in)
		units, err := pieceReader().read(d)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, u := range units {
			got = append(got, strings.Join(u.Words, ","))
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", in, s, want)
		}
	}
}

// hostile draws a message of words, hashtags, mentions, links and signs, some of
// them glued together.
func hostile(t *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(0, 10).Draw(t, "pieces") {
		b.WriteString(rapid.SampledFrom([]string{
			"near", "the", "castle", "harbour", "market", "tower", "moat", "lunch was great", "#Castle", "#lunchnearcastle", "#LunchAtHarbour",
			"#old_market", "@castle_cafe", "host@market.example", "https://castle.example/moat", "castle-view", "l'harbour", "12", "5:", "@", "#",
			"Person", "LOCATION", "zzz", "🏰", "🇳🇱", "€", "été", Mark, ":", "(", ")", ".", "www.", "market\u200b", "1", "st",
		}).Draw(t, "piece"))
		b.WriteString(rapid.SampledFrom([]string{" ", " ", " ", "", "\n", ", "}).Draw(t, "gap"))
	}
	return b.String()
}

var attackersWord = regexp.MustCompile(`[\p{L}\p{N}\p{So}\p{Sc}][\p{L}\p{N}\p{M}\p{So}\p{Sc}]*`)

// TestNoTokenIsOutsideTheUnits: whatever an attacker's tokeniser makes of a
// message lies in units, so that it can be weighed and deleted; where all are
// deleted, no half of one stays.
func TestNoTokenIsOutsideTheUnits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := strings.ReplaceAll(hostile(t), Mark, "") + rapid.String().Draw(t, "anything") + "#Castle"
		d, err := analyse("1", in)
		if err != nil {
			t.Fatal(err)
		}
		units, err := pieceReader().read(d)
		if err != nil {
			t.Fatal(err)
		}
		inside := make([]bool, len(in))
		at := 0
		for _, u := range units {
			if u.Start < at || u.End <= u.Start || len(u.Words) == 0 {
				t.Fatalf("%q: unit %+v after byte %d", in, u, at)
			}
			at = u.End
			for i := u.Start; i < u.End; i++ {
				inside[i] = true
			}
		}
		for _, w := range attackersWord.FindAllStringIndex(in, -1) {
			if slices.Contains(inside[w[0]:w[1]], false) && !strings.Contains(in[w[0]:w[1]], "\uFFFD") {
				t.Fatalf("%q: %q is in no unit", in, in[w[0]:w[1]])
			}
		}
		c := &Cleaned{Units: units, Deleted: slices.Repeat([]bool{true}, len(units))}
		if left := c.Apply(in, ""); strings.ContainsFunc(left, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.So, r) }) {
			t.Fatalf("%q: %q stays", in, left)
		}
	})
}

// TestReleasedTextIsBelow: the text as it is written, read anew over the marks and
// with the marks as signs, is below the threshold, whatever deletions join.
func TestReleasedTextIsBelow(t *testing.T) {
	m, _ := townModel(t)
	names := map[string]string{"castle": "sight", "old market": "place"}
	rapid.Check(t, func(t *rapid.T) {
		opt := Options{Threshold: rapid.Float64Range(0.37, 0.9).Draw(t, "threshold"), Replace: rapid.Bool().Draw(t, "replace")}
		if rapid.Bool().Draw(t, "names") {
			opt.General = names
		}
		c, err := NewCleaner(m, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		in, mark := hostile(t), ""
		if opt.Replace {
			mark = Mark
		}
		d, err := analyse("1", in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		out := got.Apply(in, mark)
		for name, reads := range map[string]string{"as it stands": out, "over the marks": strings.ReplaceAll(out, Mark, " ")} {
			left, err := analyse("1", reads)
			if err != nil {
				t.Fatal(err)
			}
			units, err := m.Read(left)
			if err != nil {
				t.Fatal(err)
			}
			none := make([]bool, len(units))
			p := slices.Max(m.Guess(units, none))
			if !opt.Replace {
				p = float64(slices.Max(m.Probabilities(flat(units))))
			}
			if name == "as it stands" && !opt.Replace && math.Abs(p-got.After) > 1e-4 {
				t.Fatalf("%q became %q: %.4f, not %.4f", in, out, p, got.After)
			}
			if p >= opt.Threshold {
				t.Fatalf("%s, %q became %q: %.4f, threshold %.4f", name, in, out, p, opt.Threshold)
			}
		}
	})
}

// TestLongMessages: the work for many words grows as their number, and of too
// many nothing is released.
func TestLongMessages(t *testing.T) {
	m, _ := townModel(t)
	tried := map[int]int{}
	for _, n := range []int{1000, 2000} {
		p := &problem{targets: []target{{c: &m.Classifier, threshold: 0.37, only: -1, base: m.Weights.Bias}}}
		for i := range n {
			p.add([]string{[]string{"castle", "harbour", "zz" + strings.Repeat("y", i%50)}[i%3]}, i)
		}
		p.prepare(0)
		g := newGreedy(p)
		if _, ok := g.search(); !ok {
			t.Fatal("nothing helps")
		}
		tried[n] = g.tried
	}
	if tried[1000] == 0 || float64(tried[2000]) > 2.3*float64(tried[1000]) {
		t.Errorf("words tried: %v", tried)
	}
	c, err := NewCleaner(m, nil, Options{Threshold: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("castle ", 1<<17)
	got, err := c.Clean(doc(t, "1", long))
	if err != nil || !got.Suppressed || got.Apply(long, Mark) != Mark || got.Above {
		t.Errorf("a message of %d bytes: %v", len(long), err)
	}
}

// TestThresholdsOutOfReach: what an empty message is not below is refused, by
// whoever asks for it.
func TestThresholdsOutOfReach(t *testing.T) {
	m, rs := townModel(t)
	low := m.Lowest()
	if low < 1.0/3 {
		t.Fatalf("an empty message gets %.3f", low)
	}
	for _, ask := range []func() error{
		func() error { _, err := NewCleaner(m, nil, Options{Threshold: low}); return err },
		func() error { _, err := NewDetector(m, nil, Options{Threshold: 0.05}); return err },
		func() error { return m.Reachable(0.05) },
	} {
		if err := ask(); err == nil || !strings.Contains(err.Error(), "an empty message gets 0.3") {
			t.Errorf("refused with %v", err)
		}
	}
	if _, err := NewCleaner(m, nil, Options{Threshold: above(low)}); err != nil {
		t.Errorf("the lowest that is said to be reached: %v", err)
	}
	_, tried, err := m.CalibrateTarget(t.Context(), rs, Target{Margin: -1}, Options{}, 2)
	if err == nil || !strings.Contains(err.Error(), "an empty message gets 0.3") || !strings.Contains(err.Error(), "--margin") {
		t.Errorf("calibrated: %v", err)
	}
	for _, o := range tried {
		if o.Threshold <= low {
			t.Errorf("%.2f was tried", o.Threshold)
		}
	}
}

// TestStudent: the quantile is that of the package of distributions, to the bit.
func TestStudent(t *testing.T) {
	for nu := 1.0; nu < 1000; nu++ {
		if got, want := student(nu), (distuv.StudentsT{Sigma: 1, Nu: nu}).Quantile(0.95); got != want {
			t.Fatalf("%g degrees of freedom: %v, want %v", nu, got, want)
		}
	}
}
