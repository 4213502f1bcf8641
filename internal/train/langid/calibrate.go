package langid

import (
	"math"

	"github.com/bauta/bauta/langid"
)

// calibrate fits the temperature on the lines of the first fold, which the
// weights have not seen, so that probabilities are what they say: it is the one
// of a grid with the smallest negative log-likelihood over words, pairs of
// words, beginnings of lines and lines.
func calibrate(texts Texts, w langid.Weights) (langid.Temperature, error) {
	data, err := langid.Encode(w)
	if err != nil {
		return langid.Temperature{}, err
	}
	m, err := langid.Decode(data)
	if err != nil {
		return langid.Temperature{}, err
	}
	samples := heldOut(texts)
	var best langid.Temperature
	least := math.Inf(1)
	for _, base := range []float32{1, 1.3, 1.6, 2} {
		for _, slope := range []float32{0, 0.03, 0.06, 0.12, 0.2} {
			for _, ceiling := range []float32{2, 3, 4, 6, 10} {
				heat := langid.Temperature{Base: base, PerLetter: slope, Max: ceiling}
				loss, err := surprise(m.WithTemperature(heat), samples)
				if err != nil {
					return best, err
				}
				if loss < least {
					least, best = loss, heat
				}
			}
		}
	}
	return best, nil
}

// heldOut gives, by language, pieces of the lines of the first fold.
func heldOut(texts Texts) map[string][]string {
	const each = 25 // lines a language
	out := map[string][]string{}
	for _, lang := range langid.Languages() {
		n := 0
		texts[lang].all(folds, func(line string, fold int) {
			if fold != 0 || n >= each {
				return
			}
			n++
			if lang == "sr" {
				line = cyrillic(line)
			}
			pieces := []string{line}
			last := langid.Word{Start: -1}
			for word := range langid.Words(line) {
				if len(word.Runes) >= 7 && len(pieces) < 4 {
					pieces = append(pieces, line[word.Start:word.End])
					if last.Start >= 0 {
						pieces = append(pieces, line[last.Start:word.End])
					}
				}
				last = word
			}
			out[lang] = append(out[lang], pieces...)
		})
	}
	return out
}

// surprise is the mean negative log-probability of the true language.
func surprise(m *langid.Model, samples map[string][]string) (float64, error) {
	id, err := m.With(langid.Config{})
	if err != nil {
		return 0, err
	}
	loss, n := 0.0, 0
	for _, lang := range langid.Languages() {
		for _, text := range samples[lang] {
			p := 0.0
			for _, g := range id.Rank(text) {
				if g.Lang == lang {
					p = g.Prob
				}
			}
			loss -= math.Log(max(p, 1e-4)) // the script was told wrong: nothing to learn from
			n++
		}
	}
	return loss / float64(max(n, 1)), nil
}
