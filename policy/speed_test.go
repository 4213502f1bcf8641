package policy_test

import (
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

// BenchmarkLong is the default policy over messages of 80 bytes, each pass with a
// pipeline that has read nothing yet: sms are the real English ones, six sentences
// of six languages, as many together as make 80 bytes.
func BenchmarkLong(b *testing.B) {
	b.Run("sms", func(b *testing.B) { benchmarkPasses(b, realSMS(b)) })
	b.Run("six", func(b *testing.B) { benchmarkPasses(b, sixLanguages(b, 3000)) })
}

// benchmarkPasses reads all messages, each alone, in every pass.
func benchmarkPasses(b *testing.B, all []bauta.Message) {
	f, err := policy.Load(policy.Newcomer)
	if err != nil {
		b.Fatal(err)
	}
	size := 0
	for _, m := range all {
		size += len(m.Text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		built, err := f.Build(policy.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		for i := range all {
			if _, err := built.Pipeline.Thread(b.Context(), all[i:i+1]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(all)*b.N)/b.Elapsed().Seconds(), "messages/s")
}

// sharedLines reads a file of the open data.
func sharedLines(t testing.TB, rel string) []string {
	t.Helper()
	data, err := os.ReadFile(fixture.Shared(t, rel))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// realSMS are the texts of the SMS collection.
func realSMS(t testing.TB) []bauta.Message {
	var out []bauta.Message
	for _, line := range sharedLines(t, "data/sms/SMSSpamCollection.tsv")[1:] {
		_, text, _ := strings.Cut(line, "\t")
		out = append(out, bauta.Message{Text: text})
	}
	return out
}

// sixLanguages gives n messages of each language, one after the other.
func sixLanguages(t testing.TB, n int) []bauta.Message {
	var by [][]bauta.Message
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		var list []bauta.Message
		text := ""
		lines := sharedLines(t, "data/sentences/tatoeba/"+lang+".txt")
		for i := range lines {
			text += lines[i*7919%len(lines)] + " " // 7919 is a prime: sentences from all over the file
			if len(text) > 70 {
				list = append(list, bauta.Message{Text: strings.TrimSpace(text)})
				text = ""
			}
			if len(list) == n {
				break
			}
		}
		by = append(by, list)
	}
	var out []bauta.Message
	for i := range n {
		for _, list := range by {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
	}
	return out
}
