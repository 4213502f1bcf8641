package crf

import "github.com/bauta/bauta/internal/detect/tags"

// Cut returns the model without weights of fewer steps (Pack.Steps).
func (m *Model) Cut(steps int) (*Model, error) {
	w, old, from := &flat{}, m.table.flat(), uint32(0)
	for i, key := range old.keys {
		for k := from; k < old.end[i]; k++ {
			if q := int(int8(old.weight[k])); max(q, -q) >= steps {
				w.label, w.weight = append(w.label, old.label[k]), append(w.weight, old.weight[k])
			}
		}
		w.feature(key)
		from = old.end[i]
	}
	n := tags.Labels(len(m.types))
	score, start := make([]float64, n*n), make([]float64, n)
	for y := range n {
		start[y] = m.trans.Start(y)
		for to := range n {
			score[y*n+to] = m.trans.Score(y, to)
		}
	}
	out := &Model{lang: m.lang, types: m.types, classes: m.classes, scale: m.scale, bias: m.bias}
	return out, out.complete(w, score, start)
}
