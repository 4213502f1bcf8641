package policy_test

import (
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// counted counts how often a file of a pack is opened.
type counted struct {
	fs.FS
	suffix string
	opened *atomic.Int32
}

func (c counted) Open(name string) (fs.File, error) {
	if strings.HasSuffix(name, c.suffix) {
		c.opened.Add(1)
	}
	return c.FS.Open(name)
}

// TestSecondReaderWaits: the default policy has two taggers, and opens the one that
// takes time when a message leaves the other in doubt.
func TestSecondReaderWaits(t *testing.T) {
	var opened atomic.Int32
	deep := models.FrenchNeural()
	deep.Files = counted{deep.Files, "ner.neural", &opened}
	f, err := policy.Load(policy.Newcomer)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.BuildWith(policy.Options{}, models.French(), deep)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Oui, je suis dans le train.", "On y va demain matin ?", "D'accord, à ce soir."} {
		one(t, b.Pipeline, text)
	}
	if n := opened.Load(); n != 0 {
		t.Errorf("the second tagger is opened %d times by messages without a doubt", n)
	}
	for _, text := range []string{"marine est avec ambre", "tu dis a greve de venir", "salut fain, max ta vu"} {
		one(t, b.Pipeline, text)
	}
	if n := opened.Load(); n != 1 {
		t.Errorf("the second tagger is opened %d times by messages with a doubt", n)
	}
}

// TestOneReaderAlone: where the neural tagger is not linked the policy reads as it does
// with the other tagger alone.
func TestOneReaderAlone(t *testing.T) {
	read := func(kind string, packs ...model.Pack) (out []bauta.Result, parts int) {
		f, err := policy.Parse([]byte("policy: p\nlanguage: fr\ndetect: {ner: {alone: true, ask: -1, "+kind+"}}\ndefault: tag\n"), "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.BuildWith(policy.Options{}, packs...)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range french(t, "hard-fr.jsonl") {
			if i%3 == 0 {
				out = append(out, one(t, b.Pipeline, m.Text))
			}
		}
		return out, len(b.Parts)
	}
	crf, of1 := read("kind: crf", models.French(), models.FrenchNeural())
	alone, ofAlone := read("kind: both", models.French())
	both, of2 := read("kind: both", models.French(), models.FrenchNeural())
	differ := 0
	for i := range crf {
		if alone[i].Text != crf[i].Text {
			t.Errorf("message %d comes out otherwise", i)
		}
		if both[i].Text != crf[i].Text {
			differ++
		}
	}
	if differ == 0 || of1 != ofAlone || of2 <= of1 {
		t.Errorf("the second tagger changes %d messages; parts %d, %d, %d", differ, of1, ofAlone, of2)
	}
}

// TestSecondReaderUnadvised: without dictionaries to advise both, the second is asked in
// the languages that the policy names, and in no other.
func TestSecondReaderUnadvised(t *testing.T) {
	for _, c := range []struct {
		unadvised string
		opened    int32
	}{{"[sv]", 1}, {"[de]", 0}, {"[]", 0}} {
		var opened atomic.Int32
		deep := models.SwedishNeural()
		deep.Files = counted{deep.Files, "ner.neural", &opened}
		f, err := policy.Parse([]byte("policy: p\nlanguage: sv\ndetect: {ner: {kind: both, alone: true, second: lexical, "+
			"unadvised: "+c.unadvised+"}}\ndefault: tag\n"), "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.BuildWith(policy.Options{}, models.Swedish(), deep)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"har du sett tage idag", "sixten och saga kommer sen", "hej du, ring bo ikväll"} {
			one(t, b.Pipeline, text)
		}
		if n := opened.Load(); n != c.opened {
			t.Errorf("unadvised: %s: the second tagger is opened %d times, want %d", c.unadvised, n, c.opened)
		}
	}
	for _, bad := range []string{
		"kind: both, second: lexical, unadvised: [ja]", "unadvised: [sv]", "kind: both, unadvised: [sv]",
		"kind: both, second: lexical, unadvised_person: 0.2",
		"kind: both, second: lexical, unadvised: [sv], unadvised_person: 2",
		"kind: both, second: lexical, unadvised: [sv], unadvised_persons: {de: 0.2}",
		"kind: both, second: lexical, unadvised: [sv], unadvised_persons: {sv: 2}",
	} {
		_, err := policy.Parse([]byte("policy: p\nlanguage: sv\ndetect: {ner: {alone: true, "+bad+"}}\ndefault: tag\n"), "p.yaml")
		if err == nil || !strings.Contains(err.Error(), "unadvised") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// TestUnadvisedPerson: the languages that are named have a bound for people of their own.
func TestUnadvisedPerson(t *testing.T) {
	found := func(bound string) (n int) {
		f, err := policy.Parse([]byte("policy: p\nlanguage: sv\ndetect: {ner: {kind: both, alone: true, "+
			"second: lexical, person: 0.5, ask: -1, unadvised: [sv]"+bound+"}}\ndefault: tag\n"), "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.BuildWith(policy.Options{}, models.Swedish(), models.SwedishNeural())
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"har du sett tage idag", "sixten och saga kommer sen", "hej du, ring bo ikväll", "har tryggve ätit",
		} {
			n += len(one(t, b.Pipeline, text).Spans)
		}
		return n
	}
	if high, own, low := found(", unadvised_person: 0.99"), found(""), found(", unadvised_person: 0.03"); high >= low ||
		own < high || own > low {
		t.Errorf("%d people at 0.99, %d at person's own bound, %d at 0.03", high, own, low)
	}
	if low, of := found(", unadvised_person: 0.03"), found(", unadvised_person: 0.99, unadvised_persons: {sv: 0.03}"); of != low {
		t.Errorf("%d people at Swedish's own 0.03, %d at 0.03 for all", of, low)
	}
}
