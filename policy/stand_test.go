package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestStands: behind what an operator writes that hangs on the find alone a message is read
// once more, as a second run would.
func TestStands(t *testing.T) {
	d := &bauta.Doc{Message: bauta.Message{Text: "12/05/2019"}}
	s := bauta.Span{End: len(d.Text), Label: bauta.Date}
	for operator, want := range map[string]string{
		"tag": "DATE", "suppress": "***", "{operator: substitute, with: x}": "x", "generalise": "<DATE_2019>",
		"{operator: keep, if: rule = date-year, else: generalise}": "<DATE_2019>",
	} {
		f, err := policy.Parse([]byte("policy: a\ndetect: {pattern: {dates: true}}\nmask: {DATE: "+operator+"}\ndefault: tag\n"), "a.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := build(t, f, policy.Options{}).Stand(d, s); !ok || got != want {
			t.Errorf("%s: %q, %v", operator, got, ok)
		}
	}
}

// TestStandsRotated: a name that rotates stands as it will come out, each part by its own rule.
func TestStandsRotated(t *testing.T) {
	built := build(t, load(t, "sms4science"), policy.Options{Key: keyFile(t)})
	d := &bauta.Doc{Message: bauta.Message{Text: "Julie Durandet", Lang: "fr"}}
	first := bauta.Span{End: 5, Label: bauta.Person, Part: bauta.First}
	last := bauta.Span{Start: 6, End: len(d.Text), Label: bauta.Person, Part: bauta.Last}
	name, ok := built.Stand(d, first)
	if !ok || name == "" || name == "Julie" {
		t.Errorf("a first name: %q, %v", name, ok)
	}
	if got, ok := built.Stand(d, last); !ok || got != "[LastName]" {
		t.Errorf("a last name: %q, %v", got, ok)
	}
	whole := bauta.Span{End: len(d.Text), Label: bauta.Person, Part: bauta.Full, Inner: []bauta.Span{first, last}}
	if got, ok := built.Stand(d, whole); !ok || got != name+" [LastName]" {
		t.Errorf("both: %q, %v", got, ok)
	}
	for _, text := range []string{
		"Yves commencati aaaaa se sentti fatige", "hey oliver, daniele comenca a metre ses chaussures", "kestu feee... jeanne sassit sur le canape. ciao",
		"jpense que vincent emmene jade a la fete", "petu ememne jean-claude a laeroport ?", "bjr monsieur stephane leurr a dite de ne aps fairre ca",
		"julien raporte le vélo dmain", "wesh karim ramenee ton chargeurr", "sandrine apele pr le rdv kiné", "mercii albert jai toujour penser ke thierry ete drol",
		"manon boulo tjs au meme endroi", "bizz lucette mouah", "theo srevient tar ce soir", "nadia kuisine tro bien", "ya ke bruno kipeu nous aidé",
	} {
		m := bauta.Message{ID: "1", Text: text, Lang: "fr"}
		first := alone(t, built, m)
		m.Text = first.Text
		if second := alone(t, built, m); len(second.Edits) != len(first.Edits) {
			t.Errorf("%q: %q, then %q", text, first.Text, second.Text)
		}
	}
}
