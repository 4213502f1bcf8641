package langid

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/bauta/bauta/internal/langscore"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/model"
)

// datasets names what Load reads, with its licence.
func datasets(texts Texts) []model.Dataset {
	news, rights, sentences, frequent := 0, 0, 0, 0
	for _, l := range texts {
		news += len(l.News)
		rights += len(l.Rights)
		sentences += len(l.Informal)
		frequent += len(l.Frequent)
	}
	return []model.Dataset{
		{Name: "NTREX-128, 45 languages (Microsoft, Federmann et al. 2022)", Licence: "CC BY-SA 4.0", Size: news},
		{Name: "Universal Declaration of Human Rights, UDHR corpus", Licence: "public domain", Size: rights},
		{Name: "Tatoeba sentences (tatoeba.org, by way of manythings.org)", Licence: "CC BY 2.0 FR", Size: sentences},
		{
			Name: "FrequencyWords, words of film subtitles in nine languages (Hermit Dave)", Licence: "CC BY-SA 4.0",
			Size: frequent,
		},
		{
			Name: "informal words in eight languages and Swiss German, forms of SMS in six, written for this " +
				"project",
			Licence: "Apache-2.0",
		},
	}
}

// Bundle trains a model, measures it on the test lines in folder langid/dev of
// the data and writes its bundle to folder dir.
func Bundle(data fs.FS, dir string, c Config) (*langscore.Report, error) {
	texts, err := Load(data)
	if err != nil {
		return nil, err
	}
	weights, err := Train(texts, c)
	if err != nil {
		return nil, err
	}
	raw, err := langid.Encode(weights)
	if err != nil {
		return nil, err
	}
	m, err := langid.Decode(raw)
	if err != nil {
		return nil, err
	}
	id, err := m.With(langid.Config{})
	if err != nil {
		return nil, err
	}
	dev, err := fs.Sub(data, "langid/dev")
	if err != nil {
		return nil, err
	}
	report, err := langscore.Evaluate(id, nil, dev)
	if err != nil {
		return nil, err
	}
	manifest := model.Manifest{
		Kind: langid.Kind, Version: langid.FormatVersion, Labels: langid.Languages(),
		Data: datasets(texts), Licence: "Apache-2.0", Seed: c.Seed,
	}
	for _, s := range report.Sets {
		manifest.Scores = append(manifest.Scores,
			model.Score{On: "lingua test lines, " + s.Name, Name: "accuracy", Value: round(s.Macro())},
			model.Score{
				On: "lingua test lines, " + s.Name, Name: "expected calibration error", Value: round(s.Calibration),
			})
	}
	return report, model.Write(dir, manifest, card(manifest, weights, report), map[string][]byte{langid.FileName: raw})
}

func round(x float64) float64 { return float64(int(x*1e4+0.5)) / 1e4 }

// card writes the page for people.
func card(m model.Manifest, w langid.Weights, r *langscore.Report) string {
	var b strings.Builder
	b.WriteString("# langid: the language of a text\n\n")
	fmt.Fprintf(&b, "Character n-grams of up to %d letters, %d of them, for %d languages: %s.\n\n",
		langid.MaxOrder, len(w.Grams), len(m.Labels), strings.Join(m.Labels, " "))
	b.WriteString("The weights are the sum of a Kneser-Ney model of the words of each language and of a logistic\n" +
		"regression; the sentences of English, French, German, Italian, Spanish and Swedish are read a second\n" +
		"time as messages spell them; docs/formats/langid.md describes the file, docs/experiments/langid.md what " +
		"was tried.\n\n")
	fmt.Fprintf(&b, "Seed %d. Licence of the weights: %s. `bauta langid train` makes them again, byte for byte.\n",
		m.Seed, m.Licence)
	b.WriteString("Digests of the files are in manifest.json.\n\n## Trained on\n\n| set | licence | lines " +
		"|\n|---|---|---|\n")
	for _, d := range m.Data {
		size := ""
		if d.Size > 0 {
			size = fmt.Sprint(d.Size)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", d.Name, d.Licence, size)
	}
	b.WriteString("\n## Measured\n\nAccuracy in percent on 500 lines a language and set of the lingua project " +
		"(Apache-2.0), never trained on,\n" +
		"and the language most often told instead. Cal.error is the expected calibration error in percent.\n\n```\n")
	if _, err := r.WriteTo(&b); err != nil {
		return "" // a builder takes every write
	}
	b.WriteString("```\n\n## Not for\n\nSerbian in Latin letters (told as hr), languages that are not listed (told " +
		"as their nearest listed\n" +
		"one, with a probability that is too high), and texts in two languages as a whole: ask for stretches.\n" +
		"The test lines of Spanish lack their accented letters, and some of Catalan are Spanish.\n")
	return b.String()
}
