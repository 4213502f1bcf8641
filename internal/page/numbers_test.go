package page_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/page"
)

// TestNumbersByHand: what a person masks has the number that the policy would give it: of whom it
// names in the conversation, or one behind all; each message of none counts for itself. What is
// shown is what is saved, after another reading, too.
func TestNumbersByHand(t *testing.T) {
	var chat strings.Builder
	for i, line := range []string{"Léa: le tracteur est là", "Tom: salut Patrice !", "Léa: un Tracteur et Patrice", "Tom: ok pour le tracteur"} {
		chat.WriteString("12/07/2023, 10:0" + string(rune('0'+i)) + " - " + line + "\n")
	}
	p := french(t, "gdpr")
	rows := read(t, p, "WhatsApp Chat.txt", []byte(chat.String()))
	shown := func() string {
		var out []string
		for _, r := range rows {
			out = append(out, after(r))
		}
		return strings.Join(out, "\n")
	}
	again := func(word string) {
		t.Helper()
		err := p.Again(t.Context(), word, func(r page.Row) error { rows[r.At] = r; return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	before := shown()
	number := regexp.MustCompile(`Person (\d+)`)
	taken := number.FindAllString(before, -1)
	if !strings.Contains(before, "le tracteur est") || len(taken) == 0 {
		t.Fatalf("before: %s", before)
	}
	if !p.Decide(page.Decision{Word: "tracteur", Mask: true}) {
		t.Fatal("not taken")
	}
	again("tracteur")
	all := shown()
	code := number.FindString(all) // of the first row
	if code == "" || slices.Contains(taken, code) || strings.Count(all, code) != 3 || strings.Contains(all, "PERSON") {
		t.Errorf("before:\n%s\nbehind:\n%s", before, all)
	}
	if got := saved(t, p); strings.Count(got, code) != 3 || !strings.Contains(got, "le "+code+" est") {
		t.Errorf("saved:\n%s", got)
	}
	for _, r := range read(t, p, "WhatsApp Chat.txt", []byte(chat.String())) {
		rows[r.At] = r // some are shown twice: their numbers wait for the end
	}
	if shown() != all {
		t.Errorf("read again:\n%s\nbefore:\n%s", shown(), all)
	}

	// Somebody keeps a person everywhere and masks her in one place: it is the one she was.
	p = french(t, "gdpr")
	rows = read(t, p, "WhatsApp Chat.txt", []byte(chat.String()))
	at := strings.Index(rows[1].Text, "Patrice")
	p.Decide(page.Decision{Word: "Patrice"})
	if !p.Decide(page.Decision{Word: "Patrice", Mask: true, At: &page.Place{Row: 1, Start: at, End: at + len("Patrice")}}) {
		t.Fatal("not taken")
	}
	again("Patrice")
	if want := strings.Split(before, "\n")[1]; after(rows[1]) != want || !strings.Contains(after(rows[2]), "Patrice") {
		t.Errorf("%q and %q, want %q first", after(rows[1]), after(rows[2]), want)
	}

	p = french(t, "gdpr")
	rows = read(t, p, "sms.csv", []byte("id,text\n1,le tracteur dort\n2,Patrice et le tracteur\n"))
	p.Decide(page.Decision{Word: "tracteur", Mask: true})
	again("tracteur")
	if after(rows[0]) != "le Person 1 dort" || after(rows[1]) != "Person 1 et le Person 2" {
		t.Errorf("each for itself: %q, %q", after(rows[0]), after(rows[1]))
	}
}

// TestElided: a word stands behind what is elided before it, and is masked so wherever it stands.
func TestElided(t *testing.T) {
	p := french(t, "gdpr")
	rows := read(t, p, "m.txt", []byte("😀 le chat d'zorblax ou d’Zorblax, c'est O'Brien aujourd'hui\nvu ZORBLAX\n"))
	u := utf16s(rows[0].Text)
	var words []string
	for _, c := range rows[0].Cuts {
		word, _, _ := strings.Cut(u.slice(c, len(u)), " ")
		words = append(words, word)
	}
	if want := []string{"zorblax", "Zorblax,", "est"}; !slices.Equal(words, want) {
		t.Errorf("words behind what is elided: %q, want %q", words, want)
	}
	c := rows[0].Cuts[0]
	here := page.Decision{Word: "zorblax", Mask: true, At: &page.Place{Row: 0, Start: c, End: c + len("zorblax")}}
	if !p.Decide(here) || !strings.Contains(saved(t, p), "d'Person") || p.Undo().Word != "zorblax" {
		t.Errorf("masked here:\n%s", saved(t, p))
	}
	p.Decide(page.Decision{Word: "zorblax", Mask: true})
	if got := saved(t, p); strings.Contains(strings.ToLower(got), "zorblax") || strings.Count(got, "d'Person 2")+strings.Count(got, "d’Person 2") != 2 {
		t.Errorf("masked wherever it stands:\n%s", got)
	}
}
