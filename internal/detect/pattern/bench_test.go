package pattern

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
)

var small = []string{
	"coucou tu viens demain soir ? jsuis chez moi a partir de 19h30, apporte 2 bouteilles bisous",
	"mdr trop bien ! on se voit ce soir alors :) biz", "appelle moi au 06 12 34 56 78 stp", "Ok pas de souci, le rdv est a 14h au 12 rue de la paix",
	"tkt ma puce jtaime fort fort", "ecris moi a lea@example.org ou regarde www.example.fr", "c'est bon j'ai eu 15/20 en maths !! trop contente",
	"il me doit 20 euros depuis 2 mois", "slt sa va ? moi sa va bien mais jsui fatigué d'hier", "t'es où ? je t'attends devant la gare depuis 10 min",
}

func benchmark(b *testing.B, texts []string, c Config) {
	d, err := New(c)
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	docs := make([]*bauta.Doc, len(texts))
	for i, s := range texts {
		n += len(s)
		docs[i] = &bauta.Doc{Message: bauta.Message{Text: s}, Shadow: s}
	}
	b.SetBytes(int64(n))
	b.ReportAllocs()
	for b.Loop() {
		for _, doc := range docs {
			if _, err := d.Detect(context.Background(), doc); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkSmall(b *testing.B) { benchmark(b, small, Config{}) }

func BenchmarkSMS(b *testing.B) {
	texts := sms(b)
	b.Run("all", func(b *testing.B) { benchmark(b, texts, Config{}) })
	b.Run("fr", func(b *testing.B) { benchmark(b, texts, Config{Countries: []string{"fr"}}) })
}

// BenchmarkFloods shows that a megabyte of anything takes a bounded time.
func BenchmarkFloods(b *testing.B) {
	for _, unit := range floods {
		b.Run(unit, func(b *testing.B) { benchmark(b, []string{strings.Repeat(unit, 1_000_000/len(unit))}, Config{}) })
	}
}

// sms reads the messages of the public English collection, where it is.
func sms(t testing.TB) []string {
	raw, err := os.ReadFile(fixture.Shared(t, "data/sms/SMSSpamCollection.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range strings.Lines(string(raw)) {
		_, text, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		texts = append(texts, text)
	}
	return texts
}

// BenchmarkNew shows what a command pays at its start.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(Config{}); err != nil {
			b.Fatal(err)
		}
	}
}
